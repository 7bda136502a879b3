#!/usr/bin/env bats
# --follows: which version of the scheduler the native engine decides as. What each switch does is in test_follows.c; here, what comes of it.
load ../lib/env

setup() { cd "$BATS_TEST_TMPDIR"; }

follows() { snap-replay --no-timings -q --config-as-is --follows "$@"; }

# cluster PODGROUPS PODS: one node for one pod more, on which the pod "held" is, and the queue q.
cluster() {
	jq -nc --argjson groups "$1" --argjson pods "$2" '{
		config: {actions: "allocate, stalegangeviction", tiers: [{plugins: ["predicates", "proportion", "priority", "elastic", "nodeplacement"] | map({name: .})}]},
		schedulerParams: {fullHierarchyFairness: true, partitionParams: {}},
		rawObjects: {
			queues: [{metadata: {name: "d"}, spec: {resources: {cpu: {quota: -1, limit: -1}, gpu: {quota: -1, limit: -1}, memory: {quota: -1, limit: -1}}}},
				{metadata: {name: "q"}, spec: {parentQueue: "d", resources: {cpu: {quota: -1, limit: -1}, gpu: {quota: -1, limit: -1}, memory: {quota: -1, limit: -1}}}}],
			nodes: [{metadata: {name: "n"}, status: {allocatable: {cpu: "2", memory: "8Gi", pods: "9"}, conditions: [{type: "Ready", status: "True"}]}}],
			podGroups: [$groups[] | {metadata: {name: .name, namespace: "s", creationTimestamp: .at, annotations: .annotations}, spec: {queue: "q", minMember: .min}}],
			pods: [$pods[] | {metadata: {name: .name, namespace: "s", uid: .name, annotations: {"pod-group-name": .group}},
				spec: {nodeName: .node, containers: [{name: "c", resources: {requests: {cpu: "1"}}}]}, status: {phase: .phase}}]}}'
}

@test "the version is told; v0.17.0 is the default, and its name changes nothing" {
	case=$TOP/tests/conformance/reclaim/019.json
	for v in v0.17.0 v0.17.1; do
		[ "$(follows $v --show start "$case" | jq -r .follows)" = "kai-scheduler $v" ]
		[[ $(follows $v -f text --show start "$case") == *"follows kai-scheduler $v, at "* ]]
	done
	cmp <(follows v0.17.0 --show all "$case") <(snap-replay --no-timings -q --config-as-is --show all "$case")
}

@test "a version that is not known, or not ours to choose" {
	run --separate-stderr snap-replay --follows v0.15.2 /dev/null
	[ "$status" -eq 2 ] && [ "${stderr_lines[0]}" = "snap-replay: --follows: 'v0.15.2' is not a version that the native engine follows: v0.14.1 to v0.14.7, v0.16.0 to v0.16.8 or v0.17.0 to v0.17.1" ]
	[ "${stderr_lines[1]}" = "snap-replay: try: --ref v0.15.2 asks that version's own snapshot-tool" ]
	for tool in --tool --ref; do
		run --separate-stderr snap-replay --follows v0.17.0 $tool x /dev/null
		[ "$status" -eq 2 ] && [[ ${stderr_lines[0]} == "snap-replay: --follows and --switch go with the native engine only: "* ]]
	done
}

@test "a minMember of 0: the group has its minimum already, so one that has not goes first" {
	cluster '[{"name": "held", "min": 1, "at": "2026-01-01T00:00:00Z"}, {"name": "zero", "min": 0, "at": "2026-01-02T00:00:00Z"},
		{"name": "one", "min": 1, "at": "2026-01-03T00:00:00Z"}]' \
		'[{"name": "h-0", "group": "held", "node": "n", "phase": "Running"}, {"name": "z-0", "group": "zero", "phase": "Pending"},
		{"name": "o-0", "group": "one", "phase": "Pending"}]' >in
	[ "$(follows v0.17.0 --show decisions in | jq -r .pod)" = s/z-0 ]
	[ "$(follows v0.17.1 --show decisions in | jq -r .pod)" = s/o-0 ]
	cmp <(follows v0.17.1 --show all in) <(follows v0.17.1 --show all --exhaustive in)
}

