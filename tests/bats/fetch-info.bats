#!/usr/bin/env bats
# capture.json: what snap-fetch puts behind the scheduler's snapshot, and that everybody takes the result.
# shellcheck disable=SC2154 # stderr: run --separate-stderr sets it
load ../lib/env
load ../lib/cluster
load ../lib/zip

setup() {
	T=$BATS_TEST_TMPDIR
	mkdir "$T/w"
	cluster_new
	json_big "$T/big.json"
	snap-zip "$T/big.json" -o "$T/plugin.zip"
	printf '{"clientVersion":{"gitVersion":"v1.32.0"},"serverVersion":{"gitVersion":"v1.35.0"}}\n' >"$KUBECTL_STATE/version"
	serve "$B/tests/badserver" dated "Sun, 22 Nov 2026 10:00:05 GMT" "$T/plugin.zip"
	SCHEDULER=$PORT
	cd "$T/w" || exit
}
teardown() { servers_stop; }

info() { snap-unzip -p capture.json "$1"; }
url() { echo "http://127.0.0.1:$SCHEDULER"; }
# Of an archive the bytes in front of the directory: what streams by.
body() { head -c $(($(wc -c <"$1") - 81)) "$1"; }

@test "all that is known of a pod of the deployment" {
	cluster_pod a 1 False
	cluster_pod b "$SCHEDULER"
	cluster_leader b
	snap-fetch -o x.zip
	[ "$(info x.zip | jq -c 'del(.program)')" = '{"capturedAt":"2026-11-22T10:00:05Z","namespace":"kai-scheduler","deployment":"kai-scheduler-default","pod":"b","image":"r/kai:v0.17.0","imageID":"r/kai@sha256:5f","version":"v0.17.0","leaseHolder":"b_0f9e8d7c-0000-4000-8000-aabbccddeeff","shard":"main","serverVersion":"v1.35.0"}' ]
	[ "$(info x.zip | jq -r .program)" = "$(snap-fetch --version | head -n 1)" ]
	cmp <(snap-unzip x.zip) "$T/big.json"
	cmp <(head -c "$(body "$T/plugin.zip" | wc -c)" x.zip) <(body "$T/plugin.zip")
}

@test "what cannot be had is left out: --url, no version, --pod" {
	snap-fetch --url "$(url)" -o x.zip
	[ "$(info x.zip | jq -c 'keys')" = '["capturedAt","program"]' ]
	rm "$KUBECTL_STATE/version"
	cluster_pod a "$SCHEDULER"
	snap-fetch -o y.zip
	[ "$(info y.zip | jq -c '[.serverVersion, .leaseHolder, .pod]')" = '[null,null,"a"]' ]
	snap-fetch --pod a -o z.zip
	[ "$(info z.zip | jq -c '[.deployment, .namespace, .pod, .image]')" = '[null,"kai-scheduler","a",null]' ]
	mkdir "$KUBECTL_STATE/pods"
	jq '.items[0]' "$KUBECTL_STATE/pods.json" >"$KUBECTL_STATE/pods/a"
	snap-fetch --pod a -o z.zip
	[ "$(info z.zip | jq -c '[.image, .version]')" = '["r/kai:v0.17.0","v0.17.0"]' ]
}

@test "without a Date our own clock tells the time" {
	serve "$B/tests/badserver" plain 99999999 "$T/plugin.zip"
	before=$(date +%s)
	snap-fetch --url "http://127.0.0.1:$PORT" -o x.zip
	at=$(date -d "$(info x.zip | jq -r .capturedAt)" +%s)
	[ "$at" -ge "$before" ] && [ "$at" -le "$(date +%s)" ]
	serve "$B/tests/badserver" dated "some day" "$T/plugin.zip"
	snap-fetch --url "http://127.0.0.1:$PORT" -o x.zip
	[ "$(date -d "$(info x.zip | jq -r .capturedAt)" +%s)" -ge "$before" ]
}

@test "--raw gives the scheduler's bytes, to a file and to a pipe" {
	snap-fetch --raw --url "$(url)" -o x.zip 2>err
	[ ! -s err ]
	cmp x.zip "$T/plugin.zip"
	snap-fetch --raw --url "$(url)" | cmp - "$T/plugin.zip"
	cluster_pod a "$SCHEDULER"
	snap-fetch --raw | cmp - "$T/plugin.zip"
	run ! grep -q '^version' "$KUBECTL_STATE/calls"
}

@test "the stream flows: all in front of the directory is there before the rest has come" {
	n=$(body "$T/plugin.zip" | wc -c)
	serve "$B/tests/badserver" gate "$n" "$T/plugin.zip" "$T/gate"
	mkfifo "$T/fifo"
	snap-fetch --url "http://127.0.0.1:$PORT" >"$T/fifo" 3>&- &
	pid=$!
	exec 7<"$T/fifo"
	head -c $((n - 3)) <&7 >"$T/first" # hangs unless they come before the rest is there; three bytes may look like a directory
	touch "$T/gate"
	cat <&7 >"$T/rest"
	exec 7<&-
	wait "$pid"
	cat "$T/first" "$T/rest" >x.zip
	[ "$(snap-unzip -t x.zip | jq .members)" -eq 2 ]
}

