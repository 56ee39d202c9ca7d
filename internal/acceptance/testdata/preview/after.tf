resource "chatview_appearance" "changed" {
  id                          = "10"
  name                        = "After"
  start_message               = "Hello"
  lm_primary_background_color = "#ffffff"
  dm_primary_background_color = "navy"
  lm_button_outline_color     = "#ffd43b"
  custom_css_overrides        = jsonencode({ radius = 8 })
}

resource "chatview_appearance" "versioned" {
  id                          = "11"
  name                        = "Versioned"
  lm_primary_background_color = "#ffffff"
  write_only_version          = "2"
}

resource "chatview_appearance" "same_id" {
  id                          = "12"
  name                        = "Same id"
  lm_primary_background_color = "#000000"
}

resource "chatview_appearance" "another_id" {
  id   = "23"
  name = "Another id"
}

resource "terraform_data" "id" {
  input = "25"
}

resource "chatview_appearance" "unknown_id" {
  id   = terraform_data.id.output
  name = "Unknown id"
}

resource "chatview_appearance" "create_first" {
  id   = "24"
  name = "Create first"

  lifecycle {
    create_before_destroy = true
  }
}

moved {
  from = chatview_appearance.old
  to   = chatview_appearance.moved
}

resource "chatview_appearance" "moved" {
  id   = "15"
  name = "Moved"
}

moved {
  from = chatview_appearance.old_changed
  to   = chatview_appearance.moved_changed
}

resource "chatview_appearance" "moved_changed" {
  id   = "16"
  name = "Changed"
}

removed {
  from = chatview_appearance.forgotten

  lifecycle {
    destroy = false
  }
}

resource "chatview_appearance" "again" {
  id       = "19"
  name     = "Again"
  triggers = { at = "2" }
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
  default   = "#654321"
}

resource "chatview_appearance" "created" {
  id                          = "30"
  name                        = "Created"
  lm_primary_background_color = "#ffffff"
  lm_dark_background_color    = "wihte"
}

resource "chatview_appearance" "same_id_elsewhere" {
  provider = chatview.other

  id                          = "1"
  name                        = "Other service"
  lm_primary_background_color = "#777777"
  lm_light_background_color   = "#ffffff"
  lm_dark_background_color    = "#000000"
}

resource "terraform_data" "brand" {
  input = "#0b7285"
}

resource "chatview_appearance" "unknown" {
  id                          = "31"
  name                        = "Unknown"
  lm_primary_background_color = terraform_data.brand.output
  lm_button_outline_color     = "#ffffff"
}

import {
  to = chatview_appearance.imported
  id = "32"
}

resource "chatview_appearance" "imported" {
  id                          = "32"
  name                        = "Imported"
  lm_primary_background_color = "#ffffff"
}

resource "chatview_appearance" "other_service" {
  provider = chatview.other

  id                          = "34"
  name                        = "Moves to another service"
  lm_primary_background_color = "#ffffff"
}

resource "chatview_appearance" "renamed_without_moved" {
  id                          = "35"
  name                        = "Renamed"
  lm_primary_background_color = "#ffffff"
}
