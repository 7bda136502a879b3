#!/usr/bin/env bats
# snap-import: a snapshot of what cluster-autoscaler and kubectl write down (import-dump.bats: kube-scheduler).
load ../lib/env

setup() {
	cd "$BATS_TEST_TMPDIR" || exit
	DOC=$TOP/tests/data/import/autoscaler.json
	PEERS=$TOP/../shared/peers/autoscaler
}
# change JQ: the document, changed
change() { jq -c "$1" "$DOC"; }
# names KIND: of the objects on stdin
names() { jq -r ".rawObjects.$1 // [] | map(.metadata.name) | join(\" \")"; }
assumed() { jq -r '.source.assumptions[]' "$1" | grep -q -- "$2"; }

@test "a document: nodes and pods, sorted, without placeholders and what runs on them" {
	snap-import -q "$DOC" >out
	[ "$(names nodes <out)" = "cpu-starting gpu-1 gpu-2" ]
	[ "$(names pods <out)" = "train-a-0 big-0 nominated-0 serve-0 serve-1" ]
	[ "$(jq -c '.rawObjects.pods | map(.spec.nodeName)' out)" = '["gpu-2",null,null,null,null]' ]
	[ "$(jq -c '.source | .format, .capturedAt' out | tr '\n' ' ')" = '"cluster-autoscaler" "2026-03-14T09:26:53.269964198Z" ' ]
	assumed out '^1 placeholder of a running scale-up left out'
	assumed out '^1 node that the autoscaler alone calls not ready kept'
	assumed out '^1 pod that stood twice taken once'
	snap-import -q --placeholders --ready "$DOC" >out
	[ "$(names nodes <out)" = "cpu-starting gpu-1 gpu-2 template-node-for-gpu-asg-77-upcoming-0" ]
	[ "$(names pods <out)" = "agent-77 train-a-0 big-0 nominated-0 serve-0 serve-1" ]
	[ "$(jq -c '.rawObjects.nodes[0].status.conditions[0].status' out)" = '"True"' ]
	assumed out '^1 placeholder of a running scale-up kept'
}

@test "the order of the document, blanks, packing and pipes change nothing" {
	snap-import -q "$DOC" >out
	jq '.NodeList |= reverse' "$DOC" | snap-import -q | cmp - out
	jq . "$DOC" | snap-import -q | cmp - out
	for pack in gzip xz zstd; do $pack -c "$DOC" | snap-import -q - | cmp - out; done
	while IFS= read -r -n 61 part || [ -n "$part" ]; do printf %s "$part"; done <"$DOC" | snap-import -q --from cluster-autoscaler | cmp - out
}

@test "what was assumed is said on standard error, and not with -q" {
	run --separate-stderr snap-import -o out "$DOC"
	[ "$status" -eq 0 ]
	diff <(jq -r '"snap-import: assumed: " + .source.assumptions[]' out) - <<<"$stderr"
	run --separate-stderr snap-import -qo out "$DOC"
	[ -z "$stderr$output" ]
}

@test "pods and nodes are compacted: no images, commands, values of the environment" {
	snap-import -q --nodes gpu-asg=1 --placeholders "$DOC" >out
	for secret in not-for-printing registry.example.com secret- TOKEN managedFields last-applied; do
		grep -q -- "$secret" "$DOC"
		! grep -q -- "$secret" out || { echo "$secret"; false; }
	done
	[ "$(jq -c '.rawObjects.pods[] | select(.metadata.name == "serve-1").spec.containers[0].env' out)" = \
		'[{"valueFrom":{"configMapKeyRef":{"name":"serve-env","key":"mode"}}}]' ]
}

