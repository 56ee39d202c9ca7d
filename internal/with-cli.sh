#!/bin/sh
# Runs a command with a Terraform or OpenTofu that can run the provider:
#
#     internal/with-cli.sh go test ./internal/acceptance
#     internal/with-cli.sh -opentofu sh -c '"$CLI" fmt -check -recursive examples'
#
# It takes the program that CLI names, or else terraform or tofu on the PATH, or
# else an OpenTofu that it builds in .build, once. With -opentofu it takes only an
# OpenTofu, and ignores CLI. For the command, CLI is the program's path, and the
# TF_ACC_ variables point terraform-plugin-testing to it.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
opentofu=1.12.6
built=$root/.build/opentofu/$opentofu

say() { printf '%s\n' "$*" >&2; }
refuse() { problem=$* && return 1; }

fail() {
	say "with-cli: $*"
	exit 1
}

# inspect PROGRAM sets path, product and version. If it returns 1, problem says why
# the program cannot run the provider.
inspect() {
	path=$(command -v -- "$1") || refuse "there is no $1" || return
	case $path in /*) ;; *) path=$PWD/$path ;; esac
	# The settings of the user may change what it prints. Tests run it outside of the
	# clone, where a version manager may have no version.
	output=$(cd / && TF_CLI_CONFIG_FILE=/dev/null TF_CLI_ARGS='' TF_LOG='' CHECKPOINT_DISABLE=1 "$path" version 2>&1) ||
		refuse "$path fails: $output" || return
	line=$(printf '%s\n' "$output" | grep -E '^(Terraform|OpenTofu) v[0-9]+\.[0-9]+\.') ||
		refuse "$path is neither Terraform nor OpenTofu: $output" || return
	product=${line%% *} version=${line#* v}
	case $version in 0.* | 1.[0-9].* | 1.10.* | 1.11.0-*) refuse "$path is $product $version, too old: the provider needs 1.11.0" ;; esac
}

# on_path PROGRAM inspects a program that may be on the PATH.
on_path() {
	command -v -- "$1" >/dev/null && { inspect "$1" || { say "Skipping the $1 on the PATH: $problem." && return 1; }; }
}

# build builds OpenTofu as the main module, because go refuses to install a module
# with replacements. It is in the background, because a shell handles signals only
# while it waits.
build() {
	say "No $wanted 1.11 or newer found: building OpenTofu $opentofu, about 4 minutes, once."
	pid='' module=github.com/opentofu/opentofu
	mkdir -p "$built"
	partial=$(mktemp -d "$built/partial.XXXXXX")
	trap 'kill $pid 2>/dev/null || :; rm -rf "$partial"' EXIT
	trap 'exit 130' HUP INT TERM PIPE

	go mod download $module@v$opentofu >&2 & pid=$!
	wait $pid || fail "cannot download $module; install Terraform or OpenTofu, or set CLI to its path"

	# The flags override GOFLAGS for other modules. Without cgo, no C compiler is needed.
	GOTMPDIR=$partial CGO_ENABLED=0 GOWORK=off go build -C "$(go env GOMODCACHE)/$module@v$opentofu" -v -mod=readonly -buildvcs=false \
		-trimpath -ldflags "-s -w -X $module/version.dev=no" -o "$partial/tofu" ./cmd/tofu 2>"$partial/output" & pid=$!
	seconds=0
	while kill -0 $pid 2>/dev/null; do
		sleep 1
		seconds=$((seconds + 1))
		[ $((seconds % 15)) -ne 0 ] || say "  $(tail -n 1 "$partial/output")" # what it compiles
	done
	if ! wait $pid; then
		sed -n '/^go: downloading /d; / /s/^/  /p' "$partial/output" >&2
		fail "cannot build $module; install Terraform or OpenTofu, or set CLI to its path"
	fi
	mv "$partial/tofu" "$built"
	rm -r "$partial"
	trap - EXIT HUP INT TERM PIPE
}

wanted='Terraform or OpenTofu'
[ "${1-}" != -opentofu ] || { wanted=OpenTofu CLI='' && shift; }
[ $# -gt 0 ] || fail 'usage: internal/with-cli.sh [-opentofu] COMMAND [ARGUMENTS]'
command -v -- "$1" >/dev/null || fail "there is no $1"

if [ -n "${CLI-}" ]; then
	inspect "$CLI" || fail "cannot use CLI=$CLI, correct or unset it: $problem"
elif { [ "$wanted" = OpenTofu ] || ! on_path terraform; } && { ! on_path tofu || [ "$product" != OpenTofu ]; }; then
	[ -e "$built/tofu" ] || build
	inspect "$built/tofu" || fail "cannot use $built, delete it to build it again: $problem"
fi
say "Using $product $version ($path)."

case $product in OpenTofu) host=registry.opentofu.org ;; *) host=registry.terraform.io ;; esac
export CLI="$path" TF_ACC_TERRAFORM_PATH="$path" TF_ACC_PROVIDER_HOST=$host TF_ACC_PROVIDER_NAMESPACE=hashicorp
export TF_CLI_CONFIG_FILE=/dev/null # plugin-testing reads OpenTofu's warnings about another one as a version
unset CHATVIEW_BASE_URL CHATVIEW_API_KEY # no test may reach a real service
exec "$@"
