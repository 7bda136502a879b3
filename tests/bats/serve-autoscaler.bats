#!/usr/bin/env bats
# snap-serve --as cluster-autoscaler: the answers, bytes and order of states of the recorded program.
# shellcheck disable=SC2154 # stderr: run --separate-stderr sets it
load ../lib/env
load ../lib/cluster
load ../lib/autoscaler
bats_require_minimum_version 1.5.0

setup() {
	T=$BATS_TEST_TMPDIR
	cd "$T" || exit
	autoscaler_documents
}
teardown() { servers_stop; }

# served INTERVAL [FILE]
served() { serve snap-serve --as cluster-autoscaler --scan-interval "$1" --port 0 "${2:-$DOC}"; }
get() { curl -s --max-time 60 "$@"; }
url() { echo "http://127.0.0.1:$PORT/snapshotz"; }
# The header as the recordings have it: no Date, sorted.
headers() { get -D - -o body "$@" | tr -d '\r' | grep -v '^Date: ' | sort; }
# waits N: the N-th request waits for the loop.
waits() { wait_for "[ \$(cat server.*.err | grep -c 'waits for the next loop') -ge $1 ]"; }

@test "the document comes byte by byte, whatever method, query and packing" {
	served 1ms
	headers "$(url)" >got
	cmp body "$DOC"
	diff got - <<-'.'

		Content-Type: text/plain; charset=utf-8
		HTTP/1.1 200 OK
		Transfer-Encoding: chunked
	.
	for how in '-X POST' '-d body' '-X DELETE'; do
		# shellcheck disable=SC2086 # words
		get $how "$(url)" | cmp - "$DOC"
	done
	get "$(url)?foo=bar" | cmp - "$DOC"
	run get -I "$(url)"
	[[ $output == 'HTTP/1.1 200 OK'* ]]
	waits 6
	get --http1.0 -i "$(url)" | grep -aq "^Content-Length: $(wc -c <"$DOC")"
	gzip -c "$DOC" >doc.gz
	served 1ms doc.gz
	get "$(url)" | cmp - "$DOC"
	served 1ms <(cat "$DOC")
	get "$(url)" | cmp - "$DOC"
	[ -z "$(find "$T" -name 'snap-serve*')" ]
}

@test "an error of the autoscaler is a 500 with that document; a stale one is served as it is" {
	served 1ms "$ERROR"
	headers "$(url)" >got
	cmp body "$ERROR"
	diff got - <<-'.'

		Content-Type: text/plain; charset=utf-8
		HTTP/1.1 500 Internal Server Error
		Transfer-Encoding: chunked
	.
	jq -c '.StartTimestamp = "0001-01-01T00:00:00Z"' "$DOC" >stale.json
	served 1ms stale.json
	[ "$(get -o body -w '%{http_code}' "$(url)")" = 200 ]
	cmp body stale.json
}

@test "other paths are not found" {
	served 1h
	for path in / /snapshotz/ /get-snapshot /metrics; do
		headers "http://127.0.0.1:$PORT$path" >got
		cmp body <(echo '404 page not found')
		diff got - <<-'.'

			Content-Length: 19
			Content-Type: text/plain; charset=utf-8
			HTTP/1.1 404 Not Found
			X-Content-Type-Options: nosniff
		.
	done
}

@test "one waits, others are told 429; the end of the program is a 503 for the one" {
	served 1h
	get -i "$(url)" >first 3>&- &
	waits 1
	for how in -i '-X POST -i' '--http1.0 -i'; do
		# shellcheck disable=SC2086 # words
		[[ $(get $how "$(url)") == *' 429 '*"$BUSY" ]]
	done
	headers "$(url)" >got
	[ "$(wc -c <body)" -eq 88 ]
	diff got - <<-'.'

		Content-Length: 88
		Content-Type: text/plain; charset=utf-8
		HTTP/1.1 429 Too Many Requests
	.
	kill "$(cat servers)"
	wait "$!"
	tr -d '\r' <first | grep -v '^Date: ' | diff - <(printf 'HTTP/1.1 503 Service Unavailable\nContent-Length: 0\n\n')
	wait_for "! kill -0 $(cat servers) 2>/dev/null"
}