@test "pod groups, queues, priority classes and config maps are made of the pods" {
	snap-import -q "$DOC" >out
	[ "$(jq -c '.rawObjects.podGroups | map([.metadata.namespace, .metadata.name, .spec.queue, .spec.priorityClassName, .spec.minMember])' out)" = \
		'[["team-a","train-a","team-a","train",1],["team-b","team-b.big-0","imported",null,1],["team-b","team-b.serve-0","imported",null,1],["team-b","team-b.serve-1","imported","train",1]]' ]
	[ "$(jq -c '.rawObjects.pods | map(.metadata.annotations["pod-group-name"])' out)" = '["train-a","team-b.big-0",null,"team-b.serve-0","team-b.serve-1"]' ]
	[ "$(names queues <out)" = "imported team-a" ]
	[ "$(jq -c '.rawObjects.queues | map(.spec.resources[]) | unique' out)" = '[{"quota":-1,"limit":-1,"overQuotaWeight":1}]' ]
	[ "$(jq -c '.rawObjects.priorityClasses' out)" = '[{"metadata":{"name":"train"},"value":50}]' ]
	assumed out '^1 pod with another priority than the first of the same class'
	[ "$(jq -c '.rawObjects.configMaps | map([.metadata.namespace, .metadata.name])' out)" = '[["team-b","serve-conf"],["team-b","serve-env"]]' ]
}

@test "uids are each pod's own" {
	snap-import -q "$DOC" >out
	[ "$(jq -c '.rawObjects.pods | map(.metadata.uid) | length == (unique | length)' out)" = true ]
	change 'del(.NodeList[].Pods[0]?.metadata.uid)' | snap-import -q >out
	[ "$(jq -c '.rawObjects.pods | map(.metadata.uid // "none") | index("none")' out)" = null ]
}

@test "pending pods lose what only claims give, running ones do not" {
	snap-import -q "$DOC" >out
	[ "$(jq -c '.rawObjects.pods[] | select(.metadata.name == "serve-1").spec | [.volumes, .resourceClaims]' out)" = '[[{"name":"conf","configMap":{"name":"serve-conf"}}],null]' ]
	assumed out '^1 pending pod without the volumes and resource claims'
	change '.NodeList[0].Pods[0].spec += {volumes: [{name: "d", ephemeral: {}}], resourceClaims: [{name: "x"}]}' | snap-import -q >out
	[ "$(jq -c '.rawObjects.pods[0].spec | [.volumes, .resourceClaims]' out)" = '[[{"name":"d","ephemeral":{}}],[{"name":"x"}]]' ]
}

@test "--adopt: by pod, by owner, none" {
	snap-import -q --adopt pod "$DOC" >out
	[ "$(names podGroups <out)" = "train-a team-b.big-0 team-b.nominated-0 team-b.serve-0 team-b.serve-1" ]
	snap-import -q --adopt owner "$DOC" >out
	[ "$(names podGroups <out)" = "train-a team-b.big-0 team-b.nominated-0 team-b.replicaset.serve" ]
	[ "$(jq -c '[.rawObjects.pods[].metadata.annotations["pod-group-name"]]' out)" = '["train-a","team-b.big-0","team-b.nominated-0","team-b.replicaset.serve","team-b.replicaset.serve"]' ]
	snap-import -q --adopt none "$DOC" >out
	[ "$(names podGroups <out)" = train-a ]
	[ "$(names queues <out)" = team-a ]
	# a name that is taken
	change '.NodeList[0].Pods[0].metadata.annotations["pod-group-name"] = "team-b.big-0"' | snap-import -q >out
	[ "$(names podGroups <out)" = "team-b.big-0 team-b.big-0-2 team-b.serve-0 team-b.serve-1" ]
	# a pod that is being deleted waits for nothing
	change '.UnscheduledPodsCanBeScheduled[2].metadata.deletionTimestamp = "2026-03-14T09:00:00Z"' | snap-import -q >out
	[ "$(names podGroups <out)" = "train-a team-b.serve-0 team-b.serve-1" ]
}

