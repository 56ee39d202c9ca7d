resource "chatview_appearance" "changed" {
  id                          = "10"
  name                        = "Before"
  lm_primary_background_color = "#ffffff"
  lm_light_background_color   = "#eeeeee"
  lm_button_outline_color     = "#0b7285"
  custom_css_overrides        = jsonencode({ radius = 4 })
}

resource "chatview_appearance" "versioned" {
  id                          = "11"
  name                        = "Versioned"
  lm_primary_background_color = "#ffffff"
  write_only_version          = "1"
}

resource "chatview_appearance" "same_id" {
  id                          = "12"
  name                        = "Same id"
  lm_primary_background_color = "#ffffff"
}

resource "chatview_appearance" "another_id" {
  id   = "13"
  name = "Another id"
}

resource "chatview_appearance" "unknown_id" {
  id   = "25"
  name = "Unknown id"
}

resource "chatview_appearance" "create_first" {
  id   = "14"
  name = "Create first"

  lifecycle {
    create_before_destroy = true
  }
}

resource "chatview_appearance" "old" {
  id   = "15"
  name = "Moved"
}

resource "chatview_appearance" "old_changed" {
  id   = "16"
  name = "Moved and changed"
}

resource "chatview_appearance" "forgotten" {
  id   = "17"
  name = "Forgotten"
}

resource "chatview_appearance" "destroyed" {
  id                          = "18"
  name                        = "Destroyed"
  lm_primary_background_color = "#ffffff"
}

resource "chatview_appearance" "again" {
  id       = "19"
  name     = "Again"
  triggers = { at = "1" }
}

resource "chatview_appearance" "secret" {
  id                          = "20"
  name                        = "Secret"
  lm_primary_background_color = var.brand
  lm_button_outline_color     = "#ffffff"
}

variable "brand" {
  type      = string
  sensitive = true
  default   = "#123456"
}

resource "chatview_appearance" "other_service" {
  id                          = "34"
  name                        = "Moves to another service"
  lm_primary_background_color = "#ffffff"
}

resource "chatview_appearance" "renamed" {
  id                          = "35"
  name                        = "Renamed"
  lm_primary_background_color = "#ffffff"
  lm_button_outline_color     = "#eeeeee"
}
