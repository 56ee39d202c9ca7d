#!/bin/sh
# Writes the SBOM of programs, in the folder where GoReleaser built them:
#
#     internal/sbom.sh DOCUMENT VERSION DATE BUILD…
#
# All platforms have the same modules, so it reads the programs for Linux if there are
# any. internal/release-check.sh compares each program with its document.
set -eu

document=$1 version=$2 date=$3
shift 3
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

for build; do
	# The variables keep cyclonedx-gomod from downloading the module itself, for its
	# license.
	printf '%s\n' "${build}"_linux_amd64*/* "${build}"_*/* | grep -vF '*' | head -n 1 |
		GOPRIVATE=github.com/chatview GOVCS=github.com/chatview:off \
			xargs go tool -modfile="$(dirname "$0")/tools/go.mod" cyclonedx-gomod bin -json -noserial -std \
			-licenses -assert-licenses -version "v$version" >> "$temporary/documents"
done

# cyclonedx-gomod knows neither Go's license, nor files with two.
has() { ! grep -qs "$1" "$folder"/LICENSE* || printf ' %s' "$2"; }
modules=$(jq -r '.components[] | select(.licenses | not).name' "$temporary/documents")
for module in $(echo "$modules" | sort -u); do
	case $module in std) folder=$(go env GOROOT) ;; *) folder=$(go list -m -f '{{.Dir}}' "$module") ;; esac
	printf '%s' "$module"
	has 'Permission is hereby granted, free of charge' MIT
	has 'Neither the name of' BSD-3-Clause
	echo
done > "$temporary/licenses"

# Nor has it flags for the time and the license of the module itself, for several
# programs, or to omit the hashes of its own program, which differ between machines.
jq -s --arg date "$date" --rawfile licenses "$temporary/licenses" '
	($licenses | split("\n") | map(split(" ") | {(.[0] // ""): .[1:]}) | add) as $found
	| walk(if type == "string" then sub("(?<module>terraform-provider-chatview@[^#]*)#.*"; .module) else . end)
	| . as $all | .[0]
	| .metadata.timestamp = $date
	| .metadata.component.licenses = [{license: {id: "MPL-2.0"}}]
	| del(.metadata.tools[].hashes)
	| if $all | length > 1 then del(.metadata.properties) else . end
	| .components = ([$all[].components[]] | unique_by(."bom-ref") | map(.licenses //= [$found[.name][]? | {license: {id: .}}]))
	| (.components[] | select(.name == "std")).purl |= sub("/std@go"; "/stdlib@") # scanners know only this name
	| .dependencies = ([$all[].dependencies[]] | group_by(.ref) | map({ref: .[0].ref, dependsOn: (map(.dependsOn[]?) | unique)}))
	| .compositions = ([$all[].compositions[]] | group_by(.aggregate) | map({aggregate: .[0].aggregate, dependencies: (map(.dependencies[]) | unique)}))
' "$temporary/documents" > "$document"
