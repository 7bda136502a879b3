#!/usr/bin/env bats
# snap-fetch: whatever a server answers, the old file stays, and the terminal and the disk are safe.
# shellcheck disable=SC2154 # stderr: run --separate-stderr sets it
load ../lib/env
load ../lib/cluster

setup() {
	T=$BATS_TEST_TMPDIR
	mkdir "$T/w"
	cd "$T/w" || exit
	printf '{"rawObjects":{"pods":[1,2,3]}}' | snap-zip -o "$T/z"
	size=$(wc -c <"$T/z")
	echo old >x.zip
}
teardown() { servers_stop; }

ok='HTTP/1.1 200 OK\r\nConnection: close\r\n'
# answers BYTES [UNIT]: the server's answer is these bytes, and UNIT again and again; @ is the ZIP.
answers() {
	local part=$1
	: >"$T/raw"
	while [[ $part == *@* ]]; do
		printf '%b' "${part%%@*}" >>"$T/raw"
		cat "$T/z" >>"$T/raw"
		part=${part#*@}
	done
	printf '%b' "$part" >>"$T/raw"
	[ $# -eq 1 ] || many 200 "$2" >"$T/unit"
	serve "$B/tests/badserver" raw "$T/raw" ${2+"$T/unit"}
}
many() { printf "$2%.0s" $(seq "$1"); }
fetch() { snap-fetch --raw --retries 0 --timeout "${LIMIT:-60s}" --url "http://127.0.0.1:$PORT" -o x.zip "$@"; }
# is_refused STATUS WORDS BYTES [UNIT]: the old file is as it was, and nothing else is there; two harmless lines say why.
is_refused() {
	local want=$1 words=$2
	shift 2
	answers "$@"
	run --separate-stderr fetch
	echo "$1 -> $status $stderr"
	[ "$status" -eq "$want" ]
	[[ $stderr == "snap-fetch: http://127.0.0.1:$PORT/get-snapshot: "*"$words"* ]]
	[ "${#stderr_lines[@]}" -le 2 ]
	[ -z "$(tr -d '\n' <<<"$stderr" | tr -cd '\000-\037\177')" ]
	[[ $stderr != *$'\xc2\x9b'* && $stderr != *$'\xe2\x80\xae'* ]]
	[ "$(cat x.zip)" = old ]
	[ "$(ls -A)" = x.zip ]
	kill "$(tail -n 1 "$T/servers")"
}

@test "whole answers in every form" {
	for bytes in "$ok\r\n@" "${ok}Content-Length: $size\r\n\r\n@" "${ok}Content-Length: $size\r\n\r\n@behind" "HTTP/1.0 200 OK\r\n\r\n@" \
		"${ok}Transfer-Encoding: chunked\r\n\r\n$(printf %x "$size")\r\n@\r\n0\r\nX: y\r\n\r\n"; do
		answers "$bytes"
		fetch
		cmp x.zip "$T/z"
		echo old >x.zip
	done
}

@test "bodies that are not whole" {
	is_refused 3 "cut at byte $size" "${ok}Content-Length: $((size + 1))\r\n\r\n@"
	is_refused 3 "" "${ok}Content-Length: $((size - 1))\r\n\r\n@"
	is_refused 3 "cut at byte $size" "${ok}Transfer-Encoding: chunked\r\n\r\n$(printf %x "$size")\r\n@\r\n"
	is_refused 3 "cut at byte" "${ok}Transfer-Encoding: chunked\r\n\r\nffffff\r\n@"
	is_refused 4 "cut at byte" "${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\n@"
	is_refused 4 "Content-Length" "${ok}Content-Length: -1\r\n\r\n@"
	is_refused 3 "the answer is empty" "${ok}Content-Length: 0\r\n\r\n"
	is_refused 3 "" "$ok\r\n@garbage"
	is_refused 3 "not a ZIP: it begins with '\\x1b[31'" "$ok\r\n\x1b[31m"
	is_refused 3 "not a ZIP" "${ok}Content-Encoding: gzip\r\n\r\n\x1f\x8b\x08\x00@"
}

@test "a whole ZIP under another status than 200" {
	for code in 100 101 201 203 204 205 206 226 300 304 401 404 407 416 421 500 599 999; do
		is_refused 4 "HTTP status $code" "HTTP/1.1 $code X\r\nContent-Length: $size\r\nConnection: close\r\n\r\n@"
	done
	for code in 000 -200 2000 OK ''; do
		is_refused 4 "the download failed" "HTTP/1.1 $code\r\nContent-Length: $size\r\n\r\n@"
	done
	is_refused 4 "HTTP/0.9" "@"
	is_refused 4 "HTTP/0.9" "ICY 200 OK\r\n\r\n@"
	is_refused 4 "version" "HTTP/9.9 200 OK\r\n\r\n@"
}

@test "redirects, whatever their scheme, are not followed" {
	for to in file:///etc/passwd gopher://127.0.0.1:25/ scp://h/x /get-snapshot 'http://x/\x1b[31m\xc2\x9b'; do
		for code in 301 302 303 307 308; do is_refused 4 "a redirect to " "HTTP/1.1 $code X\r\nConnection: close\r\nLocation: $to\r\n\r\n"; done
	done
	is_refused 3 "the answer is empty" "${ok}Refresh: 0; url=file:///etc/passwd\r\n\r\n"
}

@test "what an error says does not steer the terminal" {
	is_refused 4 "HTTP status 500: \\x1b]0;t\\x07 \\x9b31m \\u202eback" \
		'HTTP/1.1 500 \x1b[31mred\x07\r\nConnection: close\r\n\r\n\x1b]0;t\x07\r\n\xc2\x9b31m\t\xe2\x80\xaeback'
	is_refused 4 "HTTP status 500" 'HTTP/1.1 500 a\0b\r\nConnection: close\r\n\r\n\0\x1b[2J'
	is_refused 4 "Nul byte" "${ok}X: a\0b\r\n\r\n@"
	is_refused 4 "HTTP status 404: " "HTTP/1.1 404 X\r\n\r\n" '\x1b[2J'
}

@test "headers without an end" {
	is_refused 4 "" "$ok" 'X: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n'
	is_refused 4 "" "${ok}X: " 'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy'
	is_refused 4 "" "HTTP/1.1 200 " 'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy'
	is_refused 4 "" "" 'HTTP/1.1 100 Continue\r\n\r\n'
	LIMIT=1s
	is_refused 5 "time-out" "${ok}Transfer-Encoding: chunked\r\n\r\n1;" 'xxxxxxxxxxxxxxxxxxxxxxxx'
	is_refused 5 "time-out" "${ok}Transfer-Encoding: chunked\r\n\r\n$(printf %x "$size")\r\n@\r\n0\r\n" 'X: yyyy\r\n'
}

@test "bodies without an end, and small ones that hold a lot: --max-size" {
	answers "$ok\r\nPK\x3\x4" 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxx'
	for verify in --max-size=2MiB "--max-size=2MiB --no-verify"; do
		run --separate-stderr fetch $verify
		[ "$status" -eq 5 ] || { [ "$status" -eq 3 ] && [ "$verify" = --max-size=2MiB ]; }
		[ "$status" -eq 3 ] || [[ $stderr == *"too big: more than 2097152 bytes come"*--max-size* ]]
	done
	rm -f x.zip
	echo old >x.zip
	{ printf '{"config":"' && head -c 3000000 /dev/zero | tr '\0' x && printf '"}'; } | snap-zip -o "$T/bomb"
	[ "$(wc -c <"$T/bomb")" -lt 100000 ]
	serve "$B/tests/badserver" plain 99999999 "$T/bomb"
	run --separate-stderr fetch --max-size 2MiB
	[ "$status" -eq 5 ]
	[[ $stderr == *"too big"* ]]
	[ "$(cat x.zip)" = old ]
	fetch --max-size 4MB
	cmp x.zip "$T/bomb"
	for size in 0 -1 x 1x; do run -2 snap-fetch --max-size "$size"; done
}

@test "TLS that is none" {
	serve snap-serve -q --port 0 "$T/z"
	run -4 snap-fetch --retries 0 --timeout 60s --url "https://127.0.0.1:$PORT" -o x.zip
	[ "$(cat x.zip)" = old ]
}

@test "what has come so far is nobody else's to read" {
	serve "$B/tests/badserver" stall 100 "$T/z"
	(umask 0; exec snap-fetch -q --url "http://127.0.0.1:$PORT" -o x.zip) 3>&- &
	pid=$!
	wait_for '[ -n "$(find . -name ".snap-*")" ]'
	[ "$(stat -c %a .snap-*)" = 600 ]
	kill "$pid"
	wait "$pid" || true
	[ "$(ls -A)" = x.zip ]
}
