#!/usr/bin/env bats
# What the scheduler decides by chance (rules/09 1 to 3): --seed, the summary's "chance", the warnings that say so.
load ../lib/env

setup() {
	T=$BATS_TEST_TMPDIR
	cd "$T"
}

# replay ARGS...: to out, quietly.
replay() { snap-replay -q --no-timings -f json "$@" >out; }
# A cluster of one GPU and two queues of one second, each with a pod for it.
two_queues() {
	jq -n '
		def queue($name): {metadata: {name: $name, creationTimestamp: "2026-01-01T00:00:00Z"},
			spec: {resources: {gpu: {quota: 1, limit: -1, overQuotaWeight: 1}, cpu: {quota: -1, limit: -1}, memory: {quota: -1, limit: -1}}}};
		def group($name; $queue): {metadata: {name: $name, namespace: "n", uid: $name, creationTimestamp: "2026-01-01T00:00:01Z"},
			spec: {queue: $queue, minMember: 1}};
		def pod($name): {metadata: {name: $name, namespace: "n", uid: $name, annotations: {"pod-group-name": $name}},
			spec: {schedulerName: "kai-scheduler", containers: [{name: "c", resources: {requests: {"nvidia.com/gpu": "1"}}}]},
			status: {phase: "Pending"}};
		{config: {actions: "allocate", tiers: [{plugins: [{name: "predicates"}, {name: "proportion"}, {name: "priority"}]}]},
			schedulerParams: {schedulerName: "kai-scheduler", fullHierarchyFairness: true},
			rawObjects: {
				nodes: [{metadata: {name: "n1", labels: {"nvidia.com/gpu.count": "1"}}, status: {
					allocatable: {"nvidia.com/gpu": "1", cpu: "8", memory: "8Gi", pods: "110"},
					conditions: [{type: "Ready", status: "True"}]}}],
				queues: [queue("a"), queue("b")], podGroups: [group("ga"; "a"), group("gb"; "b")], pods: [pod("ga"), pod("gb")]}}'
}
# movers LIMIT: three pods of one GPU, each alone on a node of two, one pod of two GPUs; so many may be looked at.
movers() {
	jq -n --argjson limit "$1" '
		def pod($name; $gpus; $node): {metadata: {name: $name, namespace: "n", uid: $name, annotations: {"pod-group-name": $name}},
			spec: ({schedulerName: "kai-scheduler", containers: [{name: "c", resources: {requests: {"nvidia.com/gpu": $gpus}}}]}
				+ if $node then {nodeName: $node} else {} end),
			status: {phase: (if $node then "Running" else "Pending" end)}};
		{config: {actions: "consolidation", tiers: [{plugins: [{name: "predicates"}, {name: "proportion"}, {name: "priority"},
				{name: "sg-multinodegang"}]}]},
			schedulerParams: {schedulerName: "kai-scheduler", fullHierarchyFairness: true, maxNumberConsolidationPreemptees: $limit},
			rawObjects: {
				nodes: [("n1", "n2", "n3") | {metadata: {name: ., labels: {"nvidia.com/gpu.count": "2"}}, status: {
					allocatable: {"nvidia.com/gpu": "2", cpu: "8", memory: "8Gi", pods: "110"},
					conditions: [{type: "Ready", status: "True"}]}}],
				queues: [{metadata: {name: "q"}, spec: {resources: {gpu: {quota: -1, limit: -1}, cpu: {quota: -1, limit: -1},
					memory: {quota: -1, limit: -1}}}}],
				podGroups: [("big", "s1", "s2", "s3") | {metadata: {name: ., namespace: "n", uid: .}, spec: {queue: "q", minMember: 1}}],
				pods: [pod("big"; "2"; null), pod("s1"; "1"; "n1"), pod("s2"; "1"; "n2"), pod("s3"; "1"; "n3")]}}'
}

@test "which of two equal queues goes first is chance: some seeds bind one's pod, some the other's" {
	two_queues >in.json
	for seed in $(seq 0 39); do
		replay --seed "$seed" in.json
		jq -r 'select(.event == "bind").pod' out
	done | sort | uniq -c >bound
	[ "$(wc -l <bound)" -eq 2 ]
	replay in.json
	grep -q "$(jq -r 'select(.event == "bind").pod' out)" bound
}

# decided ARGS...: what is decided, on one line
decided() {
	replay --now 2026-11-22T13:00:00Z --show decisions "$@"
	jq -r 'select(.action) | [.action, .event, .pod, .node] | join(" ")' out | paste -sd ';'
}

