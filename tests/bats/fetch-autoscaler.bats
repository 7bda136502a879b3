#!/usr/bin/env bats
# snap-fetch --from cluster-autoscaler: the leader's document or none, and what each other answer means.
# shellcheck disable=SC2154 # stderr: run --separate-stderr sets it
load ../lib/env
load ../lib/cluster
load ../lib/autoscaler
bats_require_minimum_version 1.5.0

setup() {
	T=$BATS_TEST_TMPDIR
	mkdir "$T/w"
	cd "$T/w" || exit
	autoscaler_documents
	cluster_new
	cluster_deployment '"--v=4"' cluster-autoscaler
}
teardown() { servers_stop; }

served() { serve snap-serve --as cluster-autoscaler --scan-interval "$1" --port 0 "${2:-$DOC}"; }
bad() { serve "$B/tests/badserver" "$@"; }
url() { echo "http://127.0.0.1:$PORT"; }
fetch() { snap-fetch --from cluster-autoscaler "$@"; }
called() { grep -q -- "$1" "$KUBECTL_STATE/calls"; }
nothing_here() { [ -z "$(ls -A "$T/w")" ]; }
# leads HOLDER [LEASE [RENEWED]]
leads() {
	printf '{"kind":"Lease","spec":{"holderIdentity":"%s","leaseDurationSeconds":15%s}}\n' "$1" "${3:+,\"renewTime\":\"$3\"}" \
		>"$KUBECTL_STATE/leases/${2:-cluster-autoscaler}"
}
# Two replicas: b, which serves every millisecond, and a, which never answers.
two_replicas() {
	served never
	cluster_pod a "$PORT"
	served 1ms
	cluster_pod b "$PORT"
}
# on_node POD NODE: in the list of pods.
on_node() {
	jq -c --arg pod "$1" --arg node "$2" '(.items[] | select(.metadata.name == $pod).spec.nodeName) = $node' "$KUBECTL_STATE/pods.json" >"$T/p" &&
		mv "$T/p" "$KUBECTL_STATE/pods.json"
}
# is_refused STATUS WORDS HINT [OPTIONS]: one line says why and one what to try; nothing is left, to a file or on stdout.
is_refused() {
	local want=$1 words=$2 hint=$3
	shift 3
	run --separate-stderr fetch -q --retries 0 --timeout "${LIMIT:-60s}" --url "$(url)" "$@" -o x.json
	echo "$status $stderr"
	[ "$status" -eq "$want" ]
	[[ $stderr == "snap-fetch: $(url)/snapshotz: "*"$words"*"try: "*"$hint"* ]]
	[ "${#stderr_lines[@]}" -eq 2 ]
	nothing_here
	run --separate-stderr fetch -q --retries 0 --timeout "${LIMIT:-60s}" --url "$(url)" "$@"
	[ "$status" -eq "$want" ]
	# shellcheck disable=SC2154 # run sets it
	[ -z "$output" ] || [ -n "${STREAMED-}" ]
}

@test "the document of the pod that holds the Lease, byte by byte" {
	two_replicas
	leads b
	fetch -o x.json
	cmp x.json "$DOC"
	fetch | cmp - "$DOC"
	called '^get deployment cluster-autoscaler -o json --namespace kube-system$'
	called '^get lease/cluster-autoscaler -o json --namespace kube-system$'
	called '^port-forward pod/b :8085 '
	run ! called 'port-forward pod/a'
	run ! called '^version'
	no_child_left
	for doc in "$TOP"/tests/data/peers/autoscaler-*.json; do
		served 1ms "$doc"
		fetch -q --url "127.0.0.1:$PORT" | cmp - "$doc"
	done
}

@test "port and Lease are those of the deployment's arguments" {
	cluster_deployment '"--address", "0.0.0.0:9085", "--leader-elect-resource-name=other"' cluster-autoscaler
	two_replicas
	leads b other
	fetch -o x.json
	called '^get lease/other '
	called '^port-forward pod/b :9085 '
	fetch --remote-port 99 -o x.json
	called '^port-forward pod/b :99 '
}

