locals {
  tenants = { for tenant in csvdecode(file("${path.module}/tenants.csv")) : tenant.key => tenant }
}

resource "chatview_appearance" "tenant" {
  for_each = local.tenants

  id         = each.value.id
  name       = each.value.name
  theme_mode = "light"

  lm_primary_background_color = each.value.background
  lm_button_outline_color     = each.value.outline
}