@test "equal queues are told where a pod group of theirs is left over, and only there" {
	two_queues >in.json
	snap-replay --no-timings -f json in.json >out 2>/dev/null
	[ "$(jq -c 'select(.event == "summary").chance' out)" = '{"ties":1}' ]
	jq -se 'any(.event == "warning" and (.where == "a" or .where == "b") and (.what | test("which one goes first is chance")))' out
	jq '.rawObjects.nodes[].status.allocatable["nvidia.com/gpu"] = "2"' in.json >room.json
	replay room.json
	[ "$(jq -c 'select(.event == "summary") | [.binds, .chance]' out)" = '[2,null]' ]
	jq '.rawObjects.queues[1].metadata.creationTimestamp = "2026-01-01T00:00:01Z"' in.json >younger.json
	replay younger.json
	[ "$(jq -c 'select(.event == "summary") | [.binds, .chance]' out)" = '[1,null]' ]
	replay "$TOP/tests/data/ties-dice.zip"
	[ "$(jq -c 'select(.event == "summary").chance' out)" = '{"ties":2}' ]
}

# Nine sibling queues in three departments, alike in everything, one creation second: tests/data/ties-*.zip. What the scheduler's own
# session (v0.17.0) did on them in 84 runs.
@test "queues that tie: decided as the scheduler always decides, whatever the seed" {
	for seed in "" "--seed "{1..16}; do
		[ "$(decided $seed "$TOP/tests/data/ties-rule.zip")" = "allocate bind team/p07-0 n0;allocate bind team/p05-0 n0" ]
	done
}

@test "queues that tie, with dice: the seeds give the scheduler's two outcomes, and no other" {
	local one="allocate bind team/p10-0 n3" other="allocate bind team/p08-0 n3;reclaim evict team/r01-0 n1;reclaim pipeline team/p10-0 n1"
	decided "$TOP/tests/data/ties-dice.zip" >default
	grep -qxF -e "$one" -e "$other" default
	for seed in {1..40}; do decided --seed "$seed" "$TOP/tests/data/ties-dice.zip"; done | sort -u >outcomes
	diff outcomes <(printf '%s\n' "$one" "$other" | sort)
}

@test "a seed always gives the same bytes, and start tells it" {
	movers 1 >in.json
	replay --seed 5 --show all in.json
	mv out one
	replay --seed 5 --show all in.json
	cmp one out
	[ "$(jq -r 'select(.event == "start").seed' out)" = 5 ]
	replay in.json
	[ "$(jq -r 'select(.event == "start").seed' out)" = null ]
}

@test "candidates of consolidation that are drawn by lot: a warning, the summary, other pods with other seeds" {
	movers 1 >in.json
	snap-replay --no-timings -f json in.json >out 2>err
	[ "$(jq -c 'select(.event == "summary").chance' out)" = '{"lots":1}' ]
	jq -se 'any(.event == "warning" and .where == "n/big" and (.what | test("consolidation draws 2 of more pod groups by lot")))' out
	snap-replay -q -f text --show summary --explain n/big in.json | grep -qx "    victims: 3 pod groups, 2 of them by lot for each probe"
	replay --explain n/big in.json
	[ "$(jq -c 'select(.event == "explain" and .kind == "search") | [.victimPodGroups, .lots]' out)" = '[3,2]' ]
	for seed in $(seq 1 30); do
		replay --seed "$seed" in.json
		jq -r 'select(.event == "evict").pod' out
	done | sort -u >moved
	[ "$(wc -l <moved)" -ge 2 ]
}

@test "no lots, no word of chance" {
	movers 2 >in.json # three are looked at
	replay in.json
	[ "$(jq -c 'select(.event == "summary").chance' out)" = null ]
	[ -z "$(jq -c 'select(.event == "warning" and (.what | test("lot|chance")))' out)" ]
	for seed in 1 2 3 4 5; do
		replay --seed "$seed" in.json
		[ "$(jq -c 'select(.event == "summary").chance' out)" = null ]
	done
}

@test "a limit of depth that leaves pod groups out is chance, but for one that keeps the best alone" {
	two_queues | jq '.rawObjects.podGroups[].spec.queue = "a" | .config.queueDepthPerAction = {allocate: 1}
		| .rawObjects.podGroups += [.rawObjects.podGroups[0] | .metadata.name = "gc" | .metadata.uid = "gc"]
		| .rawObjects.pods += [.rawObjects.pods[0] | .metadata.name = "gc" | .metadata.uid = "gc" | .metadata.annotations["pod-group-name"] = "gc"]' >in.json
	replay in.json
	[ "$(jq -c 'select(.event == "summary").chance' out)" = null ]
	jq '.config.queueDepthPerAction = {allocate: 2}' in.json >two.json
	replay two.json
	[ "$(jq -c 'select(.event == "summary").chance' out)" = '{"leftOut":1}' ]
	jq -se 'any(.event == "warning" and (.what | test("queueDepthPerAction leaves pod groups out of allocate")))' out
}

@test "what is no number is no seed, and a real tool has none" {
	run -2 snap-replay --seed x /dev/null
	[[ ${lines[0]} == *"--seed: not a number"*": 'x'" ]]
	run -2 snap-replay --seed 1 --tool /bin/true /dev/null
	[[ ${lines[0]} == *"--seed go"*"native engine only"* ]]
}
