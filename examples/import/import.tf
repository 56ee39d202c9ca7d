# Remove this file after the first apply.
import {
  for_each = local.themes

  to = chatview_appearance.theme[each.key]
  id = each.key
}