@test "a pod in the network of its node is found by that node" {
	two_replicas
	on_node a node-10.example.org
	on_node b node-1.example.org
	for holder in node-1 node-1.example.org; do
		leads "$holder"
		fetch -o x.json
		cmp x.json "$DOC"
	done
	run ! called 'port-forward pod/a'
	# one that is being deleted answers no more; the next is asked, and answers as soon as it leads
	leads node-10
	jq -c '.items[0].metadata.deletionTimestamp = "2026-11-22T10:00:00Z"' "$KUBECTL_STATE/pods.json" >"$T/p" && mv "$T/p" "$KUBECTL_STATE/pods.json"
	fetch -o x.json
	run ! called 'port-forward pod/a'
}

@test "a deployment of another name: the holder of the Lease is asked all the same" {
	two_replicas
	leads b
	rm "$KUBECTL_STATE/deployments/cluster-autoscaler"
	mkdir "$KUBECTL_STATE/pods"
	jq -c '.items[1] | .spec.containers[0].command = ["./cluster-autoscaler", "--address=:9085"]' "$KUBECTL_STATE/pods.json" >"$KUBECTL_STATE/pods/b"
	fetch -o x.json
	cmp x.json "$DOC"
	called '^port-forward pod/b :9085 '
	# a name that was asked for is not passed over
	run -4 --separate-stderr fetch --deployment nope -o y.json
	[[ $stderr == *"deployment nope not found"* ]]
	rm "$KUBECTL_STATE/pods/b"
	run -4 --separate-stderr fetch -o y.json
	[[ $stderr == *"deployment cluster-autoscaler not found: "*"try: --deployment "*"-cluster-autoscaler"* ]]
	leads '--kubeconfig=/etc/passwd'
	run -4 fetch -o y.json
	run ! called 'passwd'
	[ ! -e y.json ]
}

@test "without a known leader one ready pod is asked, and none of several" {
	two_replicas
	run -4 --separate-stderr fetch -o y.json
	[[ $stderr == *"the leader is not known: 2 pods are ready, and the Lease cluster-autoscaler is missing"*"try: --pod NAME with the one that leads"* ]]
	leads elsewhere
	run -4 --separate-stderr fetch -o y.json
	[[ $stderr == *"the leader is not known: 2 pods are ready, and the Lease cluster-autoscaler is held by elsewhere"* ]]
	echo 'get leases' >"$KUBECTL_STATE/forbidden"
	run -4 --separate-stderr fetch -o y.json
	[[ $stderr == *"warning: the leader is not known: lease cluster-autoscaler: forbidden"*"may not be read"* ]]
	run ! called port-forward
	nothing_here
	fetch -q --pod b -o x.json
	pods=("${pods[1]}")
	cluster_write
	fetch -q -o x.json
	cmp x.json "$DOC"
	pods=()
	cluster_write
	rm "$KUBECTL_STATE/forbidden"
	rm "$KUBECTL_STATE/leases/cluster-autoscaler"
	run -4 --separate-stderr fetch -o y.json
	[[ $stderr == *"no ready pod: deployment cluster-autoscaler has 0 pods"* ]]
}

@test "404: the flag; it is not asked again" {
	served 1ms
	run -4 --separate-stderr fetch --url "$(url)/other" -o x.json
	[[ $stderr == "snap-fetch: $(url)/other: HTTP status 404: 404 page not found"*"try: "*"--debugging-snapshot-enabled=true"* ]]
	[ "${#stderr_lines[@]}" -eq 2 ]
	bad status 404 '404 page not found'
	is_refused 4 'HTTP status 404: 404 page not found' --debugging-snapshot-enabled
}

@test "429: asked again, and a look at the leader" {
	bad flaky 1 "$DOC" 429 "$BUSY"
	run -0 --separate-stderr fetch --url "$(url)" -o x.json
	[[ $stderr == *"warning: HTTP status 429: $BUSY; try 2 of 6 follows"* ]]
	cmp x.json "$DOC"
	rm x.json
	served 1h
	snap-fetch -q --from cluster-autoscaler --url "$(url)" -o "$T/first" 3>&- &
	wait_for "cat $T/server.*.err | grep -q 'waits for the next loop'"
	is_refused 4 "HTTP status 429: $BUSY" 'does this replica lead'
	kill "$!"
}

