#!/usr/bin/env bats
# snap-replay on resource claims: their devices in events, columns and text; selectors beyond the subset of CEL; searches without an end.
load ../lib/env

setup() {
	T=$BATS_TEST_TMPDIR
	C=$TOP/tests/conformance/dra
	cd "$T" || exit
}
# replay FILE [OPTION...]
replay() { f=$1; shift; snap-replay -q --no-timings "$@" "$f"; }
# selectors EXPRESSION: 013.json with this selector alone in each class
selectors() { jq --arg e "$1" '.rawObjects.deviceClasses[].spec.selectors = [{cel: {expression: $e}}]' "$C/013.json"; }

@test "devices of claims: in events, columns and behind the node" {
	replay "$C/900.json" >out
	jq -c 'select(.event == "bind" and .pod == "team-indigo/quartz-train-ecfe8-53c0b").resourceClaims' out |
		diff - <(echo '[{"name":"gpu","claim":"shared-acd39","devices":[{"request":"req-0","driver":"gpu.nvidia.com","pool":"ip-10-165-6","device":"gpu-7"}]}]')
	replay "$C/900.json" --format text >text
	grep -q '^  allocate  bind *team-indigo/quartz-train-ecfe8-53c0b *ip-10-165-6 *(devices gpu-7)$' text
	replay "$C/900.json" --format tsv --show decisions |
		awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "resourceClaims.devices.device") c = i } $c' | tail -n +2 | cut -f 3 >tsv
	jq -r 'select(.event == "bind" and any(.resourceClaims[]?.devices[]?; true)).pod' out | diff - tsv
	[ -s tsv ]
}

@test "a selector beyond the subset of CEL: told once, whoever meets it; its pod groups are marked" {
	selectors 'sets.contains([1], [1])' >unknown.json
	run -1 replay unknown.json
	echo "$output" >out
	jq -c 'select(.event == "unsupported") | [.feature, .count]' out |
		diff - <(echo '["CEL selector #0 of class gpu.nvidia.com: sets.contains([1], [1]): has the unknown name sets",1]')
	[ "$(jq -r 'select(.event == "pending").notReplayed' out | sort -u)" = "CEL selector" ]
	[ -z "$(jq -r 'select(.resourceClaims? and any(.resourceClaims[].devices[]?; true)).pod' out)" ] # never a guess
	run -1 replay unknown.json --exhaustive
	diff out - <<<"$output"
	# behind one that refuses it does not matter
	selectors 'sets.contains([1], [1])' | jq '.rawObjects.deviceClasses[].spec.selectors |= [{cel: {expression: "false"}}] + .' >refused.json
	replay refused.json >out
	[ "$(jq -c 'select(.event == "unsupported")' out)" = "" ]
}

@test "a selector of a megabyte: whole in JSON, its ends in text and on standard error" {
	selectors "device.driver == \"$(printf 'ü%.0s' {1..60000})\"" >long.json
	run -1 --separate-stderr snap-replay --no-timings long.json
	[ "$(jq -r 'select(.event == "unsupported").feature | length' <<<"$output")" -gt 60000 ]
	[ "${#stderr}" -lt 1000 ]
	grep -q 'ü … ü.*: is longer than any the API server takes' <<<"$stderr"
	run -1 replay long.json --format text
	[ "$(grep -c '^not replayed: CEL selector #0 of class' <<<"$output")" -eq 1 ]
	[ "$(awk '{ print length }' <<<"$output" | sort -n | tail -n 1)" -lt 1000 ]
}

@test "a claim that makes the scheduler panic is told once" {
	jq 'del(.rawObjects.resourceClaims[].spec.devices.requests[].exactly)' "$C/013.json" >panic.json
	run -1 replay panic.json
	echo "$output" >out
	jq -r 'select(.event == "warning") | select(.what | startswith("the scheduler panics")).count // 1' out | sort -u | diff - <(echo 1)
	run -1 replay panic.json --exhaustive
	diff out - <<<"$output"
}

