import {
  to = chatview_source.orders
  identity = {
    id = "7"
  }
}
