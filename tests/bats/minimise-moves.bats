#!/usr/bin/env bats
# snap-minimise: what deletion alone cannot make smaller.
load ../lib/env
load ../lib/minimise

setup() {
	T=$BATS_TEST_TMPDIR
	cd "$T" || return
	CASES=$TOP/tests/conformance
}

# A snapshot of lists of objects, given as a program of jq.
snapshot() { jq -nc "{config: {}, schedulerParams: {}, rawObjects: ($1)}"; }
# A pod that runs on NODE or waits (null), of POD_GROUP, with CPU.
POD='def pod($name; $node; $group; $cpu): {metadata: {name: $name, namespace: "n", annotations: {"pod-group-name": $group}}, spec: {nodeName: $node, containers: [{resources: {requests: {cpu: $cpu}}}]}, status: {phase: (if $node then "Running" else "Pending" end)}};
def node($name; $cpu): {metadata: {name: $name, labels: {"kubernetes.io/hostname": $name, pool: "p"}}, status: {allocatable: {cpu: $cpu, memory: "8Mi", pods: "10"}}};
def group($name; $n): {metadata: {name: $name, namespace: "n"}, spec: {queue: "q", minMember: $n}};'
# What stays so, as a jq program over .rawObjects, in which cpu reads an amount.
holds() { echo "jq -e 'def cpu: (. // 0) | tostring | if endswith(\"m\") then .[:-1] | tonumber / 1000 else tonumber end; .rawObjects | $1' >/dev/null"; }

@test "a reclaim that quotas decide: the pods that run go with their room and their quota" {
	read -r pod <<<"$(snap-replay --format json --show decisions "$CASES/scale/s-50.zip" | jq -rs 'map(select(.event == "evict" and .action == "reclaim"))[0].pod')"
	snap-minimise -q --keep "evicted $pod=reclaim" --jobs 2 -o r.json "$CASES/scale/s-50.zip"
	is_evicted "$pod" reclaim r.json
	[ "$(wc -c <r.json)" -le 25000 ]
	[ "$(jq '[.rawObjects[] | length] | add' r.json)" -le 9 ]
	one_minimal "$pod" reclaim r.json
	snap-minimise -q --keep "evicted $pod=reclaim" --jobs 5 "$CASES/scale/s-50.zip" | cmp r.json -
	snap-minimise -q --keep "evicted $pod=reclaim" r.json | cmp r.json -
}

