#!/usr/bin/env bats
# snap-replay's own engine as a user meets it: options, warnings, what it does not replay. Damaged input is in hostile.bats, decisions
# are in conformance.bats and tests/conformance.
load ../lib/env

setup() {
	T=$BATS_TEST_TMPDIR
	cd "$T"
	demo=$TOP/tests/data/demo.json
	mixed=$TOP/tests/conformance/reclaim/019.json # all five actions, with evictions
}
# changed PROGRAM: the demo's snapshot changed by jq, in the file "changed"
changed() { jq -c "$1" "${2:-$demo}" >changed; }
# which KIND [FILE]: the events of a kind
which() { jq -c "select(.event == \"$1\")" "${2:-out}"; }

@test "on a terminal, what takes long shows how far it is" {
	need_terminal
	"$B/tests/gen_cluster" 7 >"$BATS_TEST_TMPDIR/in.json"
	cd "$BATS_TEST_TMPDIR" && mkfifo slow
	{ sleep 1.2 && cat in.json; } >slow &
	TERM=xterm run -0 script -qec "snap-replay -o out - <slow" /dev/null
	[[ $output == *" of "*" group"*": 1 scenario"* ]]
	[ -s out ]
}

@test "the same input gives the same bytes, from a file, a pipe and an archive" {
	for f in "$demo" "$mixed"; do
		snap-replay --no-timings --show all "$f" >one 2>err
		snap-replay --no-timings --show all "$f" >two
		cmp one two
		snap-replay --no-timings --show all <"$f" >two
		cmp one two
		snap-zip "$f" | snap-replay --no-timings --show all - >two
		cmp one two
		gzip -c "$f" | snap-replay --no-timings --show all -o two
		cmp one two
		[ ! -s err ]
		snap-replay --no-timings -f text "$f" >one
		snap-replay --no-timings -f text "$f" >two
		cmp one two
	done
}

@test "every line is one JSON object, and the summary counts what was told" {
	snap-replay --no-timings "$mixed" >out
	jq -es 'all(type == "object") and .[0].event == "start" and .[-1].event == "summary"' out >/dev/null
	jq -es '(map(select(.event == "bind")) | length) as $b | (map(select(.event == "pipeline")) | length) as $p |
		(map(select(.event == "evict")) | length) as $e | $b > 0 and $p > 0 and $e > 0 and
		(.[-1] | .binds == $b and .pipelines == $p and .evictions == $e and has("action_durations_ms") == false)' out >/dev/null
	jq -es 'map(select(.event == "evict")) | all((.preemptor | length > 0) and (.message | startswith("Pod " )) and (.node | length > 0))' out >/dev/null
}

@test "the hash of decisions does not depend on what is shown" {
	snap-replay "$mixed" | jq -r 'select(.event == "summary") | .decisions' >one
	snap-replay --show summary "$mixed" | jq -r .decisions >two
	cmp one two
	[ "$(tr -d '\n' <one | wc -c)" -eq 64 ]
	snap-replay --show summary --actions allocate "$mixed" | jq -r .decisions >three
	run ! cmp -s one three
}

@test "--show picks events" {
	for kind in start queues:queue pending pods:pod summary; do
		[ "$(snap-replay --show "${kind%:*}" "$demo" | jq -r .event | sort -u)" = "${kind#*:}" ]
	done
	[ "$(snap-replay --show decisions "$mixed" | jq -r .event | sort -u | tr '\n' ' ')" = "bind evict pipeline " ]
	[ "$(snap-replay --show start,summary "$demo" | jq -r .event | tr '\n' ' ')" = "start summary " ]
	snap-replay "$demo" | which pod - >pods
	[ ! -s pods ]
	[ "$(snap-replay --show pods "$demo" | wc -l)" -eq "$(jq '.rawObjects.pods | length' "$demo")" ]
	run --separate-stderr snap-replay --show nonsense "$demo"
	[ "$status" -eq 2 ]
	[[ $stderr == *nonsense* && -z $output ]]
}

