#!/bin/sh
# Copies the files of the release that GoReleaser has built to .build/release, and
# writes the list of all of them.
set -eu
export CDPATH='' LC_ALL=C # the same order on every machine
cd "$(dirname "$0")/../.build"

version=$(basename dist/*_SHA256SUMS | cut -d_ -f2)
rm -rf release
mkdir release
cp dist/*chatview* release

# GoReleaser leaves these two where they are.
cp ../terraform-registry-manifest.json "release/terraform-provider-chatview_${version}_manifest.json"
cp ../internal/mockserver/openapi.yaml "release/chatview-$version-openapi.yaml"

# Registries take any name that ends in _SHA256SUMS for their list.
cd release
if command -v sha256sum > /dev/null; then sha256sum -- *; else shasum -a 256 -- *; fi > ../full-list
mv ../full-list "chatview-$version-checksums.txt"
