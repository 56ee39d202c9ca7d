#!/bin/sh
# Checks that a release has the files that the registries require, that its lists have
# the checksums of those and of all files, that its SBOMs and notices have the modules
# of its programs, and that its tools for this platform start. `make release-check`
# then runs the demo with the release.
#
# It builds the release for this platform, or for all with ALL=1, and publishes
# nothing. With DIR=path it checks a downloaded release instead.
set -eu
export CDPATH=''
cd "$(dirname "$0")/.."

release=${DIR:-.build/release}
name=terraform-provider-chatview
platforms=$(sed -n '/ targets: &targets$/,/^$/s/^ *- //p' .goreleaser.yml)
here=$(go env GOOS)_$(go env GOARCH)

fail() {
	printf 'release-check: %s\n' "$*" >&2
	exit 1
}

temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

echo "$platforms" | sort > "$temporary/platforms"
awk -F ' *[|] *' '
	/^[|] OpenTofu / { list = 1; next }
	!/^[|]/ { list = 0 }
	list { n = split($3, a, ", "); for (i = 1; i <= n; i++) print ($2 == "macOS" ? "darwin" : tolower($2)) "_" a[i] }
' SECURITY.md | sort | diff "$temporary/platforms" - ||
	fail "SECURITY.md does not list (>) the platforms of .goreleaser.yml (<)"
[ -n "${ALL-}" ] || platforms=$here

if [ -z "${DIR-}" ]; then
	echo 'Building the release takes a minute for each platform, and building GoReleaser 4 more, once.'
	# GoReleaser's own flag for one platform makes no archives.
	awk -v platforms=" $(echo "$platforms" | tr '\n' ' ') " '
		/ targets: &targets$/ { list = 1; print; next }
		list && /^ *- / { if (index(platforms, " " $2 " ")) print; next }
		{ list = 0; print }
	' .goreleaser.yml | TZ=UTC GORELEASER_CURRENT_TAG=v0.0.0 go tool -modfile=internal/tools/go.mod goreleaser release --snapshot --clean --parallelism=1 --config=-
	internal/release-files.sh
fi

version=$(basename "$release/${name}"_*_SHA256SUMS | cut -d_ -f2)
manifest=${name}_${version}_manifest.json
sums=${name}_${version}_SHA256SUMS
full=chatview-$version-checksums.txt

# A registry may take any name that ends in _OS_ARCH.zip for the provider, so the
# other names have hyphens.
{
	echo "$manifest"
	echo "$platforms" | sed "s/.*/${name}_${version}_&.zip/"
} | LC_ALL=C sort > "$temporary/$sums"
{
	cat "$temporary/$sums"
	printf '%s\n' "$sums" "chatview-$version-openapi.yaml" "$name-$version.cdx.json" "chatview-tools-$version.cdx.json"
	echo "$platforms" | tr _ - | sed "s/.*/chatview-tools-$version-&.tar.gz/"
} | LC_ALL=C sort > "$temporary/$full"

(cd "$release" && printf '%s\n' *) | grep -Ev "^$full\$|\.sig\$|\.intoto\.jsonl\$" | LC_ALL=C sort | diff "$temporary/$full" - ||
	fail "the files in $release (>) are not those of a release (<)"
for list in "$full" "$sums"; do
	cut -d ' ' -f 3 "$release/$list" | LC_ALL=C sort | diff "$temporary/$list" - || fail "$list does not list (>) the files that it should (<)"
	(cd "$release" && if command -v sha256sum > /dev/null; then sha256sum -c "$list"; else shasum -a 256 -c "$list"; fi) ||
		fail "a checksum in $list is wrong"
done
grep -q '"protocol_versions": \["6.0"\]' "$release/$manifest" || fail "$manifest is wrong"

# documented SBOM NOTICES PROGRAM… compares documents with the modules of programs.
documented() {
	sbom=$release/$1 notices=$2 && shift 2
	go version -m "$@" | awk '/^[^\t]/ { print "std", $NF } $1 == "dep" { print $2, $3 }' | LC_ALL=C sort -u > "$temporary/modules"
	jq -r '.components[] | "\(.name) \(.version)"' "$sbom" | LC_ALL=C sort | diff "$temporary/modules" - ||
		fail "$sbom does not list (>) the modules of $* (<)"
	jq -e '.components[] | select(.name == "std").purl | startswith("pkg:golang/stdlib@1.")' "$sbom" > /dev/null ||
		fail "$sbom does not name Go's library as scanners do"
	unlicensed=$(jq -r '.metadata.component, .components[] | select((.licenses | length) == 0).name' "$sbom")
	[ -z "$unlicensed" ] || fail "$sbom has no license of $unlicensed"
	sed -n 's/^=== \([^ =]* [^ ]*\): .*/\1/p' "$notices" | LC_ALL=C sort -u | diff "$temporary/modules" - ||
		fail "$notices does not list (>) the modules of $* (<)"
}

for platform in $platforms; do
	folder=$temporary/$platform
	mkdir -p "$folder/tools"
	unzip -q "$release/${name}_${version}_$platform.zip" -d "$folder"
	tar -xzf "$release/chatview-tools-$version-$(echo "$platform" | tr _ -).tar.gz" -C "$folder/tools"
	documented "$name-$version.cdx.json" "$folder/THIRD_PARTY_NOTICES.txt" "$folder/$name"*
	documented "chatview-tools-$version.cdx.json" "$folder/tools/THIRD_PARTY_NOTICES.txt" "$folder"/tools/chatview-*
	[ "$platform" = "$here" ] || continue
	for tool in "$folder"/tools/chatview-*; do
		[ "$("$tool" -version)" = "$(basename "$tool" .exe) $version" ] || fail "$tool -version does not print its version $version"
	done
done
echo "Release $version has the files that the registries require."