@test "searches for devices without an end do end, and are told once" {
	# 17 devices with one value of an attribute, of which a node has 16 of each value
	jq '(.rawObjects.pods | map(select(.spec.resourceClaims and (.spec.nodeName | not)))[0]) as $pod |
		(.rawObjects.podGroups[] | select(.metadata.name == $pod.metadata.annotations["pod-group-name"])) as $group |
		.rawObjects.nodes[0] as $node | [range(3)] as $n | [range(3)] as $p |
		.rawObjects.nodes = [$n[] | "n\(.)" as $name | $node | .metadata.name = $name | .metadata.uid = $name |
			.metadata.labels["kubernetes.io/hostname"] = $name | .spec = {} | del(.status.allocatable["nvidia.com/gpu"])] |
		.rawObjects.resourceSlices = [$n[] | "n\(.)" as $name | {metadata: {name: $name, uid: $name}, spec: {driver: "nic", nodeName: $name,
			pool: {name: $name, generation: 1, resourceSliceCount: 1}, devices: [range(32) | {name: "d\(.)", attributes: {half: {int: (. % 2)}}}]}}] |
		.rawObjects.deviceClasses = [{metadata: {name: "nic", uid: "nic"}, spec: {}}] |
		.rawObjects.resourceClaims = [$p[] | {metadata: {name: "c\(.)", uid: "c\(.)", namespace: $pod.metadata.namespace, resourceVersion: "1"},
			spec: {devices: {requests: [range(17) | {name: "r\(.)", exactly: {deviceClassName: "nic", allocationMode: "ExactCount", count: 1}}],
				constraints: [{matchAttribute: "nic/half"}]}}, status: {}}] |
		.rawObjects.pods = [$p[] | . as $i | $pod | .metadata.name = "p\($i)" | .metadata.uid = "p\($i)" | .metadata.annotations["pod-group-name"] = "p\($i)" |
			del(.metadata.labels["kai.scheduler/subgroup-name"]) | .spec.resourceClaims = [{name: "a", resourceClaimName: "c\($i)"}] | .spec.containers = [{name: "a", resources: {claims: [{name: "a"}]}}]] |
		.rawObjects.podGroups = [$p[] | "p\(.)" as $name | $group | .metadata.name = $name | .metadata.uid = $name | .spec = {queue: .spec.queue, minMember: 1}]' \
		"$C/013.json" >endless.json
	run -1 replay endless.json
	echo "$output" >out
	jq -c 'select(.event == "unsupported") | [.feature, .count]' out | diff - <(echo '["search for devices without an end, in the scheduler too",1]')
	[ "$(jq -r 'select(.event == "pending").notReplayed' out)" = $'search for devices\nsearch for devices\nsearch for devices' ]
	run -1 replay endless.json --exhaustive
	diff out - <<<"$output"
}

@test "pending by reason: names of nodes, claims and pods do not keep equal reasons apart" {
	replay "$C/900.json" --format text --top 99 >out
	sed -n '/^pending, by reason/,/^$/p' out >reasons
	grep -q '^  6 pod groups in 2 queues: 22 nodes: cannot allocate all DRA claims on node NODE; the largest' reasons
	grep -q '^  4 pod groups in 1 queue: pod POD cannot be scheduled: DRA claim CLAIM is a shared GPU claim with wrong queue label (expected queue: q-birch, claim queue label: other); the' reasons
	# those of topologies: job names, domains
	replay "$TOP/tests/conformance/topology/007.json" --format text >out
	sed -n '/^pending, by reason/,/^$/p' out >reasons
	grep -q "^  1 pod group in 1 queue: topology cluster, requirement topo.example.com/rack couldn't be satisfied: not enough" reasons
	grep -q '^  1 pod group in 1 queue: no domain of its topology has room; it asks for 2 GPUs$' reasons
	# the events have the scheduler's words, names and all
	replay "$TOP/tests/conformance/topology/007.json" | grep -q 'for job <default/willow-89-exp>: not enough'
}
