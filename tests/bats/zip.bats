#!/usr/bin/env bats
# snap-zip: ZIPs as the scheduler's plugin writes them.
load ../lib/env
load ../lib/zip

setup() {
	T=$BATS_TEST_TMPDIR
	mkdir "$T/here"
	cd "$T/here"
	JSON=$TOP/tests/data/demo.json
}

left() { ls -A "$T/here"; }

@test "the member snapshot.json, and nothing else" {
	snap-zip "$JSON" >a.zip
	[ "$(unzip -Z1 a.zip)" = snapshot.json ]
	unzip -tq a.zip
	unzip -p a.zip | cmp - "$JSON"
}

@test "header and end are the plugin's to the byte" {
	printf '{"config":{}}' | snap-zip >a.zip
	[ "$(head -c 43 a.zip | od -An -tx1 | tr -d ' \n')" = 504b030414000800080000000000000000000000000000000000\
0d000000736e617073686f742e6a736f6e ]
	# The descriptor, directory and end record of 13 bytes that deflate makes 15 of.
	[ "$(tail -c 97 a.zip | od -An -tx1 | tr -d ' \n')" = 504b0708f243750e0f0000000d000000\
504b0102140014000800080000000000f243750e0f0000000d0000000d00000000000000000000000000\
00000000736e617073686f742e6a736f6e504b050600000000010001003b0000004a0000000000 ]
}

@test "as a captured archive, but for the bytes of deflate" {
	captured=$TOP/../shared/conformance/captured/small.zip
	[ -e "$captured" ] || skip "no captured archives here"
	unzip -p "$captured" | snap-zip >a.zip
	cmp <(head -c 43 a.zip) <(head -c 43 "$captured")
	cmp <(unzip -p a.zip) <(unzip -p "$captured")
	# The directory and its end, without the compressed size and the place that follows from it.
	directory() { tail -c 81 "$1" | od -An -v -tx1 -w1 | sed '21,24d; 76,79d'; }
	cmp <(directory a.zip) <(directory "$captured")
}

@test "the same bytes out of every packing, each time" {
	snap-zip "$JSON" >a.zip
	cat "$JSON" | snap-zip | cmp - a.zip
	gzip -c "$JSON" | snap-zip - | cmp - a.zip
	snap-zip a.zip | cmp - a.zip
	sleep 2.1 # a ZIP's clock ticks every two seconds
	snap-zip -o b.zip "$JSON"
	cmp a.zip b.zip
}

@test "levels" {
	{ printf '{"config":['; for ((i = 0; i < 20000; i++)); do printf '{"pod":%d,"cpu":"%dm"},' $i $((i * 7919 % 1000)); done; printf '0]}'; } >big.json
	for level in 1 2 3 4 5 6 7 8 9; do
		snap-zip -$level big.json >$level.zip
		snap-unzip $level.zip | cmp - big.json
	done
	[ "$(stat -c %s 1.zip)" -gt "$(stat -c %s 9.zip)" ]
	snap-zip big.json | cmp - 6.zip
}

@test "JSON that is not whole is refused with its place, and no file is left" {
	head -c 3000 "$JSON" >"$T/cut.json"
	run --separate-stderr snap-zip -o out.zip "$T/cut.json"
	[ "$status" -eq 3 ]
	[[ $stderr == *"invalid JSON: "*"byte"*"line"*"column"* ]]
	[ -z "$(left)" ]
	for text in '{"a":}' '{"config":1} x' '[1,]' '[]' '{}' '{"a":1}' '{"a":1' $'{"a":"\xff"}'; do
		run --separate-stderr snap-zip -o out.zip <<<"$text"
		[ "$status" -eq 3 ]
		[ -z "$(left)" ]
	done
}

@test "what went to a pipe before the fault is no ZIP" {
	run --separate-stderr bash -c 'printf "{\"a\":" | snap-zip >part.zip'
	[ "$status" -eq 3 ]
	run ! unzip -tq part.zip
	run --separate-stderr snap-unzip part.zip
	[ "$status" -eq 3 ]
}

@test "a damaged archive does not become a good one" {
	snap-zip "$JSON" >a.zip
	head -c -1 a.zip >"$T/cut.zip"
	run --separate-stderr snap-zip -o out.zip "$T/cut.zip"
	[ "$status" -eq 3 ]
	[ "$(left)" = a.zip ]
}

@test "a closed or full stdout, a full disk" {
	run --separate-stderr bash -c 'snap-zip "$1" >&-' - "$JSON"
	[ "$status" -eq 4 ]
	run --separate-stderr bash -c 'snap-zip "$1" >/dev/full' - "$JSON"
	[ "$status" -eq 4 ]
	[[ $stderr == *"No space left on device"* ]]
	echo old >out.zip
	run --separate-stderr bash -c 'ulimit -f 1; snap-zip -o out.zip "$1"' - "$JSON"
	[ "$status" -eq 4 ]
	[ "$(left)" = out.zip ]
	[ "$(cat out.zip)" = old ]
}

@test "a signal leaves nothing behind" {
	mkfifo "$T/fifo"
	snap-zip -o out.zip <"$T/fifo" 3>&- &
	pid=$!
	exec 9>"$T/fifo"
	head -c 2000 "$JSON" >&9
	for ((i = 0; i < 600; i++)); do
		[ -n "$(left)" ] && break
		sleep 0.05
	done
	[ -n "$(left)" ]
	kill -s TERM $pid
	status=0
	wait $pid || status=$?
	exec 9>&-
	[ "$status" -eq 143 ]
	[ -z "$(left)" ]
}

@test "wrong usage is one line and status 2" {
	for args in "-0" "-x" "--level 3" "-o" "a b"; do
		run --separate-stderr snap-zip $args
		[ "$status" -eq 2 ]
		[ -z "$output" ]
		[ "${stderr_lines[1]}" = "try 'snap-zip --help'" ]
	done
}
