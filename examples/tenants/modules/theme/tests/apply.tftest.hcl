# The runs share a state: the first creates the theme, and the second updates it.

variables {
  appearance_id   = "42"
  name            = "Brand"
  start_message   = "Ask me about sales."
  recommendations = []
  brand_color     = "#1864ab"
}

run "create" {}

run "rename" {
  variables {
    name = "New brand"
  }

  assert {
    condition     = chatview_appearance.this.last_modified != null
    error_message = "The theme was not updated."
  }
}