@test "would KAI Scheduler place them, and would more nodes have helped?" {
	snap-import -q "$DOC" | snap-replay --show pending - >out
	[ "$(jq -c '[.podGroup, .pods]' out)" = '["team-b/team-b.big-0",["big-0"]]' ]
	snap-import -q --nodes gpu-asg=1 "$DOC" | snap-replay --show pending,decisions - >out
	[ "$(jq -r 'select(.pod == "team-b/big-0").node' out)" = gpu-asg-new-1 ]
	[ -z "$(jq 'select(.event == "pending")' out)" ]
}

@test "--nodes: nodes with names of their own, ready, with the pods of their template" {
	snap-import -q --nodes gpu-asg=2 --nodes cpu-grp=1 "$DOC" >out
	[ "$(names nodes <out)" = "cpu-grp-new-1 cpu-starting gpu-1 gpu-2 gpu-asg-new-1 gpu-asg-new-2" ]
	[ "$(jq -c '.rawObjects.nodes[] | select(.metadata.name | test("new")) | .metadata.name == .metadata.labels["kubernetes.io/hostname"], ((.status.conditions // [])[].status)' out | tr '\n' ' ')" = 'true "True" true true ' ]
	[ "$(jq -c '.rawObjects.pods[] | select(.metadata.namespace == "platform") | [.metadata.name, .metadata.uid, .spec.nodeName]' out | tr '\n' ' ')" = \
		'["agent-88-new-1","uid-agent-88-new-1","gpu-asg-new-1"] ["agent-88-new-2","uid-agent-88-new-2","gpu-asg-new-2"] ' ]
	assumed out '^2 nodes made of the template of group gpu-asg'
	snap-import -q --nodes https://content.example.com/zones/z/instanceGroups/cpu-grp=1 "$DOC" | names nodes | grep -q '^cpu-grp-new-1 '
	run --separate-stderr snap-import --nodes grp=1 "$DOC"
	[ "$status" -eq 2 ]
	[ "${stderr_lines[0]}" = "snap-import: $DOC: --nodes: no template of a group named 'grp' in the document" ]
	[ "${stderr_lines[1]}" = "snap-import: try: the groups are: gpu-asg, https://content.example.com/zones/z/instanceGroups/cpu-grp" ]
	for wrong in x =1 x= x=0 x=-1 x=1000000; do
		run --separate-stderr snap-import --nodes "$wrong" "$DOC"
		[ "$status" -eq 2 ]
		[[ $stderr == "snap-import: --nodes: "* ]]
	done
}

@test "the time of the document is the clock of the replay" {
	snap-import -q -o a.zip "$DOC"
	[ "$(snap-replay --show start a.zip | jq -c '[.now, .nowFrom]')" = '["2026-03-14T09:26:53.269964198Z","capture"]' ]
	snap-import -q "$DOC" >out
	snap-unzip a.zip | cmp - out
	[ "$(snap-replay --show start --now 2026-03-15 out | jq -r .nowFrom)" = option ]
	# not snap-import's word
	for source in null '"x"' '{"capturedAt":7}' '{"capturedAt":"yesterday"}'; do
		jq -c ".source = $source" out | snap-replay --show start >start
		[ "$(jq -r .nowFrom start)" = newest ]
	done
}

@test "snap-inspect finds nothing strange in what is written" {
	snap-import -q --nodes gpu-asg=2 "$DOC" | snap-inspect --check >out || { cat out; false; }
	[ "$(jq -s '.[0].warnings' out)" -eq 0 ]
}

