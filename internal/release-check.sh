#!/bin/sh
# Checks that a release has the files that the registries require, that its list has
# the checksum of each, and that its SBOMs have the modules of its programs. It runs
# none of them: `make release-check` then runs the demo with the release.
#
# It builds the release for this platform, or for all with ALL=1, and publishes
# nothing. With DIR=path it checks a downloaded release instead.
set -eu
cd "$(dirname "$0")/.."

release=${DIR:-.build/dist}
name=terraform-provider-chatview
platforms=$(sed -n '/ targets: &targets$/,/^$/s/^ *- //p' .goreleaser.yml)
[ -n "${ALL-}" ] || platforms=$(go env GOOS)_$(go env GOARCH)

fail() {
	printf 'release-check: %s\n' "$*" >&2
	exit 1
}

if [ -z "${DIR-}" ]; then
	echo 'Building the release takes a minute for each platform, and building GoReleaser 4 more, once.'
	# GoReleaser's own flag for one platform makes no archives.
	awk -v platforms=" $(echo "$platforms" | tr '\n' ' ') " '
		/ targets: &targets$/ { list = 1; print; next }
		list && /^ *- / { if (index(platforms, " " $2 " ")) print; next }
		{ list = 0; print }
	' .goreleaser.yml | TZ=UTC go tool -modfile=internal/tools/go.mod goreleaser release --snapshot --clean --parallelism=1 --config=-
fi

version=$(basename "$release/${name}"_*_SHA256SUMS | cut -d_ -f2)
manifest=${name}_${version}_manifest.json
sums=${name}_${version}_SHA256SUMS

if [ -z "${DIR-}" ]; then
	# GoReleaser lists these two, and leaves them where they are.
	cp terraform-registry-manifest.json "$release/$manifest"
	cp internal/mockserver/openapi.yaml "$release/chatview-$version-openapi.yaml"
fi

# A registry may take any name that ends in _OS_ARCH.zip for the provider, so the
# other names have hyphens.
mkdir -p .build
{
	printf '%s\n' "$manifest" "chatview-$version-openapi.yaml" "$name-$version.cdx.json" "chatview-tools-$version.cdx.json"
	echo "$platforms" | sed "s/.*/${name}_${version}_&.zip/"
	echo "$platforms" | tr _ - | sed "s/.*/chatview-tools-$version-&.tar.gz/"
} | LC_ALL=C sort > .build/files

# A built release has GoReleaser's own files and folders, too.
(cd "$release" && if [ -n "${DIR-}" ]; then printf '%s\n' *; else printf '%s\n' *chatview*; fi) |
	grep -Ev '_SHA256SUMS(\.sig)?$|\.intoto\.jsonl$' | LC_ALL=C sort | diff .build/files - ||
	fail "the files in $release (>) are not those of a release (<)"
cut -d ' ' -f 3 "$release/$sums" | LC_ALL=C sort | diff .build/files - || fail "$sums does not list (>) every file (<)"
(cd "$release" && if command -v sha256sum > /dev/null; then sha256sum -c "$sums"; else shasum -a 256 -c "$sums"; fi) ||
	fail 'a checksum is wrong'
grep -q '"protocol_versions": \["6.0"\]' "$release/$manifest" || fail "$manifest is wrong"

programs=$(mktemp -d)
trap 'rm -rf "$programs"' EXIT

# in_sbom SBOM PROGRAM… compares a document with the modules of programs.
in_sbom() {
	sbom=$1 && shift
	go version -m "$@" | awk '/^[^\t]/ { print "std", $NF } $1 == "dep" { print $2, $3 }' | LC_ALL=C sort -u > .build/modules
	awk -F '"' '/^  "components"/ { list = 1 } list && /^      "name"/ { name = $4 } list && /^      "version"/ { print name, $4 }' \
		"$release/$sbom" | LC_ALL=C sort | diff .build/modules - || fail "$sbom does not list (>) the modules of $* (<)"
}

for platform in $platforms; do
	mkdir "$programs/$platform"
	unzip -q "$release/${name}_${version}_$platform.zip" -d "$programs/$platform"
	tar -xzf "$release/chatview-tools-$version-$(echo "$platform" | tr _ -).tar.gz" -C "$programs/$platform"
	in_sbom "$name-$version.cdx.json" "$programs/$platform/$name"*
	in_sbom "chatview-tools-$version.cdx.json" "$programs/$platform"/chatview-*
done
echo "Release $version has the files that the registries require."