@test "500 with an error of the autoscaler: asked again, then 1; --keep-error keeps it" {
	served 1ms "$ERROR"
	is_refused 1 'an error of the autoscaler, not a snapshot: Unable to collect any data; it has template nodes' ClusterUnhealthy
	echo old >x.json
	run -1 --separate-stderr fetch --retries 1 --url "$(url)" -o x.json
	[[ $stderr == *'Unable to collect any data'*'try 2 of 2 follows'* && $stderr != *kept* ]]
	[ "$(cat x.json)" = old ]
	run -1 --separate-stderr fetch --retries 1 --keep-error --url "$(url)" -o x.json
	[[ $stderr == *'try 2 of 2 follows'*'/snapshotz: the document about the error is kept'*'an error of the autoscaler'* ]]
	cmp x.json "$ERROR"
	run -1 bash -c "snap-fetch -q --from cluster-autoscaler --retries 1 --keep-error --url $(url) 2>'$T/err' >'$T/out'"
	cmp "$T/out" "$ERROR"
	# a later loop that succeeds
	bad flaky 1 "$DOC" 500 "$(cat "$ERROR")"
	fetch -q --keep-error --url "$(url)" | cmp - "$DOC"
}

@test "500 in other words, or in none" {
	bad status 500 'it broke'
	is_refused 4 'HTTP status 500: it broke' 'curl -i'
	bad status 500 '{"message":"it broke"}'
	STREAMED=yes is_refused 3 'not a document of cluster-autoscaler: it has fewer than two' /snapshotz --keep-error
	bad status 500 "$(cat "$DOC")"
	is_refused 3 'a failure that is not told: HTTP status 500, with a document without an error' log
	bad status 500 "$(head -c 300 "$ERROR")"
	STREAMED=yes is_refused 3 'invalid JSON' '' --keep-error
}

@test "503 and a connection that ends: the next leader is waited for" {
	bad status 503
	is_refused 4 'HTTP status 503: the autoscaler is shutting down' 'as soon as another replica leads'
	for server in 'status 503' nothing; do
		read -ra words <<<"$server"
		bad "${words[@]}"
		pods=()
		cluster_pod a "$PORT"
		served 1ms
		cluster_pod b "$PORT"
		leads a cluster-autoscaler 2026-11-22T10:00:00.000000Z
		leads b cluster-autoscaler.next 2026-11-22T10:00:30.000000Z
		echo 3 >"$KUBECTL_STATE/leases/cluster-autoscaler.times"
		run -0 --separate-stderr fetch --retries 0 -o x.json
		[[ $stderr == *'the leader is gone: a renewed the Lease cluster-autoscaler last at 2026-11-22T10:00:00.000000Z, for 15s; waiting'*'b holds the Lease'* ]]
		cmp x.json "$DOC"
	done
}

@test "silence: a word after an eighth of the time-out, then a look at the leader" {
	served never
	LIMIT=1s is_refused 5 "time-out: no answer from $(url)/snapshotz after 1s" 'does this replica lead'
	run -5 --separate-stderr fetch --timeout 1s --url "$(url)"
	[[ ${stderr_lines[0]} == *"$(url)/snapshotz: no answer yet: it comes at the end of the autoscaler's next loop" ]]
	[ "${#stderr_lines[@]}" -eq 3 ]
	cluster_pod a "$PORT"
	run -5 --separate-stderr fetch --timeout 2s
	[[ $stderr == *'no answer from pod kube-system/a after 2s'* ]]
	no_child_left
}

