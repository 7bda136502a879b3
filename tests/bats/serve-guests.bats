#!/usr/bin/env bats
# snap-serve: whoever connects, and whatever he sends, the others are served.
load ../lib/env
load ../lib/cluster

setup() {
	T=$BATS_TEST_TMPDIR
	cd "$T" || exit
	printf '{"config":null,"rawObjects":{"pods":[]}}\n' >small.json
	fds=()
}
teardown() {
	local fd
	for fd in "${fds[@]}"; do exec {fd}>&-; done
	servers_stop
}

# come [BYTES [ADDRESS]]: one more connection, on which these are sent; its descriptor goes to FD.
come() {
	exec {FD}<>"/dev/tcp/${2:-127.0.0.1}/$PORT"
	fds+=("$FD")
	printf '%b' "${1:-}" | cat 1>&"$FD" 2>/dev/null || true # the server may have had enough
}
crowd() { # N BYTES
	local i
	for ((i = 0; i < $1; i++)); do come "$2"; done
}
is_served() { snap-fetch -q --raw --retries 0 --timeout 30s --url "http://${1:-127.0.0.1}:$PORT" -o got.zip; }
said() { grep -q -- "$1" server.*.err; }
# The server closes FD, without a byte.
is_shut() {
	local bytes
	bytes=$(timeout 60 cat <&"$FD") && [ -z "$bytes" ]
}
first_is_shut() {
	read -r -t 0.01 -N 1 -u "${fds[0]}" _ && return 1
	[ $? -lt 128 ]
}
# bytes_come_slowly BYTES: one after the other, until the server closes FD.
bytes_come_slowly() {
	local i status
	for ((i = 0; i < 600; i++)); do
		printf '%s' "$1" 1>&"$FD" 2>/dev/null || return 0
		read -r -t 0.1 -N 1 -u "$FD" _ && continue
		status=$?
		[ "$status" -gt 128 ] || return 0 # not the time-out of read: the end
	done
	return 1
}
# answers BYTES [ADDRESS]: the statuses of all that comes until the server closes the connection, or there were so many as wanted.
answers() {
	come "$@"
	timeout 60 cat <&"$FD" | tr -d '\0' | sed -n 's,^HTTP/1.[01] \([0-9]*\).*,\1,p' | tr '\n' ' '
}
C='Host: localhost\r\nConnection: close\r\n\r\n' # the header of a request that is the last one

@test "those who send half a request do not lock out the others" {
	serve snap-serve -q --idle-timeout 1h --port 0 small.json
	crowd 50 'GET /get-snap'
	crowd 50 'GET /get-snapshot HTTP/1.1\r\nHost: local'
	is_served
}

@test "nor do as many as there may be: those who do nothing make room" {
	serve snap-serve -q --idle-timeout 1h --port 0 small.json
	crowd 128 'GET /get-snap'
	wait_for 'is_served && first_is_shut'
}

@test "half a request, none, and no further one end with the idle time" {
	serve snap-serve --idle-timeout 1s --port 0 small.json
	for bytes in '' 'G' 'GET /get-snapshot HTTP/1.1\r\nHost: localhost\r\n' 'POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n123'; do
		come "$bytes"
		is_shut
	done
	come 'GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n'
	answer=$(timeout 60 cat <&"$FD")
	[[ $answer == *"plugin not found"* ]]
	is_served
	run ! said 'is ended' # which is for downloads
}

@test "a request that trickles in does not live for ever" {
	serve snap-serve -q --idle-timeout 1s --port 0 small.json
	come 'GET /get-snapshot HTTP/1.1\r\nX: '
	bytes_come_slowly x
	come ''
	bytes_come_slowly '
'
	come 'POST /get-snapshot HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n'
	bytes_come_slowly x
	is_served
}

@test "one who takes nothing, or next to nothing, is ended, and sees that it is not all" {
	{ printf '{"rawObjects":{},"x":"' && head -c 12000000 /dev/urandom | base64 -w 0 && printf '"}'; } >huge.json
	serve snap-serve --idle-timeout 1s --port 0 huge.json
	come "GET /get-snapshot HTTP/1.1\r\n$C"
	wait_for 'said "the download of 127.0.0.1 is ended"'
	timeout 60 cat <&"$FD" >got || true
	run ! grep -qz '0\r$' <(tail -c 5 got)
	[ "$(wc -c <got)" -lt 9000000 ]
	truncate -s 0 server.*.err
	come "GET /get-snapshot HTTP/1.1\r\n$C"
	wait_for 'head -c 100 <&$FD >/dev/null; said "the download of 127.0.0.1 is ended"'
}

@test "one who goes on is not ended" {
	serve snap-serve -q --idle-timeout 4s --port 0 small.json
	come ''
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		printf 'GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n' >&"$FD"
		timeout 60 sed '/plugin not found/q' <&"$FD" | grep -q ' 404 '
		sleep 0.5
	done
}

@test "on other addresses one stranger does not take all the places, and a line warns" {
	serve snap-serve --idle-timeout 1h --listen 0.0.0.0 --port 0 small.json
	said "snap-serve: warning: anybody who reaches 0.0.0.0:$PORT can read this snapshot"
	crowd 64 'GET /get'
	wait_for "come ''; first_is_shut"
	other=$(hostname -I | cut -d ' ' -f 1)
	[ -z "$other" ] || [[ $other == *:* ]] || is_served "$other"
	rm server.*.err
	serve snap-serve -q --listen 0.0.0.0 --port 0 small.json
	[ -z "$(cat server.*.err)" ]
}

