import {
  to = chatview_appearance.brand
  identity = {
    id = "42"
  }
}
