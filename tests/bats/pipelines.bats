#!/usr/bin/env bats
# Questions that several programs answer together (snap(7), EXAMPLES).
load ../lib/env

# Recorded from cluster-autoscaler 1.35.2, cut to two nodes: a pod of KAI Scheduler, which holds it back, has room for the autoscaler.
@test "would KAI Scheduler place the pods that cluster-autoscaler calls schedulable?" {
	cd "$BATS_TEST_TMPDIR"
	DOC=$TOP/tests/data/import/autoscaler-kai.json
	[ "$(jq -r '.UnscheduledPodsCanBeScheduled[].metadata.name' "$DOC")" = kai-wait-0 ]
	snap-import -q "$DOC" >free.json
	[ -z "$(snap-replay --show pending free.json)" ]
	# The document does not have the limits of queues: one pod of team-b runs with one GPU, this one wants two.
	for limit in 2:pending 3:; do
		jq "(.rawObjects.queues[] | select(.metadata.name == \"team-b\").spec.resources.gpu.limit) = ${limit%:*}" free.json |
			snap-replay --show pending >out
		[ "$(jq -r .event out)" = "${limit#*:}" ] || { cat out; false; }
		[ -z "${limit#*:}" ] || [ "$(jq -c '[.podGroup, .reasons[0].reason]' out)" = '["team-b/kai-wait","OverLimit"]' ] || { cat out; false; }
	done
}
