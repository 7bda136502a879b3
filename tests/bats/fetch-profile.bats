#!/usr/bin/env bats
# snap-fetch --from kube-scheduler --profile: data of its profiler, got by kubectl through a port-forward.
# shellcheck disable=SC2154 # stderr: run --separate-stderr sets it
load ../lib/env
load ../lib/cluster
load ../lib/kube_scheduler
bats_require_minimum_version 1.5.0

setup() {
	T=$BATS_TEST_TMPDIR
	mkdir "$T/w" "$T/tmp"
	export TMPDIR=$T/tmp
	REAL=$(command -v kubectl || true)
	cluster_new
	schedulers_new
	schedulers kube-system
	scheduler kube-scheduler-cp-0 cp-0
	scheduler kube-scheduler-cp-1 cp-1
	holder cp-1_6fb1df1a
	DATA=$TOP/tests/data/pprof
	cd "$T/w" || exit
}
teardown() { servers_stop; }

fetch() { snap-fetch --from kube-scheduler --timeout 30 "$@"; }
# gives FILE...: what the profiler of the leader answers.
gives() { serve "$B/tests/badserver" raw "$@"; echo "$PORT" >"$KUBECTL_STATE/ports/kube-scheduler-cp-1"; }
called() { grep -q -- "$1" "$KUBECTL_STATE/calls"; }
# Neither a child nor a temporary file is left.
nothing_left() { no_child_left && [ -z "$(ls -A "$TMPDIR")" ]; }

