#!/usr/bin/env bats
# make deb: what is in the package, what it asks for, and that it leaves nothing.
load ../lib/env

obstacle() {
	[ "$(basename "$B")" != asan ] || { echo "once is enough"; return; }
	[ "${SHORTCUTS:-yes}" = yes ] || { echo "once is enough"; return; }
	command -v dpkg-buildpackage >/dev/null && command -v dh >/dev/null || { echo "debhelper is not installed"; return; }
	dpkg-checkbuilddeps "$TOP/scripts/packaging/debian/control" 2>&1 || true
}

setup_file() {
	obstacle >"$BATS_FILE_TMPDIR/obstacle"
	[ -s "$BATS_FILE_TMPDIR/obstacle" ] || make -s -C "$TOP" B="$BATS_FILE_TMPDIR" deb
}

setup() {
	[ ! -s "$BATS_FILE_TMPDIR/obstacle" ] || skip "$(cat "$BATS_FILE_TMPDIR/obstacle")"
	T=$BATS_TEST_TMPDIR
	DEB=$(echo "$BATS_FILE_TMPDIR"/deb/*.deb)
}

@test "the package has the version of the changelog, at most 2 MB, and asks for what is linked" {
	[ "$(dpkg-deb -f "$DEB" Version)" = "$(sed -n '1s/.*(\(.*\)).*/\1/p' "$TOP/scripts/packaging/debian/changelog")" ]
	[ "$(stat -c %s "$DEB")" -le 2000000 ]
	dpkg-deb -x "$DEB" "$T/root"
	for p in "$T"/root/usr/bin/snap-*; do readelf -d "$p" | sed -n 's/.*(NEEDED).*\[\(.*\)\].*/\1/p'; done | sort -u >"$T/needed"
	grep -q '^libcurl' "$T/needed"
	[ "$(dpkg-deb -f "$DEB" Depends | tr , '\n' | wc -l)" -le "$(wc -l <"$T/needed")" ]
}

@test "lintian has neither errors nor warnings" {
	command -v lintian >/dev/null || skip "lintian is not installed"
	run lintian --fail-on error,warning --allow-root "$DEB"
	[ "$status" -eq 0 ] || { echo "$output"; false; }
}

@test "programs, pages, completions and the plugin are in it; removed, nothing is left" {
	for folder in updates info; do mkdir -p "$T/root/var/lib/dpkg/$folder"; done
	touch "$T/root/var/lib/dpkg/status" "$T/root/var/lib/dpkg/available"
	find "$T/root" | sort >"$T/before"
	own=(--root="$T/root" --force-not-root --force-depends --force-bad-path --log="$T/log")
	# apt's part of it without apt
	grep -qxF '    make deb && apt install ./build/deb/snap-tools_*.deb' "$TOP/README.md"
	dpkg "${own[@]}" -i "$DEB"
	for p in $(cd "$TOP/cmd" && echo snap-*) kubectl-snap; do
		[ -x "$T/root/usr/bin/$p" ]
		[ -f "$T/root/usr/share/man/man1/$p.1.gz" ]
		[ "$p" = kubectl-snap ] || [ -f "$T/root/usr/share/bash-completion/completions/$p" ]
	done
	[ -x "$T/root/usr/bin/kubectl_complete-snap" ]
	[ -f "$T/root/usr/share/man/man7/snap.7.gz" ]
	dpkg "${own[@]}" -P snap-tools
	# dpkg's own list of files that were changed by others, and its locks
	find "$T/root" ! -path "$T/root/var/lib/dpkg/*" | sort | diff <(grep -v "^$T/root/var/lib/dpkg/" "$T/before") -
}

@test "the installed programs do what the demo shows" {
	command -v jq >/dev/null || skip "jq is not installed"
	dpkg-deb -x "$DEB" "$T/root"
	cd "$TOP"
	PATH=$T/root/usr/bin:$PATH run scripts/packaging/debian/tests/demo
	[ "$status" -eq 0 ] || { echo "$output"; false; }
}
