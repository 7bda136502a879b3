#!/bin/sh
# try-deb.sh DEB ROOT|SUITE [FOLDER]: installs the package in a copy of ROOT, a bare Debian, or of what debootstrap makes of SUITE (bookworm,
# trixie); runs its own tests there; removes it; and looks for what is left. The copy is made in FOLDER (default: $TMPDIR). As root.
set -eu
[ $# -ge 2 ] || { echo 'usage: try-deb.sh DEB ROOT|SUITE [FOLDER]' >&2; exit 2; }
deb=$(realpath "$1") from=$2
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d "${3:-${TMPDIR:-/tmp}}/try-deb.XXXXXX")
root=$work/root
finish() {
	umount "$root/dev/pts" "$root/proc" 2>/dev/null || :
	rm -rf --one-file-system "$work"
}
trap finish EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

within() { chroot "$root" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
step() { # COMMAND...: says nothing when it is done
	"$@" >"$work/log" 2>&1 && return
	cat "$work/log" >&2
	echo "try-deb.sh: failed: $*" >&2
	exit 4
}
# All files but those of apt and dpkg, of /proc, and what is being tried.
files() { (cd "$root" && find . -xdev \( -path ./var/cache -o -path ./var/lib/apt -o -path ./var/lib/dpkg -o -path ./var/log -o -path ./tmp \) -prune -o -print | sort); }

if [ -d "$from" ]; then cp -a "$from" "$root"; else step debootstrap --variant=minbase "$from" "$root"; fi
mount -t proc proc "$root/proc"
mount -t devpts devpts "$root/dev/pts"
cp "$deb" "$root/tmp"
step within apt-get update
# What it is installed on: what the package itself draws in, and jq for its tests.
within apt-get install -s --no-install-recommends "/tmp/${deb##*/}" | sed -n 's/^Inst \([^ ]*\) .*/\1/p' | grep -vx snap-tools >"$work/drawn"
# shellcheck disable=SC2046 # a list of names
step within apt-get install -y --no-install-recommends jq $(cat "$work/drawn")
files >"$work/before"
step within apt-get install -y --no-install-recommends "/tmp/${deb##*/}"
for program in "$top"/cmd/snap-*; do
	step within "${program##*/}" --version
	step test -e "$root/usr/share/bash-completion/completions/${program##*/}"
done
step within kubectl-snap zip --version
mkdir "$root/tmp/source"
cp -r "$top/scripts" "$top/tests/data" "$root/tmp/source/"
mkdir "$root/tmp/source/tests"
mv "$root/tmp/source/data" "$root/tmp/source/tests"
step within sh -c 'cd /tmp/source && scripts/packaging/debian/tests/demo'
step within apt-get purge -y snap-tools
files >"$work/after"
diff "$work/before" "$work/after" >&2 || { echo 'try-deb.sh: something is left' >&2; exit 1; }
echo "$from: installed, tried, removed without a trace"
