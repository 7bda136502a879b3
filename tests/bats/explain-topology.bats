#!/usr/bin/env bats
# snap-replay --explain: the domains of a topology, with their room, and why one was taken.
load ../lib/env

# Zone z1 with rack r1 (5 GPUs free on 3 nodes) and r2 (4 on 2 nodes), zone z2 with rack r3 (2 on 1 node).
# red/train waits: 4 pods of 1 GPU, in one rack; red/base runs on n1.
setup() {
	T=$BATS_TEST_TMPDIR
	S=$T/topology.json
	jq -c 'def node($name; $zone; $rack): .rawObjects.nodes[0] | .metadata = {name: $name, uid: $name, labels: {"example.com/zone": $zone, "example.com/rack": $rack}}
			| .status.allocatable["nvidia.com/gpu"] = "2" | .status.capacity = .status.allocatable;
		. as $all | .config.actions = "allocate"
		| .rawObjects.nodes = [$all | node("n1"; "z1"; "r1"), node("n2"; "z1"; "r1"), node("n3"; "z1"; "r1"), node("n4"; "z1"; "r2"), node("n5"; "z1"; "r2"), node("n6"; "z2"; "r3")]
		| .rawObjects.topologies = [{metadata: {name: "t", uid: "t"}, spec: {levels: [{nodeLabel: "example.com/zone"}, {nodeLabel: "example.com/rack"}]}}]
		| .rawObjects.podGroups |= map(select(.metadata.name | IN("base", "train")))
		| .rawObjects.podGroups[] |= (select(.metadata.name == "train").spec = {minMember: 4, queue: "red", priorityClassName: "train",
			topologyConstraint: {topology: "t", requiredTopologyLevel: "example.com/rack"}} // .)
		| .rawObjects.pods |= [(.[] | select(.metadata.name == "base-0") | .spec.nodeName = "n1"),
			(.[] | select(.metadata.name == "train-0") | .spec.containers[0].resources |= map_values(."nvidia.com/gpu" = "1")
				| range(4) as $i | .metadata.name = "train-\($i)" | .metadata.uid = "t\($i)")]' "$TOP/tests/data/explain.json" >"$S"
}

# change FROM TO FILTER: group changes the spec of red/train, pods those of its pods, more N adds N pods to its minimum
change() {
	jq -c 'def group(f): .rawObjects.podGroups |= map(if .metadata.name == "train" then .spec |= f else . end);
		def pods(f): .rawObjects.pods |= map(if .metadata.name | startswith("train") then f else . end);
		def base(f): .rawObjects.pods |= map(if .metadata.name == "base-0" then f else . end);
		def nodes($names; f): .rawObjects.nodes |= map(if .metadata.name | IN($names | split(" ")[]) then f else . end);
		def level($l): group(.topologyConstraint.requiredTopologyLevel = "example.com/\($l)");
		def wish($l): group(.topologyConstraint.preferredTopologyLevel = "example.com/\($l)");
		def more($n): group(.minMember += $n) | .rawObjects.pods += [.rawObjects.pods[] | select(.metadata.name == "train-0") | range($n) as $i
			| .metadata.name = "train-m\($i)" | .metadata.uid = "m\($i)"];
		'"$3" "$1" >"$2"
}
# events KIND FILE: the events of that kind about red/train
events() { snap-replay -q -f json --show start --explain red/train --explain-depth full "$2" | jq -c --arg kind "$1" 'select(.kind == $kind)'; }
# is EVENT FILTER: a filter that is true of it
is() { jq -e "$2" <<<"$1" >/dev/null || { jq . <<<"$1"; return 1; }; }
# placed FILE: all of it waited, and none does in the end
placed() { is "$(events verdict "$1")" '(.end == "bound" or .end == "pipelined") and (.figures.pendingPods | not)'; }
# why FILE [OPTION...]: the explanation as text
why() { snap-replay --no-timings --show start -f text --explain red/train "${@:2}" "$1"; }
# has TEXT: $output holds it, however its lines are wrapped
has() { [[ $(tr -s ' \n' ' ' <<<"$output") == *"$1"* ]] || { echo "not there: $1"; echo "$output"; return 1; }; }

@test "the fullest domain of the level is taken, and the others say their room" {
	d=$(events domains "$S")
	is "$d" '[.topology, .levels, .required, .pods, .needed.gpu, .within, .result, .taken] == ["t", ["example.com/zone", "example.com/rack"], "example.com/rack", 4, 4, "root", "taken", "z1.r2"]'
	is "$d" '[.domains[] | [.domain, .level, .result, .holds, .free.gpu, .fullness]] == [["z1.r2", "example.com/rack", "taken", 4, 4, 1], ["z1.r1", "example.com/rack", "not-tried", 5, 5, 0.8], ["z2.r3", "example.com/rack", "too-little-room", 2, 2, 2]]'
	is "$(events verdict "$S")" '.end == "bound" and (.text | test("; in rack z1.r2, the fullest of 2 with room"))'
	run -0 why "$S"
	has "topology t (zone, rack), required rack, for 4 pods of 1 GPU, 2 CPUs and 8 GiB of memory"
	has "rack z1.r2: taken, the fullest of 2 with room; room for 4 pods, 4 GPUs free"
	has "rack z1.r1: not tried; room for 5 pods, 5 GPUs free"
	has "rack z2.r3: too little room; room for 2 pods, 2 GPUs free"
	has "not looked at: 4 nodes outside the domain that was tried"
}

@test "no domain has room: the best one, and what would do" {
	change "$S" "$T/a.json" 'more(2)'
	v=$(events verdict "$T/a.json")
	is "$v" '.end == "pending" and .reason == "no-domain" and [.figures[("attemptPods", "bestHolds", "needed", "bestFree", "domains")].value] == [6, 5, 6, 5, 3]'
	is "$v" '.text | test("its 6 pods must run in one rack of topology t; the best of them, rack z1.r1, has room for 5 of them \\(5 GPUs free\\)")'
	is "$v" '[.changes[] | [.change, .object, .figures.pods.value, .figures.missing.value, .alone]] == [["free-room", "z1.r1", 1, 1, true], ["change-level", "t", null, null, true]]'
	is "$v" '.changes[1].text | test("level example.com/zone required instead of example.com/rack: zone z1 has the room")'
	is "$(events domains "$T/a.json")" '.result == "no-domain" and [.domains[].result] == ["too-little-room", "too-little-room", "too-little-room"]'
	change "$T/a.json" "$T/b.json" 'base(.status.phase = "Succeeded")'
	placed "$T/b.json"
	change "$T/a.json" "$T/b.json" 'level("zone")'
	placed "$T/b.json"
	# more than a zone has, but not more than all nodes
	change "$S" "$T/a.json" 'more(6)'
	is "$(events verdict "$T/a.json")" '.changes[1].text | test("level example.com/rack preferred instead of required: all nodes of the topology together have the room")'
	change "$T/a.json" "$T/b.json" 'group(.topologyConstraint |= {topology, preferredTopologyLevel: .requiredTopologyLevel})'
	placed "$T/b.json"
	is "$(events domains "$T/b.json")" '.taken == "root"'
	run -0 why "$T/b.json"
	has "the whole topology: taken, all its nodes together (no zone has enough); room for 11 pods"
}

@test "more than all nodes together have" {
	change "$S" "$T/a.json" 'more(8)'
	v=$(events verdict "$T/a.json")
	is "$v" '.reason == "no-domain" and (.text | test("its 12 pods must run in one rack of topology t; of these the best, rack z1.r1, has room for 5 of them"))'
	is "$v" '[.changes[] | [.change, .object, .figures.pods.value]] == [["free-room", "z1.r1", 7]]'
	is "$(events domains "$T/a.json")" '.result == "too-little-room" and [.domains[].domain] == ["root", "z1.r1", "z1.r2", "z2.r3"]'
	change "$T/a.json" "$T/b.json" 'nodes("n1 n2 n3"; .status.allocatable["nvidia.com/gpu"] = "8" | .status.capacity["nvidia.com/gpu"] = "8")'
	placed "$T/b.json"
}

@test "a domain that has room, but not for each pod: it was tried in vain, and the next one was taken" {
	change "$S" "$T/a.json" 'nodes("n4"; .spec.taints = [{key: "maintenance", effect: "NoSchedule"}])'
	d=$(events domains "$T/a.json")
	is "$d" '.taken == "z1.r1" and [.domains[0] | .domain, .result, .placed, .failed] == ["z1.r2", "failed", 2, "red/train-2"]'
	is "$(events verdict "$T/a.json")" '.text | test("; in rack z1.r1, after 1 that failed")'
	# what was placed in the first domain does not count any more
	is "$(events visit "$T/a.json")" '[.pods, .placed, .failed] == [4, 4, null]'
	run -0 why "$T/a.json"
	has "rack z1.r2: tried as number 1, 2 of 4 pods found a node; red/train-2 did not: 1 node: "
	has "rack z1.r1: taken, the next fullest"
	# none is left: the one in which most pods found a node
	change "$T/a.json" "$T/b.json" 'nodes("n2 n3"; .spec.taints = [{key: "maintenance", effect: "NoSchedule"}])'
	v=$(events verdict "$T/b.json")
	is "$v" '.figures.triedDomains.value == 2 and (.text | test("in rack z1.r2, the best of 2 domains with room that were tried, 2 of 4 pods found a node, the next one "))'
	is "$v" '[.changes[] | select(.change == "tolerate-taint").object] == ["n4"]'
	change "$T/b.json" "$T/c.json" 'pods(.spec.tolerations = [{key: "maintenance", operator: "Exists"}])'
	placed "$T/c.json"
}

@test "a preferred level: its domains first, then wider ones, and the scores of their nodes" {
	change "$S" "$T/a.json" 'more(3) | level("zone") | wish("rack")'
	d=$(events domains "$T/a.json")
	is "$d" '[.preferred, .taken] == ["example.com/rack", "z1"]'
	is "$d" '[.domains[] | [.domain, .result, .score]] == [["z1", "taken", null], ["z1.r1", "too-little-room", 600000], ["z1.r2", "too-little-room", 300000], ["z2.r3", "too-little-room", 1000000], ["z2", "too-little-room", null]]
		or ([.domains[] | select(.level == "example.com/rack").score] | sort) == [300000, 600000, 1000000]'
	run -0 why "$T/a.json"
	has "zone z1: taken, the only one with room (no rack has enough)"
	has "score 1,000,000"
}

@test "a group that runs already stays in its domain" {
	change "$S" "$T/a.json" 'group(.minMember = 2) | .rawObjects.pods |= map(if .metadata.name | IN("train-0", "train-1") then .spec.nodeName = "n6" | .status.phase = "Running" else . end)'
	d=$(events domains "$T/a.json")
	is "$d" '[.domains[] | [.domain, .result]] == [["z2.r3", "too-little-room"], ["z1.r1", "elsewhere"], ["z1.r2", "elsewhere"]]'
	v=$(events verdict "$T/a.json")
	is "$v" '.text | test("must run in one rack of topology t, where its other pods run; rack z2.r3 has room for no pod")'
	is "$v" '.changes[0] | [.change, .object, .figures.pods.value] == ["free-room", "z2.r3", 1]'
	run -0 why "$T/a.json"
	has "rack z1.r1: passed by, as pods of the group run in another one; room for 5 pods, 5 GPUs free"
	change "$T/a.json" "$T/b.json" 'nodes("n6"; .status.allocatable["nvidia.com/gpu"] = "4" | .status.capacity["nvidia.com/gpu"] = "4")'
	placed "$T/b.json"
	change "$T/a.json" "$T/b.json" '.rawObjects.pods |= map(select(.metadata.name | IN("train-0", "train-1") | not)) | nodes("n6"; .status.allocatable["nvidia.com/gpu"] = "0" | .status.capacity["nvidia.com/gpu"] = "0")'
	placed "$T/b.json"
}

@test "what the constraint names does not exist" {
	change "$S" "$T/a.json" 'group(.topologyConstraint.topology = "other")'
	v=$(events verdict "$T/a.json")
	is "$v" '.reason == "topology-missing" and [.changes[] | [.change, .object]] == [["create-topology", "other"]]'
	is "$(events domains "$T/a.json")" '.result == "topology-missing" and .domains == []'
	change "$T/a.json" "$T/b.json" '.rawObjects.topologies[0].metadata.name = "other"'
	placed "$T/b.json"
	change "$S" "$T/a.json" 'level("row")'
	is "$(events verdict "$T/a.json")" '.reason == "topology-level" and (.text | test("topology t has no level example.com/row, which it requires")) and [.changes[] | [.change, .object]] == [["change-level", "t"]]'
	change "$S" "$T/a.json" 'wish("row")'
	is "$(events verdict "$T/a.json")" '.text | test("topology t has no level example.com/row, which it prefers")'
	change "$S" "$T/a.json" 'wish("zone")'
	is "$(events verdict "$T/a.json")" '.reason == "topology-level" and (.text | test("it prefers level example.com/zone of topology t, which is wider than the level that it requires, example.com/rack"))'
	change "$S" "$T/a.json" 'group(.topologyConstraint |= {topology})'
	is "$(events verdict "$T/a.json")" '.reason == "topology-level" and (.text | test("names no level"))'
}

@test "nodes without the labels, and a required level that is wider than where all nodes are" {
	change "$S" "$T/a.json" 'nodes("n1 n2 n3 n4 n5 n6"; del(.metadata.labels["example.com/rack"]))'
	v=$(events verdict "$T/a.json")
	is "$v" '.reason == "no-domain" and (.text | test("no node is in topology t: none has all of its labels")) and [.changes[].change] == ["label-node"]'
	change "$T/a.json" "$T/b.json" 'nodes("n1 n2 n3 n4 n5 n6"; .metadata.labels["example.com/rack"] = "r")'
	placed "$T/b.json"
	change "$T/b.json" "$T/c.json" 'nodes("n6"; .metadata.labels["example.com/zone"] = "z1") | level("zone")'
	v=$(events verdict "$T/c.json")
	is "$v" '.text | test("all nodes that it may use are in rack z1.r, and the scheduler counts room in no domain that is wider, so in none of the required level example.com/zone")'
	is "$v" '[.changes[] | [.change, .text]] == [["change-level", "level example.com/zone preferred, too, beside required"]]'
	is "$(events domains "$T/c.json")" '[.within, .domains] == ["z1.r", [{domain: "z1", level: "example.com/zone", result: "not-counted"}]]'
	change "$T/c.json" "$T/d.json" 'wish("zone")'
	placed "$T/d.json"
}

@test "sub-groups: a domain within the domain, and which sub-group found none" {
	change "$S" "$T/a.json" 'level("zone") | group(del(.minMember) | .subGroups = [{name: "a", minMember: 2, topologyConstraint: {topology: "t", requiredTopologyLevel: "example.com/rack"}},
			{name: "b", minMember: 2, topologyConstraint: {topology: "t", requiredTopologyLevel: "example.com/rack"}}])
		| pods(.metadata.labels["kai.scheduler/subgroup-name"] = if .metadata.name | IN("train-0", "train-1") then "a" else "b" end)'
	d=$(events domains "$T/a.json" | jq -sc .)
	is "$d" '[.[] | [.subGroup, .pods, .within, .taken]] == [[null, 4, "root", "z1"], ["a", 2, "z1", "z1.r2"], ["b", 2, "z1", "z1.r2"]]'
	is "$(events verdict "$T/a.json")" '.text | test("; in zone z1, the only one with room; sub-group a in rack z1.r2, the fullest of 2 with room; sub-group b in rack z1.r2")'
	change "$T/a.json" "$T/b.json" 'nodes("n1 n2 n3 n4 n5"; .status.allocatable["nvidia.com/gpu"] = "1" | .status.capacity["nvidia.com/gpu"] = "1") | base(.status.phase = "Succeeded")
		| pods(.spec.containers[0].resources |= map_values(."nvidia.com/gpu" = "1")) | group(.subGroups[0].topologyConstraint.requiredTopologyLevel = "example.com/zone" | .subGroups[1].minMember = 3)
		| .rawObjects.pods += [.rawObjects.pods[] | select(.metadata.name == "train-3") | range(2) as $i | .metadata.name = "train-b\($i)" | .metadata.uid = "b\($i)"]
		| group(.subGroups[1].minMember = 4) | nodes("n6"; .status.allocatable["nvidia.com/gpu"] = "1" | .status.capacity["nvidia.com/gpu"] = "1") | group(del(.subGroups[0]) | .) | .rawObjects.pods |= map(select(.metadata.labels["kai.scheduler/subgroup-name"] != "a"))'
	v=$(events verdict "$T/b.json")
	is "$v" '.text | test("the 4 pods of its sub-group b must run in one rack of topology t; the best of them, rack z1.r1, has room for 3 of them")'
	is "$(events domains "$T/b.json" | head -n 1)" '.domains[0] | [.domain, .result, .failedSubGroup] == ["z1", "failed", "b"]'
	run -0 why "$T/b.json"
	has "zone z1: tried as number 1, sub-group b found no domain"
}