@test "heap, cpu and goroutine as the scheduler gives them, from the leader's secure port" {
	for p in heap cpu=5 goroutine; do
		gives "$DATA/${p%=*}.gz"
		fetch -q --profile "$p" -o out
		cmp out "$DATA/${p%=*}.gz"
		fetch -q --profile "$p" >stdout
		cmp stdout out
	done
	gives "$DATA/cpu.gz"
	snap-fetch --from kube-scheduler -q --profile cpu >stdout
	[ "$(sed 's/ .*//' "$KUBECTL_STATE/requests" | uniq | tr '\n' ' ')" = \
		"/debug/pprof/heap /debug/pprof/profile?seconds=5 /debug/pprof/goroutine /debug/pprof/profile?seconds=30 " ]
	called '^port-forward pod/kube-scheduler-cp-1 :10259 --namespace kube-system'
	run ! called '^port-forward pod/kube-scheduler-cp-0'
	run ! called '^exec'
	nothing_left
}
@test "the port: that of its arguments, or of --remote-port; none" {
	schedulers kube-system
	scheduler a n1 '' '"--secure-port=10300"'
	serve "$B/tests/badserver" raw "$DATA/heap.gz"
	echo "$PORT" >"$KUBECTL_STATE/ports/a"
	holder n1_1
	fetch -q --profile heap -o out
	called '^port-forward pod/a :10300 '
	fetch -q --profile heap --remote-port 10301 -o out
	called '^port-forward pod/a :10301 '
	schedulers kube-system
	scheduler a n1 '' '"--secure-port","0"'
	run -4 --separate-stderr fetch --profile heap
	[[ $stderr == *"kube-system/a: no secure port: --secure-port=0"* ]]
}
@test "kubectl alone knows the login, and sends it to the port-forward only" {
	printf 'users: [{name: u, user: {token: %s}}]\n' "sEcReT-7" >"$T/theirs"
	gives "$DATA/heap.gz"
	KUBECONFIG=$T/theirs:$T/more run -0 --separate-stderr fetch --profile heap -o out
	[ "$(cat "$KUBECTL_STATE/requests")" = "/debug/pprof/heap $T/theirs:$T/more" ]
	[[ $(cat "$KUBECTL_STATE/kubeconfig") == *"clusters:"*"server: https://127.0.0.1:"*"insecure-skip-tls-verify: true" ]]
	KUBECONFIG='' HOME=$T/home fetch -q --context prod --profile heap -o out
	called '^get --raw /debug/pprof/heap --cluster snap-fetch --namespace kube-system --context prod$'
	[ "$(tail -n 1 "$KUBECTL_STATE/requests")" = "/debug/pprof/heap $T/home/.kube/config" ]
	run ! grep -rq sEcReT "$KUBECTL_STATE" "$T/w" "$TMPDIR"
	[[ $output$stderr != *sEcReT* ]]
	nothing_left
}
@test "401, 403, 404: what to do" {
	gives "$DATA/heap.gz"
	echo old >out
	says() {
		echo "$1" >"$KUBECTL_STATE/pprof-says"
		run -4 --separate-stderr fetch --profile heap -o out
		[[ $stderr == *"kube-system/kube-scheduler-cp-1: $2"*"$1"*"try: $3"* ]] || { echo "$stderr"; false; }
		[ "$(cat out)" = old ]
	}
	says 'error: You must be logged in to the server (Unauthorized)' 'HTTP status 401: it does not accept the login: ' "'kubectl auth whoami'; "
	says 'Error from server (Forbidden): forbidden: User "dev" cannot get path "/debug/pprof/heap"' 'HTTP status 403: forbidden: ' \
		"'snap-fetch --from kube-scheduler --profile heap --print-role -n kube-system'"
	says 'Error from server (Forbidden): forbidden: User "system:anonymous" cannot get path "/debug/pprof/heap"' \
		'HTTP status 403: it does not know who asks: ' 'a context that logs in with a token'
	says 'Error from server (NotFound): the server could not find the requested resource' 'HTTP status 404: profiling is off: ' "'enableProfiling: true'"
	says 'Unable to connect to the server: getting credentials: exec: executable nosuch not found' 'the program that logs in to the cluster is missing: ' 'install it'
	says 'Unable to connect to the server: http: server gave HTTP response to HTTPS client' 'not a secure port: ' '--remote-port'
	nothing_left
}
@test "what is no whole profile never gets a name" {
	echo old >out
	refuses() {
		gives "$1"
		run -3 --separate-stderr fetch --profile heap -o out
		[[ $stderr == *"kube-scheduler-cp-1: not a profile: $2"* ]] || { echo "$stderr"; false; }
		[ "$(cat out)" = old ]
		run -3 --separate-stderr fetch --profile heap
		[ -z "$output" ]
	}
	echo '<!DOCTYPE html>' >page
	refuses page 'incorrect header check'
	yes '<!DOCTYPE html>' | head -c 300000 >page
	refuses page 'incorrect header check'
	head -c 9000 "$DATA/heap.gz" >half
	refuses half 'the gzip data are cut'
	{ cat "$DATA/heap.gz"; echo; } >longer
	refuses longer 'more bytes follow the gzip data'
	{ head -c 9000 "$DATA/heap.gz"; printf 'XXXX'; tail -c +9005 "$DATA/heap.gz"; } >damaged
	refuses damaged ''
	echo 'no profile' | gzip >text.gz
	refuses text.gz 'the gzip data are no fields of Protocol Buffers'
	gzip -d <"$DATA/cpu.gz" | head -c 4000 | gzip >part.gz
	refuses part.gz 'its last field is cut'
	printf '\010\001' | gzip >nameless.gz
	refuses nameless.gz 'it has no table of names'
	nothing_left
}
@test "limits: --max-size, packed and not, and --timeout" {
	gives "$DATA/heap.gz"
	run -5 --separate-stderr fetch --profile heap --max-size 9000 -o out
	[[ $stderr == *"the profile has more than 9000 bytes"*"try: --max-size with more"* ]]
	run -5 --separate-stderr fetch --profile heap --max-size 30000 -o out
	# Blocks without a byte in them.
	{ head -c 10 "$DATA/heap.gz"; printf '\0\0\0\377\377%.0s' {1..3000}; } >hollow
	gives hollow
	run -5 --separate-stderr fetch --profile heap --max-size 9000 -o out
	serve "$B/tests/badserver" silent
	echo "$PORT" >"$KUBECTL_STATE/ports/kube-scheduler-cp-1"
	run -5 --separate-stderr fetch --profile heap --timeout 2 -o out
	[[ $stderr == *"time-out: no whole profile from pod kube-scheduler-cp-1 after 2s"* && ! -e out ]]
	nothing_left
}
@test "a port-forward that is forbidden, that leads nowhere, that dies" {
	gives "$DATA/heap.gz"
	echo 'create portforward' >"$KUBECTL_STATE/forbidden"
	run -4 --separate-stderr fetch --profile heap -o out
	[[ $stderr == *"pod kube-scheduler-cp-1: forbidden: "*"pods/portforward"*"--from kube-scheduler --profile heap --print-role -n kube-system"* ]]
	rm "$KUBECTL_STATE/forbidden"
	echo 'after 9000' >"$KUBECTL_STATE/forward/kube-scheduler-cp-1"
	run -3 --separate-stderr fetch --profile heap -o out
	[[ $stderr == *"not a profile: the gzip data are cut"* ]]
	rm "$KUBECTL_STATE/forward/kube-scheduler-cp-1"
	echo 1 >"$KUBECTL_STATE/ports/kube-scheduler-cp-1"
	run -4 --separate-stderr fetch --profile heap -o out
	[[ $stderr == *"port-forward died: "*"connection refused"*"nothing listens there in pod kube-scheduler-cp-1: --remote-port"* ]]
	[ ! -e out ]
	nothing_left
}
@test "one pod at a time; a standby with --pod" {
	gives "$DATA/heap.gz"
	echo "$PORT" >"$KUBECTL_STATE/ports/kube-scheduler-cp-0"
	mkdir "$KUBECTL_STATE/pods"
	jq '.items[0]' "$KUBECTL_STATE/pods-kube-system.json" >"$KUBECTL_STATE/pods/kube-scheduler-cp-0"
	fetch -q --profile heap --pod kube-scheduler-cp-0 -o out
	called '^port-forward pod/kube-scheduler-cp-0 '
	schedulers kube-system
	scheduler a n1 '' '"--leader-elect=false"'
	scheduler b n2 '' '"--leader-elect=false"'
	run -4 --separate-stderr fetch --profile heap -o out
	[[ $stderr == *"more than one leader: 2 pods lead, a and b"*"--pod"* ]]
}
@test "a signal takes children and files along" {
	serve "$B/tests/badserver" silent
	echo "$PORT" >"$KUBECTL_STATE/ports/kube-scheduler-cp-1"
	snap-fetch --from kube-scheduler -q --profile heap -o out 3>&- &
	pid=$!
	wait_for "[ -e '$KUBECTL_STATE/kubeconfig' ]"
	[ -n "$(ls -A "$TMPDIR")" ]
	kill -TERM "$pid"
	wait "$pid" && status=0 || status=$?
	[ "$status" -eq 143 ]
	nothing_left
	[ -z "$(ls -A)" ]
}
@test "a real kubectl sends the login to the port-forward, past a proxy and an authority of the cluster" {
	[ -n "$REAL" ] || skip "no kubectl"
	echo "$REAL" >"$KUBECTL_STATE/real-kubectl"
	serve "$B/tests/tlsserver" "$DATA/cert.pem" "$DATA/key.pem" "$DATA/heap.gz"
	echo "$PORT" >"$KUBECTL_STATE/ports/kube-scheduler-cp-1"
	# logs_in USER: with a cluster of the same name as the one that snap-fetch makes
	logs_in() {
		printf '%s\n' 'apiVersion: v1' 'kind: Config' 'current-context: x' 'contexts: [{name: x, context: {cluster: snap-fetch, user: u}}]' \
			'clusters: [{name: snap-fetch, cluster: {server: "https://127.0.0.1:9", proxy-url: "http://127.0.0.1:9", certificate-authority: /nowhere}}]' \
			"users: [{name: u, user: {$1}}]" >"$T/kubeconfig"
		KUBECONFIG=$T/kubeconfig run -"${2:-0}" --separate-stderr fetch --profile heap -o out
	}
	logs_in 'token: good'
	cmp out "$DATA/heap.gz"
	rm out
	printf '%s\n' '#!/bin/sh' "echo '{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\",\"status\":{\"token\":\"good\"}}'" >"$T/plugin"
	chmod +x "$T/plugin"
	logs_in "exec: {apiVersion: client.authentication.k8s.io/v1, command: $T/plugin, interactiveMode: Never}"
	cmp out "$DATA/heap.gz"
	rm out
	logs_in 'token: wrong' 4
	[[ $stderr == *"HTTP status 401: it does not accept the login"* ]]
	logs_in 'token: weak' 4
	[[ $stderr == *"HTTP status 403: forbidden"* ]]
	logs_in 'token: idle' 4
	[[ $stderr == *"HTTP status 404: profiling is off"* ]]
	logs_in '' 4
	[[ $stderr == *"not logged in to the cluster"* ]]
	[ ! -e out ]
	nothing_left
}
@test "options: words, seconds, what does not go together; --print-role" {
	for o in '' heaps heap=5 cpu= cpu=0 cpu=3601 cpu=1.5 goroutine=1 mutex; do
		run -2 --separate-stderr fetch --profile "$o"
	done
	run -2 --separate-stderr snap-fetch --from kube-scheduler --profile cpu --timeout 30
	[[ $stderr == *"--profile: 30 s do not fit into --timeout, which is 30 s"* ]]
	run -2 --separate-stderr fetch --profile heap --no-signal
	run -2 --separate-stderr fetch --remote-port 10300
	run -2 --separate-stderr snap-fetch --profile heap
	[[ $stderr == *"--profile does not go with --from kai"* ]]
	[[ $(fetch --profile heap --print-role) == *"pods/portforward"*"kind: ClusterRole"*"nonResourceURLs: [/debug/pprof/*]"* ]]
	[[ $(fetch --profile heap --print-role) != *"pods/exec"* && $(fetch --print-role) != *ClusterRole* ]]
	mkdir "$T/a:b"
	gives "$DATA/heap.gz"
	TMPDIR=$T/a:b run -4 --separate-stderr fetch --profile heap
	[[ $stderr == *"KUBECONFIG cannot name a temporary file"* ]]
}
