#!/usr/bin/env bats
# snap-replay --explain: its chapters say each thing once, and nothing is left open.
load ../lib/env

setup() {
	T=$BATS_TEST_TMPDIR
	S=$TOP/tests/data/explain.json
}

# why [--explain-depth D] NAME: the explanation as text
why() {
	local depth=usual
	[ "$1" != --explain-depth ] || { depth=$2; shift 2; }
	snap-replay --show start --no-timings -f text --explain-depth "$depth" --explain "$1" "$S"
}
# has TEXT: $output holds it, however its lines are wrapped
has() { [[ $(tr -s ' \n' ' ' <<<"$output") == *"$1"* ]] || { echo "not there: $1"; echo "$output"; return 1; }; }
# count TEXT: how often $output holds it
count() { tr -s ' \n' ' ' <<<"$output" | grep -oF -- "$1" | wc -l; }

@test "the order stands once where several actions have the same, unless all is asked for" {
	run -0 why red/train
	has "order in allocate, reclaim: behind red/hot by priority: 100 against 50"
	[ "$(count "behind red/hot by priority")" = 1 ]
	run -0 why blue/more
	has "order in allocate: behind green/over by dominant share, with its next pod group: 2 against 2.25"
	run -0 why --explain-depth full red/train
	[ "$(count "behind red/hot by priority")" = 2 ]
	[ "$(count "order in")" = 0 ]
	jq -c '.rawObjects.podGroups |= map(select(.metadata.name | IN("wide", "more", "over") | not))
		| .rawObjects.pods |= map(select(.metadata.name | test("^(wide|more|over)") | not))
		| .rawObjects.podGroups[] |= (select(.metadata.name == "hot").spec.priorityClassName = "train" // .)' "$S" >"$T/two.json"
	S=$T/two.json
	run -0 why red/train
	has "order everywhere: before red/hot by creation time"
	[ "$(count "before red/hot")" = 1 ]
}

@test "why another pod group of the same kind failed stands in place of it" {
	run -0 why green/over
	has "like red/train, which is no harder to place and failed: 17 scenarios proposed, 9 duplicates, 7 simulated"
	run -0 bash -c 'snap-replay --show start -f json --explain over --explain train "$0" | jq -c "select(.event == \"explain\" and .action == \"consolidation\")"' "$S"
	[ "$(jq -c 'select(.about == "green/over" and .kind == "visit").like | [.podGroup, .outcome, .search.victimPodGroups]' <<<"$output")" = '["red/train","exhausted",5]' ]
	# the same as in the explanation of that pod group, which is followed here and not there
	jq -cS 'select(.about == "red/train" and .kind == "search") | del(.event, .about, .kind, .action)' <<<"$output" >"$T/own"
	snap-replay --show start -f json --explain over "$S" | jq -cS 'select(.action == "consolidation" and .kind == "visit").like.search' >"$T/other"
	cmp "$T/own" "$T/other"
	[ -s "$T/own" ]
}

@test "the nodes that refuse, fit, or were not looked at add up to the nodes of the snapshot" {
	local f nodes looks=0 every=12
	jq -c '.rawObjects.nodes += [.rawObjects.nodes[0] | .metadata.name = "elsewhere" | .metadata.labels["kai.scheduler/node-pool"] = "other"]' "$S" >"$T/pools.json"
	for f in "$T/pools.json" $(find "$TOP/tests/conformance" -name '*.json' ! -name '*.decisions.json' | sort | awk -v n="$every" 'NR % n == 1'); do
		nodes=$(jq '[(.rawObjects // .Snapshot // {}).nodes[]?] | length' "$f")
		local names=()
		while read -r name; do names+=(--explain "$name"); done < <(snap-replay --show pods -f json "$f" 2>"$T/err" | jq -r 'select(.event == "pod").podGroup // empty' | sort -u | head -6)
		[ "${#names[@]}" -gt 0 ] || continue
		snap-replay --show start -f json "${names[@]}" "$f" 2>"$T/err" | jq -c 'select(.kind == "nodes")' >"$T/looks"
		looks=$((looks + $(wc -l <"$T/looks")))
		jq -se --argjson n "$nodes" 'all(([.refused[]?.nodes, .notLookedAt[].nodes, .fit // 0] | add) == $n)' "$T/looks" >"$T/same" ||
			{ echo "$f: $nodes nodes"; cat "$T/looks"; return 1; }
	done
	[ "$looks" -ge 60 ] || { echo "only $looks looks"; return 1; }
	S=$T/pools.json
	run -0 why red/train
	has "not looked at: 1 node of another node pool"
	jq -c '.schedulerParams.restrictSchedulingNodes = true | .rawObjects.nodes[0].metadata.labels["node-role.kubernetes.io/gpu-worker"] = "true"' "$S" >"$T/workers.json"
	S=$T/workers.json
	run -0 why red/train
	has "not looked at: 1 node of another node pool not looked at: 4 nodes without the label of a GPU or CPU worker"
}

@test "a pod group that an action does not come to: why, and that it is not its fault" {
	# the search for red/train uses up the time of consolidation: blue/more has no turn
	jq -c '.config.scenarioSearchBudgets.maxJobSearchDuration = "1ms"' "$S" >"$T/budget.json"
	run -0 snap-replay --show start --no-timings -f text --search-budget steps:1ms --explain blue/more --explain red/hot "$T/budget.json"
	has "consolidation: not visited: the action ended before its turn: the search for red/train used up the time of the action (search budget); 1 of 4 pod groups had their turn"
	has "consolidation: not visited: it is not preemptible: consolidation makes room only for pod groups that are"
	run -0 bash -c 'snap-replay --show start -f json --search-budget steps:1ms --explain blue/more "$0" | jq -c "select(.kind == \"absent\" and .action == \"consolidation\") | [.message, .details]"' "$T/budget.json"
	[[ $output == '["the action ended before its turn","the search for red/train used up'* ]]
	run -0 why red/hot
	has "preempt: not visited: no pod of it is pending: 1 Pipelined; reclaim placed it"
	run -0 why blue/batch-1
	has "allocate, consolidation: not visited: no pod of it is pending: 1 Running reclaim blue/batch-1-0 is evicted from gpu-2"
	has "preempt: not visited: it is not ready: it needs 1 pod, and 0 are there (1 Releasing)"
	jq -c '.config.scenarioSearchBudgets.maxJobSearchDuration = "-1s"' "$S" >"$T/invalid.json"
	S=$T/invalid.json
	run -0 why red/hot
	has "consolidation, reclaim, preempt: not visited: the action did not begin: its search budget is not valid: maxJobSearchDuration must be non-negative"
	jq -c '.schedulerParams.maxNumberConsolidationPreemptees = 0' "$TOP/tests/data/explain.json" >"$T/none.json"
	S=$T/none.json
	run -0 why red/train
	has "consolidation: not visited: the action did not begin: maxNumberConsolidationPreemptees is 0"
}

@test "lines fit 80 columns where words allow it, and nouns agree with their numbers" {
	local name
	for name in red/train red/hot green/over green/short blue/more blue/batch-1 blue/batch-1-0; do
		for depth in usual full; do
			run -0 why --explain-depth $depth $name
			[ -z "$(sed 1d <<<"$output" | awk 'length > 80 && NF > 2')" ]
			! grep -E "(^|[^0-9,.])1 (pods|nodes|scenarios|probes|others|duplicates|pod groups|GPUs)|[02-9] (pod|node|scenario|probe|GPU) " <<<"$output"
		done
	done
}

@test "large numbers have separators; what the scheduler writes has none" {
	jq -c '.rawObjects.nodes += [.rawObjects.nodes[0] as $n | range(1500) as $i | $n | .metadata.name = "full-\($i)" | .metadata.uid = .metadata.name | .status.allocatable["nvidia.com/gpu"] = "1"]' "$S" >"$T/large.json"
	S=$T/large.json
	run -0 why red/train
	has "1,500 nodes: not enough GPUs (1 of 1 free)"
	has "1504 node(s) didn't have enough resources: GPUs."
	jq -c '.rawObjects.nodes[] |= (select(.metadata.name | startswith("full")).spec.unschedulable = true // .)' "$S" >"$T/closed.json"
	S=$T/closed.json
	run -0 why --explain-depth verdict red/train
	has "1,501 nodes refuse it for other reasons than room"
}

@test "a queue with a display name is written the same way everywhere" {
	jq -c '.rawObjects.queues[] |= (select(.metadata.name == "red").spec.displayName = "Team Red" // .)' "$S" >"$T/display.json"
	S=$T/display.json
	for name in red/train red/hot batch-1; do
		run -0 snap-replay --show start --no-timings -f text --explain-depth full --explain "$name" "$S"
		has "queue Team Red (red)"
		! grep -E "queue (Team Red[^ ]|Team Red [^(]|red)" <<<"$(tr -s ' \n' ' ' <<<"$output")" || { echo "$output"; false; }
	done
	run -0 snap-replay --all --no-timings -f text "$S"
	has "queue Team Red (red)"
	[ "$(grep -cE '^  *Team Red \(red\) ' <<<"$output")" -ge 2 ]
	run -0 snap-replay --show start -f json --explain batch-1 "$S"
	[ "$(jq -c 'select(.kind == "evict").queues | map(.queue)' <<<"$output")" = '["blue","red"]' ]
}

@test "a pod group is found by its owner, too, and the explanation names it" {
	jq -c '.rawObjects.podGroups[] |= (select(.metadata.name == "train").metadata.ownerReferences = [{"kind": "Pod", "name": "other"}, {"apiVersion": "v1", "kind": "PyTorchJob", "name": "llama", "uid": "u", "controller": true}] // .)' "$S" >"$T/owned.json"
	S=$T/owned.json
	for name in llama red/llama red/train; do
		run -0 why $name
		has "why red/train"
		has "pod group of 2 pods, of PyTorchJob llama, queue red"
	done
	run -0 bash -c 'snap-replay --show start -f json --explain llama --explain red/llama "$0" | jq -c "select(.kind == \"state\") | [.about, .ownerKind, .ownerName]"' "$S"
	[ "$output" = '["red/train","PyTorchJob","llama"]' ]
	run -2 --separate-stderr snap-replay --explain lama "$S"
	[[ $stderr == *"try: red/llama"* ]]
	run -2 snap-replay --explain other "$S"
}
