# The mock server, whatever CHATVIEW_BASE_URL says.
provider "chatview" {
  base_url = "http://127.0.0.1:8080"
  api_key  = "example-key"
}

variables {
  appearance_id = "42"
  name          = "Brand"
  brand_color   = "#1864ab"
  outline_color = null # overrides TF_VAR_outline_color
}

run "create" {}

# It has the state of the run before.
run "rename" {
  variables {
    name = "New brand"
  }

  assert {
    condition     = chatview_appearance.this.last_modified != null
    error_message = "The theme was not updated."
  }
}
