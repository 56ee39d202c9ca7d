locals {
  tenants = yamldecode(file("${path.module}/${var.tenants_file}"))
}

# With count, removing a tenant would renumber the others.
module "theme" {
  source   = "./modules/theme"
  for_each = local.tenants

  appearance_id   = each.value.appearance_id
  name            = each.value.name
  start_message   = try(each.value.start_message, var.start_message)
  recommendations = try(each.value.recommendations, [])
  brand_color     = each.value.brand_color
  outline_color   = try(each.value.outline_color, null)
}
