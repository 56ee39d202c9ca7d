#!/bin/sh
# Runs examples/quickstart from init to destroy against the mock server, and
# stops at the first unexpected output. It leaves no files behind.
#
# `make demo` builds the provider and the mock server for it. `make release-check`
# passes the folder of a release instead. CLI is the path of Terraform or OpenTofu.
set -eu

folder=$(mktemp -d)
child=
trap 'kill $child 2>/dev/null || :; rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM

# build builds the provider and the mock server into the folder.
build() {
	go build -o "$folder/" . ./internal/cmd/chatview-mock &
	child=$! seconds=0
	while kill -0 $child 2>/dev/null; do
		sleep 1
		seconds=$((seconds + 1))
		[ $((seconds % 20)) -ne 0 ] || echo "Compiling for $seconds seconds."
	done
	wait $child
}

# The CLI installs the provider from this folder, as if from its registry.
mirror=$folder/mirror/registry.terraform.io/chatview/chatview
platform=$(go env GOOS)_$(go env GOARCH)
mkdir -p "$mirror" "$folder/quickstart"
cp examples/quickstart/*.tf "$folder/quickstart"

if [ $# = 0 ]; then
	version=0.1.0 # satisfies the version constraint of the example
	build
	mkdir -p "$mirror/$version/$platform"
	mv "$folder/terraform-provider-chatview" "$mirror/$version/$platform/terraform-provider-chatview_v$version"
else
	version=$(basename "$1"/*_SHA256SUMS | cut -d_ -f2)
	cp "$1/terraform-provider-chatview_${version}_$platform.zip" "$mirror"
	tar -xzf "$1/chatview-tools-$version-${platform%_*}-${platform#*_}.tar.gz" -C "$folder" chatview-mock
	# The version may be a pre-release, which only an exact constraint allows.
	sed "s/ version *= .*/ version = \"$version\"/" examples/quickstart/versions.tf > "$folder/quickstart/versions.tf"
fi

# OpenTofu does not look into a symbolic link.
cp -R "$folder/mirror/registry.terraform.io" "$folder/mirror/registry.opentofu.org"
printf 'provider_installation {\n  filesystem_mirror {\n    path = "%s"\n  }\n}\n' "$folder/mirror" > "$folder/cli.tfrc"

"$folder/chatview-mock" -address=127.0.0.1:0 -record="$folder/service.json" > "$folder/requests" &
child=$!
until grep -qs 'listening on' "$folder/requests"; do
	kill -0 $child
	sleep 0.1
done

CHATVIEW_BASE_URL=$(sed -n 's/.*listening on //p' "$folder/requests")
export CHATVIEW_BASE_URL CHATVIEW_API_KEY=demo-api-key
# The user's would change what the CLI does or prints, or name files outside $folder.
for variable in $(env | sed -n 's/^\(TF_[A-Za-z0-9_]*\)=.*/\1/p'); do unset "$variable"; done
export TF_VAR_appearance_id=42 TF_VAR_source_id=7 TF_VAR_database_password=demo-database-password
export TF_CLI_CONFIG_FILE="$folder/cli.tfrc" TF_CLI_ARGS=-no-color TF_IN_AUTOMATION=1 CHECKPOINT_DISABLE=1

cd "$folder/quickstart"

fail() {
	echo "The demo failed: $*." >&2
	exit 1
}

# expect TEXT COMMAND… runs the CLI, and requires a text in its output.
expect() {
	text=$1 failed=0
	shift
	printf '\n> terraform %s\n' "$*"
	"$CLI" "$@" > "$folder/output" 2>&1 || failed=$?
	tee -a "$folder/outputs" < "$folder/output"
	[ $failed = 0 ] || fail "exit code $failed"
	grep -qF -- "$text" "$folder/output" || fail "there is no \"$text\""
}

# requests COUNT shows the requests since the last call, and requires how many there
# are in total.
requests() {
	sed -n '/^P/p' "$folder/requests" | tail -n "+$((${sent-0} + 1))"
	sent=$(grep -c '^P' "$folder/requests") || :
	[ "$sent" -eq "$1" ] || fail "$sent requests in total, expected $1"
}

printf '\n# Both objects exist already, and Terraform starts managing them.\n'
expect "Installed chatview/chatview v$version " init
expect 'Plan: 2 to add, 0 to change, 0 to destroy.' plan -out=first.tfplan
expect 'Apply complete! Resources: 2 added, 0 changed, 0 destroyed.' apply first.tfplan

printf '\n# The API got one request for each object, and nothing is left to do.\n'
requests 2
expect 'No changes.' plan -detailed-exitcode

printf '\n# Colors are write-only, and the plan of another brand color shows it all the same.\n'
expect '"#0b7285"' plan -var=brand_color=#0b7285 -out=color.tfplan
expect 'Apply complete! Resources: 0 added, 1 changed, 0 destroyed.' apply color.tfplan
requests 3

printf '\n# Terraform stops managing the objects. The API gets no request, and keeps them.\n'
expect 'Destroy complete! Resources: 2 destroyed.' destroy -auto-approve
requests 3

printf '\nThe service has received:\n'
for text in '"lm_button_outline_color": "#0b7285"' demo-database-password; do
	grep -F -- "$text" "$folder/service.json" || fail "the service has no $text"
done
shown=0
grep -F demo-database-password "$folder/outputs" || shown=$?
[ $shown = 1 ] || fail 'the outputs have the password, or cannot be read'

echo '
Everything was as expected. Terraform managed two objects of the service, which still has them.
The service received one request for each object, one for the color, and none for a plan or the destroy.
The plan showed the color, and no output of Terraform has the password.'
