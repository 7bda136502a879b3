#!/usr/bin/env bats
# snap-fetch: the leader, verified bytes or none, and nothing left behind.
# shellcheck disable=SC2154 # stderr: run --separate-stderr sets it
load ../lib/env
load ../lib/cluster
load ../lib/zip
bats_require_minimum_version 1.5.0

setup() {
	T=$BATS_TEST_TMPDIR
	mkdir "$T/w"
	cluster_new
	json_big "$T/big.json"
	zip_of "$T/big.json" "$T/big.zip"
	cd "$T/w" || exit
}
teardown() { servers_stop; }

# Nothing in the working directory: no result, no temporary file.
nothing_here() { [ -z "$(ls -A "$T/w")" ]; }
bad() { serve "$B/tests/badserver" "$@"; }
url() { echo "http://127.0.0.1:$PORT"; }
called() { grep -q -- "$1" "$KUBECTL_STATE/calls"; }

# Sets GOOD to the port of a snap-serve, STANDBY to that of a server that answers as a standby does.
good_and_standby() {
	serve snap-serve -q --port 0 "$T/big.zip"
	GOOD=$PORT
	bad status 404 'plugin not found'
	STANDBY=$PORT
}

@test "asks the pod that holds the Lease, through a free local port" {
	good_and_standby
	cluster_pod a "$STANDBY"
	cluster_pod b "$GOOD"
	cluster_leader b
	snap-fetch -o x.zip
	cmp x.zip "$T/big.zip"
	called '^get deployment kai-scheduler-default .*--namespace kai-scheduler'
	called '^get lease/kai-scheduler -o json'
	called '^port-forward pod/b :8081 '
	run ! called 'pod/a'
	no_child_left
}

@test "the Lease of a node pool has its name behind the scheduler's" {
	good_and_standby
	cluster_deployment '"--scheduler-name", "sched", "--partition-label-value=gold", "--plugin-server-port=9191"'
	cluster_pod a "$STANDBY"
	cluster_pod b "$GOOD"
	cluster_leader a sched # of another shard
	cluster_leader b sched-gold
	snap-fetch -o x.zip
	called '^get lease/sched-gold '
	called '^port-forward pod/b :9191 '
	run ! called 'pod/a'
	rm "$KUBECTL_STATE/leases/sched-gold"
	cluster_leader elsewhere sched # no pod of ours
	snap-fetch -o x.zip
	called 'pod/a'
}

@test "without a Lease the ready pods are tried one by one" {
	good_and_standby
	cluster_pod a "$STANDBY"
	cluster_pod b "$GOOD" False
	cluster_pod c "$STANDBY"
	cluster_pod d "$GOOD"
	snap-fetch -o x.zip
	cmp x.zip "$T/big.zip"
	run ! called 'pod/b'
	[ "$(grep -c '^port-forward' "$KUBECTL_STATE/calls")" -eq 3 ]
	no_child_left
}

@test "a leader that is gone or answers 404 is followed by the other pods" {
	good_and_standby
	cluster_pod a "$GOOD"
	cluster_pod b "$STANDBY"
	cluster_leader b
	snap-fetch -o x.zip
	cmp x.zip "$T/big.zip"
	rm "$KUBECTL_STATE/ports/b"
	run -0 --separate-stderr snap-fetch -o y.zip
	[[ $stderr == *"b: warning: "*"not found"*"next pod"* ]]
	cmp y.zip "$T/big.zip"
}

@test "a Lease that may not be read is a warning, not the end" {
	good_and_standby
	cluster_pod a "$GOOD"
	echo "get leases" >"$KUBECTL_STATE/forbidden"
	run -0 --separate-stderr snap-fetch -o x.zip
	[[ $stderr == *"leader is not known"*"forbidden"* ]]
	cmp x.zip "$T/big.zip"
}

@test "--pod, --namespace, --context, --kubectl, --local-port and --remote-port reach kubectl" {
	good_and_standby
	cluster_pod a "$GOOD"
	mv "$T/bin/kubectl" "$T/other kubectl"
	touch "$KUBECTL_STATE/any-port" # the one that is asked for may be in use
	snap-fetch --pod a --namespace ns1 --context prod --kubectl "$T/other kubectl" --local-port 4711 --remote-port 99 -o x.zip
	cmp x.zip "$T/big.zip"
	[ "$(head -n 1 "$KUBECTL_STATE/calls")" = "port-forward pod/a 4711:99 --namespace ns1 --context prod" ]
}

