resource "chatview_appearance" "brand" {
  id              = "1"
  name            = "Brand"
  recommendations = ["Who?", "Why?"]
}
