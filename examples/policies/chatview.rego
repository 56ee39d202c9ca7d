# Denies a plan with violations:
#
#   terraform show -json chatview.tfplan | conftest test --policy chatview.rego -
#
# What the plan applies and cannot be checked is denied. So are an empty input
# and a failed plan. Nothing is said about what the plan leaves out, for example
# because of -target.
package main

# The outlines that derive_palette makes of the brand colors in light mode. It
# darkens a pale one: #9b7e00 is that of #ffd43b.
outlines := {"#0b7285", "#2b8a3e", "#9b7e00"}

credentials := {"password", "connection_string", "token", "service_account_key"}

deny contains "this is not the JSON of a successful plan" if not is_plan

is_plan if {
	input.planned_values
	input.errored == false
}

deny contains message if {
	some theme in changes("chatview_appearance")
	some action in theme.change.actions
	action in {"delete", "forget"}
	not keeps_object(theme.change)
	message := sprintf("%s: the theme would no longer be managed", [theme.address])
}

keeps_object(change) if change.after.id == change.before.id

deny contains message if {
	some theme in changes("chatview_appearance")
	theme.change.after != null
	not has_brand_outline(theme.change.after)
	message := sprintf("%s: lm_button_outline_color is not known to be a brand color", [theme.address])
}

# Undefined if the color is not configured, known only after apply, or under
# write_only_version.
has_brand_outline(after) if lower(after.applied_colors.lm_button_outline_color) in outlines

deny contains message if {
	some source in changes("chatview_source")
	some credential in credentials
	is_stored(source.change, credential)
	message := sprintf("%s: %s would be stored in the state, use %s_wo", [source.address, credential, credential])
}

# after_sensitive is true even for a credential that is not set.
is_stored(change, credential) if change.after[credential] != null

is_stored(change, credential) if change.after_unknown[credential]

changes(type) := [change | some change in input.resource_changes; change.type == type]
