#!/usr/bin/env bats
# make static: programs that run in a root with nothing but them.
load ../lib/env

# Why there can be no static programs here; empty where there can.
obstacle() {
	[ "$(basename "$B")" != asan ] || { echo "the sanitizers need shared libraries"; return; }
	[ "$(id -u)" = 0 ] || { echo "only root may change the root"; return; }
	sh "$TOP/scripts/setup.sh" --dry-run --static
}

# bats 1.8 cannot skip a whole file: each test does.
setup_file() {
	obstacle >"$BATS_FILE_TMPDIR/obstacle"
	[ ! -s "$BATS_FILE_TMPDIR/obstacle" ] || return 0
	# dist.bats makes them, too
	exec 9>"$B/static.lock"
	flock 9
	make -s -C "$TOP" B="$B" static 2>"$BATS_FILE_TMPDIR/said"
	cp -r "$B/static" "$BATS_FILE_TMPDIR"
	exec 9>&-
}

setup() {
	[ ! -s "$BATS_FILE_TMPDIR/obstacle" ] || skip "$(cat "$BATS_FILE_TMPDIR/obstacle")"
	ROOT=$BATS_TEST_TMPDIR/root
	mkdir -p "$ROOT/tmp"
	cp "$BATS_FILE_TMPDIR"/static/snap-* "$ROOT"
	cp "$TOP/tests/data/demo.json" "$ROOT"
	cd "$ROOT"
}

within() {
	local program=$1

	shift
	chroot . "/$program" "$@"
}

@test "each program is there, and asks for no library" {
	for p in "$TOP"/cmd/snap-*; do
		! readelf -ld "${p##*/}" | grep -E 'NEEDED|INTERP'
		within "${p##*/}" --version
	done
}

@test "an empty root: what is decided is the same" {
	[ "$(within snap-replay --no-timings -q demo.json)" = "$(snap-replay --no-timings -q demo.json)" ]
	within snap-zip demo.json >a.zip
	within snap-unzip a.zip | cmp - demo.json
	within snap-inspect a.zip >/dev/null
}

@test "an empty root: a snapshot is served and fetched, from localhost too" {
	chroot . /snap-serve --port 0 demo.json 2>said 3>&- &
	server=$!
	for _ in $(seq 200); do
		grep -q 'at http' said && break
		sleep 0.1
	done
	url=$(sed -n 's/.* at \(http.*\)\/get-snapshot.*/\1/p' said)
	within snap-fetch -q --url "$url/" -o b.zip
	within snap-fetch -q --url "http://localhost:${url##*:}/" -o c.zip
	kill "$server"
	wait "$server" || true
	within snap-unzip b.zip | cmp - demo.json
	within snap-unzip c.zip | cmp - demo.json
}

@test "what a program is without is said when it is linked, and when it is asked for" {
	[ -s "$BATS_FILE_TMPDIR/said" ] || skip "all libraries have archives here"
	[ "$(grep -vcE '^static\.sh: snap(-[a-z-]+)?: without [a-z0-9,]+$' "$BATS_FILE_TMPDIR/said")" = 0 ]
	grep -q 'snap-inspect: without jq' "$BATS_FILE_TMPDIR/said" || skip "jq has an archive here"
	run -4 within snap-inspect --filter . demo.json
	[ "${lines[0]}" = 'snap-inspect: jq: not in a static program' ]
}
