# Denies a plan with violations:
#
#   terraform show -json chatview.tfplan | conftest test --policy chatview.rego -
#
# It checks what the plan applies, and denies what of that it cannot check. An empty
# input and a failed plan are denied, too. Nothing is said about what the plan leaves
# out, for example because of -target, or in a second plan, which conftest ignores.
package main

import rego.v1

# The services that may be changed.
services := {"https://chatview.example.com", "http://127.0.0.1:8080"}

credentials := {"password", "connection_string", "token", "service_account_key"}

deny contains "this is not the JSON of a successful plan" if not is_plan

is_plan if input.errored == false

deny contains message if {
	some type in ["chatview_appearance", "chatview_source"]
	some changed in changes(type)
	changed.change.after != null
	service := object.get(changed.change.after, "base_url", "an unknown address")
	not service in services
	message := sprintf("%s: %s is not an allowed service", [changed.address, service])
}

deny contains message if {
	some theme in changes("chatview_appearance")
	some action in theme.change.actions
	action in {"delete", "forget"}
	not keeps_object(theme.change)
	message := sprintf("%s: the theme would no longer be managed", [theme.address])
}

keeps_object(change) if change.after.id == change.before.id

# deny contains message if {
# 	some theme in changes("chatview_appearance")
# 	theme.change.actions == ["create"]
# 	message := sprintf("%s: import the theme before the first apply", [theme.address])
# }

# The output has the result of palette_problems for each theme, by id.
deny contains message if {
	some theme in changes("chatview_appearance")
	some problem in input.planned_values.outputs.palette_problems.value[theme.change.after.id]
	message := sprintf("%s: %s", [theme.address, problem.message])
}

deny contains message if {
	some theme in changes("chatview_appearance")
	theme.change.after != null
	id := object.get(theme.change.after, "id", "unknown") # not is undefined without an id
	not input.planned_values.outputs.palette_problems.value[id]
	message := sprintf("%s: the output palette_problems does not have its id", [theme.address])
}

deny contains message if {
	some source in changes("chatview_source")
	some credential in credentials
	is_stored(source.change, credential)
	message := sprintf("%s: %s would be stored in the state, use %s_wo", [source.address, credential, credential])
}

# after_sensitive is true even for a credential that is not set.
is_stored(change, credential) if change.after[credential] != null

is_stored(change, credential) if change.after_unknown[credential]

changes(type) := [change |
	some change in input.resource_changes
	change.type == type
	change.change.actions != ["no-op"]
]
