#!/usr/bin/env bats
# snap-serve: answers as the scheduler's plugin does.
# shellcheck disable=SC2154 # stderr: run --separate-stderr sets it
load ../lib/env
load ../lib/cluster
bats_require_minimum_version 1.5.0

setup() {
	T=$BATS_TEST_TMPDIR
	cd "$T" || exit
	printf '{"config":null,"rawObjects":{"pods":[]}}\n' >small.json
}
teardown() { servers_stop; }

# request METHOD PATH [VERSION]: the answer, header and all, as it came over the wire.
request() {
	exec 9<>"/dev/tcp/127.0.0.1/$PORT"
	printf '%s %s HTTP/%s\r\nHost: localhost\r\nConnection: close\r\n\r\n' "$1" "$2" "${3:-1.1}" >&9
	cat <&9
	exec 9>&-
}

@test "answers /get-snapshot with the plugin's headers and the JSON in a streamed ZIP" {
	serve snap-serve --port 0 small.json
	request GET /get-snapshot >answer
	head -n 1 answer | grep -a '^HTTP/1.. 200'
	grep -aiq '^Content-Type: application/zip' answer
	grep -aiq '^Content-Disposition: attachment; filename=snapshot.zip' answer
	run ! grep -aiq '^Content-Length' answer
	grep -aiq '^Transfer-Encoding: chunked' answer
	snap-fetch --raw --url "http://127.0.0.1:$PORT" -o got.zip
	run unzip -Z1 got.zip
	[ "$output" = snapshot.json ]
	unzip -p got.zip | cmp - small.json
	# HTTP/1.0 has no chunks
	request GET /get-snapshot 1.0 >answer
	size=$(wc -c <got.zip)
	grep -aiq "^Content-Length: $size" answer
	tail -c "$size" answer | cmp - got.zip
	# bit 3 of the flags: sizes follow the data
	[ $(($(od -An -tu1 -j6 -N1 got.zip) & 8)) -eq 8 ]
}

@test "serves a ZIP as it is, any number of times" {
	zip_of small.json a.zip
	zip -q b.zip a.zip
	printf '{"config":1}' >snapshot.json
	zip -q odd.zip snapshot.json small.json
	serve snap-serve -q --port 0 odd.zip
	for _ in 1 2 3; do
		snap-fetch -q --url "http://127.0.0.1:$PORT" -o got.zip
		cmp got.zip odd.zip
	done
}

@test "takes a snapshot in any packing, from a file, a pipe or standard input" {
	json_big big.json
	gzip -k big.json
	serve snap-serve -q --port 0 big.json.gz
	snap-fetch -q --url "http://127.0.0.1:$PORT" | unzip_stdin | cmp - big.json
	serve snap-serve -q --port 0 <(cat big.json)
	snap-fetch -q --url "http://127.0.0.1:$PORT" | unzip_stdin | cmp - big.json
	serve bash -c 'exec snap-serve -q --port 0 < <(cat big.json.gz)'
	for _ in 1 2; do snap-fetch -q --url "http://127.0.0.1:$PORT" | unzip_stdin | cmp - big.json; done
}
unzip_stdin() { cat >stdin.zip && unzip -p stdin.zip snapshot.json; }

@test "other paths are answered 404 plugin not found, other methods 405" {
	serve snap-serve -q --port 0 small.json
	for path in / /get-snapshots /get-snapshot/ /metrics; do
		run request GET "$path"
		[[ ${lines[0]} == *" 404 "* && ${lines[-1]} == "plugin not found" ]]
	done
	for method in POST PUT DELETE PATCH; do
		run request "$method" /get-snapshot
		[[ ${lines[0]} == *" 405 "* && $output == *"Allow: GET, HEAD"* ]]
	done
	run request HEAD /get-snapshot
	[[ ${lines[0]} == *" 200 "* && $output != *PK* ]]
	run request GET '/get-snapshot?x=1'
	[[ ${lines[0]} == *" 200 "* ]]
}

@test "listens on the loopback, says where, and logs requests unless --quiet" {
	serve snap-serve --port 0 small.json
	grep -q "serving small.json at http://127.0.0.1:$PORT/get-snapshot" server.*.err
	request GET /nothing >/dev/null
	wait_for 'grep -q "GET /nothing 404" server.*.err'
	rm server.*.err
	serve snap-serve -q -p 0 small.json
	snap-fetch --url "http://127.0.0.1:$PORT" -o got.zip
	[ -z "$(cat server.*.err)" ]
}

