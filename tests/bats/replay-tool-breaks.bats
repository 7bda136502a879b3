#!/usr/bin/env bats
# snap-replay --tool with a tool that panics, hangs or is killed: what its log told until then stays, and the message says where it was.
load ../lib/env

setup() {
	T=$BATS_TEST_TMPDIR
	DATA=$TOP/tests/data/tool
	export TMPDIR=$T/tmp HOME=$T
	mkdir "$TMPDIR"
	cd "$T"
	printf '{"config":{"actions":"allocate"},"schedulerParams":{},"rawObjects":{}}' >snapshot.json
	cp "$DATA/v4.log" log
	# stand_in: a tool that prints the file log and does then what the file behave says
	printf '#!/bin/sh\n[ ! -s log ] || cat log >&2\n. ./behave\n' >tool
	chmod +x tool
}
events() { jq -c "select(.event == \"$1\")" "${2:-out}"; }
# panics MESSAGE FUNCTION LOCATION: adds a panic to the log, as Go prints one.
panics() {
	printf 'panic: %s\n\ngoroutine 1 [running]:\npanic({0x2a, 0x3b})\n\t/go/src/runtime/panic.go:783 +0x132\nexample.com/a/plugins/%s(0x3c?, {0x1, 0x2})\n\t/src/%s +0x12\nmain.main()\n\t/src/main.go:151 +0xe2a\n' "$@" >>log
	echo "exit 2" >behave
}
# replay STATUS ARGUMENT...: out and err are what it prints
replay() {
	local want=$1 status=0
	shift
	snap-replay --tool ./tool "$@" snapshot.json >out 2>err || status=$?
	[ "$status" -eq "$want" ] || { cat out err && false; }
}

@test "a panic in the middle: the decisions so far are told, marked as partial and without a hash" {
	sed -i '/Evicting task: ns-b\/old-1/,$d' log
	panics "assignment to entry in nil map" 'x.(*P).f' x/p.go:7
	replay 4
	[ "$(head -1 err)" = "snap-replay: snapshot.json: the snapshot-tool panicked: assignment to entry in nil map: in x.(*P).f, x/p.go:7; it was at: reclaim, the last pod group tried: ns-a/big (number 1)" ]
	[ "$(jq -r .event out | xargs)" = "start queue warning bind bind evict summary" ]
	diff - <(events summary) <<-'END'
		{"event":"summary","partial":"the snapshot-tool panicked: assignment to entry in nil map: in x.(*P).f, x/p.go:7; it was at: reclaim, the last pod group tried: ns-a/big (number 1)","action_durations_ms":{"allocate":3.248},"binds":2,"pipelines":0,"evictions":1,"notTold":["pending"]}
	END
	replay 4 -f text
	[[ $(head -1 out) == "as far as the log goes: 2 pods bound, 1 running pod of 1 group loses its place" ]]
	grep -q '^partial: the snapshot-tool panicked: assignment' out
	run ! grep -q '^hash' out
}

@test "a panic behind all decisions: their hash is told, but no pending pod group is claimed to be all" {
	echo true >behave
	replay 0
	hash=$(events summary | jq -r .decisions)
	panics "runtime error: invalid memory address or nil pointer dereference" 'numa.(*numaPlugin).prePredicate' numa/numa.go:164
	replay 4 -v 6 --log-file kept
	[ "$(events summary | jq -r .decisions)" = "$hash" ]
	[ "$(events summary | jq -c .notTold)" = '["pending"]' ]
	[[ $(head -1 err) == *": in numa.(*numaPlugin).prePredicate, numa/numa.go:164: all is decided, and it asks the plugin numa, already closed, why a pod is pending; it was at: the end of its run, behind all decisions" ]]
	[[ $(sed -n 2p err) == "snap-replay: try: -v 5 or less, "* ]]
	grep -q "numa.go:164" kept
	replay 4 -v 6 --log-file kept -f text
	[[ $(head -1 out) == "2 pods bound, "* && $(head -1 out) != *pending* ]]
	grep -q '^hash' out
}