@test "a replica that does not lead: 429 for others, and an end without an answer" {
	served never
	get -i "$(url)" >first 3>&- &
	waits 1
	[ "$(get "$(url)")" = "$BUSY" ]
	kill "$(cat servers)"
	status=0
	wait "$!" || status=$?
	[ "$status" -eq 52 ] # curl's: an empty reply
	[ ! -s first ]
	wait_for "! kill -0 $(cat servers) 2>/dev/null"
}

@test "a client that goes away frees the place at once" {
	served 1h
	for n in 1 2 3; do
		curl -s --max-time 60 "$(url)" >/dev/null 3>&- &
		waits "$n"
		kill "$!"
		wait_for "[ \$(cat server.*.err | grep -c 'gone before') -eq $n ]"
	done
	# bytes behind a request are the next one's
	exec 9<>"/dev/tcp/127.0.0.1/$PORT"
	printf 'GET /snapshotz HTTP/1.1\r\nHost: localhost\r\n\r\nmore' >&9
	waits 4
	[ "$(get "$(url)")" = "$BUSY" ]
	exec 9>&-
}

@test "a signal ends it with that signal, whoever waits" {
	for signal in TERM HUP; do
		run --separate-stderr bash -c "snap-serve --as cluster-autoscaler --port 0 '$DOC' >port & while [ ! -s port ]; do sleep 0.05; done
			kill -$signal \$!; wait \$!"
		[ "$status" -eq $((128 + $(kill -l "$signal"))) ]
	done
}

@test "a new document under the name is served from then on" {
	cp "$DOC" doc.json
	served 1ms "$T/doc.json"
	get "$(url)" | cmp - "$DOC"
	cp "$ERROR" new && mv new doc.json
	[ "$(get -o body -w '%{http_code}' "$(url)")" = 500 ]
	cmp body "$ERROR"
	echo '{}' >new && mv new doc.json
	[ "$(get -o body -w '%{http_code}' "$(url)")" = 500 ]
	cmp body "$ERROR"
	grep -q 'doc.json: warning: the one from before is served: not a document of cluster-autoscaler' server.*.err
}

@test "what is no document is named" {
	refused() { # WORDS FILE
		run --separate-stderr timeout 60 snap-serve --as cluster-autoscaler --port 0 "$2"
		echo "$2: $stderr"
		[[ $status == 3 && ${stderr_lines[0]} == "snap-serve: $2: $1"* && -z $output ]]
	}
	printf %s "$BUSY" >busy
	refused "the autoscaler's answer 429" busy
	echo '404 page not found' >missing
	refused 'an answer 404' missing
	printf '' >empty
	refused 'invalid JSON: no JSON value: the input is empty' empty
	echo '{"items":[]}' >list
	refused 'not a document of cluster-autoscaler: it has fewer than two' list
	refused 'not a document of cluster-autoscaler: it has fewer than two' "$TOP/tests/data/demo.json"
	snap-zip -o x.zip "$TOP/tests/data/demo.json"
	refused 'not a document of cluster-autoscaler: it has fewer than two' x.zip
	echo '[]' >array
	refused 'not a document of cluster-autoscaler: it is no JSON object' array
	head -c 15000 "$DOC" >cut.json
	refused 'invalid JSON' cut.json
	gzip -c "$DOC" | head -c 1000 >cut.gz
	refused '' cut.gz
	jq -c '.StartTimestamp = 7' "$DOC" >types
	refused 'unexpected value' types
}

@test "options: the roles by name, --scan-interval only where there are loops" {
	run --separate-stderr snap-serve --as nobody x
	[[ $status == 2 && ${stderr_lines[0]} == "snap-serve: --as: not kai or cluster-autoscaler: 'nobody'" ]]
	for role in '' '--as kai'; do
		# shellcheck disable=SC2086 # words
		run --separate-stderr snap-serve $role --scan-interval 1s x
		[[ $status == 2 && ${stderr_lines[0]} == 'snap-serve: --scan-interval does not go with --as kai' ]]
	done
	run --separate-stderr snap-serve --as cluster-autoscaler --scan-interval 0 x
	[[ $status == 2 && ${stderr_lines[0]} == *--scan-interval* ]]
}