@test "answers that are no document are named" {
	run --separate-stderr snap-import "$TOP/tests/data/import/autoscaler-error.json"
	[ "$status" -eq 3 ]
	[[ ${stderr_lines[0]} == *": an error of the autoscaler, not a snapshot: Unable to collect any data; it has template nodes, but no nodes" ]]
	change '.Error = "Unable to collect any data" | .TemplateNodes = null' >error
	run --separate-stderr snap-import error
	[[ $status == 3 && ${stderr_lines[0]} == *"; it has no template nodes either" ]]
	printf 'Another debugging snapshot request is being processed. Concurrent requests not supported' >a429
	run --separate-stderr snap-import a429
	[[ $status == 3 && $stderr == "snap-import: a429: the autoscaler's answer 429, not a snapshot: "*try:*lease* ]]
	echo '404 page not found' >a404
	run --separate-stderr snap-import - <a404
	[[ $status == 3 && $stderr == "snap-import: <stdin>: an answer 404, not a snapshot: "*--debugging-snapshot-enabled* ]]
	: >a503
	run --separate-stderr snap-import a503
	[[ $status == 3 && $stderr == "snap-import: a503: empty: "*503* ]]
	change '.StartTimestamp = "0001-01-01T00:00:00Z"' >stale
	run --separate-stderr snap-import stale
	[[ $status == 3 && $stderr == "snap-import: stale: a stale answer of the autoscaler: "* ]]
	run --separate-stderr snap-import "$TOP/tests/data/demo.json"
	[[ $status == 3 && $stderr == *": a snapshot already: "* ]]
	echo '{"a":1}' >other
	run --separate-stderr snap-import other
	[[ $status == 3 && $stderr == "snap-import: other: of no known format: "* ]]
	run --separate-stderr snap-import --from cluster-autoscaler other
	[[ $status == 3 && $stderr == "snap-import: other: not a document of cluster-autoscaler: "* ]]
	echo hello >words
	run --separate-stderr snap-import words
	[[ $status == 3 && $stderr == "snap-import: words: of no known format: "*USR2* ]]
}

@test "a document that is cut, or of other types, is refused with the place, and the old output stays" {
	mkdir here
	cd here
	echo old >out
	for n in 1 50 700 3000; do
		head -c "$n" "$DOC" >short
		run --separate-stderr snap-import -o out short
		[ "$status" -eq 3 ]
		[[ $stderr == "snap-import: short: "* ]]
	done
	change '.NodeList[0].Pods[1].metadata.name = 7' >typed
	run --separate-stderr snap-import -o out typed
	[ "$status" -eq 3 ]
	[[ $stderr == *"NodeList[0].Pods[1].metadata.name"* ]]
	[ "$(cat out)" = old ]
	[ "$(ls)" = $'out\nshort\ntyped' ]
}

@test "nulls and empty lists everywhere are nothing" {
	for c in '.NodeList = null' '.NodeList = [] | .UnscheduledPodsCanBeScheduled = null | .TemplateNodes = null' '.NodeList[] = {Node: null, Pods: null}' \
		'.NodeList[0].Pods = [null]' '.NodeList[0].Pods[0].metadata = null' '.NodeList[0].Pods[0].spec = null' '.NodeList[].Node.status = null' \
		'.NodeList[0].Pods[0].spec.containers = [null]' '.UnscheduledPodsCanBeScheduled[].spec.volumes = [null, {}]'; do
		change "$c" | snap-import -q >out
		jq -e .rawObjects out >null
		snap-inspect out >null
	done
}

