#!/usr/bin/env bats
# Where the scheduler panics: a warning says so, the replay goes on, and the status is 1. That it panics there was seen with a snapshot-tool
# of v0.17.0 (rules/02 2.6 lists the places).
load ../lib/env

setup() {
	cd "$BATS_TEST_TMPDIR"
	cases=$TOP/tests/conformance
}

# panics WORDS WHERE ARGUMENT...: snap-replay tells of one panic, in the events, on stderr and in the text, and still sums up.
panics() {
	run -1 --separate-stderr snap-replay --no-timings "${@:3}"
	echo "$output" >out
	diff <(jq -r 'select(.event == "warning") | [.what, .where] | join(": ")' out) - <<<"the scheduler panics: $1: $2"
	[ "${stderr_lines[0]}" = "snap-replay: warning: the scheduler panics: $1: $2" ]
	[[ ${stderr_lines[1]} == "snap-replay: try: "* ]]
	[ "$(jq -r .event out | tail -1)" = summary ]
	run -1 snap-replay --no-timings -q -f text --show all "${@:3}"
	[[ $output == *"warning: the scheduler panics: $1: $2"* ]]
}

@test "a stale gang without a queue is evicted, as others are behind it" {
	local stale=$cases/stale/000.json gang=team-fjord/nb-onyx-92 now
	now=$(jq -r .now "${stale%.json}.decisions.json")
	evicted() { jq -r 'select(.event == "evict" and .action == "stalegangeviction").pod' "$1"; }
	snap-replay --now "$now" "$stale" >whole
	# The gang's queue is another node pool's, as the queues of the other gangs are not.
	jq -c '(.rawObjects.podGroups[] | select(.metadata.name == "nb-onyx-92").spec.queue) = "far" |
		.rawObjects.queues += [{metadata: {name: "far", labels: {pool: "b"}}, spec: {}}] |
		.schedulerParams.partitionParams = {NodePoolLabelKey: "pool", NodePoolLabelValue: ""}' "$stale" >changed
	panics "it evicts a stale gang whose queue does not exist or is of another node pool" $gang --now "$now" changed
	[ "$(evicted out | sed -n "/onyx-92/,\$p" | wc -l)" -gt 1 ]
	diff <(evicted whole) <(evicted out)
	# Its running pod is on no node of the session; nobody counts what queues hold; the gang may stay as it is.
	for how in '(.rawObjects.pods[] | select(.metadata.name == "nb-onyx-92-0").spec.nodeName) = "gone"' \
		'.config.tiers[].plugins |= map(select(.name != "proportion"))' \
		'.schedulerParams.globalDefaultStalenessGracePeriod = -1'; do
		jq -c "$how" changed >spared
		snap-replay --now "$now" spared >/dev/null 2>err
		[ ! -s err ]
	done
}

@test "a volume claim without a class counts as not managed, where free storage is looked at" {
	local case=$cases/reclaim/019.json
	local words="a volume claim names no storage class, and scheduleCSIStorage is on"
	claim() { jq -c ".schedulerParams.scheduleCSIStorage = $1 | .rawObjects.persistentVolumeClaims = [{metadata: {name: \"c\", namespace: \"ns\"}, spec: {$2}}]" "$case"; }
	claim true >in
	panics "$words" ns/c in
	diff <(jq -r 'select(.event == "summary").decisions' out) <(snap-replay --show summary "$case" | jq -r .decisions)
	claim true 'storageClassName: null' >in
	panics "$words" ns/c in
	claim true 'storageClassName: ""' >named
	claim false >off
	for in in named off; do
		snap-replay "$in" >/dev/null 2>err
		[ ! -s err ]
	done
}

@test "a topology constraint in a node pool without nodes is not met" {
	cluster() {
		jq -nc --argjson constraint "$1" '{
			config: {actions: "allocate", tiers: [{plugins: ["predicates", "proportion", "priority", "topology", "sg-multinodegang"] | map({name: .})}]},
			schedulerParams: {fullHierarchyFairness: true, partitionParams: {}},
			rawObjects: {
				topologies: [{metadata: {name: "t"}, spec: {levels: [{nodeLabel: "rack"}]}}],
				queues: [{metadata: {name: "q"}, spec: {resources: {cpu: {quota: -1, limit: -1}, gpu: {quota: -1, limit: -1}, memory: {quota: -1, limit: -1}}}}],
				podGroups: [{metadata: {name: "g", namespace: "s"}, spec: {queue: "q", minMember: 1, topologyConstraint: $constraint}}],
				pods: [{metadata: {name: "p", namespace: "s", uid: "p", annotations: {"pod-group-name": "g"}},
					spec: {containers: [{name: "c", resources: {requests: {cpu: "1"}}}]}, status: {phase: "Pending"}}]}}'
	}
	cluster '{"topology": "t", "requiredTopologyLevel": "rack"}' >in
	panics "a pod group has a topology constraint, and the node pool has no node" s/g --config-as-is in
	[ "$(jq -r 'select(.event == "pending").podGroup' out)" = s/g ]
	for free in null '{"topology": "none", "requiredTopologyLevel": "rack"}'; do
		cluster "$free" >in
		snap-replay --config-as-is in >/dev/null 2>err
		[ ! -s err ]
	done
}

