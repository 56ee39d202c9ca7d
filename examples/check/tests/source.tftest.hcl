variables {
  appearance_id = null
}

run "complete_source" {}

run "only_hostname" {
  variables {
    upper_case = true
  }
}