# A snapshot as the list that kubectl would give.
as_list() {
	jq '{pods: "Pod v1", nodes: "Node v1", queues: "Queue scheduling.run.ai/v2", podGroups: "PodGroup scheduling.run.ai/v2alpha2",
		bindRequests: "BindRequest scheduling.run.ai/v1alpha2", priorityClasses: "PriorityClass scheduling.k8s.io/v1", configMaps: "ConfigMap v1",
		persistentVolumes: "PersistentVolume v1", persistentVolumeClaims: "PersistentVolumeClaim v1", storageClasses: "StorageClass storage.k8s.io/v1",
		csiDrivers: "CSIDriver storage.k8s.io/v1", csiStorageCapacities: "CSIStorageCapacity storage.k8s.io/v1", deviceClasses: "DeviceClass resource.k8s.io/v1",
		resourceClaims: "ResourceClaim resource.k8s.io/v1", resourceSlices: "ResourceSlice resource.k8s.io/v1",
		topologies: "Topology kai.scheduler/v1alpha1"} as $types
		| {apiVersion: "v1", items: [.rawObjects | to_entries[] | ($types[.key] // empty | split(" ")) as $t | .value // [] | .[] | {apiVersion: $t[1], kind: $t[0]} + .],
		kind: "List", metadata: {resourceVersion: ""}}' "$1"
}

@test "a list with the scheduler's own objects: the same decisions as the snapshot it is made of" {
	local n=0
	for f in "$TOP"/tests/conformance/{reclaim,preempt,priority,topology,storage}/00[1-6].json "$TOP/tests/data/demo.json"; do
		[ -e "$f" ] || continue
		as_list "$f" >list
		snap-import -q list >out
		jq -s '.[0] * (.[1] | {config, schedulerParams})' "$f" out >same
		snap-replay -q --now 2026-11-23 --no-timings --show decisions,pending same >wanted || true
		snap-replay -q --now 2026-11-23 --no-timings --show decisions,pending out | cmp - wanted || { echo "$f"; false; }
		n=$((n + $(wc -l <wanted)))
	done
	[ "$n" -gt 20 ]
}

@test "a list: other kinds, other groups' kinds and finished pods are left out, data of config maps, too" {
	cat >list <<-'END'
		{"apiVersion": "v1", "items": [
		 {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"}, "status": {"allocatable": {"cpu": "4", "pods": "9"}}},
		 {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "done", "namespace": "a", "uid": "1"}, "status": {"phase": "Succeeded"}},
		 {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "bad", "namespace": "a", "uid": "2"}, "status": {"phase": "Failed"}},
		 {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "todo", "namespace": "a", "uid": "3"}, "spec": {"containers": [], "priority": 7, "priorityClassName": "odd"}, "status": {"phase": "Pending"}},
		 {"apiVersion": "v1", "data": {"secret": "not-for-printing"}, "kind": "ConfigMap", "metadata": {"name": "c", "namespace": "a"}},
		 {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "c", "namespace": "a"}, "data": {"x": "not-for-printing"}},
		 {"apiVersion": "scheduling.volcano.sh/v1beta1", "kind": "PodGroup", "metadata": {"name": "other", "namespace": "a"}},
		 {"apiVersion": "scheduling.volcano.sh/v1beta1", "kind": "Queue", "metadata": {"name": "other"}},
		 {"apiVersion": "scheduling.k8s.io/v1", "description": "first", "kind": "PriorityClass", "metadata": {"name": "p"}, "value": 5},
		 null
		], "kind": "List"}
	END
	snap-import -q list >out
	[ "$(names pods <out)/$(names nodes <out)/$(names podGroups <out)/$(names queues <out)/$(names priorityClasses <out)/$(names configMaps <out)" = "todo/n/a.todo/imported/odd p/c" ]
	[ "$(jq -c '.rawObjects.priorityClasses[1]' out)" = '{"metadata":{"name":"p","annotations":{}},"description":"first","value":5}' ]
	run ! grep -q not-for-printing out
	assumed out '^2 finished pods left out'
	assumed out '^3 objects of kinds that no snapshot has left out'
	[ "$(jq -c '.source | .format, .capturedAt' out | tr '\n' ' ')" = '"kubectl-list" null ' ]
	# what is there is not made up
	jq '.items += [{apiVersion: "scheduling.run.ai/v2alpha2", kind: "PodGroup", metadata: {name: "g", namespace: "a"}}]' list | snap-import -q >out
	[ "$(names podGroups <out)" = g ]
	jq '.items += [{apiVersion: "scheduling.run.ai/v2alpha2", kind: "PodGroup", metadata: {name: "g", namespace: "a"}}]' list | snap-import -q --adopt pod >out
	[ "$(names podGroups <out)" = "a.todo g" ]
}

