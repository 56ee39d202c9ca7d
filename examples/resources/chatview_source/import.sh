terraform import chatview_source.orders 7
