#!/bin/sh
# dist.sh BUILD: what is handed out, into BUILD/dist: the sources, the static programs of BUILD/static, the same for krew and as the
# root of a container, an SPDX list of what is inside, SHA-256 sums. make dist calls it. The same sources give the same bytes, in whatever folder and at whatever
# time: all files have the time of SOURCE_DATE_EPOCH, by default that of the changelog's newest entry.
set -eu
build=${1:?usage: dist.sh BUILD}
here=$(dirname "$0")
top=$here/../..
changelog=$here/debian/changelog
export LC_ALL=C TZ=UTC
version=$(sed -n '1s/.*(\(.*\)).*/\1/p' "$changelog")
epoch=${SOURCE_DATE_EPOCH:-$(date -d "$(sed -n 's/^ -- .*>  //p' "$changelog" | head -n 1)" +%s)}
machine=$(${CC:-cc} -dumpmachine)
case ${machine%%-*} in
x86_64) arch=amd64 ;;
aarch64) arch=arm64 ;;
*) arch=${machine%%-*} ;;
esac
commit=$("$here/commit.sh")
name=snap-tools-$version
out=$build/dist
mkdir -p "$out"
out=$(cd "$out" && pwd)
build=$(cd "$build" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# pack NAME FOLDER [WHAT]: FOLDER, below $work, or what is in it, as NAME.tar.gz; its files in the order of their names, of nobody, without
# the umask.
pack() {
	tar -C "$work${3:+/$2}" --sort=name --mtime="@$epoch" --owner=0 --group=0 --numeric-owner --mode='u+rw,go=rX' --format=gnu -cf "$work/tar" "${3:-$2}"
	gzip -9n <"$work/tar" >"$work/tar.gz"
	rm "$work/tar"
	mv "$work/tar.gz" "$out/$1.tar.gz"
}

# The Debian package that has the file, whatever way leads to it.
package_of() {
	real=$(realpath "$1")
	for path in "$real" "${real#/usr}" "/usr$real"; do
		dpkg-query -S "$path" 2>/dev/null | sed -n '1s/: .*//p' | grep . && return
	done
	echo "dist.sh: $1: no package has it" >&2
	return 1
}

# The packages of all libraries that are inside, once each, into $work/packages.
libraries() {
	while read -r library; do package_of "$library" || return; done <"$build/static/one/libraries" >"$work/found"
	sort -u "$work/found" >"$work/packages"
}

# Licences of the libraries that are inside.
put_licences() { # FOLDER
	mkdir "$1"
	while read -r package; do
		cp "/usr/share/doc/${package%%:*}/copyright" "$1/${package%%:*}"
	done <"$work/packages"
}

rm -f "$out/$name"* "$out/SHA256SUMS"
sh "$here/source.sh" "$work/$name"
pack "$name" "$name"

libraries
programs=$work/$name-linux-$arch
mkdir "$programs"
cp "$build/static/one/snap" "$top"/scripts/kubectl-snap/kubectl* "$top/LICENSE" "$programs"
# Links are of the same file for tar, too.
for program in "$build"/static/snap-*; do ln "$programs/snap" "$programs/${program##*/}"; done
cp -r "$top/man" "$top/completions" "$programs"
put_licences "$programs/licenses"
pack "$name-linux-$arch" "$name-linux-$arch"
sh "$here/spdx.sh" "$name-linux-$arch" "$version" "$commit" "$epoch" "$programs" "$work/packages" >"$out/$name-linux-$arch.spdx"

# For krew, which knows no links: kubectl-snap calls the one program.
mkdir "$work/krew"
cp -r "$programs/snap" "$programs"/kubectl* "$programs/LICENSE" "$programs/licenses" "$programs/completions" "$work/krew"
mv "$work/krew" "$work/$name-krew"
pack "$name-krew-$arch" "$name-krew"

# The root of the container (Containerfile).
mkdir -p "$work/image/bin" "$work/image/tmp" "$work/image/data" "$work/image/usr/share/doc"
cp -a "$programs"/snap* "$work/image/bin"
cp -r "$programs/LICENSE" "$programs/licenses" "$work/image/usr/share/doc"
pack "$name-image-$arch" image .

(cd "$out" && sha256sum "$name"*) >"$work/sums"
mv "$work/sums" "$out/SHA256SUMS"
ls "$out"
