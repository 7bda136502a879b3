#!/usr/bin/env bats
# Questions that several programs answer together (snap(7), EXAMPLES).
load ../lib/env
load ../lib/cluster
load ../lib/kube_scheduler

teardown() { T=$BATS_TEST_TMPDIR servers_stop; }

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

@test "would KAI Scheduler place the pods that kube-scheduler does not?" {
	T=$BATS_TEST_TMPDIR
	cd "$T"
	cluster_new
	schedulers_new
	schedulers kube-system
	scheduler kube-scheduler-cp-1 cpu-1
	holder cpu-1_6fb1df1a
	OBJECTS=$TOP/tests/data/import/dump-objects.json
	snap-fetch -q --from kube-scheduler | sed 's/on-cpu-1/cpu-1/' >dump.log
	snap-import -q --objects "$OBJECTS" dump.log | snap-replay >out
	[ "$(jq -r 'select(.event == "pending").podGroup' out)" = team-a/team-a.boss-0 ]
	[ "$(jq -r 'select(.event == "bind").pod' out | tr '\n' ' ')" = "team-c/etl-42 team-k/kai-0 " ]
	# Eight GPUs more are room for the pod that is nominated for them.
	jq '(.items[] | select(.metadata.name == "cpu-1").status.allocatable["nvidia.com/gpu"]) = "8"' "$OBJECTS" >more.json
	snap-fetch -q --from kube-scheduler | sed 's/on-cpu-1/cpu-1/' | snap-import -q --objects more.json | snap-replay >out
	jq -es 'any(.event == "bind" and .pod == "team-a/boss-0" and .node == "cpu-1")' out
}

# captured NAME DOCUMENT: what snap-fetch gets from a cluster whose autoscaler answers with the document.
captured() {
	serve snap-serve -q --as cluster-autoscaler --scan-interval 1ms --port 0 "$2"
	# shellcheck disable=SC2034 # the pods of cluster_pod
	pods=()
	cluster_pod ca-0 "$PORT"
	printf '{"kind":"Lease","spec":{"holderIdentity":"ca-0"}}' >"$KUBECTL_STATE/leases/cluster-autoscaler"
	snap-fetch -q --from cluster-autoscaler -o "$1"
}
autoscaler_new() {
	T=$BATS_TEST_TMPDIR
	cd "$T"
	cluster_new
	cluster_deployment '' cluster-autoscaler
}
waiting() { jq -c 'select(.event == "pending") | .podGroup'; }

@test "fetch, import, replay: which pods that cluster-autoscaler has room for wait, and would more nodes help?" {
	autoscaler_new
	captured doc.json "$TOP/tests/data/import/autoscaler.json"
	jq -e '[.UnscheduledPodsCanBeScheduled[].metadata.name] | index("big-0")' doc.json
	snap-import -q doc.json | snap-replay -q --show pending >out
	[ "$(waiting <out)" = '"team-b/team-b.big-0"' ]
	jq -e '.reasons[0].message | contains("3 node(s)")' out
	snap-import -q --nodes gpu-asg=8 doc.json | snap-replay -q --show pending >out
	[ -z "$(waiting <out)" ]
	# at once, without a file between
	snap-fetch -q --from cluster-autoscaler | snap-import -q | snap-replay -q --show pending | waiting | diff - <(echo '"team-b/team-b.big-0"')
}

@test "two captures, inspected and compared: what has changed as cluster-autoscaler sees it" {
	autoscaler_new
	captured a.json "$TOP/tests/data/peers/autoscaler-08.json"
	captured b.json "$TOP/tests/data/peers/autoscaler-13.json"
	diff <(snap-inspect --format text a.json) <(snap-inspect --format text b.json) >changes || true
	grep -q '^< nodes *10 nodes; 0 placeholders' changes
	grep -q '^> nodes *14 nodes: 2 altered; 2 placeholders' changes
	grep -q '^> altered *edge-nogpu: resource-not-ready' changes
	captured c.json a.json
	diff <(snap-inspect --format text a.json) <(snap-inspect --format text c.json)
}