@test "--deployment names another scheduler" {
	good_and_standby
	cluster_deployment '' shard2
	cluster_pod a "$GOOD"
	snap-fetch --deployment shard2 -o x.zip
	called '^get deployment shard2'
	called '^get lease/kai-scheduler '
}

@test "stdout gets the bytes as they come" {
	bad gate 1000 "$T/big.zip" "$T/gate"
	mkfifo "$T/fifo"
	snap-fetch --url "$(url)" >"$T/fifo" 3>&- &
	pid=$!
	exec 7<"$T/fifo"
	head -c 1000 <&7 >"$T/first" # hangs unless they come before the rest is there
	touch "$T/gate"
	cat <&7 >"$T/rest"
	exec 7<&-
	wait "$pid"
	cat "$T/first" "$T/rest" | cmp - "$T/big.zip"
}

@test "a pipe into another program" {
	good_and_standby
	cluster_pod a "$GOOD"
	snap-fetch | cmp - "$T/big.zip"
	[ "${PIPESTATUS[0]}" -eq 0 ]
	snap-fetch -o - | cmp - "$T/big.zip"
}

@test "on a terminal it writes a file and prints its name" {
	need_terminal
	good_and_standby
	run -0 script -qec "snap-fetch --url http://127.0.0.1:$GOOD" /dev/null
	name=$(ls)
	[[ $name =~ ^snapshot-[0-9]{8}T[0-9]{6}Z.zip$ ]]
	[[ $output == *"$name"* ]]
	cmp "$name" "$T/big.zip"
}

@test "an existing file survives a failure, and is replaced by a success" {
	good_and_standby
	echo old >x.zip
	run -4 snap-fetch --url "http://127.0.0.1:$STANDBY" -o x.zip
	[ "$(cat x.zip)" = old ]
	snap-fetch --url "http://127.0.0.1:$GOOD" -o x.zip
	cmp x.zip "$T/big.zip"
	[ "$(ls -A)" = x.zip ]
}

@test "--url HOST:PORT is http, with or without a path" {
	need_localhost
	good_and_standby
	for address in "127.0.0.1:$GOOD" "localhost:$GOOD" "127.0.0.1:$GOOD/" "127.0.0.1:$GOOD/get-snapshot"; do
		snap-fetch --url "$address" -o new/x.zip
		cmp new/x.zip "$T/big.zip"
		rm -r new
	done
	for bad in 127.0.0.1 "localhost:" "localhost:80x" ":80" "u:secret@localhost:80" "file:/etc/passwd" "[::1" "[::1]80"; do
		run --separate-stderr snap-fetch --url "$bad" -o x.zip
		[ "$status" -eq 2 ]
		[[ $stderr == "snap-fetch: --url: not HOST:PORT and no http or https URL: "* && $stderr != *secret* ]]
	done
}

@test "--url with a path is taken as it is" {
	good_and_standby
	snap-fetch --url "http://127.0.0.1:$GOOD/get-snapshot" -o x.zip
	run -4 snap-fetch --url "http://127.0.0.1:$GOOD/other" -o y.zip
	[[ $output == *"HTTP status 404: plugin not found"*"name: snapshot"*"--from cluster-autoscaler"* ]]
	[ ! -s "$KUBECTL_STATE/calls" ]
}

@test "proxies of the environment do not stand between it and its port-forward" {
	good_and_standby
	cluster_pod a "$GOOD"
	http_proxy=http://127.0.0.1:1 ALL_PROXY=http://127.0.0.1:1 snap-fetch -o x.zip
	cmp x.zip "$T/big.zip"
}

# What each bad answer must give: status, a part of the message, the server's arguments. Not one leaves a file.
bad_answer() {
	local want=$1 part=$2
	shift 2
	bad "$@"
	run snap-fetch --retries 0 --timeout "${LIMIT:-60s}" --url "$(url)" -o x.zip
	echo "$* -> $status $output"
	[ "$status" -eq "$want" ]
	[[ ${lines[0]} == "snap-fetch: http://127.0.0.1:$PORT/get-snapshot: "*"$part"* ]]
	nothing_here
	run bash -c "snap-fetch --retries 0 --timeout '${LIMIT:-60s}' --url '$(url)' >'${OUT:-$T/out}'"
	echo "to stdout: $status $output"
	[ "$status" -eq "$want" ]
	[[ $output == *"$part"* ]]
}