@test "--actions runs these instead of those of the snapshot, in this order" {
	snap-replay "$mixed" | which summary - | jq -r '.action_durations_ms | keys_unsorted | join(",")' >out
	[ "$(cat out)" = "allocate,consolidation,reclaim,preempt,stalegangeviction" ]
	snap-replay --actions preempt,allocate "$mixed" >out
	[ "$(which summary | jq -r '.action_durations_ms | keys_unsorted | join(",")')" = "preempt,allocate" ]
	[ "$(jq -r 'select(.action) | .action' out | sort -u | tr '\n' ' ')" = "allocate preempt " ]
	snap-replay --actions allocate --show decisions "$mixed" >out
	[ "$(jq -r .event out | sort -u)" = bind ]
}

@test "an unknown action: a warning, and as in the original none runs; on the command line it is wrong usage" {
	changed '.config.actions = "allocate, nonsense"' "$mixed"
	run -1 --separate-stderr snap-replay changed
	[[ $stderr == "snap-replay: warning: unknown action: as in the original, no action runs: nonsense"* ]]
	echo "$output" >out
	[ "$(which warning | jq -r .where)" = nonsense ]
	[[ $(which warning | jq -r .what) == "unknown action"* ]]
	[ "$(which summary | jq -c '[.binds, .pipelines, .evictions]')" = "[0,0,0]" ]
	for none in '""' '"allocate,"' '"Allocate"' "\"$(printf 'allocate,%.0s' {1..64})allocate\""; do
		changed ".config.actions = $none" "$mixed"
		run -1 snap-replay --show summary changed
		[[ $output == *'"binds":0,'* ]]
	done
	run --separate-stderr snap-replay --actions=allocate,nonsense "$mixed"
	[ "$status" -eq 2 ]
	[[ $stderr == *"unknown action 'nonsense'"* && -z $output ]]
}

@test "an unknown plugin: a warning, and the others decide" {
	changed '.config.tiers[0].plugins += [{"name": "nonsense"}]'
	snap-replay changed >out
	[ "$(which warning | jq -c '[.what, .where]')" = '["unknown plugin, skipped","nonsense"]' ]
	snap-replay "$demo" >as_is
	[ "$(which summary | jq .decisions)" = "$(which summary as_is | jq .decisions)" ]
}

@test "config null is the configuration that is built into the scheduler" {
	plugins='[("predicates proportion priority elastic kubeflow ray nodeavailability gpusharingorder gpupack resourcetype subgrouporder taskorder nominatednode dynamicresources" / " ")[] | {name: .}] + [{name: "nodeplacement", arguments: {cpu: "binpack", gpu: "binpack"}}] + [("minruntime topology snapshot sg-nodelocalgreedy sg-multinodegang" / " ")[] | {name: .}]'
	changed ".config = {actions: \"allocate, consolidation, reclaim, preempt, stalegangeviction\", tiers: [{plugins: ($plugins)}]}" "$mixed"
	snap-replay --no-timings --show all changed >explicit
	changed '.config = null' "$mixed"
	snap-replay --no-timings --show all changed >out
	[ -n "$(which warning)" ]
	which warning explicit | cmp - /dev/null
	diff explicit <(grep -v '"event":"warning"' out)
}

# missing CASE SETTING DEFAULT ZERO: without the setting all is as with its default, given it stays, and --config-as-is makes it zero.
missing() {
	local in=$TOP/tests/conformance/$1.json all="--no-timings --show queues,decisions,pending,pods,summary"
	all+=" --now $(jq -r .now "${in%.json}.decisions.json")"
	snap-replay $all <(jq -c ".schedulerParams.$2 = $3" "$in") >default
	snap-replay $all <(jq -c ".schedulerParams.$2 = $4" "$in") >zero 2>err
	[ ! -s err ]
	run ! cmp -s default zero
	changed "del(.schedulerParams.$2)" "$in"
	snap-replay $all changed >out 2>err
	diff <(grep -v '"event":"warning"' default) <(grep -v '"event":"warning"' out)
	diff - <(head -n 1 err) <<<"snap-replay: warning: 1 setting is missing, the scheduler's default is taken: $2: schedulerParams"
	changed ".schedulerParams.$2 = null" "$in"
	snap-replay $all changed 2>/dev/null | diff - out
	snap-replay $all --config-as-is changed >out 2>err
	diff zero out
	[ ! -s err ]
}

