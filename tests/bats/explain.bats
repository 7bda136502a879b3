#!/usr/bin/env bats
# snap-replay --explain and --show search, on a cluster of four GPU nodes that is full: team red is below its share, blue above, green limited.
load ../lib/env

setup() {
	T=$BATS_TEST_TMPDIR
	S=$TOP/tests/data/explain.json
}

# why NAME...: the explanation as text
why() {
	local args=() n
	for n in "$@"; do args+=(--explain "$n"); done
	snap-replay --show summary --no-timings --format text "${args[@]}" "$S"
}
# has TEXT: $output holds it, however its lines are wrapped
has() { [[ $(tr -s ' \n' ' ' <<<"$output") == *"$1"* ]] || { echo "not there: $1"; echo "$output"; return 1; }; }
# explained FILTER NAME...: jq on the explain events
explained() {
	local filter=$1 args=() n
	shift
	for n in "$@"; do args+=(--explain "$n"); done
	snap-replay --format json --show summary "${args[@]}" "$S" | jq -c "select(.event == \"explain\") | $filter"
}

@test "a gang that found no place: order, nodes in groups, how many pods fit, what each action tried" {
	run -0 why red/train
	has "why red/train"
	has "pod group of 2 pods, queue red, priority 50, minimum 2"
	has "visited as number 2 (5 waited at the start): no place"
	has "behind red/hot by priority: 100 against 50"
	has "before red/wide by creation time: 2026-03-01T03:00:00Z against 2026-03-01T03:10:00Z"
	has "0 of 2 pods found a node; red/train-0 is the first that did not"
	has "3 nodes: not enough GPUs (0 to 1 of 4 free)"
	has "1 node: no GPUs: cpu-1"
	has "1 node: node(s) had untolerated taint(s) [predicates]: gpu-4"
	has "5 scenarios: a victim found no other place"
	has "1 scenario: victims of queue red took the room back"
	has "with it queue red would be over its fair share of GPUs"
	has "victims: 0 pod groups; not: 3 of another queue, 2 not preemptible, 1 of the same or a higher priority"
	has "in the end: 2 Pending"
}

@test "queues are compared by proportion's steps, with both figures" {
	run -0 why more
	has "behind green/over by dominant share, with its next pod group: 2 against 2.25 (queue green against queue blue)"
	has "behind green/over by dominant share: 0 against 1.75 (queue green against queue blue)"
}

@test "a pod that is placed: the node, the score by plugin; the next one of its group fails" {
	run -0 why more
	has "visited as number 5 (5 waited at the start): bound"
	has "pod blue/more-0: takes gpu-3, score 1006.75 (nodeavailability 1000, nodeplacement 6.75)"
	has "visited as number 6 (5 waited at the start): no place"
	has "pod blue/more-1: no node takes it"
}

@test "a limit, a gang that is not ready, a pod group of another node pool" {
	run -0 why over short away
	has "Limit is 4 GPUs, currently 0 GPUs allocated and workload requested 8 GPUs"
	has "like red/train, which is no harder to place and failed: 17 scenarios proposed, 9 duplicates, 7 simulated 5 scenarios: a victim found no other place and 2 rarer reasons"
	has "allocate, consolidation, reclaim, preempt"
	has "not visited: it is not ready: it needs 2 pods, and 1 is there"
	has "no part of this cycle: of another node pool"
}

@test "who takes the room: victims, node, what it waits for; whom it was taken from, and by which rule" {
	run -0 why hot batch-1-0
	has "visited as number 1 (5 waited at the start): solved"
	has "victims: 4 pod groups; not: 2 of the same queue"
	has "pod red/hot-0: waits for room on gpu-2, score 9 (nodeplacement 9)"
	has "red/hot-0 is to run on gpu-2 when these are gone: blue/batch-1-0"
	has "pod of pod group blue/batch-1, queue blue"
	has "blue/batch-1-0 is evicted from gpu-2 on behalf of red/hot: queue blue had more than its fair share"
	has " queue blue held 9 GPUs (fair share 4, quota 4), queue red held 3 GPUs (fair share 8, quota 8)"
	run -0 explained 'select(.kind == "evict") | [.resource, (.queues[] | .queue, .allocated, .fairShare, .deserved)]' batch-1-0
	[ "$output" = '["gpu","blue",9,4,4,"red",3,8,8]' ]
}