@test "pods that are not alike: room is told in amounts" {
	change "$S" "$T/a.json" '.rawObjects.pods |= map(if .metadata.name == "train-0" then .spec.containers[0].resources = {requests: {cpu: "190"}} else . end)'
	d=$(events domains "$T/a.json")
	is "$d" '.result == "no-domain" or .result == "failed"'
	change "$S" "$T/a.json" '.rawObjects.pods |= map(if .metadata.name == "train-0" then .spec.containers[0].resources = {requests: {cpu: "32"}} else .spec.containers[0].resources |= map_values(.cpu = "64") end)'
	v=$(events verdict "$T/a.json")
	is "$v" '.reason == "no-domain" and (.text | test("rack z1.r1, has [^;]*only 128 CPUs free of 224 needed"))'
	run -0 why "$T/a.json"
	has "for 4 pods that need 3 GPUs, 224 CPUs"
}

@test "room that victims leave: the domain is named, and that it was simulated" {
	change "$S" "$T/a.json" '.config.actions = "allocate, reclaim" | more(2) | base(.metadata.namespace = "blue") | .rawObjects.podGroups |= map(if .metadata.name == "base" then .metadata.namespace = "blue" | .spec.queue = "blue" | .spec.priorityClassName = "train" else . end)
		| .rawObjects.queues |= map(if .metadata.name == "red" then .spec.resources.gpu.quota = 12 elif .metadata.name == "blue" then .spec.resources.gpu.quota = 0 else . end)'
	v=$(events verdict "$T/a.json")
	is "$v" '.end == "pipelined" and (.text | test("; in rack z1.r1"))'
	is "$(events domains "$T/a.json" | jq -sc .)" '[.[] | [.action, .simulated, .result]] == [["allocate", false, "no-domain"], ["reclaim", true, "taken"]]'
	run -0 why "$T/a.json"
	has "in the last scenario, without its victims"
}

# zones FILE NAME: why the NUMA zones of nodes refuse its pods
zones() { snap-replay -q -f json --show start --explain "$2" "$TOP/tests/conformance/numa/$1.json" | jq -r 'select(.kind == "nodes").refused[]?.zones // empty' | sort -u; }

@test "NUMA zones that refuse a pod: the policy, what one request needs, and what each zone has free" {
	[ "$(zones 013 team-tundra/nb-amber-71 | head -n 1)" = "single-numa-node: no single zone has free what one request needs, 6 CPUs; free on ip-10-28-53; node-0: 4 CPUs; node-1: 4 CPUs; node-2: 4 CPUs; node-3: 4 CPUs" ]
	[[ $(zones 012 team-maple/harbor-51-exp) == "restricted: one resource of a request needs more zones than another, 16 GiB of memory, 2 nic.example.com/vf; free on slate30; node-0: 32 GiB of memory, 1 nic.example.com/vf; "* ]]
	S=$TOP/tests/conformance/numa/013.json
	run -0 snap-replay --no-timings --show start -f text --explain team-tundra/nb-amber-71 "$S"
	has "single-numa-node: no single zone has free what one request needs, 6 CPUs"
}