@test "a cut connection: the byte is named, whatever way the length was announced" {
	bad_answer 3 "connection cut at byte 1000" cut 1000 "$T/big.zip"
	cmp -n 1000 "$T/out" "$T/big.zip"
	bad_answer 3 "connection cut at byte 1000" short 1000 "$T/big.zip"
	bad_answer 3 "1000" plain 1000 "$T/big.zip"
}

@test "a cut at any place of a small archive is found" {
	printf '{"rawObjects":{"pods":[1,2,3]}}' >"$T/small.json"
	zip_of "$T/small.json" "$T/small.zip"
	size=$(wc -c <"$T/small.zip")
	for ((n = 1; n < size; n += 13)); do
		bad plain "$n" "$T/small.zip"
		run -3 snap-fetch --retries 0 --url "$(url)" -o x.zip
		nothing_here
		kill "$(tail -n 1 "$T/servers")"
	done
}

@test "an empty answer, and none at all" {
	bad_answer 3 "the answer is empty" empty
	bad_answer 4 "connection cut at byte 0" nothing
}

@test "a web page is no snapshot, and not one byte of it comes out" {
	bad_answer 3 "not a ZIP: it begins with '<!DO'" html
	[ ! -s "$T/out" ]
}

@test "HTTP statuses other than 200" {
	bad_answer 4 "HTTP status 404: plugin not found" status 404 'plugin not found'
	bad_answer 4 "HTTP status 500: it broke" status 500 'it broke'
	bad_answer 4 "HTTP status 302: a redirect to http://login.example/" redirect http://login.example/
	[ ! -s "$T/out" ]
}

@test "silent, stalling and endless answers end with the time-out" {
	LIMIT=2s
	bad_answer 5 "time-out: no answer from" silent
	bad_answer 5 "time-out: no end at byte 1000 after 2s" stall 1000 "$T/big.zip"
	# not to a file: a busy disk can hold up a write until the time-out
	# download or verification: whichever looks at the clock first
	OUT=/dev/null bad_answer 5 "time-out: " endless
}

@test "a reader that does not read does not outlast the time-out" {
	good_and_standby
	mkfifo "$T/fifo"
	exec 7<>"$T/fifo"
	run -5 bash -c "snap-fetch --timeout 1s --url http://127.0.0.1:$GOOD >'$T/fifo'"
	[[ $output == *"nobody reads our standard output"* ]]
	exec 7>&-
}

@test "faults of the archive itself" {
	# a wrong CRC: one byte of the data turned over
	cp "$T/big.zip" "$T/crc.zip"
	byte=$(od -An -tu1 -j100000 -N1 "$T/big.zip")
	printf "\\$(printf %o $((byte ^ 255)))" | dd of="$T/crc.zip" bs=1 seek=100000 conv=notrunc status=none
	bad_answer 3 "" plain 99999999 "$T/crc.zip"
	echo '{"a":1}' >"$T/other.json"
	(cd "$T" && zip -q other.zip other.json)
	bad_answer 3 "snapshot.json" plain 99999999 "$T/other.zip"
	# a valid archive with truncated JSON: what the plugin leaves when it fails half-way
	mkdir "$T/half" && printf '{"rawObjects":{"pods":[' >"$T/half/snapshot.json"
	(cd "$T/half" && zip -q ../half.zip snapshot.json)
	bad_answer 3 "JSON" plain 99999999 "$T/half.zip"
	printf '[]' >"$T/half/snapshot.json"
	(cd "$T/half" && rm -f ../half.zip && zip -q ../half.zip snapshot.json)
	bad_answer 3 "object" plain 99999999 "$T/half.zip"
}

@test "a wrong bit in the ZIP's directory is refused" {
	snap-zip -o "$T/good.zip" "$TOP/tests/data/demo.json"
	for byte in 8 10 12 16 20 42 67 75; do # flags, method, time, CRC, packed size, place; entries, place of the directory
		zip_flip $byte 1 "$T/good.zip" >"$T/bad.zip"
		bad plain 99999999 "$T/bad.zip"
		run -3 --separate-stderr snap-fetch --retries 0 --url "$(url)" -o x.zip
		[[ $stderr == *"the archive is damaged"* ]]
		[ ! -e x.zip ]
	done
}

