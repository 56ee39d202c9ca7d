provider "chatview" {
  base_url            = "chat.example.com"
  api_key             = " "
  request_timeout     = "30"
  max_retries         = 21
  requests_per_second = 0
  ca_cert_pem         = "ca.pem"
  client_cert_pem     = "client.pem"
}

resource "chatview_source" "orders" {
  id = "7"
}
