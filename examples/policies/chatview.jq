# Prints the violations in a plan, and exits with an error if there are any:
#
#   terraform show -json chatview.tfplan | jq -n -f chatview.jq
#
# It checks what the plan applies, and what of that it cannot check is a violation.
# An empty input and a failed plan are errors. Nothing is said about what the plan
# leaves out, for example because of -target.

# The services that may be changed.
["https://chatview.example.com", "http://127.0.0.1:8080"] as $services
| ["password", "connection_string", "token", "service_account_key"] as $credentials

| [inputs]
| if length == 1 and .[0].errored == false then .[0]
  else error("this is not the JSON of a successful plan") end

| .planned_values.outputs.palette_problems.value as $problems

| [.resource_changes // [] | .[]
  | .address as $address
  | .change as $change
  | select(.type | IN("chatview_appearance", "chatview_source"))
  | select($change.actions != ["no-op"])

  | if $change.after != null and ($change.after.base_url | IN($services[]) | not)
    then "\($address): \($change.after.base_url // "an unknown address") is not an allowed service" else empty end,

    if .type == "chatview_appearance" then
      if ($change.actions | any(IN("delete", "forget")))
        and $change.after.id != $change.before.id
      then "\($address): the theme would no longer be managed" else empty end,

      # if $change.actions == ["create"]
      # then "\($address): import the theme before the first apply" else empty end,

      # The output has the result of palette_problems for each theme, by id.
      if $change.after == null then empty
      elif $change.after.id == null or $problems[$change.after.id] == null
      then "\($address): the output palette_problems does not have its id"
      else "\($address): \($problems[$change.after.id][].message)" end
    else
      # after_sensitive is true even for a credential that is not set.
      $credentials[]
      | select($change.after[.] != null or $change.after_unknown[.] == true)
      | "\($address): \(.) would be stored in the state, use \(.)_wo"
    end]

| if length > 0 then join("\n") + "\n" | halt_error(1) else empty end