@test "--no-verify keeps what came, and says what was wrong with the connection" {
	bad html
	snap-fetch --no-verify --url "$(url)" -o x.html
	grep -q 'Log in' x.html
	bad cut 1000 "$T/big.zip"
	run -3 snap-fetch --no-verify --retries 0 --url "$(url)" -o x.zip
	[[ $output == *"connection cut at byte 1000"* ]]
	[ "$(wc -c <x.zip)" -eq 1000 ]
	bad empty
	run -3 snap-fetch --no-verify --url "$(url)" -o y.zip
	[ ! -e y.zip ]
}

@test "--retries: failures that pass are tried again, to a file also half-way" {
	bad flaky 2 "$T/big.zip"
	run -0 --separate-stderr snap-fetch --url "$(url)" -o x.zip
	[[ $stderr == *"HTTP status 503"*"try 2 of 3"*"try 3 of 3"* ]]
	cmp x.zip "$T/big.zip"
	bad flaky 2 "$T/big.zip"
	run -4 snap-fetch --retries 1 --url "$(url)" -o y.zip
	bad dropping 1 1000 "$T/big.zip"
	snap-fetch -q --url "$(url)" -o z.zip
	cmp z.zip "$T/big.zip"
	# what is on stdout cannot be taken back
	bad dropping 1 1000 "$T/big.zip"
	run -3 bash -c "snap-fetch --url '$(url)' | wc -c; exit \${PIPESTATUS[0]}"
	[[ $output == *"cut at byte 1000"*1000 ]]
}

@test "kubectl is missing" {
	run -4 snap-fetch --kubectl "$T/no/kubectl" -o x.zip
	[[ $output == *"kubectl cannot be run: $T/no/kubectl: No such file"*"--kubectl PATH"* ]]
	run -4 snap-fetch --kubectl no-such-kubectl -o x.zip
	[[ $output == *"kubectl cannot be run"*"install kubectl"* ]]
	nothing_here
}

@test "no such context, not logged in, no way to the cluster" {
	run -4 snap-fetch --context nope -o x.zip
	[[ $output == *'no such context: error: context "nope" does not exist'*"get-contexts"* ]]
	touch "$KUBECTL_STATE/unauthorized"
	run -4 snap-fetch -o x.zip
	[[ $output == *"not logged in"*"log in again"* ]]
	rm "$KUBECTL_STATE/unauthorized"
	touch "$KUBECTL_STATE/unreachable"
	run -4 snap-fetch -o x.zip
	[[ $output == *"the cluster cannot be reached: The connection to the server"*"cluster-info"* ]]
	nothing_here
}

@test "forbidden: what, and what to ask for" {
	good_and_standby
	cluster_pod a "$GOOD"
	for what in "get deployments:deployment kai-scheduler-default" "get pods:pods" "create portforward:pod a"; do
		echo "${what%%:*}" >"$KUBECTL_STATE/forbidden"
		run -4 snap-fetch -o x.zip
		echo "$output"
		[[ $output == *"${what#*:}: forbidden: "*"--print-role -n kai-scheduler"*"auth can-i --list -n kai-scheduler"* ]]
	done
	nothing_here
}

@test "deployment not found, pod not found, no ready pod" {
	run -4 snap-fetch --deployment nope --namespace ns1 -o x.zip
	[[ $output == "snap-fetch: ns1/nope: deployment nope not found: "*"get deployments,pods -n ns1"* ]]
	run -4 snap-fetch --pod nope --retries 0 -o x.zip
	[[ $output == *"pod nope not found"* ]]
	run -4 snap-fetch -o x.zip
	[[ $output == *"no ready pod: "*"kubectl get pods -n kai-scheduler -l app=sched"* ]]
	cluster_pod a 1 False
	run -4 snap-fetch -o x.zip
	[[ $output == *"has 1 pod, none ready"* ]]
	nothing_here
}

@test "404 on every pod: is the plugin in the ConfigMap?" {
	good_and_standby
	cluster_pod a "$STANDBY"
	cluster_pod b "$STANDBY"
	cluster_leader b
	run -4 snap-fetch -o x.zip
	[[ $output == *"every pod answers 404: plugin not found: b (the leader), a"*"- name: snapshot"*"ConfigMap"* ]]
	run -4 snap-fetch --pod a -o x.zip
	[[ $output == *"every pod answers 404"*"without --pod"* ]]
	[ "$(grep -o standby <<<"$output" | wc -l)" -eq 1 ]
	nothing_here
	no_child_left
}

