#!/usr/bin/env bats
# snap-fetch --from kube-scheduler: the leader's dump, out of its log.
# shellcheck disable=SC2154 # stderr: run --separate-stderr sets it
load ../lib/env
load ../lib/cluster
load ../lib/kube_scheduler
bats_require_minimum_version 1.5.0

setup() {
	T=$BATS_TEST_TMPDIR
	mkdir "$T/w"
	cluster_new
	schedulers_new
	schedulers kube-system
	scheduler kube-scheduler-cp-0 cp-0
	scheduler kube-scheduler-cp-1 cp-1
	holder cp-1_6fb1df1a-15d5-48e0-87d0-7e7fd644feef
	cd "$T/w" || exit
}
teardown() { servers_stop; }

called() { grep -q -- "$1" "$KUBECTL_STATE/calls"; }
fetch() { snap-fetch --from kube-scheduler --timeout 30 "$@"; }
nodes() { snap-import -q "$@" | jq -r '.rawObjects.nodes | map(.metadata.name) | join(" ")'; }

@test "the leader's new dump, whole, and nothing else of the log" {
	run -0 --separate-stderr fetch -o out
	[ "$(nodes out)" = "gpu-0 on-cp-1" ]
	[ "$(snap-import --dump list out | jq -c '[.dump, .nodes, .scheduled, .pending, .whole]')" = '[1,2,3,4,true]' ] ||
		[ "$(snap-import --dump list out | jq -s length)" -eq 1 ]
	[[ $stderr == *"kube-system/kube-scheduler-cp-1"* ]]
	run ! grep -v -e dumper.go -e comparer.go -e "^"$'\t' -e '^ >$' out
	called '^exec kube-scheduler-cp-1 -c kube-scheduler --namespace kube-system -- sh -c kill -USR2 1$'
	called '^logs kube-scheduler-cp-1 .*--follow'
	run ! called 'exec kube-scheduler-cp-0'
	[ "$(grep -nE '^(logs|exec)' "$KUBECTL_STATE/calls" | cut -d' ' -f1 | cut -d: -f2 | tr '\n' ' ')" = "logs exec " ]
	no_child_left
}
@test "OpenShift's pods are found, the node's name with its domain, kill in place of sh" {
	schedulers openshift-kube-scheduler
	scheduler openshift-kube-scheduler-m1.example.com m1.example.com
	scheduler openshift-kube-scheduler-m10.example.com m10.example.com
	holder m1_6fb1df1a
	echo kill >"$KUBECTL_STATE/exec-forms"
	fetch -q -o out
	[ "$(nodes out)" = "gpu-0 on-m1.example.com" ]
	called '^exec openshift-kube-scheduler-m1.example.com .* -- kill -USR2 1$'
}
@test "an image without sh and kill: what to do by hand, and --no-signal" {
	rm "$KUBECTL_STATE/exec/kube-scheduler-cp-1"
	run -4 --separate-stderr fetch -o out
	[[ $stderr == *"its image holds no program that sends a signal"*"as root on node cp-1: pkill -USR2 -x kube-scheduler"*"--no-signal --pod kube-scheduler-cp-1 -n kube-system"* ]]
	[ ! -e out ]
	no_child_left
	echo >"$KUBECTL_STATE/calls"
	fetch -q --no-signal --pod kube-scheduler-cp-1 -n kube-system -o out || true
	mkdir -p "$KUBECTL_STATE/pods"
	jq '.items[1]' "$KUBECTL_STATE/pods-kube-system.json" >"$KUBECTL_STATE/pods/kube-scheduler-cp-1"
	fetch -q --no-signal --pod kube-scheduler-cp-1 -n kube-system -o out
	run ! called '^exec'
	[ "$(nodes out)" = "$(nodes "$LOG")" ]
	[ "$(snap-import --dump list out | jq -s length)" -eq 1 ]
}
@test "JSON logs, stamped lines, unstructured dumps" {
	f=$KUBECTL_STATE/exec/kube-scheduler-cp-1
	{
		grep -i mismatch "$TOP/tests/data/import/dump.json.log" || true
		grep Dump "$TOP/tests/data/import/dump.json.log" | tail -n 2
	} >"$f"
	fetch -q -o out
	[ "$(nodes out)" = "$(nodes "$LOG")" ]
	sed 's/^/2026-03-14T09:26:53.589793123Z /' "$T/dump" >"$f"
	fetch -q -o out
	[ "$(snap-import -q out | jq -r .source.capturedAt)" = 2026-03-14T09:26:53.589793123Z ]
	h='I0314 09:26:53.589793       1 dumper.go:47] '
	{
		echo "${h}Dump of cached NodeInfo"
		sed -n '/nodes=<$/,/^ >$/p' "$T/dump" | sed '1d; s/^\t//; /^ >/d; /^$/d' | awk -v h="$h" '/^Node name/ { print h } { print }'
		echo "${h}Dump of scheduling queue:"
		sed -n '/pods=<$/,/^ >$/p' "$T/dump" | sed '1d; s/^\t//; /^ >/d'
	} >"$f"
	fetch -q -o out
	[ "$(nodes out)" = "$(nodes "$LOG")" ]
}
@test "each Lease has its leader; one that does not elect leads" {
	schedulers kube-system
	scheduler a n1 '' '"--leader-elect-resource-name=gold"'
	scheduler b n2 '' '"--leader-elect-resource-name=gold"'
	scheduler c n3 '' '"--leader-elect=false"'
	holder n2_1 gold
	fetch -q -o out
	[ "$(snap-import --dump list out | jq -s length)" -eq 2 ]
	grep -q on-n2 out
	grep -q on-n3 out
	run ! grep -q on-n1 out
}
@test "the holder's host with capitals, as the node's name never has them" {
	holder CP-1_6fb1df1a
	fetch -q -o out
	[ "$(nodes out)" = "gpu-0 on-cp-1" ]
}
@test "a leader that is not known: not a standby in its place" {
	for h in '' cp-12_1 cp_1; do
		holder "$h"
		run -4 --separate-stderr fetch -o out
		[[ $stderr == *"the leader is not known: "*"--pod NAME"* ]]
		[ ! -e out ]
	done
	rm "$KUBECTL_STATE/leases/kube-scheduler"
	run -4 --separate-stderr fetch -o out
	[[ $stderr == *"lease kube-scheduler not found: "*"try: --pod NAME asks that one"* ]]
	run ! called '^exec'
}
@test "a shared process namespace and another program get no signal" {
	schedulers kube-system
	scheduler a n1 '"hostPID":true'
	run -4 --separate-stderr fetch
	[[ $stderr == *"process 1 is not kube-scheduler"*"node n1"* ]]
	sed -i 's/kube-scheduler"/other"/g; s/hostPID/hostIPC/' "$KUBECTL_STATE/pods-kube-system.json"
	run -4 --separate-stderr fetch
	[[ $stderr == *"no container of kube-scheduler"* ]]
	sed -i 's/"metadata":{/&"deletionTimestamp":"2026-11-22T10:00:00Z",/' "$KUBECTL_STATE/pods-kube-system.json"
	run -4 --separate-stderr fetch
	[[ $stderr == *"all of them are being deleted"*"try: again, as soon as a new one runs: "* ]]
	run ! called '^exec'
}
@test "forbidden, a dump without an end, a log that ends, an exec that hangs" {
	echo 'create exec' >"$KUBECTL_STATE/forbidden"
	run -4 --separate-stderr fetch
	[[ $stderr == *"forbidden"*"pods/exec"* ]]
	[ "$(grep -c '^exec' "$KUBECTL_STATE/calls")" -eq 1 ]
	echo 'get pods' >"$KUBECTL_STATE/forbidden"
	run -4 --separate-stderr fetch
	[[ $stderr == "snap-fetch: openshift-kube-scheduler: pods: forbidden: "*"try: 'snap-fetch --from kube-scheduler --print-role' prints"*"with -n openshift-kube-scheduler "* ]]
	rm "$KUBECTL_STATE/forbidden"
	head -n 5 "$T/dump" >"$KUBECTL_STATE/exec/kube-scheduler-cp-1"
	run -5 --separate-stderr fetch --timeout 2 -o out
	[[ $stderr == *"the dump has no end after 2s"* && ! -e out ]]
	: >"$KUBECTL_STATE/exec/kube-scheduler-cp-1"
	run -5 --separate-stderr fetch --timeout 2 -o out
	[[ $stderr == *"no dump came into the log after 2s"* ]]
	touch "$KUBECTL_STATE/exec-hangs"
	run -5 --separate-stderr fetch --timeout 2 -o out
	rm "$KUBECTL_STATE/logs/kube-scheduler-cp-1"
	run -4 --separate-stderr fetch -o out
	[[ $stderr == *"not found"* ]]
	no_child_left
}
@test "a signal takes the children along" {
	: >"$KUBECTL_STATE/exec/kube-scheduler-cp-1"
	snap-fetch --from kube-scheduler -q -o out 3>&- &
	pid=$!
	wait_for "grep -q ^exec '$KUBECTL_STATE/calls' 2>/dev/null"
	kill -TERM "$pid"
	wait "$pid" && status=0 || status=$?
	[ "$status" -eq 143 ]
	no_child_left
	[ -z "$(ls -A)" ]
}
@test "--no-signal: no dump in the log, half of one, a log that may not be read" {
	fetch_log() { fetch --no-signal -o out; }
	: >"$KUBECTL_STATE/logs/kube-scheduler-cp-1"
	run -3 --separate-stderr fetch_log
	[[ $stderr == *"kube-system/kube-scheduler-cp-1: no whole dump in the log: none has begun"*"without --no-signal"* ]]
	sed '/cpu-1/,/>$/d' "$LOG" >"$KUBECTL_STATE/logs/kube-scheduler-cp-1"
	grep -q 'Dump of scheduling queue.*pods=<' "$KUBECTL_STATE/logs/kube-scheduler-cp-1"
	fetch_log
	[ "$(nodes out)" = "" ] # the whole, empty one before it
	rm out
	echo 'get logs' >"$KUBECTL_STATE/forbidden"
	run -4 --separate-stderr fetch_log
	[[ $stderr == *'the log of pod kube-scheduler-cp-1: forbidden: '*'"pods/log"'*"try: 'snap-fetch --from kube-scheduler --print-role -n kube-system'"* ]]
	[ ! -e out ]
}
@test "options: what does not go together; --print-role" {
	for o in --no-verify --raw "--deployment x" "--url h:1"; do
		# shellcheck disable=SC2086 # an option and its argument
		run -2 --separate-stderr fetch $o
		[[ $stderr == *"does not go with --from kube-scheduler"* ]]
	done
	run -4 --separate-stderr fetch --kubectl "$T/none"
	[[ $stderr == *"kubectl cannot be run"*"--kubectl PATH"* && $stderr != *--url* ]]
	run -2 --separate-stderr snap-fetch --no-signal
	run -2 --separate-stderr fetch --selector '-x y'
	run -2 --separate-stderr fetch --selector a=b --pod x
	[[ ${stderr_lines[0]} == "snap-fetch: one of --pod and --selector, not both" ]]
	run -4 --separate-stderr fetch --pod nope
	[[ $stderr == *"try: 'kubectl get pods -n kube-system', then --namespace or --pod" ]]
	[[ $(fetch --no-signal --print-role) == *pods/log* && $(fetch --no-signal --print-role) != *pods/exec* ]]
	[[ $(fetch --print-role) == *"namespace: kube-system"*"pods/log"*"pods/exec"* ]]
}