@test "a finished pod keeps its gang from being stale, as a stub too" {
	cluster '[{"name": "g", "min": 2, "at": "2026-01-01T00:00:00Z", "annotations": {"kai.scheduler/stale-podgroup-timestamp": "2026-01-01T00:00:00Z"}}]' \
		'[{"name": "a", "group": "g", "node": "n", "phase": "Succeeded"}, {"name": "b", "group": "g", "node": "n", "phase": "Running"}]' >in
	for v in v0.17.0:n v0.17.1:; do
		follows ${v%:*} --now 2026-01-02 --show pods,decisions in >out
		[ "$(jq -r 'select(.event == "evict").pod' out)" = "" ]
		[ "$(jq -r 'select(.pod == "s/a").node' out)" = "${v#*:}" ]
	done
	jq '.rawObjects.pods |= map(select(.metadata.name == "b"))' in >alone
	[ "$(follows v0.17.1 --now 2026-01-02 --show decisions alone | jq -r '.event, .pod' | tr '\n' ' ')" = "evict s/b " ]
}

@test "a GPU that is booked for one pod has room for another pod of its claim" {
	cluster '[{"name": "held", "min": 1, "at": "2026-01-01T00:00:00Z"}, {"name": "new", "min": 1, "at": "2026-01-02T00:00:00Z"}]' \
		'[{"name": "h-0", "group": "held", "node": "n", "phase": "Running"}, {"name": "n-0", "group": "new", "phase": "Pending"}]' |
		jq -c '.config.tiers[0].plugins += [{name: "dynamicresources"}] | .schedulerParams.queueLabelKey = "kai.scheduler/queue" | .rawObjects |= (. + {
			deviceClasses: [{metadata: {name: "gpu.x"}}],
			resourceSlices: [{metadata: {name: "s"}, spec: {driver: "gpu.x", nodeName: "n", pool: {name: "n", generation: 1, resourceSliceCount: 1}, devices: [{name: "0"}]}}],
			resourceClaims: [{metadata: {name: "c", namespace: "s", uid: "c", resourceVersion: "1", labels: {"kai.scheduler/queue": "q"}},
				spec: {devices: {requests: [{name: "r", exactly: {deviceClassName: "gpu.x", allocationMode: "ExactCount", count: 1}}]}},
				status: {allocation: {devices: {results: [{request: "r", driver: "gpu.x", pool: "n", device: "0"}]}},
					reservedFor: [{resource: "pods", name: "h-0", uid: "h-0"}]}}]} |
			.pods |= map(.spec.resourceClaims = [{name: "g", resourceClaimName: "c"}]))' >in
	[ "$(follows v0.17.0 --show decisions in)" = "" ]
	[ "$(follows v0.17.1 --show decisions in | jq -r '.event + " " + .pod')" = "bind s/n-0" ]
	cmp <(follows v0.17.1 --show all in) <(follows v0.17.1 --show all --exhaustive in)
}

@test "victims of a probe that come back as recorded ones know nothing of the devices that its undoing gave them" {
	# rules/04 11; the scheduler ends so in seven of eight runs
	shared=$TOP/tests/data/recorded-claims.zip
	follows v0.17.1 --now 2026-11-21T07:03:19Z --show decisions "$shared" >out
	[ "$(jq -r 'select(.event == "pipeline").pod' out | tail -1)" = team-krypton/yarrow-train-cac13-0 ]
	cmp out <(follows v0.17.1 --now 2026-11-21T07:03:19Z --show decisions --exhaustive "$shared")
}

@test "in which order victims with claims are evicted is chance, and decides" {
	# rules/10 5; the scheduler pipelined the pod in seven of ten runs
	moved() { follows v0.17.1 --now 2026-11-21T07:03:19Z --show decisions "$@" "$TOP/tests/data/victims-with-claims.zip" | jq -r 'select(.event == "pipeline").pod' | grep -c yarrow-train-cac13-0 || true; }
	for seed in {1..20}; do moved --seed "$seed"; done | sort | uniq -c | awk '{ print $2 }' >outcomes
	diff outcomes <(printf '0\n1\n')
	[ "$(moved)" = "$(moved --exhaustive)" ]
}