@test "documents that are damaged, or none" {
	for how in cut short; do
		bad "$how" 1000 "$DOC"
		STREAMED=yes is_refused 3 'connection cut at byte 1000' 'kubectl logs'
	done
	bad plain 1000 "$DOC"
	STREAMED=yes is_refused 3 'invalid JSON: ' ''
	bad html
	is_refused 3 "not a document of cluster-autoscaler: it begins with '<!DO'" 'curl -i'
	bad empty
	is_refused 3 'the answer is empty' 'curl -i'
	for text in '{}' '{"items":[]}' '{"NodeList":[{"Pods":7}],"StartTimestamp":7}' '{"NodeList":null,"TemplateNodes":null,"StartTimestamp":"2026-01-01T00:00:00Z"}x' "$(printf '{"NodeList":%2000s' '' | tr ' ' '[')"; do
		printf %s "$text" >"$T/text"
		bad plain 99999 "$T/text"
		run fetch -q --retries 0 --url "$(url)" -o x.json
		echo "$text -> $status $output"
		[[ $status == [35] && $output == *"try: "* ]] || [ "$status" -eq 3 ]
		nothing_here
	done
	jq -c '.StartTimestamp = "0001-01-01T00:00:00Z"' "$DOC" >"$T/stale"
	served 1ms "$T/stale"
	STREAMED=yes is_refused 3 'a stale answer of the autoscaler' 'again'
	bad redirect http://login.example/
	is_refused 4 'HTTP status 302: a redirect to http://login.example/' '--url with that address'
	LIMIT=2s
	bad stall 1000 "$DOC"
	STREAMED=yes is_refused 5 'time-out: no end at byte 1000 after 2s' --timeout
	bad silent
	is_refused 5 'time-out: no answer' 'does this replica lead'
}

@test "a document without an end, or a big one: --max-size" {
	printf 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{"NodeList":[' >"$T/raw"
	printf '{"Node":null,"Pods":null},%.0s' {1..1000} >"$T/unit"
	bad raw "$T/raw" "$T/unit"
	STREAMED=yes is_refused 5 'too big: more than 2097152 bytes come' --max-size --max-size 2MiB
	served 1ms
	STREAMED=yes is_refused 5 'too big' --max-size --max-size 1KiB
}

@test "whatever its Content-Type, and however often it was cut before" {
	bad plain 999999 "$DOC"
	fetch --url "$(url)" | cmp - "$DOC"
	bad dropping 1 1000 "$DOC"
	run -0 --separate-stderr fetch --url "$(url)" -o x.json
	[[ $stderr == *'cut at byte 1000'*'try 2 of 6 follows'* ]]
	cmp x.json "$DOC"
}

@test "the path of --url is that of the source, in any order of options" {
	served 1ms
	for address in "127.0.0.1:$PORT" "$(url)/" "$(url)/snapshotz"; do
		snap-fetch --from cluster-autoscaler --url "$address" | cmp - "$DOC"
		snap-fetch --url "$address" --from cluster-autoscaler | cmp - "$DOC"
	done
	run -2 --separate-stderr snap-fetch --url u:secret@x --from cluster-autoscaler
	[[ $stderr != *secret* ]]
}

@test "options that do not go with it, and a Role in its namespace" {
	for option in --raw --no-verify '--adopt owner'; do
		read -ra words <<<"$option"
		run -2 --separate-stderr fetch "${words[@]}"
		[[ $stderr == *"${words[0]} does not go with --from cluster-autoscaler"* ]]
	done
	run -2 --separate-stderr snap-fetch --keep-error
	[[ $stderr == *'--keep-error does not go with --from kai'* ]]
	fetch --print-role | grep -qx '  namespace: kube-system'
	echo 'get deployments' >"$KUBECTL_STATE/forbidden"
	run -4 --separate-stderr fetch
	[[ $stderr == *"try: 'snap-fetch --from cluster-autoscaler --print-role -n kube-system'"* ]]
}

@test "on a terminal it writes a file and prints its name" {
	need_terminal
	served 1ms
	run -0 script -qec "snap-fetch --from cluster-autoscaler --url $(url)" /dev/null
	name=$(ls)
	[[ $name =~ ^snapshot-[0-9]{8}T[0-9]{6}Z.json$ && $output == *"$name"* ]]
	cmp "$name" "$DOC"
}

@test "a signal while it waits: no child, no file, and the old one as it was" {
	served 1h
	cluster_pod a "$PORT"
	leads a
	echo old >x.json
	for signal in TERM HUP; do
		waiting=$(cat "$T"/server.*.err | grep -c 'waits for the next loop' || true)
		snap-fetch -q --from cluster-autoscaler -o x.json 3>&- &
		wait_for "[ \$(cat $T/server.*.err | grep -c 'waits for the next loop') -gt $waiting ]"
		kill "-$signal" "$!"
		wait "$!" || got=$?
		[ "$got" -eq $((128 + $(kill -l "$signal"))) ]
		no_child_left
		[ "$(cat x.json)" = old ]
		[ "$(ls -A)" = x.json ]
	done
}
