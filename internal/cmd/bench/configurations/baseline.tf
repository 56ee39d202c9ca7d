# The resource of the baseline.

resource "chatview_appearance" "object" {
  count = var.objects

  id         = count.index + 1
  name       = "Theme ${count.index + 1}"
  theme_mode = var.changed ? "dark" : "both"
}