@test "a runner-up is told with its parts" {
	jq -c '.rawObjects.pods |= map(select(.metadata.name | startswith("batch") | not)) | .rawObjects.nodes |= map(del(.spec.taints))' "$S" >"$T/room.json"
	S=$T/room.json
	run -0 why red/hot
	has "pod red/hot-0: takes gpu-2, score 1000 (nodeavailability 1000)"
	has "runner-up gpu-4, score 1000 (nodeavailability 1000); equal: the name decides"
	run -0 explained 'select(.kind == "nodes") | [.node, .score, .parts.nodeavailability, .fit, .nodes, .others[0].example]' red/hot
	[ "$output" = '["gpu-2",1000,1000,2,5,"gpu-4"]' ]
}

@test "the events: visits, nodes, search, evictions, pipelines, the state" {
	run -0 explained 'select(.kind == "visit" and .action == "allocate") | [.about, .number, .waiting, .outcome, .before.first, .before.by, .before.firstValue, .before.secondValue, .after.second, .pods, .placed, .failed]' red/train
	[ "$output" = '["red/train",2,5,"no place","red/hot","priority","100","50","red/wide",2,0,"red/train-0"]' ]
	run -0 explained 'select(.kind == "nodes") | .refused[] | [.nodes, .plugin, .example, (.lacking // [] | .[] | .resource, .freeMin, .freeMax, .capacityMin)]' red/train
	[ "${lines[0]}" = '[3,null,"gpu-1","gpu",0,1,4]' ]
	[ "${lines[1]}" = '[1,null,"cpu-1","gpu",0,0,0]' ]
	[ "${lines[2]}" = '[1,"predicates","gpu-4"]' ]
	run -0 explained 'select(.kind == "search" and .action == "consolidation") | [.result, .victimPodGroups, (.generators | map(.generator, .proposed, .duplicates, .simulated)), ([.failures[].scenarios] | add)]' red/train
	[ "$output" = '["exhausted",5,["NodeLocalGreedy",5,0,5,"MultiNodeGang",12,9,2],7]' ]
	run -0 explained 'select(.kind == "evict") | [.action, .pod, .node, .preemptor, .rule]' batch-1
	[ "$output" = '["reclaim","blue/batch-1-0","gpu-2","red/hot","queue blue had more than its fair share"]' ]
	run -0 explained 'select(.kind == "pipeline") | [.action, .pod, .node, .waitsFor]' hot
	[ "$output" = '["reclaim","red/hot-0","gpu-2",["blue/batch-1-0"]]' ]
	run -0 explained 'select(.kind == "state") | [.about, .pods, .status, .node]' hot batch-1-0
	[ "$output" = '["red/hot",{"Pipelined":1},null,null]
["blue/batch-1-0",null,"Releasing","gpu-2"]' ]
	run -0 explained 'select(.kind == "absent" and .action == "allocate") | .message' short
	[ "$output" = '"it is not ready"' ]
}

@test "what is decided does not depend on what is explained" {
	local args=() n
	for n in red/hot red/train red/wide blue/more green/over green/short blue/serve blue/batch-0 blue/batch-1 red/base red/sweep green/away; do args+=(--explain "$n"); done
	for more in "" --exhaustive --like-snapshot-tool; do
		snap-replay --format json --no-timings --show all $more "$S" >"$T/without"
		snap-replay --format json --no-timings --show all $more "${args[@]}" "$S" >"$T/with"
		grep -v '"event":"explain"' "$T/with" | cmp - "$T/without"
		[ "$(grep -c '"event":"explain"' "$T/with")" -gt 40 ]
	done
}

@test "the same input gives the same explanation" {
	why red/train blue/more green/over >"$T/one"
	why red/train blue/more green/over >"$T/two"
	cmp "$T/one" "$T/two"
}

@test "an unknown name is wrong usage: nothing on stdout, the nearest names on stderr, the old file stays" {
	run -2 --separate-stderr snap-replay --explain red/trian "$S"
	[ -z "$output" ]
	[[ $stderr == *"--explain: no pod or pod group named 'red/trian' in the snapshot"* ]]
	[[ $stderr == *"try: red/train"* ]]
	run -2 --separate-stderr snap-replay --explain zzzzzzzzzzzzzzzzzzzzzzzz "$S"
	[[ $stderr == *"snap-inspect --list pods"* ]]
	echo old >"$T/out"
	run -2 snap-replay -o "$T/out" --explain red/train --explain nobody "$S"
	[ "$(cat "$T/out")" = old ]
}

@test "a bare name means all of that name, pod groups before pods" {
	jq -c '.rawObjects.pods[3].metadata.name = "same" | .rawObjects.pods[4].metadata.name = "same" | .rawObjects.pods[0].metadata.name = "train"' \
		"$S" >"$T/names.json"
	S=$T/names.json
	run -0 explained 'select(.kind == "state") | .about' same
	[ "$(echo "$output" | sort | tr '\n' ' ')" = '"blue/same" "red/same" ' ] || { echo "$output"; false; }
	run -0 explained 'select(.kind == "state") | .about' red/same
	[ "$output" = '"red/same"' ]
	run -0 explained 'select(.kind == "state") | .about' train
	[ "$output" = '"red/train"' ]
	run -0 explained 'select(.kind == "state") | .about' blue/train
	[ "$output" = '"blue/train"' ]
}

@test "--show search tells each search, and only when asked" {
	[ "$(snap-replay --format json "$S" | grep -c '"event":"search"')" = 0 ]
	run -0 bash -c 'snap-replay --format json --show search --no-timings "$0" | jq -c "[.action, .podGroup, .queue, .result, .proposed, .duplicates, .simulated, .preemptorFailed, .refused, has(\"duration_ms\")]"' "$S"
	[ "${lines[0]}" = '["consolidation","red/train","red","exhausted",17,9,7,2,5,false]' ]
	[[ $output == *'["reclaim","red/hot","red","solved",3,0,3,'* ]]
	[ "${#lines[@]}" = 7 ]
	[ "$(snap-replay --format json --show search "$S" | jq -s 'all(.duration_ms >= 0)')" = true ]
	run -0 snap-replay --format text --show search --no-timings "$S"
	has "consolidation red/train exhausted 17 9 7"
}

@test "a pod without pod group is no matter of the scheduler" {
	jq -c '.rawObjects.pods[0].metadata.annotations = {} | .rawObjects.pods[0].metadata.name = "lone"' "$S" >"$T/lone.json"
	S=$T/lone.json
	run -0 why blue/lone
	has "a pod without pod group, Running on gpu-1: the scheduler does not place it"
}

@test "a hopeless gang in a full cluster with unlimited departments explains itself in one screen" {
	sh "$TOP/tests/lib/full_cluster.sh" 300 >"$T/full.json"
	run -0 snap-inspect --check "$T/full.json"
	run -0 snap-replay --show summary --no-timings --format text --explain ns/gang "$T/full.json"
	has "300 nodes: not enough GPUs (0 of 8 free)"
	has "it asks for 256 GPUs, and 0 are free in the cluster"
	has "visited as number 1 (1 waited at the start): exhausted"
	has "victims: 300 pod groups"
	has "took the room back"
	[ "${#lines[@]}" -le 45 ]
	[ "${SHORTCUTS:-yes}" != no ] || skip "built without short cuts"
	run -0 snap-replay --show summary --no-timings --format text --victim-notes 0 --explain ns/gang "$T/full.json"
	has "2 probes: no choice of victims makes room for it"
	[ "${#lines[@]}" -le 45 ]
}