@test "the cause of a panic is told where its place tells it" {
	while read -r function words; do
		cp "$DATA/v4.log" log
		panics "runtime error" "$function" x/y.go:1
		replay 4
		[[ $(head -1 err) == *", x/y.go:1: "*"$words"* ]] || { cat err && false; }
	done <<-'END'
		framework.OpenSession config is null
		main.main schedulerParams is null
		main.loadClientsWithSnapshot object of rawObjects is null
		cache.newSchedulerCache partitionParams is null
		storageclaim_info.NewStorageClaimInfo a volume claim names no storage class
		resource_info.NewResourceVector the node pool has no node
		proportion.(*proportionPlugin).OnSessionOpen.(*proportionPlugin).deallocateHandlerFn.func2 a stale gang whose queue
		dynamicresources.(*draPlugin).deallocateResourceClaim resource claims
	END
}

@test "with --output, what a tool told that broke has a name of its own, and a file that is there stays" {
	panics boom f x.go:1
	echo old >result
	replay 4 -o result
	[ "$(cat result)" = old ]
	[ "$(events summary result.partial | jq -r .partial)" = "the snapshot-tool panicked: boom: in f, src/x.go:1; it was at: the end of its run, behind all decisions" ]
	[ "$(tail -1 err)" = "snap-replay: result.partial has what the log told until then" ]
	# before the session is open there is nothing to tell
	cp "$DATA/panic.log" log
	replay 4 -o new
	[ ! -s out ] && [ ! -e new ] && [ ! -e new.partial ]
	[ -z "$(ls -A "$TMPDIR")" ]
}

@test "a time-out tells the action and the pod group, ends the tool and what it started, and keeps the decisions" {
	sed -i '/Pipelining task: ns-a\/big-0/,$d' log
	echo 'sleep 600 & echo $! >child; echo $$ >pid; wait' >behave
	replay 5 --timeout 3s
	[ "$(head -1 err)" = "snap-replay: snapshot.json: time-out: it takes longer than 3s: the snapshot-tool was at: reclaim, the last pod group tried: ns-a/big (number 1)" ]
	[ "$(sed -n 2p err)" = "snap-replay: try: a longer --timeout" ]
	[ "$(jq -r .event out | xargs)" = "start queue warning bind bind evict evict warning summary" ]
	[[ $(events summary | jq -r .partial) == "time-out: "*"ns-a/big (number 1)" ]]
	[ -z "$(ls -A "$TMPDIR")" ]
	for pid in $(cat pid child); do until ! kill -0 "$pid" 2>/dev/null; do sleep 0.05; done; done
	# that ignores SIGTERM, or has closed its output
	echo 'trap "" TERM; echo $$ >pid; while :; do sleep 600; done' >behave
	replay 5 --timeout 3s
	run ! kill -0 "$(cat pid)"
	echo 'echo $$ >pid; exec sleep 600 >/dev/null 2>&1' >behave
	replay 5 --timeout 3s
	run ! kill -0 "$(cat pid)"
	: >log
	replay 5 --timeout 3s
	[ ! -s out ]
	[[ $(head -1 err) == *": the snapshot-tool was at: reading the snapshot" ]]
}

@test "a tool that is silent is told, with what is known; --quiet says nothing" {
	printf '{"config":{"actions":"allocate"},"schedulerParams":{},"rawObjects":{"nodeResourceTopologies":[{"metadata":{"name":"n"}}]}}' >snapshot.json
	: >log
	echo 'echo $$ >pid; while :; do sleep 0.05; [ ! -e go ] || exit 1; done' >behave
	snap-replay --tool ./tool snapshot.json >out 2>err 3>&- &
	until grep -q 'logged nothing for' err; do kill -0 $!; sleep 0.05; done
	touch go
	wait $! || true
	[ "$(head -1 err)" = "snap-replay: snapshot.json: warning: the snapshot-tool has logged nothing for 10s: reading the snapshot: tools of v0.16 wait without end for the NodeResourceTopologies of a snapshot; those of v0.17 and the native engine do not" ]
	rm go
	replay 5 --timeout 3s
	[[ $(sed -n 2p err) == "snap-replay: try: tools of v0.16 wait without end"* ]]
	# once its session opens, it is past that
	sed -n 1p "$DATA/v4.log" >log
	replay 5 --timeout 3s
	[[ $(head -1 err) == *": the start of its session" && $(sed -n 2p err) == "snap-replay: try: a longer --timeout" ]]
}