@test "a list: claims and config maps that it has are not made up, and pods keep their volumes" {
	volumes='{volumes: [{name: "d", persistentVolumeClaim: {claimName: "d"}}, {name: "c", configMap: {name: "missing"}}]}'
	as_list "$TOP/tests/data/demo.json" | jq '(.items[] | select(.kind == "Pod" and .status.phase == "Pending").spec) += '"$volumes" >list
	snap-import -q list >out
	[ "$(jq -c '[.rawObjects.pods[] | select(.status.phase == "Pending").spec.volumes | length] | unique' out)" = '[1]' ]
	[ "$(names configMaps <out | tr ' ' '\n' | sort -u)" = missing ]
	jq '.items += [{apiVersion: "v1", kind: "PersistentVolumeClaim", metadata: {name: "e", namespace: "a"}}, {apiVersion: "v1", kind: "ConfigMap", metadata: {name: "e", namespace: "a"}}]' list | snap-import -q >out
	[ "$(jq -c '[.rawObjects.pods[] | select(.status.phase == "Pending").spec.volumes | length] | unique' out)" = '[2]' ]
	[ "$(names configMaps <out)" = e ]
}

@test "a list of the API, whose items have no kind; what is no cluster" {
	echo '{"kind":"PodList","apiVersion":"v1","metadata":{},"items":[{"metadata":{"name":"p","namespace":"a"}}]}' >pods
	[ "$(snap-import -q pods | names pods)" = p ]
	echo '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"p"}}' >one
	run --separate-stderr snap-import one
	[[ $status == 3 && $stderr == "snap-import: one: not a cluster: not a list: "* ]]
	echo '{"apiVersion":"v1","items":[],"kind":"List"}' >none
	run --separate-stderr snap-import none
	[[ $status == 3 && $stderr == "snap-import: none: not a cluster: the list has no nodes and no pods"*kubectl\ get* ]]
	echo '{"apiVersion":"v1","items":[{"metadata":{"name":"p"},"kind":"Pod"}],"kind":"List"}' >late
	run --separate-stderr snap-import late
	[[ $status == 3 && $stderr == *"kind behind its metadata"* ]]
}

@test "each recorded list is read whole" {
	[ -d "$PEERS" ] || skip "no recordings here"
	local n=0
	for f in "$PEERS"/*.objects.json.gz "$PEERS"/../kube-scheduler/{small,big}-cluster/objects*; do
		snap-import -q "$f" >out || { echo "$f"; false; }
		zcat -f "$f" | jq -c '[(.items | map(select(.kind == "Node")) | length), (.items | map(select(.kind == "Pod" and (.status.phase | . != "Succeeded" and . != "Failed"))) | length)]' >wanted
		jq -c '.rawObjects | [(.nodes // [] | length), (.pods // [] | length)]' out | diff wanted - || { echo "$f"; false; }
		n=$((n + 1))
	done
	[ "$n" -ge 28 ]
}

@test "each recorded document is read whole" {
	[ -d "$PEERS" ] || skip "no recordings here"
	local n=0
	for f in "$PEERS"/*.json; do
		[ "$(jq -c .Error "$f")" = null ] || { run snap-import "$f"; [ "$status" -eq 3 ]; continue; }
		snap-import -q --placeholders "$f" >out || { echo "$f"; false; }
		jq -c '[(.NodeList // [] | length), ([.NodeList // [] | .[].Pods // [] | .[]] | length) + (.UnscheduledPodsCanBeScheduled // [] | length)]' "$f" >wanted
		jq -c '.rawObjects | [(.nodes // [] | length), (.pods // [] | length)]' out | diff wanted - || { echo "$f"; false; }
		run ! grep -q not-for-printing out
		snap-replay --show summary out >null
		n=$((n + 1))
	done
	[ "$n" -ge 18 ]
}
