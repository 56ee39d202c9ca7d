# Prints the violations in a plan, and exits with an error if there are any:
#
#   terraform show -json chatview.tfplan | jq -n -f chatview.jq
#
# What the plan applies and cannot be checked is a violation. An empty input and
# a failed plan are errors. Nothing is said about what the plan leaves out, for
# example because of -target.

# The outlines that derive_palette makes of the brand colors in light mode. It
# darkens a pale one: #9b7e00 is that of #ffd43b.
["#0b7285", "#2b8a3e", "#9b7e00"] as $outlines
| ["password", "connection_string", "token", "service_account_key"] as $credentials

| [inputs]
| if length == 1 and .[0].planned_values and .[0].errored == false then .[0]
  else error("this is not the JSON of a successful plan") end

| [.resource_changes // [] | .[]
  | .address as $address
  | .change as $change
  | if .type == "chatview_appearance" then
      if ($change.actions | any(IN("delete", "forget")))
        and ($change.after.id == null or $change.after.id != $change.before.id)
      then "\($address): the theme would no longer be managed" else empty end,

      # Null if the color is not configured, known only after apply, or under
      # write_only_version.
      if $change.after != null
        and ($change.after.applied_colors.lm_button_outline_color // "" | ascii_downcase | IN($outlines[]) | not)
      then "\($address): lm_button_outline_color is not known to be a brand color" else empty end
    elif .type == "chatview_source" then
      # after_sensitive is true even for a credential that is not set.
      $credentials[]
      | select($change.after[.] != null or $change.after_unknown[.] == true)
      | "\($address): \(.) would be stored in the state, use \(.)_wo"
    else empty end]

| if length > 0 then join("\n") + "\n" | halt_error(1) else empty end
