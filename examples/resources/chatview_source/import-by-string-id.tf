import {
  to = chatview_source.orders
  id = "7"
}