@test "settings that schedulerParams lacks are as in the scheduler's flags, with a warning; as they stand on demand" {
	missing stale/000 schedulerName '"kai-scheduler"' '""'
	missing placement/900 maxNumberConsolidationPreemptees 16 0
	missing reclaim/006 useSchedulingSignatures true false
	missing stale/006 fullHierarchyFairness true false
	missing placement/901 allowConsolidatingReclaim true false
	missing stale/006 globalDefaultStalenessGracePeriod 60000000000 0
	snap-replay --show pods <(jq -c '.rawObjects.nodes[0].metadata.labels."kai.scheduler/node-pool" = "other" |
		.schedulerParams.partitionParams = {NodePoolLabelKey: "kai.scheduler/node-pool", NodePoolLabelValue: ""}' "$mixed") >default
	snap-replay --show pods <(jq -c '.rawObjects.nodes[0].metadata.labels."kai.scheduler/node-pool" = "other" |
		del(.schedulerParams.partitionParams)' "$mixed") 2>err >out
	diff default <(grep -v '"event":"warning"' out)
	grep -q "1 setting is missing, .*: partitionParams.NodePoolLabelKey: schedulerParams" err
	changed '.schedulerParams = {}' "$mixed"
	snap-replay changed >out 2>err
	[[ $(which warning | jq -r .what) == "7 settings are missing"* ]]
	# numOfStatusRecordingWorkers without schedulePeriod: the scheduler's own tests, which set no flags
	changed '.schedulerParams |= {numOfStatusRecordingWorkers: 5}' "$mixed"
	snap-replay --no-timings changed >out 2>err
	snap-replay --no-timings --config-as-is changed | diff - out
	[ ! -s err ]
}

@test "a configuration without scenario generators: the defaults' two, with a warning; as it stands on demand" {
	changed '.config.tiers[].plugins |= map(select(.name | startswith("sg-") | not))' "$mixed"
	snap-replay --no-timings "$mixed" >whole
	[ "$(grep -c '"evict"' whole)" -gt 0 ]
	snap-replay --no-timings changed >out 2>err
	diff whole <(grep -v '"event":"warning"' out)
	[ "$(which warning | jq -r .where)" = config.tiers ]
	[[ $(which warning | jq -r .advice) == *--config-as-is* ]]
	diff - <(cut -c1-70 err) <<-END
		snap-replay: warning: the configuration names no scenario generator, w
		snap-replay: try: before v0.16 a scheduler names none and searches all
	END
	for literal in --config-as-is --like-snapshot-tool; do
		snap-replay $literal changed >out 2>err
		[ ! -s err ]
		[ -z "$(which warning; which evict)" ]
	done
	snap-replay --actions allocate changed >out 2>err # has no use for them
	[ ! -s err ]
	changed '.config.tiers[].plugins |= map(select(.name != "sg-multinodegang"))' "$mixed"
	snap-replay changed >out
	[ -z "$(which warning)" ]
	snap-replay -f text <(jq '.config.tiers = null' "$mixed") 2>/dev/null >out
	grep -q '^warning: the configuration names no scenario generator.*: config.tiers$' out
	grep -q '^  try: before v0.16' out
}

@test "fair shares of GPUs are told as they decide, not cut to whole devices" {
	local case=$TOP/tests/conformance/live/15-fractions
	snap-replay --show queues --now "$(jq -r .now "$case.decisions.json")" "$case.zip" >out
	diff - <(jq -r 'select(.queue == "b1").fairShare.gpu' out) <<<2.2
}

@test "NUMA zones of pods: in events and columns, and behind the node" {
	local case=$TOP/tests/conformance/numa/012
	replay() { snap-replay --now "$(jq -r .now "$case.decisions.json")" "$@" "$case.json"; }
	replay --show decisions,pods | jq -c 'select(.pod == "team-maple/harbor-51-exp-eadfa") | [.event, .numaZones]' >out
	diff - out <<-'END'
		["bind",[{"zone":"node-0","amount":{"memory":"17179869184","nic.example.com/vf":"2"}}]]
		["pod",[{"zone":"node-0","amount":{"memory":"17179869184","nic.example.com/vf":"2"}}]]
	END
	replay --format text >out
	grep -q '^  allocate  bind *team-maple/harbor-51-exp-eadfa *ip-10-175-2 (node-0)$' out
	grep -q '^  reclaim *pipeline *team-xenon/harbor-train-210d1-1 *ip-10-231-196$' out # not aligned there
	[ "$(replay --format tsv --show decisions | awk -F '\t' '$3 == "team-maple/harbor-51-exp-eadfa" { print $11 }')" = node-0 ]
	# written by an agent, and as it wrote: not 6
	case=$TOP/tests/conformance/numa/015
	[ "$(replay --show pods | jq -r 'select(.pod == "team-maple/yarrow-train-13952-0").numaZones[0].amount.cpu')" = 6000m ]
}

@test "what is not replayed: an event, a warning, exit 1" {
	changed '.rawObjects.podGroups[0].spec.topologyConstraint = {topology: "t", requiredTopologyLevel: "rack"} |
		.rawObjects.topologies = [{metadata: {name: "t"}, spec: {levels: []}}]'
	says_so topology
	changed '.discovery = null | .config.tiers[0].plugins += [{name: "numa"}] | .rawObjects.nodeResourceTopologies =
		[{metadata: {name: .rawObjects.nodes[0].metadata.name}, zones: [range(1025) | {name: "node-\(.)", type: "Node"}]}]'
	says_so numa
}
says_so() { # FEATURE
	run --separate-stderr snap-replay --show summary changed
	[ "$status" -eq 1 ]
	[ "$(jq -r 'select(.event == "unsupported") | .feature' <<<"$output")" = "$1" ]
	[ "$(jq -r 'select(.event == "unsupported") | .count' <<<"$output")" -ge 1 ]
	[ -n "$(jq -r 'select(.event == "unsupported") | .example' <<<"$output")" ]
	[[ $stderr == "snap-replay: warning: not replayed: $1 "* ]]
	run --separate-stderr snap-replay --show summary -q changed
	[ "$status" -eq 1 ]
	[ -z "$stderr" ]
}

@test "--now is the cycle's clock; without it the newest time of the snapshot" {
	[ "$(snap-replay --show start --now 2030-01-02T03:04:05.5Z "$demo" | jq -r .now)" = 2030-01-02T03:04:05.5Z ]
	[ "$(snap-replay --show start --now 2030-01-02T03:04:05+01:00 "$demo" | jq -r .now)" = 2030-01-02T02:04:05Z ]
	newest=$(jq -r '[.. | objects | .creationTimestamp?, .startTime?, .lastHeartbeatTime?, .lastTransitionTime? | strings] | max' "$demo")
	[ "$(snap-replay --show start "$demo" | jq -r .now)" = "$newest" ]
	# a pod that is to be gone by then does not move the clock
	changed '.rawObjects.pods[0].metadata.deletionTimestamp = "2040-01-01T00:00:00Z"'
	snap-replay --show start changed >out
	[ "$(which start | jq -r .now)" = "$newest" ]
	for bad in yesterday 2030-02-30 12:00 ""; do
		run --separate-stderr snap-replay --now "$bad" "$demo"
		[ "$status" -eq 2 ]
		[[ $stderr == *--now* && -z $output ]]
	done
}

@test "the clock decides: a stale gang is evicted after its grace period" {
	changed '.config.actions = "stalegangeviction" | .rawObjects.podGroups[0].metadata as $m |
		.rawObjects.podGroups[0].spec |= (.minMember = 5 | .stalenessGracePeriod = "60s") |
		.rawObjects.podGroups[0].metadata.annotations["kai.scheduler/stale-podgroup-timestamp"] = "2030-01-01T00:00:00Z" |
		.rawObjects.pods[0].metadata.namespace = $m.namespace |
		.rawObjects.pods[0].metadata.annotations["pod-group-name"] = $m.name |
		.rawObjects.pods[0].spec.nodeName = .rawObjects.nodes[0].metadata.name | .rawObjects.pods[0].status.phase = "Running"'
	pod=$(jq -r '.rawObjects.pods[0].metadata | .namespace + "/" + .name' changed)
	snap-replay --show decisions --now 2030-01-01T00:00:59Z changed | which evict - >early
	[ ! -s early ]
	snap-replay --show decisions --now 2030-01-01T00:01:00Z changed | which evict - | jq -r .pod >late
	grep -qxF "$pod" late
}

@test "--like-snapshot-tool changes decisions only where a pod is evicted twice" {
	snap-replay --no-timings "$mixed" >one
	snap-replay --no-timings --like-snapshot-tool "$mixed" >two
	cmp one two
	twice=$TOP/tests/conformance/stale/901
	now=$(jq -r .now "$twice.decisions.json")
	snap-replay --no-timings --show pods --now "$now" "$twice.json" >one
	snap-replay --no-timings --show pods --now "$now" --like-snapshot-tool "$twice.json" >two
	run ! cmp -s one two
}

@test "bad figures of the configuration are refused" {
	for depth in 0 -2; do
		changed ".config.queueDepthPerAction = {allocate: $depth}"
		run --separate-stderr snap-replay changed
		[ "$status" -eq 3 ]
		[[ $stderr == *queueDepthPerAction* ]]
	done
	changed '.config.scenarioSearchBudgets = {maxGeneratorSearchDuration: {Nonsense: "1s"}}'
	run --separate-stderr snap-replay changed
	[ "$status" -eq 3 ]
	[[ $stderr == *'unknown scenario generator budget key "Nonsense"'* ]]
}

@test "bad search budgets stop each evicting action and no other" {
	changed '.config.scenarioSearchBudgets = {maxJobSearchDuration: "1s", minJobSearchDuration: "1s"}' "$mixed"
	snap-replay --no-timings -v 0 changed >out 2>err
	[ "$(grep -c 'Invalid scenario search budget for .*: minJobSearchDuration must be less than maxJobSearchDuration' err)" -eq 3 ]
	[ "$(which summary | jq '.binds > 0 and .evictions == 0 and .pipelines == 0')" = true ]
}

@test "text: tables for people" {
	snap-replay --no-timings -f text "$mixed" >out
	grep -qE '^  ACTION +DECISION +POD +NODE' out
	grep -qE '^  allocate +bind +[^ ]+/[^ ]+ ' out
	grep -qE '^  reclaim +evict +[^ ]+/[^ ]+ ' out
	snap-replay --show decisions "$mixed" | jq -r .pod | sort -u | while read -r pod; do grep -qF " $pod " out || { echo "no $pod"; exit 1; }; done
	run ! grep -q $'\033' out
	snap-replay -f text --show start "$mixed" | grep -q 'kai-scheduler v0.17.0'
}

@test "objects without a name: rows \"(no name)\" in the text, never a crash" {
	for none in '{}' '{"metadata":{}}' '{"metadata":{"name":null}}' '{"metadata":{"name":""}}' '{"metadata":null}'; do
		for kind in pods nodes queues podGroups bindRequests priorityClasses configMaps persistentVolumes persistentVolumeClaims \
			csiStorageCapacities storageClasses csiDrivers resourceClaims resourceSlices deviceClasses topologies nodeResourceTopologies; do
			printf '{"config":{"actions":"allocate"},"schedulerParams":{},"rawObjects":{"%s":[%s]}}' "$kind" "$none" >"$BATS_TEST_TMPDIR/s"
			for format in text json; do
				run --separate-stderr snap-replay --show all -v 9 -f $format "$BATS_TEST_TMPDIR/s"
				[ "$status" -le 1 ]
				[[ $output$stderr != *"(null)"* ]]
				[ $format != text ] || [ $kind != queues ] || [[ $output == *$'\n  (no name) '* ]]
			done
		done
	done
	run -0 --separate-stderr snap-replay --explain / -f text - <<<'{"config":{"actions":"allocate"},"schedulerParams":{},"rawObjects":{"podGroups":[{}]}}'
	[[ $output == *$'\nwhy /(no name)\n'*", queue (no name), "* ]]
}
