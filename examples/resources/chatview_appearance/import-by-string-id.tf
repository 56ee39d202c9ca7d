import {
  to = chatview_appearance.brand
  id = "42"
}
