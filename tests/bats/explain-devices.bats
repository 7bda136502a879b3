#!/usr/bin/env bats
# snap-replay --explain: the devices of nodes that have too few for a pod's claims, and the selectors that refused them.
load ../lib/env

# red/train waits: one pod, whose claim wants 2 devices of class dev with 80 GiB. n1 has four devices, of which red/base holds g0, and
# only g1 is free and large enough; the class refuses g3. n2 has two small ones, n3 and n4 one each.
setup() {
	T=$BATS_TEST_TMPDIR
	S=$T/devices.json
	jq -c 'def device($name; $size): {name: $name, attributes: {size: {int: $size}, model: {string: "m\($size)"}}};
		def slice($node; devices): {metadata: {name: "\($node)-gpu", uid: "s\($node)"}, spec: {driver: "d", nodeName: $node, pool: {name: $node, generation: 1, resourceSliceCount: 1}, devices: devices}};
		def claim($name; $n; selectors): {metadata: {name: $name, namespace: "red", uid: "c-\($name)", resourceVersion: "1"},
			spec: {devices: {requests: [{name: "r", exactly: {deviceClassName: "dev", allocationMode: "ExactCount", count: $n, selectors: [selectors | {cel: {expression: .}}]}}]}}};
		def claims($name): .spec.containers[0].resources = {requests: {cpu: "1"}} | .spec.resourceClaims = [{name: "c", resourceClaimName: $name}];
		def node($name): .rawObjects.nodes[0] | .metadata = {name: $name, uid: $name, labels: {}} | .status.allocatable["nvidia.com/gpu"] = "0" | .status.capacity = .status.allocatable;
		. as $all | .config.actions = "allocate"
		| .config.tiers[0].plugins |= (. + [{name: "dynamicresources"}] | unique_by(.name))
		| .rawObjects.nodes = [range(4) as $i | $all | node("n\($i + 1)")]
		| .rawObjects.deviceClasses = [{metadata: {name: "dev", uid: "dev"}, spec: {selectors: [{cel: {expression: "device.attributes[\"d\"].model != \"old\""}}]}}]
		| .rawObjects.resourceSlices = [slice("n1"; [device("g0"; 80), device("g1"; 80), device("g2"; 40), (device("g3"; 80) | .attributes.model.string = "old")]),
			slice("n2"; [device("g0"; 40), device("g1"; 40)]), slice("n3"; [device("g0"; 40)]), slice("n4"; [device("g0"; 40)])]
		| .rawObjects.resourceClaims = [(claim("held"; 1; "true") | .status = {allocation: {devices: {results: [{request: "r", driver: "d", pool: "n1", device: "g0"}]},
				nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: "metadata.name", operator: "In", values: ["n1"]}]}]}}, reservedFor: [{resource: "pods", name: "base-0", uid: "base-0"}]}),
			claim("want"; 2; ("true", "device.attributes[\"d\"].size >= 80"))]
		| .rawObjects.podGroups |= map(select(.metadata.name | IN("base", "train")))
		| .rawObjects.podGroups[] |= (select(.metadata.name == "train").spec = {minMember: 1, queue: "red", priorityClassName: "train"} // .)
		| .rawObjects.pods |= [(.[] | select(.metadata.name == "base-0") | .spec.nodeName = "n1" | .metadata.uid = "base-0" | claims("held")),
			(.[] | select(.metadata.name == "train-0") | claims("want"))]' "$TOP/tests/data/explain.json" >"$S"
}

# change FILE FILTER: the snapshot, changed; want(f) changes the request that waits
change() {
	jq -c 'def claim($name; f): .rawObjects.resourceClaims |= map(if .metadata.name == $name then f else . end);
		def want(f): claim("want"; .spec.devices.requests[0].exactly |= f);
		def slice($node; f): .rawObjects.resourceSlices |= map(if .spec.nodeName == $node then .spec.devices |= f else . end);
		'"$2" "$S" >"$1"
}
# events KIND FILE: the events of that kind about red/train
events() { snap-replay -q -f json --show start --explain red/train --explain-depth full "$2" | jq -c --arg kind "$1" 'select(.kind == $kind)'; }
# is EVENT FILTER: a filter that is true of it
is() { jq -e "$2" <<<"$1" >/dev/null || { jq . <<<"$1"; return 1; }; }
# placed FILE: it waited, and has a place in the end
placed() { is "$(events verdict "$1")" '.end == "bound" or .end == "pipelined"'; }
# has TEXT: $output holds it, however its lines are wrapped
has() { [[ $(tr -s ' \n' ' ' <<<"$output") == *"$1"* ]] || { echo "not there: $1"; echo "$output"; return 1; }; }

