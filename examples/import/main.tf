locals {
  themes = { for theme in csvdecode(file("${path.module}/themes.csv")) : theme.id => theme }
}

resource "chatview_appearance" "theme" {
  for_each = local.themes

  id         = each.key
  name       = each.value.name
  theme_mode = each.value.theme_mode
}