@test "Python's and unzip's readers take it" {
	snap-fetch --url "$(url)" -o x.zip
	snap-fetch --url "$(url)" >y.zip
	found=false
	if command -v unzip >/dev/null; then
		found=true
		for z in x.zip y.zip; do
			unzip -tq "$z"
			unzip -p "$z" snapshot.json | cmp - "$T/big.json"
			unzip -p "$z" capture.json | jq -e .capturedAt
		done
	fi
	if command -v python3 >/dev/null; then
		found=true
		python3 - "$T/big.json" x.zip y.zip <<-'END'
			import json, sys, zipfile
			for path in sys.argv[2:]:
			    z = zipfile.ZipFile(path)
			    assert z.testzip() is None and z.namelist() == ["snapshot.json", "capture.json"], z.namelist()
			    assert z.read("snapshot.json") == open(sys.argv[1], "rb").read()
			    assert json.loads(z.read("capture.json"))["capturedAt"] == "2026-11-22T10:00:05Z"
		END
	fi
	$found || skip "neither unzip nor python3 is installed"
}

@test "a comment of the archive, and ZIP64 where the plugin writes it, stay" {
	command -v python3 >/dev/null || skip "python3 is not installed"
	# as the plugin's, with the sizes in ZIP64 fields, and a comment
	python3 - "$T/small.zip" <<-'END'
		import struct, sys, zlib
		text = b'{"rawObjects":{}}'
		c = zlib.compressobj(6, zlib.DEFLATED, -15)
		data = c.compress(text) + c.flush()
		name, crc = b"snapshot.json", zlib.crc32(text)
		zip = b"PK\3\4" + struct.pack("<HHHIIIIHH", 20, 8, 8, 0, 0, 0, 0, len(name), 0) + name + data
		zip += b"PK\7\10" + struct.pack("<III", crc, len(data), len(text))
		at = len(zip)
		extra = struct.pack("<HHQQ", 1, 16, len(text), len(data))
		zip += b"PK\1\2" + struct.pack("<HHHHIIIIHHHHHII", 45, 45, 8, 8, 0, crc, 2**32 - 1, 2**32 - 1, len(name), len(extra), 0, 0, 0, 0, 0) + name + extra
		n = len(zip) - at
		zip += b"PK\6\6" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, 1, 1, n, at) + b"PK\6\7" + struct.pack("<IQI", 0, at + n, 1)
		zip += b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 1, 1, n, 2**32 - 1, 5) + b"hello"
		open(sys.argv[1], "wb").write(zip)
	END
	serve "$B/tests/badserver" plain 99999999 "$T/small.zip"
	snap-fetch --url "http://127.0.0.1:$PORT" -o x.zip
	python3 -c 'import zipfile; z = zipfile.ZipFile("x.zip"); assert z.testzip() is None and len(z.namelist()) == 2 and z.comment == b"hello"'
	[ "$(snap-unzip x.zip)" = '{"rawObjects":{}}' ]
	snap-unzip -p capture.json x.zip | jq -e .program
}

@test "an archive that has a capture.json stays as it is, one of several members too, with a word" {
	zip_captured "$T/big.json" '{"pod":"z"}' "$T/has.zip"
	serve "$B/tests/badserver" plain 99999999 "$T/has.zip"
	run -0 --separate-stderr snap-fetch --url "http://127.0.0.1:$PORT" -o x.zip
	[ -z "$stderr" ]
	cmp x.zip "$T/has.zip"
	mkzip a 1 snapshot.json '{"config":1}' >"$T/two.zip"
	serve "$B/tests/badserver" plain 99999999 "$T/two.zip"
	run -0 --separate-stderr snap-fetch --url "http://127.0.0.1:$PORT" -o y.zip
	[[ $stderr == *"no capture.json is added"* ]]
	cmp y.zip "$T/two.zip"
}

@test "what is no ZIP, or a damaged one, comes out under --no-verify as it came" {
	printf 'PK\1\2 no ZIP' >"$T/odd"
	for f in "$T/odd" "$T/big.json"; do
		serve "$B/tests/badserver" plain 99999999 "$f"
		snap-fetch --no-verify --url "http://127.0.0.1:$PORT" -o x
		cmp x "$f"
		snap-fetch --no-verify --url "http://127.0.0.1:$PORT" | cmp - "$f"
	done
	head -c -10 "$T/plugin.zip" >"$T/cut.zip"
	serve "$B/tests/badserver" plain 99999999 "$T/cut.zip"
	snap-fetch --no-verify --url "http://127.0.0.1:$PORT" | cmp - "$T/cut.zip"
	run -3 bash -c "snap-fetch --retries 0 --url 'http://127.0.0.1:$PORT' >'$T/out'"
	[[ $output == *"cut short"* ]]
	cmp "$T/out" "$T/cut.zip"
}

@test "nothing is added to what is damaged inside" {
	cp "$T/plugin.zip" "$T/crc.zip"
	byte=$(od -An -tu1 -j100000 -N1 "$T/crc.zip")
	printf "\\$(printf %o $((byte ^ 255)))" | dd of="$T/crc.zip" bs=1 seek=100000 conv=notrunc status=none
	serve "$B/tests/badserver" plain 99999999 "$T/crc.zip"
	run -3 bash -c "snap-fetch --retries 0 --url 'http://127.0.0.1:$PORT' >'$T/out'"
	cmp -n "$(wc -c <"$T/out")" "$T/out" "$T/crc.zip"
}

@test "names from the cluster cannot break the JSON" {
	# shellcheck disable=SC2034 # cluster_write reads it
	pods=('{"metadata":{"name":"b","labels":{"app.kubernetes.io/version":"0.16.2"}},"spec":{"containers":[{"name":"s","image":"x\"},\u0001{"}]},"status":{"conditions":[{"type":"Ready","status":"True"}]}}')
	cluster_write
	echo "$SCHEDULER" >"$KUBECTL_STATE/ports/b"
	snap-fetch -o x.zip
	[ "$(info x.zip | jq -c '[.image, .version]')" = '["x\"},\u0001{","v0.16.2"]' ]
}
