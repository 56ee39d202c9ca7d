#!/bin/sh
# Checks that the files of a tag say what is true once it is released:
#
#     internal/release-ready.sh v0.1.0
#
# It prints the fingerprint of the signing key, which is in SECURITY.md, as a
# variable.
set -eu
cd "$(dirname "$0")/.."

problems=0
problem() {
	printf 'release-ready: %s\n' "$*" >&2
	problems=1
}

tag=${1-}
version=${tag#v}
echo "$tag" | grep -Eqx 'v([0-9]+\.){2}[0-9]+(-[0-9A-Za-z.-]+)?' ||
	problem "\"$tag\" is not a tag such as v0.1.0"

# A pre-release has no entry.
[ "$version" != "${version%%-*}" ] ||
	grep -Eqx "## $(echo "$version" | sed 's/\./\\./g') \([A-Z][a-z]+ [0-9]{1,2}, [0-9]{4}\)" CHANGELOG.md ||
	problem "CHANGELOG.md has no line \"## $version ($(LC_ALL=C date +'%B %-d, %Y'))\""

# The registries keep the pages of a tag for good.
! grep -rniE 'first release|(not|un|never)[ -]?(yet )?released|exists yet|[0-9]-dev' README.md SECURITY.md docs examples >&2 ||
	problem 'the lines above are not true after the release'

fingerprint=$(sed -n 's/^KEY=\([0-9A-F]\{40\}\)$/\1/p' SECURITY.md)
case $fingerprint in
*[!0]*) ;;
*) problem 'SECURITY.md has no line KEY= with the 40 digits of the fingerprint, in upper case and without spaces' ;;
esac

[ $problems = 0 ] || exit 1
echo "fingerprint=$fingerprint"
