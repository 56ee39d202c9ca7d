# A replacement, which changes its id, sends everything again.
resource "terraform_data" "send_again" {
  triggers_replace = var.send_again

  lifecycle {
    precondition {
      condition     = length(local.mistakes) == 0
      error_message = join("\n", local.mistakes)
    }
  }
}

locals {
  # What reads tenants waits for the precondition above, so mistakes are its only error.
  tenants = {
    for tenant in [var.tenants[*], terraform_data.send_again][0] :
    tenant.key => merge(local.optional, tenant)
  }
  sources = { for key, tenant in local.tenants : key => tenant.source if tenant.source != null }

  # No apply sends the password for "*", a placeholder for plans.
  passwords = {
    for key in keys(local.sources) : key => try(var.passwords[key], terraform.applying ? null : var.passwords["*"], null)
  }

  # Change send_again of a tenant to send only its theme and source again.
  triggers = {
    for key, tenant in local.tenants : key => { all = terraform_data.send_again.id, tenant = tenant.send_again }
  }
}

# With count, removing a tenant would renumber the others.
module "theme" {
  source   = "../theme"
  for_each = local.tenants

  appearance_id   = each.value.appearance_id
  name            = each.value.name
  start_message   = each.value.start_message
  recommendations = each.value.recommendations
  brand_color     = each.value.brand_color
  outline_color   = each.value.outline_color
  check_colors    = var.check_colors
  triggers        = local.triggers[each.key]
}

resource "chatview_source" "this" {
  for_each = local.sources

  id            = each.value.id
  hostname      = each.value.hostname
  username      = each.value.username
  database_name = each.value.database_name
  triggers      = local.triggers[each.key]

  password_wo         = local.passwords[each.key]
  password_wo_version = each.value.password_version

  lifecycle {
    precondition {
      condition     = local.passwords[each.key] != null
      error_message = "The variable passwords has no entry for ${each.key}. An apply ignores the entry \"*\"."
    }
  }
}
