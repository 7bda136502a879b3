#!/bin/sh
# deb.sh BUILD: the Debian package snap-tools_VERSION_ARCH.deb of these sources, into BUILD/deb. make deb calls it.
set -eu
build=${1:?usage: deb.sh BUILD}
here=$(dirname "$0")
mkdir -p "$build/deb"
out=$(cd "$build/deb" && pwd)

if ! command -v dpkg-buildpackage >/dev/null || ! command -v dh >/dev/null; then
	echo 'deb.sh: dpkg-buildpackage and debhelper are missing' >&2
	echo 'try: sh scripts/setup.sh --packages' >&2
	exit 4
fi
rm -rf "$out"/tree "$out"/*.deb
trap 'rm -rf "$out/tree"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
mkdir "$out/tree"
sh "$here/source.sh" "$out/tree/snap-tools"
cd "$out/tree/snap-tools"
# debhelper wants this name at the top; the version is told by its first line all the same.
cp -r scripts/packaging/debian debian
# What make was told of this build is none of the package's.
unset MAKEFLAGS MFLAGS MAKELEVEL B PREFIX DESTDIR CFLAGS LDFLAGS
dpkg-buildpackage --build=binary --no-sign --jobs=auto >"$out/log" 2>&1 || {
	tail -n 40 "$out/log" >&2
	echo "deb.sh: dpkg-buildpackage failed: all of it is in $out/log" >&2
	exit 4
}
mv "$out"/tree/*.deb "$out"
ls "$out"/*.deb
