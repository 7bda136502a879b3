#!/usr/bin/env bats
# make arm64: static programs for another architecture, made here.
load ../lib/env

obstacle() {
	[ "$(basename "$B")" != asan ] || { echo "once is enough"; return; }
	[ "${SHORTCUTS:-yes}" = yes ] || { echo "once is enough"; return; }
	command -v aarch64-linux-gnu-gcc >/dev/null || { echo "the cross compiler is not installed (setup.sh --arm64)"; return; }
	sh "$TOP/scripts/setup.sh" --dry-run --arm64
}

setup_file() {
	obstacle >"$BATS_FILE_TMPDIR/obstacle"
	[ -s "$BATS_FILE_TMPDIR/obstacle" ] || make -s -j"$(getconf _NPROCESSORS_ONLN)" -C "$TOP" B="$BATS_FILE_TMPDIR" arm64
}

setup() {
	[ ! -s "$BATS_FILE_TMPDIR/obstacle" ] || skip "$(cat "$BATS_FILE_TMPDIR/obstacle")"
	MADE=$BATS_FILE_TMPDIR/arm64
	DIST=$MADE/dist
	VERSION=$(sed -n '1s/.*(\(.*\)).*/\1/p' "$TOP/scripts/packaging/debian/changelog")
	cd "$BATS_TEST_TMPDIR"
}

@test "each program is for arm64, and asks for no library" {
	for p in $(cd "$TOP/cmd" && echo snap-*) one/snap; do
		readelf -h "$MADE/static/$p" | grep -qE '^ *Machine: +AArch64$'
		readelf -h "$MADE/static/$p" | grep -qE '^ *Type: +DYN '
		run ! grep -qE 'NEEDED|INTERP' <(readelf -ld "$MADE/static/$p")
	done
}

@test "the archives say arm64, and hold what they say; the image is at most 8 MB unpacked" {
	(cd "$DIST" && sha256sum --quiet -c SHA256SUMS)
	for kind in krew image linux; do [ -f "$DIST/snap-tools-$VERSION-$kind-arm64.tar.gz" ]; done
	[ "$(tar -tvzf "$DIST/snap-tools-$VERSION-image-arm64.tar.gz" | awk '{ n += $3 } END { print n }')" -le 8000000 ]
	grep -qx 'PackageName: libcurl4-openssl-dev' "$DIST/snap-tools-$VERSION-linux-arm64.spdx"
}

@test "qemu runs them, and what is decided is the same" {
	for qemu in qemu-aarch64-static qemu-aarch64; do command -v "$qemu" >/dev/null && break; done
	command -v "$qemu" >/dev/null || skip "qemu-user-static is not installed"
	for p in $(cd "$TOP/cmd" && echo snap-*); do
		[ "$("$qemu" "$MADE/static/$p" --version)" = "$("$p" --version)" ]
	done
	[ "$("$qemu" "$MADE/static/one/snap" replay --no-timings -q "$TOP/tests/data/demo.json")" = "$(snap-replay --no-timings -q "$TOP/tests/data/demo.json")" ]
	"$qemu" "$MADE/static/snap-zip" -q -o a.zip "$TOP/tests/data/demo.json"
	"$qemu" "$MADE/static/snap-unzip" a.zip | cmp - "$TOP/tests/data/demo.json"
}