@test "port-forward died: at once, when nothing listens, and half-way" {
	good_and_standby
	cluster_pod a "$GOOD"
	echo die >"$KUBECTL_STATE/forward/a"
	run -4 snap-fetch --retries 0 -o x.zip
	[[ $output == *"port-forward died: error: unable to forward port because pod is not running. Current status=Pending: exit status 1"* ]]
	echo "after 5000" >"$KUBECTL_STATE/forward/a"
	run -3 snap-fetch --retries 0 -o x.zip
	[[ $output == *"port-forward died: at byte "*"error: lost connection to pod"* ]]
	rm "$KUBECTL_STATE/forward/a"
	echo 1 >"$KUBECTL_STATE/ports/a" # nobody listens there
	run -4 snap-fetch --retries 0 -o x.zip
	[[ $output == *"port-forward died: at byte 0: "*"connection refused"*"--remote-port"* ]]
	nothing_here
	no_child_left
}

@test "a local port in use" {
	good_and_standby
	cluster_pod a "$GOOD"
	run -4 snap-fetch --local-port "$GOOD" -o x.zip
	[[ $output == *"the local port cannot be used: "*"address already in use"*"without --local-port"* ]]
}

@test "a slow port-forward is waited for, a hanging one and a hanging kubectl until the time-out" {
	good_and_standby
	cluster_pod a "$GOOD"
	echo slow >"$KUBECTL_STATE/forward/a"
	snap-fetch -o x.zip
	rm x.zip
	echo hang >"$KUBECTL_STATE/forward/a"
	run -5 snap-fetch --timeout 1s -o x.zip
	[[ $output == *"time-out: kubectl port-forward to pod a did not come up after 1s"* ]]
	no_child_left
	touch "$KUBECTL_STATE/hang"
	run -5 snap-fetch --timeout 1s -o x.zip
	[[ $output == *"time-out: kubectl get deployment kai-scheduler-default did not end after 1s"*"--timeout"* ]]
	nothing_here
}

@test "no child and no file outlives it: SIGINT, SIGTERM, SIGHUP, SIGQUIT" {
	bad stall 1000 "$T/big.zip"
	cluster_pod a "$PORT"
	for sig in INT TERM HUP QUIT; do
		rm -f "$KUBECTL_STATE/pids"
		(ulimit -c 0; exec env --default-signal=INT,TERM,HUP,QUIT snap-fetch -o x.zip) 3>&- &
		pid=$!
		wait_for '[ -s "$KUBECTL_STATE/pids" ] && [ -n "$(ls -A)" ]'
		kill -s "$sig" "$pid"
		wait "$pid" && false || [ $? -eq $((128 + $(kill -l "$sig"))) ]
		no_child_left
		nothing_here
	done
}

@test "no child outlives it: SIGPIPE" {
	good_and_standby
	cluster_pod a "$GOOD"
	run bash -c 'env --default-signal=PIPE snap-fetch | head -c 10 >/dev/null; exit ${PIPESTATUS[0]}'
	[ "$status" -eq 141 ]
	[ "$(wc -l <"$KUBECTL_STATE/pids")" -eq 1 ]
	no_child_left
}

@test "no child outlives it: SIGKILL, as far as the system helps" {
	[ "$(uname)" = Linux ] || skip "only Linux tells children that their parent has died"
	bad silent
	cluster_pod a "$PORT"
	snap-fetch -o x.zip 3>&- &
	pid=$!
	wait_for '[ -s "$KUBECTL_STATE/pids" ]'
	kill -KILL "$pid"
	wait "$pid" || true
	no_child_left
}

@test "no room for the result" {
	[ -w /dev/full ] || skip "no /dev/full"
	good_and_standby
	run -4 bash -c "snap-fetch --url http://127.0.0.1:$GOOD >/dev/full"
	[[ $output == *"No space left"* ]]
	run -4 snap-fetch --url "http://127.0.0.1:$GOOD" -o /dev/null/x.zip
	[[ $output == *"/dev/null/x.zip"* ]]
	run -4 bash -c "snap-fetch --url http://127.0.0.1:$GOOD >&-"
	nothing_here
}

