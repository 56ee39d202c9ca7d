terraform {
  required_version = ">= 1.11"

  required_providers {
    chatview = {
      source  = "chatview/chatview"
      version = "~> 0.1"
    }
  }
}

locals {
  # Or: csvdecode(file("${path.module}/tenants.csv"))
  tenants = csvdecode(<<-CSV
    id,name,lm_primary_background_color,lm_button_outline_color,dm_primary_background_color,dm_button_outline_color
    101,North,#e7f5ff,#1864ab,#1b2b3d,#74c0fc
    102,South,#fff3bf,#945700,,
  CSV
  )

  # An empty cell is "". Only null leaves an attribute out.
  palettes = {
    for tenant in local.tenants : tenant.id => {
      for column, cell in tenant : column => cell == "" ? null : cell if endswith(column, "_color")
    }
  }

  problems = { for id, palette in local.palettes : id => provider::chatview::palette_problems(palette) }
}

resource "chatview_appearance" "tenant" {
  for_each = { for tenant in local.tenants : tenant.id => tenant.name }

  id   = each.key
  name = each.value

  lm_primary_background_color = local.palettes[each.key].lm_primary_background_color
  lm_button_outline_color     = local.palettes[each.key].lm_button_outline_color
  dm_primary_background_color = local.palettes[each.key].dm_primary_background_color
  dm_button_outline_color     = local.palettes[each.key].dm_button_outline_color

  # A precondition stops the plan.
  lifecycle {
    precondition {
      condition     = length(local.problems[each.key]) == 0
      error_message = join("\n", concat(["Unreadable colors in the theme ${each.value}:"], local.problems[each.key][*].message))
    }
  }
}

# A check only warns.
check "palettes" {
  assert {
    condition     = alltrue([for problems in local.problems : length(problems) == 0])
    error_message = join("\n", flatten([for id, problems in local.problems : [for problem in problems : "${id}: ${problem.message}"]]))
  }
}
