#!/usr/bin/env bats
# snap-inspect: topologies as trees of domains, and what --check finds about them.
load ../lib/env
load ../lib/findings

setup() {
	T=$BATS_TEST_TMPDIR
	base=$TOP/tests/data/placing.json
}

# The domains of the first topology after a change: path, nodes, total, used and free GPUs.
domains() { # CHANGE
	jq -c "$1" "$base" | snap-inspect | jq -r '.topologies[0].domains[] | [(.path | join("/")), .level, .nodes, .gpus.total, .gpus.used, .gpus.free] | join(" ")'
}

@test "a topology is a tree of domains with nodes and GPUs, sorted by name" {
	[ "$(domains '.rawObjects.resourceSlices = null')" = "a zone 2 8 0.3 7.7
a/r1 rack 1 0 0 0
a/r2 rack 1 8 0.3 7.7
b zone 1 8 3 5
b/r1 rack 1 8 3 5" ]
	[ "$(snap-inspect "$base" | jq -c '.topologies[0] | [.name, .levels, .podGroups, .nodes, .lackingLabels.nodes]')" = \
		'["dc",[{"label":"zone"},{"label":"rack","alias":"in-rack"}],2,3,0]' ]
}

@test "the GPUs of a topology are those of the report of nodes" {
	run -0 snap-inspect "$base"
	[ "$(jq '.topologies[0].gpus.total == .nodes.gpusAllocatable' <<<"$output")" = true ]
	[ "$(jq '.topologies[0].gpus.used == .nodes.gpusRequested' <<<"$output")" = true ]
	[ "$(jq '.topologies[0] | .gpus.free == ([.domains[] | select(.level == "rack").gpus.free] | add)' <<<"$output")" = true ]
}

@test "a node that lacks a label, or that the scheduler ignores, is in no domain" {
	jq 'del(.rawObjects.nodes[0].metadata.labels.rack)' "$base" >"$T/s"
	[ "$(snap-inspect "$T/s" | jq -c '.topologies[0] | [.nodes, .lackingLabels.nodes, .lackingLabels.gpus.free, (.domains | length)]')" = '[2,1,5,3]' ]
	[[ $(snap-inspect -f text "$T/s") == *$'\n  nodes that lack a label                     1          8          3          5'* ]]
	jq '.schedulerParams.partitionParams = {NodePoolLabelKey: "pool"} | .rawObjects.nodes[0].metadata.labels.pool = "other"' "$base" >"$T/s"
	[ "$(snap-inspect "$T/s" | jq -c '.topologies[0] | [.nodes, .lackingLabels.nodes]')" = '[2,0]' ]
}

@test "an empty label is a label; of a label that is there twice the last counts" {
	[ "$(domains '.rawObjects.nodes[2].metadata.labels.zone = "" | .rawObjects.resourceSlices = null' | head -2)" = " zone 1 0 0 0
/r1 rack 1 0 0 0" ]
	sed 's/"zone": "b"/"zone": "c", "zone": "b"/' "$base" >"$T/s"
	[ "$(snap-inspect "$T/s" | jq -c .topologies)" = "$(snap-inspect "$base" | jq -c .topologies)" ]
}

@test "sums of parts of GPUs have two decimals" {
	[ "$(domains '.rawObjects.resourceSlices = null | .rawObjects.pods[1].metadata.annotations["gpu-fraction"] = "0.1"
		| .rawObjects.pods += [.rawObjects.pods[1] | .metadata |= (.name = "half-1" | .uid = "u-half-1" | .annotations["gpu-fraction"] = "0.2")]' | head -1)" = "a zone 2 8 0.3 7.7" ]
}

@test "text: the tree, 80 columns wide" {
	run -0 snap-inspect -f text <(jq '.rawObjects.resourceSlices = null' "$base")
	[[ $output == *"
topology dc                               nodes       GPUs       used       free
  levels: zone, rack; 2 pod groups name it
  a                                           2          8        0.3        7.7
    r1                                        1          0          0          0
    r2                                        1          8        0.3        7.7
  b                                           1          8          3          5
    r1                                        1          8          3          5"* ]]
	run -0 snap-inspect -f text <(jq '.rawObjects.topologies[0].spec.levels[].nodeLabel |= "topology.example.com/a-long-name/" + .' "$base")
	[ -z "$(sed -n '/^topology/,$p' <<<"$output" | grep -E '.{81}')" ]
}

@test "text: a level with many domains is one line, those below it, too; JSON has them all" {
	jq '.rawObjects.pods = null | .rawObjects.resourceSlices = null | .rawObjects.nodes = [range(300) | {metadata: {name: "n\(.)", labels: {zone: "z\(. % 3)", rack: "r\(. % 60)"}}, status: {allocatable: {"nvidia.com/gpu": "\(. / 100 | floor)"}}}]' "$base" >"$T/s"
	run -0 snap-inspect -f text "$T/s"
	[ "$(sed -n '/^topology/,$p' <<<"$output" | awk 'NR > 2 { print $1 }' | tr '\n' ' ')" = "z0 z1 z2 60 " ]
	[[ $output == *"  60 of rack, 4 to 6 GPUs free in each"* ]]
	[ "$(snap-inspect "$T/s" | jq '.topologies[0].domains | length')" = 63 ]
}

@test "a hundred topologies get a tree, the others are counted" {
	jq '.rawObjects.topologies = [range(103) | {metadata: {name: "t\(.)"}, spec: {levels: [{nodeLabel: "zone"}]}}] | .rawObjects.podGroups[].spec |= {queue}' "$base" >"$T/s"
	run -0 snap-inspect -f text "$T/s"
	[ "$(grep -c '^topology ' <<<"$output")" = 100 ]
	[ "${lines[-1]}" = "3 more topologies" ]
	[ "$(snap-inspect "$T/s" | jq -c '[.topologies | length, (map(select(.domains)) | length)]')" = '[103,100]' ]
}

@test "tsv: the levels of each topology" {
	[ "$(snap-inspect -l topologies -f tsv "$base")" = $'name\tlevels\tcreated\ndc\tzone,rack\t' ]
}

@test "a constraint whose topology or level is not there" {
	silent .
	local at="rawObjects.podGroups[0].spec.topologyConstraint" sub="rawObjects.podGroups[2].spec.subGroups[1].topologyConstraint"
	finds 1 '.rawObjects.podGroups[0].spec.topologyConstraint.topology = "gone"' topology-missing error "$at.topology" a/train
	finds 1 '.rawObjects.podGroups[2].spec.subGroups[1].topologyConstraint.topology = "gone"' topology-missing error "$sub.topology" a/dev
	finds 1 '.rawObjects.podGroups[0].spec.topologyConstraint.requiredTopologyLevel = "gone"' topology-level-missing error "$at.requiredTopologyLevel" a/train
	finds 1 '.rawObjects.podGroups[2].spec.subGroups[1].topologyConstraint.preferredTopologyLevel = "gone"' topology-level-missing error "$sub.preferredTopologyLevel" a/dev
	finds 1 'del(.rawObjects.podGroups[2].spec.subGroups[1].topologyConstraint.preferredTopologyLevel)' topology-level-missing error "$sub.topology" a/dev
	[[ $output == *"is named without a level"* ]]
	# A pod group of a name that is there already does not count.
	finds 1 '.rawObjects.podGroups += [.rawObjects.podGroups[0] | .spec.topologyConstraint.topology = "gone"]' duplicate-name error "rawObjects.podGroups[4].metadata.name" a/train
}

@test "a topology whose levels cannot be" {
	local path="rawObjects.topologies[0].spec.levels"
	for levels in '[]' null '[{nodeLabel: "zone"}, {nodeLabel: "zone"}]' '[{nodeLabel: "root"}]' '[range(17) | {nodeLabel: "l\(.)"}]'; do
		finds 1 ".rawObjects.podGroups[].spec |= {queue} | .rawObjects.topologies[0].spec.levels = $levels" topology-levels error "$path" dc
		[[ $(snap-inspect -f text "$T/s") == *"  no domains: "* ]]
		[ "$(snap-inspect "$T/s" | jq '.topologies[0] | has("domains")')" = false ]
	done
}

@test "nodes with GPUs that lack a label: a note; all of them: a warning if somebody asks for the topology" {
	finds 0 'del(.rawObjects.nodes[0].metadata.labels.rack)' topology-label-missing note "rawObjects.topologies[0].spec.levels" dc
	[[ $output == *"1 of 3 nodes with GPUs lack a label of it: pod groups that name it never get them; n1 lacks rack"* ]]
	silent '.rawObjects.nodes += [{metadata: {name: "n4"}}]'
	finds 0 'del(.rawObjects.nodes[].metadata.labels.rack)' topology-empty warning "rawObjects.topologies[0].spec.levels" dc
	finds 0 'del(.rawObjects.nodes[].metadata.labels.rack) | .rawObjects.podGroups[].spec |= {queue}' topology-empty note "rawObjects.topologies[0].spec.levels" dc
}