@test "answers of kubectl that cannot be read" {
	echo 'not JSON' >"$KUBECTL_STATE/deployments/kai-scheduler-default"
	run -4 snap-fetch -o x.zip
	[[ $output == *"kubectl's answer cannot be read"* ]]
	echo '{"spec":null}' >"$KUBECTL_STATE/deployments/kai-scheduler-default"
	run -4 snap-fetch -o x.zip
	[[ $output == *"has no spec.selector.matchLabels"* ]]
}

@test "wrong usage" {
	for args in x "--pod a --url http://h" "--deployment a --pod b" "--timeout soon" "--timeout 0" "--retries -1" "--local-port 70000" \
		"--url ftp://h/x" "--url ::" "--pod=-x" "--pod=a_b" "--namespace=" "--bogus" "--output"; do
		run -2 snap-fetch $args
		[[ ${lines[-1]} == "try 'snap-fetch --help'" ]]
	done
}

@test "the real kubectl knows what we ask of it and fails in the words that we know" {
	PATH=${PATH#"$T/bin:"}
	command -v kubectl >/dev/null || skip "kubectl is not installed"
	run kubectl port-forward --help
	[[ $output == *"TYPE/NAME [options] [LOCAL_PORT:]REMOTE_PORT"* && $output == *"random port"* ]]
	run kubectl options
	[[ $output == *"--namespace="* && $output == *"--context="* ]]
	run kubectl get --help
	[[ $output == *"-o, --output="* && $output == *"-l, --selector="* ]]
	export KUBECONFIG=$T/config
	run -4 snap-fetch --context nope -o x.zip
	[[ $output == *'no such context: error: context "nope" does not exist'* ]]
	printf 'apiVersion: v1\nkind: Config\nclusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]\n' >"$T/config"
	printf 'contexts: [{name: x, context: {cluster: c, user: u}}]\nusers: [{name: u, user: {token: t}}]\n' >>"$T/config"
	run -4 snap-fetch --context x -o x.zip
	[[ $output == *"the cluster cannot be reached"*"refused"* ]]
	run -4 snap-fetch --context x --pod a --retries 0 -o x.zip
	[[ $output == *"the cluster cannot be reached"*"refused"* ]]
	nothing_here
}

@test "options of kubectl that --url would not look at are refused" {
	for option in --context --kubectl --local-port --remote-port; do
		run -2 --separate-stderr snap-fetch --url 127.0.0.1:1 "$option" 7
		[[ ${stderr_lines[0]} == "snap-fetch: $option does not go with --url, which goes without kubectl" ]]
	done
}
@test "--print-role -o: the Role is in the file, and a file stays when it cannot be written" {
	echo old >role.yaml
	run -0 snap-fetch --print-role -o role.yaml
	[ -z "$output" ]
	cmp role.yaml <(snap-fetch --print-role)
	run -4 snap-fetch --print-role -o role.yaml/x
	[[ ${lines[0]} == "snap-fetch: cannot "* ]]
	grep -q 'kind: Role' role.yaml
}
@test "each set of rights has a name of its own: applied one after the other, none takes the place of another" {
	for args in '' '--from api' '--from cluster-autoscaler' '--from kube-scheduler' '--from kube-scheduler --no-signal' '--from kube-scheduler --profile heap'; do
		# shellcheck disable=SC2086 # options
		snap-fetch $args -n ns1 --print-role | grep -A2 '^kind: Role$' | grep '  name: '
	done | sort | uniq -c >names
	[ "$(wc -l <names)" -eq 6 ]
}
@test "--from: the sources by name, options of others refused" {
	run -2 --separate-stderr snap-fetch --profile heap
	[[ ${stderr_lines[0]} == "snap-fetch: --profile does not go with --from kai, but with kube-scheduler" ]]
	run -2 --separate-stderr snap-fetch --from kube-scheduler --retries 1
	[[ ${stderr_lines[0]} == *" but with kai, api or cluster-autoscaler" ]]
	run --separate-stderr snap-fetch --from nobody
	[[ $status == 2 && ${stderr_lines[0]} == "snap-fetch: --from: not kai"*": 'nobody'" ]]
	diff <(snap-fetch --print-role) <(snap-fetch --from kai --print-role)
	good_and_standby
	cluster_pod a "$GOOD"
	snap-fetch --from kai -o x.zip
	cmp x.zip "$T/big.zip"
}