@test "which device was refused by which selector, by node, equal nodes together" {
	n=$(events nodes "$S")
	is "$n" '[.refused[] | [.nodes, .example, .plugin]] == [[2, "n3", "dynamicresources"], [1, "n1", "dynamicresources"], [1, "n2", "dynamicresources"]]'
	is "$n" '.refused[1].devices[0] | [.claim, .request, .class, .mode, .wanted, .devices, .allocated, .allocatedAccepted, .free] == ["want", "r", "dev", "ExactCount", 2, 4, 1, 1, 1]'
	is "$n" '.refused[1].devices[0].refused | map([.devices, .by, .of, .number, .expression]) == [[1, "selector", "request", 1, "device.attributes[\"d\"].size >= 80"],
		[1, "selector", "class", 0, "device.attributes[\"d\"].model != \"old\""]]'
	run -0 snap-replay --no-timings --show start -f text --explain red/train "$S"
	has 'request r of claim want: 2 devices of class dev 4 devices there: 1 allocated, 1 free 1 refused: selector #1 of the request device.attributes["d"].size >= 80 1 refused: selector #0 of the class'
	[ -z "$(sed 1d <<<"$output" | grep -E '.{81}')" ]
}

@test "the verdict names the best node; a device that becomes free there would do" {
	v=$(events verdict "$S")
	is "$v" '.end == "pending" and .reason == "nodes-refuse" and [.figures[("neededDevices", "freeDevices", "nodesWithoutDevices")].value] == [2, 1, 4]'
	is "$v" '.text == "stays pending: needs 2 devices of class dev on one node (claim want, request r); the best of 4 nodes with room, n1, has 1 free of 4 devices: 1 is allocated, 1 is refused by selector #1 of the request, device.attributes[\"d\"].size >= 80, 1 is refused by selector #0 of the class, device.attributes[\"d\"].model != \"old\""'
	is "$v" '.changes | map([.change, .object, .text]) == [["free-room", "n1", "1 more device of class dev free on n1, which has 1 allocated that would do"]]'
	change "$T/a.json" 'claim("held"; del(.status))'
	placed "$T/a.json"
}

@test "no device that becomes free would do: a node with more of them" {
	change "$T/a.json" 'want(.count = 3)'
	is "$(events verdict "$T/a.json")" '.changes | map([.change, .text]) == [["larger-node", "a node with 3 devices of class dev that the selectors accept"]]'
	change "$T/a.json" 'want(.count = 3) | slice("n2"; map(.attributes.size.int = 80) + [.[0] | .name = "g2" | .attributes.size.int = 80])'
	placed "$T/a.json"
}

@test "a constraint: how many agree" {
	change "$T/a.json" 'want(.selectors = null) | claim("want"; .spec.devices.constraints = [{matchAttribute: "d/model"}]) | slice("n2"; .[0].attributes.model.string = "x")'
	n=$(events nodes "$T/a.json")
	is "$n" '[.refused[] | select(.example | IN("n1", "n2")).devices[0] | [.free, .agreeing, .attribute]] == [[2, 1, "d/model"], [2, 1, "d/model"]]'
	is "$(events verdict "$T/a.json")" '(.text | test("at most 1 of those free agree in d/model")) and .changes[0].change == "larger-node"'
	change "$T/a.json" 'want(.selectors = null) | claim("want"; .spec.devices.constraints = [{matchAttribute: "d/model"}])'
	placed "$T/a.json"
}

@test "all devices, none at all, long expressions" {
	change "$T/a.json" 'want(.allocationMode = "All" | del(.count) | .selectors = [{cel: {expression: (("device.attributes[\"d\"].size > 100 && " * 3) + "true")}}])'
	n=$(events nodes "$T/a.json")
	is "$n" '.refused[1].devices[0] | .mode == "All" and .wanted == 0 and (.refused[0].expression | endswith("&& true"))'
	run -0 snap-replay --no-timings --show start -f text --explain red/train "$T/a.json"
	has 'needs all devices of class dev'
	has 'device.attributes["d"].size > 100 && device.attributes["d"]....'
	change "$T/a.json" '.rawObjects.resourceSlices = []'
	is "$(events nodes "$T/a.json")" '.refused | map([.nodes, .devices[0].devices]) == [[4, 0]]'
	is "$(events verdict "$T/a.json")" '.text | endswith("the best of 4 nodes with room, n1, has no devices")'
}

@test "nodes that lack room, and devices, too" {
	change "$T/a.json" '.rawObjects.nodes[].status |= (.allocatable["nvidia.com/gpu"] = "1" | .capacity = .allocatable)
		| .rawObjects.pods |= map(.spec.containers[0].resources.requests["nvidia.com/gpu"] = "1")
		| .rawObjects.pods += [.rawObjects.pods[0] | range(2; 5) as $i | .metadata.name = "base-\($i)" | .metadata.uid = "base-\($i)" | .spec.nodeName = "n\($i)" | del(.spec.resourceClaims)]'
	is "$(events verdict "$T/a.json")" '.reason == "nodes-refuse" and .figures.refusingNodes.value == 4
		and (.text | contains("4 nodes lack room for it, and refuse it for other reasons, too (the first: cannot allocate all DRA claims on node n1: it needs 2 devices of class dev on one node (claim want, request r), n1 has 1 free of 4 devices: 1 is allocated, "))'
}

# It was explained with the nodes of the pod before it, whose list was gone by then.
@test "a pod that is refused before all nodes, behind one that looked at nodes of a domain" {
	"$B/tests/gen_cluster" 4001984 >"$T/a.json"
	run -0 snap-replay --quiet --no-timings --format json --show start --victim-notes 0 --explain team/job-132-11 "$T/a.json"
	[[ $output == *'"event":"explain"'*'since a check before all nodes refused the pod'* ]]
}
