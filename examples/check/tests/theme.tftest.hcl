variables {
  source_id = null
}

run "complete_theme" {
  variables {
    theme = {
      name                 = "Check 1"
      theme_mode           = "both"
      start_message        = "Hello"
      recommendations      = ["Two?", "One?"]
      response_mode        = "basic"
      show_sidebar         = false
      show_dashboards      = false
      color                = "#1864ab"
      custom_css_overrides = "{\"--check\": \"#0a1b2c\"}"
    }
  }
}

run "only_a_name" {
  variables {
    theme = { name = "Check 2" }
  }
}

# Every value is another one: of two, only one can be a default.
run "another_theme" {
  variables {
    theme = {
      name                 = "Check 3"
      theme_mode           = "dark"
      start_message        = "Welcome"
      recommendations      = ["Three?"]
      response_mode        = "full"
      show_sidebar         = true
      show_dashboards      = true
      color                = "#2b8a3e"
      custom_css_overrides = "{\"--check\": \"#2c1b0a\"}"
    }

    earlier_styles = run.only_a_name.styles
  }

  assert {
    condition     = output.styles != var.earlier_styles
    error_message = "custom_css_vars does not change with the colors, so it cannot show whether they are lost."
  }
}

run "only_a_name_again" {
  variables {
    theme          = { name = "Check 4" }
    earlier_styles = run.another_theme.styles
  }

  assert {
    condition     = output.styles == var.earlier_styles
    error_message = "custom_css_vars changed, so colors may be lost."
  }
}
