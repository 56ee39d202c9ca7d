# The resource of the baseline.

resource "chatview_appearance" "object" {
  for_each = local.objects

  id         = each.value
  name       = each.key
  theme_mode = var.changed ? "dark" : "both"
}
