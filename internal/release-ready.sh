#!/bin/sh
# Checks that the files of a tag say what is true once it is released:
#
#     internal/release-ready.sh v0.1.0
#
# It prints the fingerprint of the signing key, which is in SECURITY.md, as a
# variable.
set -eu
export CDPATH=''
cd "$(dirname "$0")/.."

problems=0
problem() {
	printf 'release-ready: %s\n' "$*" >&2
	problems=1
}

tag=${1-}
version=${tag#v}
# As semantic versioning has it, numbers have no leading zeros.
number='(0|[1-9][0-9]*)' identifier='(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)'
echo "$tag" | grep -Eqx "v$number\.$number\.$number(-$identifier(\.$identifier)*)?" ||
	problem "\"$tag\" is not a tag such as v0.1.0"

# normalized DATE prints a date as in the changelog: date of GNU, of BSD, or of BusyBox turns
# a day that does not exist into another one, or refuses it.
export LC_ALL=C
normalized() { date -d "$1" +'%B %-d, %Y' || date -j -f '%B %d, %Y' "$1" +'%B %-d, %Y' || date -D '%B %d, %Y' -d "$1" +'%B %-d, %Y'; } 2> /dev/null

# A pre-release has no entry.
date=$(sed -n "s/^## $(echo "$version" | sed 's/\./\\./g') (\(.*\))$/\1/p" CHANGELOG.md)
[ "$version" != "${version%%-*}" ] || { [ -n "$date" ] && [ "$(normalized "$date")" = "$date" ]; } ||
	problem "CHANGELOG.md has no line \"## $version ($(date +'%B %-d, %Y'))\""

# ~> 0.1 is 0.1 or a later 0.x.
constraints=$(grep -rhA 1 'source *= "chatview/chatview"' README.md docs examples) ||
	problem 'README.md, docs or examples cannot be read, or have no constraint'
unmatched=$(echo "$constraints" | sed -n 's/.*version *= "\(.*\)".*/\1/p' | sort -u |
	awk -F '[ .]' -v version="$version" 'BEGIN { split(version, v) } $1 != ">=" && ($1 != "~>" || NF != 3 || $2 != v[1] || $3 > v[2])')
[ -z "$unmatched" ] || problem "$unmatched in README.md, docs or examples does not match $version"

# The registries keep the pages of a tag for good.
untrue=0
grep -rniE 'first release|(not|un|never)[ -]?(yet )?released|exists yet|[0-9]-dev' README.md SECURITY.md docs examples >&2 || untrue=$?
[ $untrue = 1 ] || problem 'the lines above are not true after the release'

fingerprint=$(sed -n 's/^KEY=\([0-9A-F]\{40\}\)$/\1/p' SECURITY.md)
case $fingerprint in
*[!0]*) ;;
*) problem 'SECURITY.md has no line KEY= with the 40 digits of the fingerprint, in upper case and without spaces' ;;
esac

[ $problems = 0 ] || exit 1
echo "fingerprint=$fingerprint"
