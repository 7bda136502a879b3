#!/usr/bin/env bats
# snap-inspect on cluster-autoscaler's document.
load ../lib/env

setup() {
	cd "$BATS_TEST_TMPDIR" || exit
	DOC=$TOP/tests/data/import/autoscaler.json
	PEERS=$TOP/tests/data/peers
}
# change JQ: the document, changed
change() { jq -c "$1" "$DOC"; }
# lines KEY: the lines that begin with this key, of stdin
lines() { jq -c "select(keys_unsorted[0] == \"$1\")"; }
# room JQ: [pod, nodes, first, placeholders, lack, unselected, tainted] of each pod that can be scheduled, of the changed document
room() { change "$1" | snap-inspect | lines pod | jq -c '[.pod, (.room | .nodes, .first, .placeholders, .lack, .unselected, .tainted)]'; }

@test "lines of JSON: when, how many, groups, nodes, pods that can be scheduled" {
	snap-inspect "$DOC" >out
	[ "$(head -n 1 out)" = '{"source":"cluster-autoscaler","start":"2026-03-14T09:26:51.168804795Z","end":"2026-03-14T09:26:53.269964198Z"}' ]
	[ "$(sed -n 2p out)" = '{"nodes":3,"altered":1,"notReady":0,"cordoned":0,"placeholders":1,"groups":2,"pods":2,"canBeScheduled":4}' ]
	[ "$(lines group <out | jq -c '[.group, .nodes, .placeholders, .template.node, .template.pods, .template.free["nvidia.com/gpu"], .template.free.cpu]')" = \
		'["gpu-asg",0,1,"template-node-for-gpu-asg-*",1,8,15900]
["https://content.example.com/zones/z/instanceGroups/cpu-grp",0,0,"template-node-for-cpu-grp-*",0,0,16000]' ]
	[ "$(lines node <out | jq -c '[.node, .kind, .group, .altered, .reason, .pods, .free["nvidia.com/gpu"], .free.cpu, .free.memory, .free.pods]')" = \
		'["cpu-starting","node",null,true,"cluster-autoscaler.kubernetes.io/startup-taint",0,0,16000,68719476736,110]
["gpu-1","node",null,false,null,0,2,16000,68719476736,110]
["gpu-2","node",null,false,null,2,1,7000,66571993088,108]
["template-node-for-gpu-asg-*-upcoming-0","placeholder","gpu-asg",false,null,1,8,15900,67645734912,109]' ]
	[ "$(lines pod <out | jq -c '[.pod, .requests["nvidia.com/gpu"], .notLookedAt]')" = \
		'["train-a-0",null,[]]
["big-0",8,[]]
["serve-0",2,[]]
["serve-1",2,["volumes","resource claims"]]' ]
	! grep -q not-for-printing out
}

@test "the recorded documents: real nodes by their group, placeholders, altered nodes" {
	groups() { snap-inspect "$1" | lines group | jq -c '[.group, .nodes, .placeholders]' | tr '\n' ' '; }
	[ "$(groups "$PEERS/autoscaler-10.json")" = '["cpu-large",2,0] ["gpu-a100",1,2] ["gpu-h100",6,0] ' ]
	[ "$(groups "$PEERS/autoscaler-33.json")" = '["cpu-large",0,0] ["gpu-a100",0,0] ["gpu-h100",0,0] ' ]
	[ "$(snap-inspect "$PEERS/autoscaler-33.json" | sed -n 2p)" = '{"nodes":0,"altered":0,"notReady":0,"cordoned":0,"placeholders":0,"groups":3,"pods":0,"canBeScheduled":0}' ]
	snap-inspect "$PEERS/autoscaler-13.json" >out
	[ "$(jq -r 'select(.altered == true and .node).node' out | tr '\n' ' ')" = "edge-nogpu edge-starting " ]
	[ "$(lines node <out | jq -r 'select(.group == null).node' | tr '\n' ' ')" = "control-plane-1 edge-nogpu edge-starting outside-node " ]
	# groups that differ in nothing but a label of zones
	jq -c '.TemplateNodes.other = .TemplateNodes["cpu-large"] | .TemplateNodes.other.Node.metadata.labels["topology.kubernetes.io/zone"] = "z9"' "$PEERS/autoscaler-13.json" >zones
	[ "$(groups zones)" = '["cpu-large",3,0] ["gpu-a100",1,2] ["gpu-h100",6,0] ["other",0,0] ' ]
	# and in nothing at all: nobody can tell
	jq -c '.TemplateNodes.other = .TemplateNodes["cpu-large"]' "$PEERS/autoscaler-13.json" >same
	[ "$(groups same)" = '["cpu-large",0,0] ["gpu-a100",1,2] ["gpu-h100",6,0] ["other",0,0] ' ]
}

@test "not ready, as the API says or as the autoscaler alone does" {
	states() { change ".NodeList[].Node |= if .metadata.name == \"cpu-starting\" then .status.conditions = $1 else . end" | snap-inspect >out; sed -n 2p out | jq -c '[.nodes, .altered, .notReady]'; jq -c 'select(.node == "cpu-starting") | [.ready, .altered, .reason]' out; }
	[ "$(states '[{type: "Ready", status: "False", reason: "KubeletNotReady"}]')" = '[3,0,1]
[false,false,"KubeletNotReady"]' ]
	[ "$(states '[{type: "Ready", status: "Unknown", reason: "NodeStatusUnknown"}, {type: "Other", status: "True"}]')" = '[3,0,1]
[false,false,"NodeStatusUnknown"]' ]
	for ready in '[{type: "Ready", status: "True", reason: "cluster-autoscaler.kubernetes.io/x"}]' '[]' null '[{type: "Other", status: "False"}]'; do
		[ "$(states "$ready")" = '[3,0,0]
[true,false,null]' ] || { echo "$ready"; false; }
	done
	[ "$(change '.NodeList[].Node.spec.unschedulable = true' | snap-inspect | sed -n 2p | jq .cordoned)" -eq 3 ]
}

@test "where a pod has room: what is free, node selector, taints, cordons, the number of pods" {
	[ "$(room .)" = '["train-a-0",3,"cpu-starting",1,0,0,0]
["big-0",0,null,1,3,0,0]
["serve-0",1,"gpu-1",1,2,0,0]
["serve-1",1,"gpu-1",1,2,0,0]' ]
	one() { room "$1" | sed -n 3p; }
	p='.UnscheduledPodsCanBeScheduled[] |= if .metadata.name == "serve-0" then'
	[ "$(one "$p .spec.nodeSelector = {\"kubernetes.io/hostname\": \"gpu-2\"} else . end")" = '["serve-0",0,null,0,1,3,0]' ]
	[ "$(one "$p .spec.nodeSelector = {\"kubernetes.io/hostname\": \"gpu-1\"} else . end")" = '["serve-0",1,"gpu-1",0,0,3,0]' ]
	t='.NodeList[].Node.spec.taints = [{key: "k", value: "v", effect: "NoSchedule"}]'
	[ "$(one "$t")" = '["serve-0",0,null,0,0,0,4]' ]
	for toleration in '{key: "k", value: "v"}' '{key: "k", operator: "Exists", effect: "NoSchedule"}' '{operator: "Exists"}'; do
		[ "$(one "$t | $p .spec.tolerations = [$toleration] else . end")" = '["serve-0",1,"gpu-1",1,2,0,0]' ] || { echo "$toleration"; false; }
	done
	for toleration in '{key: "k", value: "w"}' '{key: "k", operator: "Exists", effect: "NoExecute"}' '{value: "v"}'; do
		[ "$(one "$t | $p .spec.tolerations = [$toleration] else . end")" = '["serve-0",0,null,0,0,0,4]' ] || { echo "$toleration"; false; }
	done
	[ "$(one '.NodeList[].Node.spec.taints = [{key: "k", effect: "PreferNoSchedule"}]')" = '["serve-0",1,"gpu-1",1,2,0,0]' ]
	[ "$(one '.NodeList[].Node |= if .metadata.name == "gpu-1" then .spec.unschedulable = true else . end')" = '["serve-0",0,null,1,2,0,1]' ]
	[ "$(one '.NodeList[].Node.status.allocatable.pods = "1"')" = '["serve-0",1,"gpu-1",0,3,0,0]' ]
}

@test "what a pod requests: sidecars, init containers, overhead, the pod as a whole, a size that changes" {
	request() { change ".UnscheduledPodsCanBeScheduled = [{metadata: {name: \"p\", namespace: \"n\"}, spec: $1, status: ${2:-null}}]" | snap-inspect | lines pod | jq -c .requests; }
	c() { printf '{name: "%s", resources: {requests: {cpu: "%s"}}%s}' "$1" "$2" "${3:-}"; }
	[ "$(request "{containers: [$(c a 1), $(c b 500m)]}")" = '{"cpu":1500}' ]
	[ "$(request "{containers: [$(c a 1)], initContainers: [$(c i 3)]}")" = '{"cpu":3000}' ]
	[ "$(request "{containers: [$(c a 1)], initContainers: [$(c s 2 ', restartPolicy: "Always"'), $(c i 3)]}")" = '{"cpu":5000}' ]
	[ "$(request "{containers: [$(c a 4)], initContainers: [$(c i 3), $(c s 2 ', restartPolicy: "Always"')]}")" = '{"cpu":6000}' ]
	[ "$(request "{containers: [$(c a 1)], overhead: {cpu: \"250m\", memory: 7}}")" = '{"cpu":1250,"memory":7}' ]
	[ "$(request "{containers: [$(c a 1)], resources: {requests: {cpu: 2, \"example.com/x\": 3}}}")" = '{"cpu":2000}' ]
	s='{containerStatuses: [{name: "a", resources: {requests: {cpu: "3"}}, allocatedResources: {cpu: "2"}}]'
	[ "$(request "{containers: [$(c a 1), $(c b 1)]}" "$s}")" = '{"cpu":4000}' ]
	[ "$(request "{containers: [$(c a 9)]}" "$s}")" = '{"cpu":9000}' ]
	[ "$(request "{containers: [$(c a 1)]}" '{containerStatuses: [{name: "a", resources: null, allocatedResources: {cpu: "2"}}, {name: "b", resources: {requests: {cpu: "7"}}}]}')" = '{"cpu":1000}' ]
	[ "$(request "{containers: [$(c a 9)]}" "$s, conditions: [{type: \"PodResizePending\", reason: \"Infeasible\"}]}")" = '{"cpu":3000}' ]
	[ "$(request '{containers: [{name: "x", resources: {requests: {memory: "1500m"}}}, {name: "y", resources: {requests: {memory: "1500m"}}}]}')" = '{"memory":3}' ]
}

@test "what is not looked at of a pod is said, and for which node it is nominated" {
	seen() { change ".UnscheduledPodsCanBeScheduled = [{metadata: {name: \"p\", namespace: \"n\"}, spec: $1}]" | snap-inspect | lines pod | jq -c .notLookedAt; }
	[ "$(seen '{affinity: {nodeAffinity: {}}, topologySpreadConstraints: [{}], volumes: [{persistentVolumeClaim: {}}], resourceClaims: [{}], containers: [{ports: [{hostPort: 80}, {hostPort: 0}, null, {}]}]}')" = \
		'["affinity","topology spread","volumes","resource claims","host ports"]' ]
	[ "$(seen '{affinity: {}, topologySpreadConstraints: [], volumes: [{emptyDir: {}}, null], resourceClaims: null, containers: [{ports: [{containerPort: 80}]}]}')" = '[]' ]
	change '.NodeList[0].Pods[1].metadata as $p | .UnscheduledPodsCanBeScheduled[0].metadata |= (.name = $p.name | .namespace = $p.namespace)' >nominated
	[ "$(snap-inspect nominated | lines pod | jq -c 'select(.nominatedFor) | [.pod, .nominatedFor]')" = '["nominated-0","gpu-2"]' ]
	snap-inspect -f text nominated | grep -q '^team-b/nominated-0: .*; nominated for gpu-2 (not looked at: volumes, resource claims)$'
	[ "$(snap-inspect "$DOC" | lines pod | jq -c .nominatedFor | sort -u)" = null ]
}

@test "more nodes, groups and pods than can be compared: no answer is given, in little time" {
	jq -nc '[range(12000)] | {NodeList: map({Node: {metadata: {name: "n\(.)", labels: {a: "\(.)"}}, status: {allocatable: {cpu: "\(.)", pods: "9"}}}}), StartTimestamp: "2026-03-14T09:26:51Z",
		UnscheduledPodsCanBeScheduled: map({metadata: {name: "p\(.)", namespace: "x"}, spec: {containers: [{name: "c", resources: {requests: {cpu: "\(.)m"}}}]}}),
		TemplateNodes: (map({key: "g\(.)", value: {Node: {metadata: {name: "t\(.)", labels: {b: "\(.)"}}}}}) | from_entries)}' >many
	timeout 300 snap-inspect many >out
	[ "$(tail -n 1 out | jq -c '[.pod, .room]')" = '["p9999",null]' ]
	[ "$(sed -n 3p out | jq -c '[.group, .nodes]')" = '["g0",null]' ]
	[ "$(grep -c '^{"node"' out)" -eq 12000 ]
	# of pods that are alike each has its answer
	sed 's/"cpu":"[0-9]*m"/"cpu":"11998"/g; s/"TemplateNodes":.*/"TemplateNodes":null}/' many | snap-inspect | grep -c '^{"pod".*"room":{"nodes":2,' | grep -qx 12000
}

@test "text: one screen, the nodes with the most free first" {
	need_terminal
	snap-inspect -f text "$DOC" >out
	[ "$(sed -n 's/^\(source\|loop\|nodes\|pods\)  *//p' out)" = "cluster-autoscaler, the cluster as its simulation sees it
2026-03-14T09:26:51.168804795Z, answered after 2.101s
3 nodes: 1 altered; 1 placeholder of upcoming nodes; 2 node groups
2 on nodes; 4 that can be scheduled without a scale-up" ]
	[ "$(sed -n '/^node: free/,/^$/p' out | awk 'NR > 1 && NF { print $1, $2, $3 }')" = "gpu-asg-*-upcoming-0 8/8 15.9/16
gpu-1 2/2 16/16
gpu-2 1/8 7/16
cpu-starting 0/0 16/16" ]
	grep -q '^cpu-starting .* altered: startup-taint$' out
	grep -qx 'altered  *cpu-starting: startup-taint, says the autoscaler, not the API' out
	# as wide as a terminal
	script -qec "stty cols 80; snap-inspect '$DOC'" typescript | tr -d '\r' | sed 's/\x1b\[[0-9]*m//g' >wide
	grep -q '^gpu-2 ' wide
	run ! grep -Ev '^.{0,80}$' wide
	grep -qx 'team-b/big-0: 8 GPUs, 1 CPU, 1.0GiB; only on 1 placeholder, first template-node-for-gpu-asg-\*-upcoming-0' out
	grep -qx 'gpu-asg  *0  *1  8 GPUs, 15.9 CPUs, 63.0GiB' out
	# a big one still is a screen
	change '.NodeList[0] as $n | .UnscheduledPodsCanBeScheduled[0] as $p | .NodeList += [range(500) as $i | $n | .Node.metadata.name = "n\($i)"] | .UnscheduledPodsCanBeScheduled += [range(500) as $i | $p | .metadata.name = "p\($i)"]' >big
	[ "$(snap-inspect -f text big | wc -l)" -lt 50 ]
	snap-inspect -f text big | grep -qx '  and 484 more: --format tsv has all nodes'
}

@test "tsv: a line for each node" {
	snap-inspect -f tsv "$DOC" >out
	[ "$(head -n 1 out | tr '\t' ' ')" = "node kind group ready reason cordoned pods gpu.allocatable gpu.requested gpu.free cpu.allocatable cpu.requested cpu.free memory.allocatable memory.requested memory.free" ]
	[ "$(sed -n 4p out | tr '\t' ' ')" = "gpu-2 node  true  false 2 8 7 1 16000 9000 7000 68719476736 2147483648 66571993088" ]
	[ "$(wc -l <out)" -eq 5 ]
}

@test "two captures and diff: what has changed, whatever the order and the random names" {
	a=$PEERS/autoscaler-08.json b=$PEERS/autoscaler-10.json
	# the same cluster a loop later
	jq -c '.NodeList |= (reverse | map(.Pods |= if . then reverse else . end)) | .StartTimestamp = "2026-11-22T13:22:50Z" | .EndTimestamp = .StartTimestamp' "$b" | sed 's/-[0-9]\{17,19\}/-7654321/g' >later
	grep -q 7654321-upcoming later
	[ "$(diff <(snap-inspect "$b") <(snap-inspect later) | grep -c '^[<>]')" -eq 2 ]
	diff <(snap-inspect "$b") <(snap-inspect later) | grep -q '^> {"source":.*13:22:50Z"}$'
	# resources in another order, too
	for f in "$b" later; do
		jq -c --arg f "$f" '.NodeList |= sort_by(.Node.metadata.name) | if $f == "later" then .NodeList |= reverse else . end | .NodeList |= [.[] | .Node.status.allocatable["example.com/" + .Node.metadata.name] = "1"] |
			.TemplateNodes[].Node.status.allocatable += {"example.com/gpu-h100-1": "1", "example.com/cpu-large-1": "2"}' "$f" | snap-inspect -f text | grep -v ^loop >"${f##*/}.text"
	done
	diff autoscaler-10.json.text later.text
	diff <(snap-inspect -f tsv "$b") <(snap-inspect -f tsv later)
	diff <(snap-inspect -f text "$b" | grep -v ^loop) <(snap-inspect -f text later | grep -v ^loop)
	# nodes that came
	diff <(snap-inspect "$a") <(snap-inspect "$b") | sed 's/^> //; t; d' | lines node >new
	[ "$(jq -r .node new | tr '\n' ' ')" = 'outside-node template-node-for-gpu-a100-*-upcoming-0 template-node-for-gpu-a100-*-upcoming-1 ' ]
	diff <(snap-inspect "$a") <(snap-inspect "$b") | sed 's/^< //; t; d' | lines node >gone
	[ ! -s gone ]
}

@test "blanks, packing and pipes change nothing" {
	snap-inspect "$DOC" >out
	jq . "$DOC" | snap-inspect | cmp - out
	for pack in gzip xz zstd; do $pack -c "$DOC" | snap-inspect - | cmp - out; done
	while IFS= read -r -n 61 part || [ -n "$part" ]; do printf %s "$part"; done <"$DOC" | snap-inspect | cmp - out
	snap-inspect -o there "$DOC"
	cmp there out
}

@test "answers that are no document are named" {
	run --separate-stderr snap-inspect "$TOP/tests/data/import/autoscaler-error.json"
	[[ $status == 3 && ${stderr_lines[0]} == *": an error of the autoscaler, not a snapshot: Unable to collect any data; it has template nodes, but no nodes" ]]
	printf 'Another debugging snapshot request is being processed. Concurrent requests not supported' >a429
	run --separate-stderr snap-inspect a429
	[[ $status == 3 && $stderr == "snap-inspect: a429: the autoscaler's answer 429, not a snapshot: "*try:*lease* ]]
	echo '404 page not found' | gzip >a404
	run --separate-stderr snap-inspect a404
	[[ $status == 3 && $stderr == "snap-inspect: a404: an answer 404, not a snapshot: "*--debugging-snapshot-enabled* ]]
	change '.StartTimestamp = "0001-01-01T00:00:00Z"' >stale
	run --separate-stderr snap-inspect stale
	[[ $status == 3 && $stderr == "snap-inspect: stale: a stale answer of the autoscaler: "* ]]
	printf OK >health
	run --separate-stderr snap-inspect health
	[[ $status == 3 && $stderr == "snap-inspect: health: not a snapshot: "*'it begins with "OK"'* ]]
}

@test "options for snapshots, and for dumps, are refused" {
	for option in "--check" "--list pods" "--filter ." "--from-file $DOC"; do
		run --separate-stderr snap-inspect $option "$DOC"
		[ "$status" -eq 2 ]
		[[ $stderr == "snap-inspect: $DOC: ${option%% *}: it is for snapshots; the input is a document of cluster-autoscaler"$'\n'"snap-inspect: try: snap-import "* ]] || { echo "$stderr"; false; }
	done
	for option in "--dump 1" "--dump list" "--objects x"; do
		for file in "$DOC" "$TOP/tests/data/demo.json"; do
			run --separate-stderr snap-inspect $option "$file"
			[ "$status" -eq 2 ]
			[[ $stderr == "snap-inspect: $file: ${option%% *}: the input is no log with a dump of kube-scheduler"* ]]
		done
	done
}

@test "a document that is cut, or of other types, is refused with the place, and the old output stays" {
	echo old >out
	for n in 50 700 3000; do
		head -c "$n" "$DOC" >short
		run --separate-stderr snap-inspect -o out short
		[ "$status" -eq 3 ]
		[[ $stderr == "snap-inspect: short: "* ]]
	done
	for wrong in '.NodeList[0].Pods[1].metadata.name = 7' '.NodeList[0].Node.status.allocatable.cpu = "many"' '.NodeList[0].Node.status.allocatable.cpu = "-1"' '.NodeList = {}' \
		'.UnscheduledPodsCanBeScheduled[0].spec.tolerations = 1'; do
		change "$wrong" >typed
		run --separate-stderr snap-inspect -o out typed
		[ "$status" -eq 3 ]
		[[ $stderr == "snap-inspect: typed: unexpected value: "* ]] || { echo "$stderr"; false; }
	done
	change '.NodeList[0].Node.status.allocatable.cpu = "many"' | { ! snap-inspect - 2>err; }
	grep -q 'NodeList\[0\].Node.status.allocatable.cpu' err
	[ "$(cat out)" = old ]
}

@test "nulls and empty lists everywhere are nothing; names may be anything" {
	for c in '.NodeList = null' '.NodeList = [] | .UnscheduledPodsCanBeScheduled = null | .TemplateNodes = null' '.NodeList[] = {Node: null, Pods: null}' \
		'.NodeList[0].Pods = [null, {}]' '.NodeList[0].Pods[0] |= {metadata: null}' '.NodeList[0].Pods[0].spec = null' '.NodeList[].Node.status = null' '.NodeList[].Node = {}' \
		'.NodeList[0].Pods[0].spec.containers = [null, {}]' '.UnscheduledPodsCanBeScheduled = [null, {}, {metadata: {}}]' '.TemplateNodes[] = null' '.TemplateNodes[] = {}'; do
		for format in json text tsv; do
			change "$c" | snap-inspect -f "$format" >out || { echo "$c"; false; }
		done
	done
	change '.NodeList[0].Node.metadata.name = "a\"b\\\u001b[31m\nc\td"' | snap-inspect | jq -r 'select(.node).node' | grep -q '^a"b\\'
	change '.NodeList[0].Node.metadata.name = "a\"b\\\u001b[31m\nc\td"' | snap-inspect -f text | grep -qF 'a"b\\x1b[31m\x0ac\x09d'
}

@test "each recorded document is read whole" {
	local recorded=$TOP/../shared/peers/autoscaler n=0
	[ -d "$recorded" ] || skip "no recordings here"
	for f in "$recorded"/*.json; do
		[ "$(jq -c .Error "$f")" = null ] || { run snap-inspect "$f"; [ "$status" -eq 3 ]; continue; }
		snap-inspect "$f" >out || { echo "$f"; false; }
		jq -c '[(.NodeList // [] | length), ([.NodeList // [] | .[].Pods // [] | .[]] | length), (.TemplateNodes | length), (.UnscheduledPodsCanBeScheduled // [] | length)]' "$f" >wanted
		jq -sc '[(map(select(.kind)) | length), (map(select(.kind).pods) | add // 0), (map(select(.template)) | length), (map(select(.pod)) | length)]' out | diff wanted - || { echo "$f"; false; }
		[ "$(sed -n 2p out | jq '.nodes + .placeholders')" -eq "$(jq '.NodeList // [] | length' "$f")" ]
		# a pod that the autoscaler would place has room somewhere
		[ -z "$(jq -c 'select(.room) | select(.room.nodes + .room.placeholders == 0)' out)" ] || { echo "$f"; false; }
		run ! grep -q not-for-printing out
		n=$((n + 1))
	done
	[ "$n" -ge 18 ]
}
