#!/bin/sh
# Prints the licenses and notices of the modules in programs, and of Go, each below a
# line with the module and its version:
#
#     internal/notices.sh ./internal/cmd/...
#
# All platforms have the same modules. internal/release-check.sh compares each program
# with its notices.
set -eu
# A vendor folder, or that of a go.work, has neither folders of modules nor all licenses.
export GOOS=linux GOARCH=amd64 CGO_ENABLED=0 GOFLAGS='-mod=readonly -buildvcs=false' GOWORK=off LC_ALL=C

echo 'This file has the licenses and notices of the modules that these programs contain.'
echo 'The source code of each module is available from https://proxy.golang.org.'

tab=$(printf '\t')
packages=$(go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}}	{{.Version}}	{{.Dir}}	{{$.Dir}}{{end}}{{end}}' "$@")
{
	root=$(go env GOROOT)
	printf 'std\t%s\t%s\t%s\n' "$(go env GOVERSION)" "$root" "$root"

	# A license may be in any folder from the package up to the module.
	echo "$packages" |
		awk -F '\t' -v OFS='\t' 'NF { for (; $4 != $3; sub(/\/[^\/]*$/, "", $4)) print; print }' | sort -u
} | while IFS=$tab read -r module version root folder; do
	find "$folder" -maxdepth 1 -type f | grep -Ei '/(licen[sc]e|copying|notice|patents)[^/]*$' | sort | while read -r file; do
		printf '\n=== %s %s: %s\n\n' "$module" "$version" "${file#"$root"/}"
		tr -d '\r' < "$file"
	done
done
