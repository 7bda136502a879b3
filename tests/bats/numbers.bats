#!/usr/bin/env bats
# Numbers of a snapshot that no machine word was made for: taken as the scheduler takes them, refused, or told of; never cut to another.
load ../lib/env

setup() {
	cd "$BATS_TEST_TMPDIR"
	case=$TOP/tests/conformance/alloc-basic/003.json
	now=$(jq -r .now "${case%.json}.decisions.json")
}

replay() { snap-replay --no-timings --now "$now" "$@"; }

decided() { replay "$1" | jq -r 'select(.event == "summary").decisions'; }

# deep N: the case with that queue depth for allocate, in the file `changed`; jq would round it.
deep() { jq -c '.config.queueDepthPerAction = {allocate: "N"}' "$case" | sed "s/\"N\"/$1/" >changed; }

fail() {
	echo "$1"
	return 1
}

@test "queueDepthPerAction beyond 32 bits is no limit" {
	all=$(decided "$case")
	for depth in -1 2147483647 2147483648 4294967297 9223372036854775807; do
		deep $depth
		[ "$(decided changed)" = "$all" ] || fail "$depth"
	done
	deep 1
	[ "$(decided changed)" != "$all" ]
	for depth in 0 -2 -4294967295 9223372036854775808 -9223372036854775809; do
		deep $depth
		run -3 --separate-stderr replay changed
		[[ $stderr == *"$depth"* ]] || fail "$depth: $stderr"
	done
}

@test "numbers that do not fit their field are refused" {
	for change in '.schedulerParams.numOfStatusRecordingWorkers = 1e30' '.rawObjects.podGroups[0].spec.minMember = 2147483648' '.rawObjects.podGroups[0].spec.minMember = -2147483649' \
		'.rawObjects.podGroups[0].spec.subGroups = [{name: "a", minMember: 4294967297}]' '.rawObjects.pods[0].spec.priority = 2147483648' \
		'.rawObjects.pods[0].spec.containers[0].ports = [{hostPort: 4294967376}]' '.rawObjects.podGroups[0].spec.minMember = 1.5' \
		'.schedulerParams.maxNumberConsolidationPreemptees = 1e30'; do
		jq -c "$change" "$case" >changed
		run -3 --separate-stderr replay changed
		path=${change%% *}
		[[ $stderr == "snap-replay: changed: unexpected value: "*" (${path#.}"* ]] || fail "$change: $stderr"
	done
}

@test "amounts beyond 64 bits are what the scheduler makes of them" {
	memory='(.rawObjects.pods[] | select(.status.phase == "Pending").spec.containers[0].resources.requests.memory)'
	binds() { jq -c "$1" "$case" >changed && replay changed 2>err | jq -r 'select(.event == "bind").pod' | sort; }
	small=$(binds "$memory = \"100k\"")
	[ -n "$small" ]
	for nothing in 10E 18446744073709551616 9223372036854775808; do # 0, 0, less than nothing
		[ "$(binds "$memory = \"$nothing\"")" = "$small" ] || fail "$nothing"
		grep -q "a request of a pod is beyond 64 bits" err
	done
	[ -z "$(binds "$memory = \"8E\"")" ] # fits
	run ! grep "beyond 64 bits" err
	[ -z "$(binds "$memory = \"999999999999999999k\"")" ] # 3.9E
	grep -q "a request of a pod is beyond 64 bits" err
}

@test "priorities of queues that no 64 bits lie between are told of" {
	jq -c '.rawObjects.queues[].spec.priority = 0 | .rawObjects.queues[0].spec.priority = "A" | .rawObjects.queues[1].spec.priority = "B"' "$case" >letters
	low=$(jq -r '.rawObjects.queues[0].metadata.name' letters)
	sed 's/"A"/-9223372036854775807/; s/"B"/1/' letters >far
	replay far >out 2>err
	grep -q "so far above that of $low that the scheduler mixes them up" err
	sed 's/"A"/-9223372036854775807/; s/"B"/0/' letters >near
	replay near >out 2>err
	run ! grep "mixes them up" err
}

@test "a node of more GPUs than can be listed, for pods that share one" {
	jq -c '.rawObjects.nodes[].status.allocatable["nvidia.com/gpu"] = "1000000000000000000"
		| .rawObjects.pods[].metadata.annotations += {"gpu-fraction": "0.5", "gpu-fraction-num-devices": "1000000000000000000"}' "$case" >many
	run --separate-stderr timeout 120 snap-replay --now "$now" --no-timings --show summary many
	[ "$status" -le 1 ]
	[[ $stderr == *"so many GPUs that the scheduler may not live to list them"* ]]
}

@test "GPUs without memory have room for nobody who asks for some" {
	label='.rawObjects.nodes[].metadata.labels["nvidia.com/gpu.memory"]'
	asks='.rawObjects.pods[].metadata.annotations |= {"gpu-memory": "1000", "pod-group-name": .["pod-group-name"]}'
	jq -c "$label = \"50\" | $asks" "$case" >none # is rounded down to hundreds
	jq -c "$label = \"5000\" | $asks" "$case" >some
	[ "$(replay none 2>err | grep -c '"event":"bind"')" = 0 ]
	replay some 2>err | grep -q '"event":"bind"'
}

# The case with each pod group's pods in the innermost of N sub-groups one within the other, and with N queues above all others.
nested() {
	jq -c --argjson n "$1" '.schedulerParams.fullHierarchyFairness = true
		| .rawObjects.podGroups[].spec.subGroups = [range($n) | {name: "g\(.)", parent: (if . == 0 then "" else "g\(. - 1)" end)}]
		| .rawObjects.pods[].metadata.labels["kai.scheduler/subgroup-name"] = "g\($n - 1)"
		| (.rawObjects.queues[] | select((.spec.parentQueue // "") == "").spec.parentQueue) = "d\($n - 1)"
		| .rawObjects.queues += [range($n) | {metadata: {name: "d\(.)", uid: "d\(.)"}, spec: {parentQueue: (if . == 0 then "" else "d\(. - 1)" end),
			resources: ([("cpu", "memory", "gpu") | {(.): {quota: -1, limit: -1, overQuotaWeight: 1}}] | add)}}]' "$case"
}

@test "a thousand sub-groups and queues one within the other need little stack; more are over a limit" {
	nested 990 >changed
	[ "$(decided changed)" != "" ]
	nested 1005 >over
	run -5 --separate-stderr replay over
	[[ $stderr == "snap-replay: over: "*"nested too deep: more than 1000 levels"* ]]
	[[ -z ${SNAP_WRAP:-} && $B != *asan* ]] || skip "frames are larger than they are"
	for show in decisions all; do
		(ulimit -s 300 && replay --show "$show" changed >out)
		grep -q '"event":"bind"' out
	done
	(ulimit -s 300 && replay --format text --explain "$(jq -r 'select(.event == "bind").podGroup' out | head -n 1)" changed >/dev/null)
}