@test "a pod that runs becomes room that its node does not have, and quota that its queues do not have" {
	snapshot "$POD"'{nodes: [node("a"; "8")], pods: [pod("x"; "a"; "g"; "1500m"), pod("y"; "a"; "g"; "2"), pod("z"; "a"; "h"; "100m")], podGroups: [group("g"; 2), group("h"; 1)],
		queues: [{metadata: {name: "q"}, spec: {parentQueue: "p", resources: {cpu: {quota: 4000, limit: -1}}}}, {metadata: {name: "p"}, spec: {resources: {cpu: {quota: 9000.5, limit: 3600}}}}]}' >s.json
	snap-minimise -q --test "$(holds '([.pods[]?.metadata.annotations["pod-group-name"]] - [.podGroups[]?.metadata.name] == []) and (.queues | length) == 2 and (.queues[0].spec.parentQueue == "p") and .queues[1].spec.resources.cpu.quota > 0 and
		(.queues[0].spec.resources.cpu.quota / 1000 - ([.pods[]?.spec.containers[0].resources.requests.cpu | cpu] | add // 0) | (. - 0.4 | fabs) < 0.001) and
		((.nodes[0].status.allocatable.cpu | cpu) - ([.pods[]?.spec.containers[0].resources.requests.cpu | cpu] | add // 0) | (. - 4.4 | fabs) < 0.001)')" -o r.json s.json
	[ "$(jq '.rawObjects.pods | length' r.json)" = 0 ]
	[ "$(jq -c '.rawObjects.nodes[0].status.allocatable' r.json)" = '{"cpu":"4400m","memory":"8Mi","pods":"7"}' ]
	[ "$(jq -c '[.rawObjects.queues[].spec.resources.cpu | .quota, .limit]' r.json)" = '[400,-1,5400.5,0]' ]
}

@test "nodes that are alike become one, with their pods; pods of a gang one, with their requests" {
	snapshot "$POD"'{nodes: [node("a"; "4"), node("b"; "3500m"), node("c"; "1")], pods: [pod("x"; "b"; "g"; "1"), pod("y"; "c"; "g"; "2"), pod("w"; null; "h"; "1"), pod("v"; null; "i"; "500m")], podGroups: [group("g"; 2), group("h"; 1), group("i"; 1)]}' >s.json
	snap-minimise -q --test "$(holds '([.nodes[]?.status.allocatable.cpu | cpu] | add) == 8.5 and ([.pods[]? | select(.spec.nodeName == null).spec.containers[0].resources.requests.cpu | cpu] | add) == 1.5 and
		([.podGroups[]?.metadata.name] - [.pods[]?.metadata.annotations["pod-group-name"]] == []) and ([.pods[]?.metadata.annotations["pod-group-name"]] - [.podGroups[]?.metadata.name] == []) and
		([.podGroups[]?.spec.minMember] | add) == (.pods | length) and
		([.pods[]?.spec | select(.nodeName != null) | .containers[0].resources.requests.cpu | cpu] | add) == 3')" -o r.json s.json
	[ "$(jq -c '.rawObjects.nodes | map([.metadata.name, .status.allocatable.cpu, .status.allocatable.pods])' r.json)" = '[["a","8500m","30"]]' ]
	[ "$(jq -c '[.rawObjects.pods[] | [.spec.nodeName, .spec.containers[0].resources.requests.cpu]]' r.json)" = '[["a","3"],[null,"1500m"]]' ]
	[ "$(jq -c '[.rawObjects.podGroups[].spec.minMember]' r.json)" = '[2]' ]
}

@test "a queue between others goes, and those below it come under the one above" {
	snapshot '{queues: [{metadata: {name: "c"}, spec: {parentQueue: "b"}}, {metadata: {name: "b"}, spec: {parentQueue: "a"}}, {metadata: {name: "a"}}, {metadata: {name: "d"}, spec: {parentQueue: "b"}}]}' >s.json
	all='([.queues[]?.spec.parentQueue // empty] - [.queues[]?.metadata.name] == []) and ([.queues[]?.metadata.name] | contains(["c", "d"]))'
	snap-minimise -q --test "$(holds "$all and any(.queues[]; .metadata.name == \"a\") and .queues[0].spec.parentQueue != null")" -o r.json s.json
	[ "$(jq -c '[.rawObjects.queues[] | [.metadata.name, .spec.parentQueue]]' r.json)" = '[["c","a"],["a",null],["d","a"]]' ]
	snap-minimise -q --test "$(holds "$all")" -o r.json s.json
	[ "$(jq -c '[.rawObjects.queues[] | [.metadata.name, .spec.parentQueue]]' r.json)" = '[["c",null],["d",null]]' ]
}

@test "what a predicate names is neither folded nor made one with another" {
	f=$CASES/preempt/003.json
	read -r pod action <<<"$(evicted "$f")"
	mapfile -t others < <(jq -r --arg p "$pod" '.rawObjects.pods[] | select(.status.phase == "Running") | "\(.metadata.namespace)/\(.metadata.name)" | select(. != $p)' "$f" | head -4)
	snap-minimise -q --keep "evicted $pod=$action" --keep "not bound ${others[0]}" --keep "not bound ${others[1]}" --keep "not bound ${others[2]}" -o r.json "$f"
	for p in "$pod" "${others[@]:0:3}"; do
		jq -e --arg p "$p" 'any(.rawObjects.pods[]; "\(.metadata.namespace)/\(.metadata.name)" == $p)' r.json >/dev/null || { echo "$p"; false; }
	done
}
