#!/bin/sh
# release.sh [--dry-run] VERSION: a release in build/dist, the way from a clean tree to a tag and archives. Nothing is uploaded, and no
# tag is pushed. VERSION is that of the newest entry of scripts/packaging/debian/changelog. --dry-run looks at the tree and says the rest.
# RELEASE_URL: where the archives will be offered, for krew's manifest.
set -eu
cd "$(dirname "$0")/.."
url=${RELEASE_URL:-https://releases.example/snap-tools}
changelog=scripts/packaging/debian/changelog

dry_run=false
tag=
[ "${1:-}" != --dry-run ] || { dry_run=true; shift; }
[ $# -eq 1 ] || { echo 'usage: release.sh [--dry-run] VERSION' >&2; exit 2; }
version=$1
url=$url/v$version

refuse() { # WHY TRY
	printf 'release.sh: %s: %s\n%s\n' "$version" "$1" "$2" >&2
	exit 1
}
run() { # COMMAND...
	echo "== $*"
	$dry_run || "$@" || {
		echo "release.sh: $version: failed: $*" >&2
		[ -z "$tag" ] || echo "the tag is made; before you try again: git tag -d $tag" >&2
		exit 4
	}
}

[ "$(sed -n '1s/.*(\(.*\)).*/\1/p' "$changelog")" = "$version" ] || refuse 'not the newest entry of the changelog' "write what is new into $changelog"
case $(head -n 1 "$changelog") in *UNRELEASED*) refuse 'its entry says UNRELEASED' "say where it goes in the first line of $changelog" ;; esac
[ -z "$(git status --porcelain)" ] || refuse 'the tree is not clean' 'git status shows what has changed; commit it first'
! git rev-parse -q --verify "refs/tags/v$version" >/dev/null || refuse "there is a tag v$version" 'a new release wants a new version'

run sh scripts/setup.sh --dev --static --packages
run sh scripts/check.sh
run make -s fuzz SECONDS=60
run git tag -a "v$version" -m "snap-tools $version"
tag=v$version
run make -s dist
run make -s deb
# The other architecture, where its compiler is.
if command -v aarch64-linux-gnu-gcc >/dev/null; then
	run make -s arm64
	$dry_run || cp build/arm64/dist/*-arm64* build/dist/
else
	echo 'release.sh: without arm64: aarch64-linux-gnu-gcc is not installed (scripts/setup.sh --arm64)'
fi
run scripts/packaging/krew.sh build "$url"
$dry_run && exit
cp build/deb/*.deb build/dist/
(cd build/dist && rm -f SHA256SUMS && sha256sum -- * >../sums && mv ../sums SHA256SUMS)
echo "== build/dist"
cat build/dist/SHA256SUMS
