#!/bin/sh
# Checks that a release has the files that the registries require, by their names,
# checksums and manifest. `make release-check` then runs the demo with it.
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
	' .goreleaser.yml | TZ=UTC go tool -modfile=internal/tools/go.mod goreleaser release --snapshot --clean --config=-
fi

version=$(basename "$release/${name}"_*_SHA256SUMS | cut -d_ -f2)
manifest=${name}_${version}_manifest.json
sums=${name}_${version}_SHA256SUMS

if [ -z "${DIR-}" ]; then
	# GoReleaser uploads these two from where they are.
	cp terraform-registry-manifest.json "$release/$manifest"
	cp internal/mockserver/openapi.yaml "$release/chatview-$version-openapi.yaml"
fi

# A registry may take any name that ends in _OS_ARCH.zip for the provider, so the
# other names have hyphens.
hyphens=$(echo "$platforms" | tr _ -)
mkdir -p .build
{
	echo "$manifest"
	echo "$platforms" | sed "s/.*/${name}_${version}_&.zip/"
} | sort > .build/served
{
	cat .build/served
	printf '%s\n' "$sums" "chatview-$version-openapi.yaml"
	echo "$hyphens" | sed "s/.*/$name-$version-&.cdx.json/"
	echo "$hyphens" | sed "s/.*/chatview-tools-$version-&.tar.gz/"
} | sort > .build/files

# The folder of a snapshot has GoReleaser's own files, too.
if [ -n "${DIR-}" ]; then
	(cd "$release" && printf '%s\n' *)
else
	(cd "$release" && printf '%s\n' *chatview*)
fi | grep -Ev '\.(sig|jsonl)$' | sort | diff .build/files - || fail "the files in $release (>) are not those of a release (<)"
# Terraform copies every checksum to its lock files.
cut -d ' ' -f 3 "$release/$sums" | sort | diff .build/served - || fail "$sums does not list (>) exactly what the registries serve (<)"
(
	cd "$release"
	if command -v sha256sum > /dev/null; then sha256sum -c "$sums"; else shasum -a 256 -c "$sums"; fi
) || fail 'a checksum is wrong'
grep -q '"protocol_versions": \["6.0"\]' "$release/$manifest" || fail "$manifest is wrong"
for bom in "$release"/*.cdx.json; do grep -q '/terraform-plugin-framework@v' "$bom" || fail "$bom does not list the dependencies"; done
echo "Release $version has the files that the registries require."