@test "a tool that is killed or fails: where it was" {
	sed -i '/Pipelining task: ns-a\/big-0/,$d' log
	echo 'kill -9 $$' >behave
	replay 4
	[[ $(head -1 err) == *": the snapshot-tool was killed: killed by signal 9 (Killed), when it was at: reclaim, the last pod group tried: ns-a/big (number 1)" ]]
	[[ $(events summary | jq -r .partial) == "the snapshot-tool was killed: "* ]]
	echo 'exit 7' >behave
	replay 4
	[[ $(head -1 err) == *": the snapshot-tool failed: exit status 7, when it was at: reclaim, "* ]]
}

@test "the native engine's time-out tells the action and the pod group" {
	# its log goes to a pipe that nobody reads, which is full in the middle of an action
	mkfifo pipe
	exec 9<>pipe
	local case=$TOP/tests/conformance/placement/901.json
	run -5 --separate-stderr snap-replay -q --timeout 2s -v 4 --log-file pipe "$case"
	[[ ${stderr_lines[0]} =~ ": time-out: it takes longer than 2s: allocate, pod group team-"[a-z]+/[a-z0-9-]+" (number "[0-9]+")"$ ]]
	[ "${stderr_lines[1]}" = "snap-replay: try: a longer --timeout" ]
	rm pipe && mkfifo pipe && exec 9<>pipe
	run -5 --separate-stderr snap-replay -q --timeout 2s -v 4 --log-file pipe --actions reclaim,preempt "$case"
	[[ ${stderr_lines[0]} =~ ": preempt, pod group team-"[a-z]+/[a-z0-9-]+" ("[0-9]+" of "[0-9]+")"$ ]]
}

@test "a bind that failed is no bind, and is warned of once" {
	front=$'2026-07-07T19:58:11.112+0300\tERROR\tx/y.go:1\t[snapshot-runner] [allocate] '
	echo true >behave
	replay 0
	events warning >before
	sed -i "/Creating bind request for task <ns-a\/train-1>/a ${front}Failed to bind pod ns-a/train-1 to node node-1. bindrequests \"train-1\" already exists\n${front}Failed to bind task <ns-a/train-1>. Error: bindrequests \"train-1\" already exists\n${front}Failed to allocate task. error: bindrequests \"train-1\" already exists" log
	replay 0
	[ "$(events bind | jq -r .pod)" = ns-a/train-0 ]
	[ "$(events summary | jq .binds)" -eq 1 ]
	diff <(events warning | grep -v 'train-1') before
	[ "$(events warning | grep -c train-1)" -eq 1 ]
	# in its place between the decisions
	[ "$(jq -r '.event + " " + (.pod // "")' out | sed -n '/bind/,/evict/p' | xargs)" = "bind ns-a/train-0 warning evict ns-b/old-0" ]
}

@test "each level says which events its log does not tell" {
	echo true >behave
	for level in '2 ["queue","bind","pipeline","evict","pending"]' '3 ["pipeline","evict","pending"]' '4 ["pending"]' '5 ["pending"]' '6 null'; do
		replay 0 -v "${level%% *}" --log-file kept
		[ "$(events summary | jq -c .notTold)" = "${level#* }" ]
		replay 0 -v "${level%% *}" --log-file kept -f text
		case $level in
		6*) run ! grep '^not told' out ;;
		3*) [ "$(tail -1 out)" = "not told: pipeline (-v 4), evict (-v 4), pending (-v 6)" ] ;;
		*) grep -q '^not told: .*pending (-v 6)$' out ;;
		esac
	done
}

@test "figures of queues of any size, and below zero, become events; what is no number is a warning" {
	echo true >behave
	sed -i 's/GPU: deserved: <2.5>/GPU: deserved: <-3.5>/; s/fairShare: <137.438>/fairShare: <123456789012345678901234.5>/' log
	replay 0
	[ "$(events queue | jq .deserved.gpu)" = -3.5 ]
	events queue | jq -e '.fairShare.memory > 1.234e32 and .fairShare.memory < 1.235e32'
	sed -i 's/fairShare: <123456789012345678901234.5>/fairShare: <+Inf>/' log
	replay 0
	[ -z "$(events queue)" ]
	[ "$(events warning | jq -r 'select(.where == "team-a").what')" = "the figures of a queue in the log are no numbers: no queue event" ]
}
