#!/usr/bin/env bats
# Archives with capture.json: every program that reads snapshots takes them, from a file and from a pipe.
load ../lib/env
load ../lib/cluster
load ../lib/zip

setup() {
	T=$BATS_TEST_TMPDIR
	zip_captured "$TOP/tests/data/demo.json" '{"capturedAt":"2026-11-22T10:00:00Z","pod":"a"}' "$T/x.zip"
	cd "$T" || exit
}
teardown() { servers_stop; }

@test "snap-unzip takes out the snapshot, and capture.json when asked" {
	snap-unzip x.zip | cmp - "$TOP/tests/data/demo.json"
	snap-unzip <x.zip | cmp - "$TOP/tests/data/demo.json"
	[ "$(snap-unzip -p capture.json x.zip | jq -r .pod)" = a ]
	[ "$(snap-unzip -t x.zip | jq .members)" = 2 ]
}

@test "snap-inspect lists both members" {
	for way in "snap-inspect x.zip" "cat x.zip | snap-inspect"; do
		[ "$(eval "$way" | jq -c '[.archive.entries[].name]')" = '["snapshot.json","capture.json"]' ]
	done
}

@test "snap-replay decides the same" {
	snap-replay "$TOP/tests/data/demo.json" >plain
	snap-replay x.zip >file
	snap-replay <x.zip >pipe
	for f in plain file pipe; do jq -c 'select(.event != "start" and .event != "summary")' "$f" >"$f.decisions"; done
	[ -s plain.decisions ]
	cmp plain.decisions file.decisions
	cmp plain.decisions pipe.decisions
}

@test "snap-serve passes it on, snap-zip makes an archive of the snapshot alone" {
	serve snap-serve -q --port 0 x.zip
	snap-fetch -q --raw --url "http://127.0.0.1:$PORT" | cmp - x.zip
	snap-zip <x.zip | snap-unzip -t | jq -e '.members == 1'
}
