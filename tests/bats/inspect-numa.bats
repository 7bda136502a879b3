#!/usr/bin/env bats
# snap-inspect: NUMA zones of nodes and of pods.
load ../lib/env
load ../lib/findings

setup() {
	export T=$BATS_TEST_TMPDIR # for findings
	base=$TOP/tests/data/placing.json
	zones='metadata.annotations."kai.scheduler/numa-placement-observed"'
}

numa() { # CHANGE
	jq -c "$1" "$base" | snap-inspect | jq -c '[.numa | .nodes, .zones, (.byPolicy[] | [.policy, .scope, .nodes])]'
}

@test "nodes with zones by policy and scope" {
	[ "$(numa .)" = '[2,3,["single-numa-node","pod",1],["best-effort","container",1]]' ]
	# The last attribute of a name counts, and before the deprecated list; a policy that is unknown is none.
	[ "$(numa '.rawObjects.nodeResourceTopologies[0].attributes += [{name: "topologyManagerPolicy", value: "restricted"}, {name: "topologyManagerScope", value: "x"}]')" = \
		'[2,3,["restricted","container",1],["best-effort","container",1]]' ]
	[ "$(numa '.rawObjects.nodeResourceTopologies[1].topologyPolicies = ["SingleNUMANodePodLevel", "BestEffort"]')" = '[2,3,["single-numa-node","pod",2]]' ]
	[ "$(numa '.rawObjects.nodeResourceTopologies[1].topologyPolicies = ["Never"]')" = '[2,3,["single-numa-node","pod",1],["none","container",1]]' ]
	# Without zones of type Node there is nothing; no more has a node that is not there.
	[ "$(numa '.rawObjects.nodeResourceTopologies[1].zones[].type = "Core"')" = '[1,2,["single-numa-node","pod",1]]' ]
	[ "$(numa '.rawObjects.nodeResourceTopologies[1].metadata.name = "gone"')" = '[1,2,["single-numa-node","pod",1]]' ]
}

@test "text: a line, where there is something to say" {
	[[ $(snap-inspect -f text "$base") == *$'\nNUMA         2 of 3 nodes have zones, 3 in all: 1 single-numa-node by pod,\n             1 best-effort by container\n'* ]]
	[[ $(jq '.rawObjects.nodeResourceTopologies = null' "$base" | snap-inspect -f text) != *NUMA* ]]
}

@test "tsv: policy, scope and what each zone has left of what it has" {
	[ "$(snap-inspect -l nrt -f tsv "$base")" = "name	policy	scope	zones	cpu	memory	gpus	created
n1	single-numa-node	pod	node-0,node-1	10/16,16/16	-,-	1/4,4/4	
n2	BestEffort		node-0	32/32	-	-	" ]
}

@test "zones of a node that is not there" {
	finds 0 '.rawObjects.nodeResourceTopologies[1].metadata.name = "gone"' zones-node-missing warning "rawObjects.nodeResourceTopologies[1].metadata.name" gone
	finds 0 '.schedulerParams.partitionParams = {NodePoolLabelKey: "pool", NodePoolLabelValue: "a"} | .rawObjects |= ((.nodes[], .queues[], .podGroups[], .pods[]).metadata.labels.pool = "a") |
		.rawObjects.nodeResourceTopologies[1].metadata.name = "gone"' zones-node-missing note "rawObjects.nodeResourceTopologies[1].metadata.name" gone
}

@test "a pod in a zone that its node does not have" {
	local path="rawObjects.pods[0].metadata.annotations.kai.scheduler/numa-placement-observed"
	finds 0 ".rawObjects.pods[0].$zones |= sub(\"node-0\"; \"node-7\")" zone-missing warning "$path" a/train-0
	finds 0 ".rawObjects.pods[0].$zones |= sub(\"node-0\"; \"core-0\")" zone-missing warning "$path" a/train-0
	silent ".rawObjects.pods[0].$zones |= ascii_upcase | .rawObjects.nodeResourceTopologies[0].zones = []"
	# What was observed counts, then what a bind request says, then what was predicted.
	local other='metadata.annotations."kai.scheduler/numa-placement-predicted" = "[{\"zone\":\"gone\"}]"'
	silent ".rawObjects.pods[0].$other"
	finds 0 "del(.rawObjects.pods[0].$zones) | .rawObjects.pods[0].$other" zone-missing warning "${path/observed/predicted}" a/train-0
	local bind='.rawObjects.bindRequests = [{metadata: {name: "b", namespace: "a"}, spec: {podName: "train-0", selectedNode: "n1", predictedNUMAZones: [{zone: "node-0"}]}}]'
	silent "$bind | del(.rawObjects.pods[0].$zones) | .rawObjects.pods[0].$other"
	finds 0 "$bind | .rawObjects.bindRequests[0].spec.predictedNUMAZones += [{zone: \"gone\"}]" zone-missing warning "rawObjects.bindRequests[0].spec.predictedNUMAZones[1].zone" a/b
	silent "$bind | .rawObjects.bindRequests[0] |= (.spec.predictedNUMAZones += [{zone: \"gone\"}] | .status.phase = \"Succeeded\")"
}

@test "an annotation that is no list of zones" {
	local path="rawObjects.pods[0].metadata.annotations.kai.scheduler/numa-placement-observed"
	for text in x '{}' '[' '[{}' '[3]' '[{\"zone\":3}]' '[] x' null; do
		finds 0 ".rawObjects.pods[0].$zones = \"$text\"" zones-bad warning "$path" a/train-0
	done
	silent ".rawObjects.pods[0].$zones = \"\""
	silent ".rawObjects.pods[0].$zones = \"[]\""
}

@test "amounts of zones that are none" {
	finds 1 '.rawObjects.nodeResourceTopologies[0].zones[1].resources[0].available = "x"' quantity-bad error "rawObjects.nodeResourceTopologies[0].zones[1].resources[0].available" n1
}