@test "numa is asked behind the end of the session why a pod is pending; all is decided by then" {
	local case=$cases/reclaim/019.json pod
	numa() { jq -c '.schedulerParams.detailedFitErrors = true | .config.tiers[0].plugins += [{name: "numa"}] | '"$1" "$case"; }
	numa . >in
	snap-replay "$case" >whole
	pod=$(jq -r 'select(.event == "pending").podErrors // {} | keys[]' whole | sort | head -1)
	[ -n "$pod" ]
	panics "it asks the plugin numa, already closed, why a pod is pending (detailedFitErrors)" "$pod" in
	diff <(jq -r 'select(.event == "summary").decisions' out) <(jq -r 'select(.event == "summary").decisions' whole)
	# Not told; not numa; nothing pending; never ready, so nobody asks.
	for how in '.schedulerParams.detailedFitErrors = false' 'del(.config.tiers[0].plugins[-1])' \
		'.rawObjects.pods |= map(select(.status.phase != "Pending"))' '.rawObjects.podGroups[].spec.minMember = 99'; do
		numa "$how" >spared
		snap-replay spared 2>err >/dev/null || [ -s err ]
		run ! grep panics err
	done
}

@test "numa is not asked about pods that found a place, and pod groups that are no longer ready" {
	# "low" loses its two running pods to "top"; its third one and that of "top" were refused before.
	jq -nc '[{quota: -1, limit: -1}] | {cpu: .[0], gpu: .[0], memory: .[0]} | {
		config: {actions: "allocate, preempt", tiers: [{plugins: ["predicates", "proportion", "priority", "nodeplacement", "sg-nodelocalgreedy", "sg-multinodegang", "numa"] | map({name: .})}]},
		schedulerParams: {fullHierarchyFairness: true, partitionParams: {}, detailedFitErrors: true},
		rawObjects: {
			queues: [{metadata: {name: "d"}, spec: {resources: .}}, {metadata: {name: "q"}, spec: {parentQueue: "d", resources: .}}],
			priorityClasses: [{metadata: {name: "high"}, value: 75}],
			nodes: [{metadata: {name: "n"}, status: {allocatable: {cpu: "2", memory: "8Gi", pods: "9"}, conditions: [{type: "Ready", status: "True"}]}}],
			podGroups: [{metadata: {name: "low", namespace: "s"}, spec: {queue: "q", minMember: 2}},
				{metadata: {name: "top", namespace: "s"}, spec: {queue: "q", minMember: 1, priorityClassName: "high"}}],
			pods: [["a", "low", "1", "n", "Running"], ["b", "low", "1", "n", "Running"], ["c", "low", "2", null, "Pending"], ["t", "top", "2", null, "Pending"] |
				{metadata: {name: .[0], namespace: "s", uid: .[0], annotations: {"pod-group-name": .[1]}},
				spec: {nodeName: .[3], containers: [{name: "c", resources: {requests: {cpu: .[2]}}}]}, status: {phase: .[4]}}]}}' >in
	run -0 --separate-stderr snap-replay --config-as-is --show decisions in
	[ "$(jq -r '.event + " " + .pod' <<<"$output" | sort | tr '\n' ' ')" = "evict s/a evict s/b pipeline s/t " ]
	[ -z "$stderr" ]
	jq -c '.rawObjects.podGroups[0].spec.minMember = 1' in >ready
	panics "it asks the plugin numa, already closed, why a pod is pending (detailedFitErrors)" s/c --config-as-is ready
}

@test "a request of a claim that asks for nothing" {
	local case=$cases/dra/001.json now
	now=$(jq -r .now "${case%.json}.decisions.json")
	jq -c '(.rawObjects.resourceClaims[] | select(.status.allocation == null).spec.devices.requests[]) |= del(.exactly)' "$case" >in
	jq -r 'first(.rawObjects.resourceClaims[] | select(.metadata.name == "shared-de8e5").spec.devices.requests[0] | has("exactly"))' in | grep -qx false
	run -1 --separate-stderr snap-replay --no-timings -q --now "$now" in
	[[ $output == *'"what":"the scheduler panics: claim default/shared-de8e5: a request has neither exactly nor firstAvailable"'* ]]
	snap-replay -q --no-timings --now "$now" "$case" >whole
	[[ $(<whole) != *"the scheduler panics"* ]]
}

@test "without dynamic resources, a pod that refers to a claim is evicted" {
	local stale=$cases/stale/000.json now
	now=$(jq -r .now "${stale%.json}.decisions.json")
	claim() { jq -c "(.rawObjects.pods[] | select(.metadata.name == \"nb-onyx-92-0\").spec.resourceClaims) = [{name: \"c\", $1}]" "$stale"; }
	claim 'resourceClaimName: "x"' >in
	panics "it evicts a pod with a resource claim in a cluster without dynamic resource allocation" team-fjord/nb-onyx-92-0 --now "$now" in
	# The claim was never made, so the pod's reference has no name.
	claim 'resourceClaimTemplateName: "x"' >spared
	snap-replay --now "$now" spared >/dev/null 2>err
	[ ! -s err ]
}
