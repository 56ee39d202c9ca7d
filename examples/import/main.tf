locals {
  # Excel begins a file with U+FEFF, and may end lines with a carriage return, which would hide all rows.
  file = replace(trimprefix(file("${path.module}/themes.csv"), "\ufeff"), "/\r\n?/", "\n")

  # In many countries, it separates cells with semicolons: exchange them with commas, and back in each cell.
  excel = can(regex("^[^,\n]*;", local.file))
  text  = local.excel ? join(";", [for part in split(",", local.file) : replace(part, ";", ",")]) : local.file
  rows = [for row in csvdecode(local.text) : {
    for name, x in row : name => local.excel ? join(";", [for part in split(",", x) : replace(part, ";", ",")]) : x
  }]

  # An empty cell is "", which would empty a message. Null is not sent. Rows without any text are ignored.
  themes = { for row in local.rows : row.id => { for name, x in row : name => x != "" ? x : null } if length(compact(values(row))) > 0 }
}

resource "chatview_appearance" "theme" {
  for_each = local.themes

  id            = each.key
  name          = each.value.name
  theme_mode    = each.value.theme_mode
  start_message = each.value.start_message

  lm_button_outline_color = each.value.outline

  # Without this, a typo in a color is only a warning. Repeat it for each color.
  lifecycle {
    precondition {
      condition     = each.value.outline == null || can(provider::chatview::contrast_ratio(each.value.outline, "#fff"))
      error_message = "The outline of theme ${each.key} is not a color."
    }
  }
}