@test "listens at an address by its name" {
	need_localhost
	serve snap-serve -q --listen localhost -p 0 small.json
	snap-fetch --url "http://localhost:$PORT" -o got.zip
}

@test "a port in use is an error with a way out" {
	serve snap-serve -q --port 0 small.json
	run -4 snap-serve --port "$PORT" small.json
	[[ $output == *"cannot listen on 127.0.0.1 port $PORT"*"--port 0"* ]]
	run -4 snap-serve --port 0 --listen no-such-host.invalid small.json
	[[ $output == *"no-such-host.invalid"* ]]
}

@test "refuses what is not a snapshot, before it listens" {
	printf x >x
	run -3 snap-serve --port 0 x
	[[ $output == "snap-serve: x: "* ]]
	run -3 snap-serve --port 0 /dev/null
	mkdir dir
	run snap-serve --port 0 dir
	[ "$status" -eq 3 ] || [ "$status" -eq 4 ]
	[[ $output == "snap-serve: dir: "* ]]
	run -4 snap-serve --port 0 missing
	[[ $output == "snap-serve: missing: "*"No such file"* ]]
	zip -q wrong.zip x
	run -3 snap-serve --port 0 wrong.zip
	printf '[1]' >array.json
	printf '{"rawObjects":{"pods":[' >half.json
	gzip -c small.json | head -c 40 >cut.gz
	zip_of small.json whole.zip
	head -c -30 whole.zip >cut.zip
	mkdir half
	cp half.json half/snapshot.json
	(cd half && zip -q ../half.zip snapshot.json)
	json_big big.json
	zip_of big.json crc.zip
	byte=$(od -An -tu1 -j100000 -N1 crc.zip)
	printf "\\$(printf %o $((byte ^ 255)))" | dd of=crc.zip bs=1 seek=100000 conv=notrunc status=none
	for f in array.json half.json cut.gz cut.zip half.zip crc.zip; do
		run -3 --separate-stderr snap-serve --port 0 $f
		[ -z "$output" ]
		[[ $stderr == "snap-serve: $f: "* ]]
		run -3 --separate-stderr snap-serve --port 0 <$f
		[ -z "$output" ]
		[[ $stderr == "snap-serve: <stdin>: "* ]]
	done
}

@test "a client that goes away or sends nothing does not stop the others" {
	json_big big.json
	serve snap-serve -q --port 0 big.json
	exec 8<>"/dev/tcp/127.0.0.1/$PORT"
	for _ in 1 2 3; do snap-fetch -q --url "http://127.0.0.1:$PORT" | head -c 10 >/dev/null; done
	snap-fetch -q --url "http://127.0.0.1:$PORT" -o got.zip
	exec 8>&-
}

@test "signals end it at once, whoever is connected, and no temporary file is left" {
	json_big big.json
	mkdir tmp
	export TMPDIR=$T/tmp
	for sig in INT TERM HUP; do
		serve env --default-signal=INT,TERM,HUP sh -c 'exec snap-serve -q --port 0 <big.json'
		[ -z "$(ls tmp)" ]
		pid=$(tail -n 1 servers)
		# one who has said half, one who does not take what he asked for
		exec 7<>"/dev/tcp/127.0.0.1/$PORT" 8<>"/dev/tcp/127.0.0.1/$PORT"
		printf 'GET /get' >&7
		printf 'GET /get-snapshot HTTP/1.1\r\nHost: localhost\r\n\r\n' >&8
		head -c 1000 <&8 >/dev/null
		kill -s "$sig" "$pid"
		wait "$pid" && false || [ $? -eq $((128 + $(kill -l "$sig"))) ]
		[ -z "$(ls tmp)" ]
		exec 7>&- 8>&-
	done
}

@test "wrong usage" {
	for args in "--port x" "--port 65536" "--port -1" "--nothing" "a b" "--port" "--idle-timeout 99ms" "--idle-timeout 10x" "--idle-timeout 9000h"; do
		run -2 snap-serve $args
		[[ ${lines[-1]} == "try 'snap-serve --help'" ]]
	done
}

@test "a standard output that cannot be written to is an error" {
	[ -w /dev/full ] || skip "no /dev/full"
	run -4 sh -c 'snap-serve -q --port 0 small.json >/dev/full'
	[[ $output == *"standard output"* ]]
}
