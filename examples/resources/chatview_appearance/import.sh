terraform import chatview_appearance.brand 42