@test "on the loopback only requests for the loopback are answered" {
	serve snap-serve --port 0 small.json
	for host in localhost LOCALHOST localhost:8081 "localhost:$PORT" 127.0.0.1 127.0.0.1:1 127.9.9.9 '[::1]' '[::1]:80'; do
		[ "$(answers "GET /get-snapshot HTTP/1.1\r\nConnection: close\r\nHost: $host\r\n\r\n")" = '200 ' ]
		[ "$(answers "GET http://$host/get-snapshot HTTP/1.1\r\nConnection: close\r\nHost: evil.example\r\n\r\n")" = '200 ' ]
	done
	for host in evil.example evil.example:8081 localhost.evil.example 127.0.0.1.evil.example 128.0.0.1 0.0.0.0 '[::2]' '[::1' '::1' \
		localhost:x 'localhost:1:2' localhost@evil.example '' ':80' 'local host' 127.1; do
		[ "$(answers "GET /get-snapshot HTTP/1.1\r\nConnection: close\r\nHost: $host\r\n\r\n")" = '421 ' ]
		[[ $host == *' '* ]] || [ "$(answers "GET http://$host/get-snapshot HTTP/1.1\r\nConnection: close\r\nHost: localhost\r\n\r\n")" = '421 ' ]
	done
	said '127.0.0.1 GET /get-snapshot 421'
	serve snap-serve --listen 0.0.0.0 --port 0 small.json
	[ "$(answers "GET /get-snapshot HTTP/1.1\r\nConnection: close\r\nHost: any.example\r\n\r\n")" = '200 ' ]
}

@test "so they are where localhost is listened at, whichever its address is" {
	need_localhost
	serve snap-serve --listen localhost --port 0 small.json
	[ "$(answers "GET /get-snapshot HTTP/1.1\r\nConnection: close\r\nHost: localhost\r\n\r\n" localhost)" = '200 ' ]
	[ "$(answers "GET /get-snapshot HTTP/1.1\r\nConnection: close\r\nHost: evil.example\r\n\r\n" localhost)" = '421 ' ]
}

# asked STATUSES BYTES: what comes for these bytes; - is an end without an answer, * is left to the library.
asked() {
	local got
	got=$(answers "$2")
	[ "$1" = '*' ] || [ "${got:-- }" = "$1 " ] || { echo "$2 -> $got, not $1"; return 1; }
}
many() { printf "$2%.0s" $(seq "$1"); }

@test "odd requests have the right status, and the server lives on" {
	serve snap-serve --port 0 small.json
	local get='GET /get-snapshot HTTP/1.1\r\n' host='Host: localhost\r\n'
	# paths are compared as they are written
	for path in / /x /get-snapshot/ //get-snapshot /../get-snapshot /get%2dsnapshot /get-snapshot%00 /get-snapshot%00.zip %2fget-snapshot \
		/%zz /% '/get-snapshot#x' /../../etc/passwd file:///etc/passwd https://localhost/get-snapshot http://localhost; do
		asked 404 "GET $path HTTP/1.1\r\n$C"
	done
	for path in '/get-snapshot?' '/get-snapshot?a=%00&b' 'http://localhost/get-snapshot?x'; do asked 200 "GET $path HTTP/1.1\r\n$C"; done
	for method in OPTIONS TRACE get GETS XXX; do asked 405 "$method /get-snapshot HTTP/1.1\r\n$C"; done
	asked 405 "CONNECT localhost:80 HTTP/1.1\r\n$C"
	# versions
	asked 200 'GET /get-snapshot HTTP/1.0\r\n\r\n'
	asked 505 "GET /get-snapshot HTTP/2.0\r\n$C"
	asked 505 'GET /get-snapshot HTTP/0.9\r\n\r\n'
	asked 400 "GET /get-snapshot HTTP/x\r\n$C"
	asked 400 'GET /get-snapshot\r\n\r\n'
	# hosts
	asked 400 "${get}Connection: close\r\n\r\n"
	asked 400 "$get$host$C"
	asked 400 "${get}Host: evil.example\r\n$C"
	# too long
	asked 414 "GET /$(many 40000 a) HTTP/1.1\r\n$C"
	asked 431 "${get}X: $(many 40000 a)\r\n$C"
	asked 431 "$get$(many 5000 'X: y\\r\\n')$C"
	# bodies
	asked 200 "${get}Content-Length: 5\r\n${C}hello"
	asked 200 "${get}Transfer-Encoding: chunked\r\n${C}5\r\nhello\r\n0\r\n\r\n"
	asked 400 "${get}Transfer-Encoding: chunked\r\n${C}zz\r\nhello\r\n0\r\n\r\n"
	asked 405 "POST /get-snapshot HTTP/1.1\r\nContent-Length: 200000\r\n$C$(many 200000 x)"
	asked 200 "${get}Range: bytes=0-3\r\n$C"
	# one behind the other
	asked '200 404 405 200' "$get$host\r\nGET /x HTTP/1.1\r\n$host\r\nPUT /x HTTP/1.1\r\n$host\r\n$get$C"
	asked '200 200' "HEAD /get-snapshot HTTP/1.1\r\n$host\r\n$get$C"
	asked '200 400' "$get$host\r\n\xff\xfe \0 garbage\r\n\r\n"
	# what no client sends
	for bytes in '\0\0\0\0 / HTTP/1.1\r\n\r\n' '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n' 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' '\r\n\r\n\r\n\r\n: x\r\n\r\n' \
		"${get}Content-Length: -1\r\n$C" "${get}Content-Length: 99999999999999999999\r\n$C" "${get}Host : x\r\n$C" "${get}nothing\r\n$C" \
		"GET /\x1b[31m\x07\xc2\x9b HTTP/1.1\r\n$C"; do
		asked '*' "$bytes"
	done
	is_served
	[ -z "$(tr -d '\n' <"$(echo server.*.err)" | tr -cd '\000-\037\177')" ]
	run ! grep -q "$(printf '\302\233')" server.*.err
}
