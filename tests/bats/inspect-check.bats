#!/usr/bin/env bats
# snap-inspect --check: each fault is found where it is, with its severity and the exit status that goes with it.
load ../lib/env
load ../lib/findings

setup() {
	T=$BATS_TEST_TMPDIR
	base=$TOP/tests/data/inspect.json
}

@test "a sound snapshot: the verdict says so and is all, status 0" {
	silent .
	run -0 snap-inspect --check -f text "$base"
	[ "$output" = "sound: no errors, no warnings" ]
	[ "$(snap-inspect "$base" | jq -r .verdict)" = "$output" ]
	[[ $(snap-inspect -f text "$base") == "verdict      $output"$'\n'* ]]
}

@test "the verdict: how many errors and warnings, and what is doubtful" {
	jq -c '.rawObjects.pods[0,1].spec.nodeName = "gone" | del(.schedulerParams.schedulerName)' "$base" >"$T/s"
	run -1 snap-inspect --check -f text "$T/s"
	[ "${lines[0]}" = "2 errors, 1 warning; doubtful: pods whose node is not there (2 of 7), the scheduler's name" ]
	[ "$(snap-inspect "$T/s" | jq -r .verdict)" = "${lines[0]}" ]
	run -1 snap-inspect --check "$T/s"
	[ "${lines[0]}" = '{"verdict":"2 errors, 1 warning; doubtful: pods whose node is not there (2 of 7), the scheduler'"'"'s name","errors":2,"warnings":1,"notes":0}' ]
	jq -c '.config = null | .rawObjects |= (.pods[0].spec.nodeName = "gone" | .podGroups[4].spec.queue = "gone" | .pods += [.pods[0]] | .bindRequests[0].spec.podName = "gone")' "$base" >"$T/s"
	run -1 snap-inspect --check -f text "$T/s"
	[ "${lines[0]}" = "4 errors, 1 warning; doubtful: the configuration, objects of one name, pods whose node is not there, pod groups whose queue is not there and 1 more" ]
}

@test "config null or missing" {
	finds 1 '.config = null' config-null error config
	finds 1 'del(.config)' config-null error config
	run -0 snap-inspect "$T/s"
	[ "$(jq -c '.warnings | map(.code)' <<<"$output")" = '["config-null"]' ]
}

@test "schedulerParams null or missing" {
	finds 1 '.schedulerParams = null' params-null error schedulerParams
	finds 1 'del(.schedulerParams)' params-null error schedulerParams
}

@test "rawObjects null or missing" {
	finds 1 '.rawObjects = null' raw-objects-null error rawObjects
	finds 1 'del(.rawObjects)' raw-objects-null error rawObjects
}

@test "an unknown action, an empty one, none" {
	finds 1 '.config.actions = "allocate, recliam"' action-unknown error config.actions
	[[ $output == *recliam* ]]
	finds 1 '.config.actions = "allocate,"' action-unknown error config.actions
	finds 1 '.config.actions = ""' action-unknown error config.actions
	finds 1 'del(.config.actions)' action-unknown error config.actions
	run -0 bash -c "jq '.config.actions = \" allocate ,consolidation,reclaim,	preempt,stalegangeviction\"' '$base' | snap-inspect --check"
}

@test "an unknown plugin" {
	finds 1 '.config.tiers[0].plugins[1].name = "propotion"' plugin-unknown error "config.tiers[0].plugins[1].name"
	[[ $output == *propotion* ]]
	run -0 bash -c "jq '.config.tiers = [(\"predicates,priority,nodeplacement,nominatednode,numa,nodeavailability,gpusharingorder,gpupack,gpuspread,resourcetype,podaffinity,elastic,kubeflow,ray,taskorder,subgrouporder,dynamicresources,topology,proportion,minruntime,snapshot,sg-nodelocalgreedy,sg-multinodegang,reflectjoborder\" / \",\" | {plugins: map({name: .})})]' '$base' | snap-inspect --check"
}

@test "a pod whose pod group is missing" {
	finds 1 '.rawObjects.pods[4].metadata.annotations."pod-group-name" = "gone"' pod-group-missing error \
		"rawObjects.pods[4].metadata.annotations.pod-group-name" team-b/wait-0
}

@test "a node pool's snapshot: what pods of other pools name is elsewhere" {
	silent '.rawObjects.pods[4].metadata |= (.annotations."pod-group-name" = "gone" | .labels."kai.scheduler/node-pool" = "other")'
	silent '.rawObjects.pods[0] |= (.spec.nodeName = "gone" | .metadata.labels."kai.scheduler/node-pool" = "other")'
	silent '.rawObjects.pods[6].spec.nodeName = "gone"'
	finds 1 '.schedulerParams.partitionParams = {} | .rawObjects.pods[6].spec.nodeName = "gone"' node-missing error "rawObjects.pods[6].spec.nodeName" kube-system/dns
	[ "$(snap-inspect "$T/s" | jq .pods.otherPools)" = null ]
	# In a pool with a value, pods without the label are the default pool's.
	local own='.schedulerParams.partitionParams.NodePoolLabelValue = "a" | .rawObjects |= ((.nodes[], .queues[], .podGroups[]).metadata.labels."kai.scheduler/node-pool" = "a")'
	silent "$own"' | .rawObjects.pods[0,1,4].spec.nodeName = "gone" | .rawObjects.pods[4].metadata.annotations."pod-group-name" = "gone"'
	[ "$(snap-inspect "$T/s" | jq .pods.otherPools)" = 7 ]
	[[ $(snap-inspect -f text "$T/s") == *"; 7 of other node pools, whose nodes and pod groups are not here"* ]]
	finds 1 "$own"' | .rawObjects.pods[0].metadata.labels."kai.scheduler/node-pool" = "a" | .rawObjects.pods[0].spec.nodeName = "gone"' \
		node-missing error "rawObjects.pods[0].spec.nodeName" team-a/train-0
}

@test "where there are other pools, a pod without a label and without a node may be theirs" {
	local others='.rawObjects.pods[6].metadata.labels."kai.scheduler/node-pool" = "other"'
	local path="rawObjects.pods[4].metadata.annotations.pod-group-name"
	finds 0 "$others"' | .rawObjects.pods[4].metadata.annotations."pod-group-name" = "gone"' pod-group-missing note "$path" team-b/wait-0
	finds 0 "$others"' | .rawObjects.pods[4] |= (.metadata.annotations."pod-group-name" = "gone" | .spec.nodeName = "gone")' pod-group-missing note "$path" team-b/wait-0
	finds 1 "$others"' | .rawObjects.pods[4] |= (.metadata.annotations."pod-group-name" = "gone" | .spec.nodeName = "node-1")' pod-group-missing error "$path" team-b/wait-0
	finds 1 "$others"' | .rawObjects.pods[0].spec.nodeName = "gone"' node-missing error "rawObjects.pods[0].spec.nodeName" team-a/train-0
}

@test "nodes, queues and pod groups of another node pool: no scheduler writes them" {
	finds 0 '.rawObjects.nodes[1].metadata.labels."kai.scheduler/node-pool" = "b"' pool-other warning rawObjects.nodes
	[[ $output == *"1 of 2 are not of the snapshot's node pool"* ]]
	jq -c '.schedulerParams.partitionParams.NodePoolLabelValue = "a"' "$base" >"$T/s"
	run -0 snap-inspect --check "$T/s"
	[ "$(jq -r 'select(.code) | [.code, .path, (.text | split(" are")[0])] | join(" ")' <<<"$output" | tr '\n' ,)" = \
		"pool-other rawObjects.nodes 2 of 2,pool-other rawObjects.queues 3 of 3,pool-other rawObjects.podGroups 5 of 5," ]
}

@test "what a pod that is being deleted names may be gone; one that ended names nothing" {
	local gone='.rawObjects.pods[4] |= (.spec.nodeName = "gone" | .metadata.annotations."pod-group-name" = "gone"'
	jq -c "$gone | .metadata.deletionTimestamp = \"2026-03-01T12:00:00Z\")" "$base" >"$T/s"
	run -0 snap-inspect --check "$T/s"
	[ "$(jq -r 'select(.code) | [.severity, .code] | join(" ")' <<<"$output" | tr '\n' ,)" = "note pod-group-missing,note node-missing," ]
	[[ $output == *"is not there any more; the pod is being deleted, too"* ]]
	silent "$gone | .status.phase = \"Succeeded\")"
	silent "$gone | .status.phase = \"Failed\")"
}

@test "a pod group in another namespace, or in two" {
	finds 0 '.rawObjects.pods[4].metadata.namespace = "elsewhere"' pod-group-namespace warning \
		"rawObjects.pods[4].metadata.annotations.pod-group-name" elsewhere/wait-0
	finds 0 '.rawObjects.podGroups += [.rawObjects.podGroups[0] | .metadata.namespace = "z" | .metadata.uid = "z"]' pod-group-name-twice warning \
		"rawObjects.podGroups[5].metadata.name" z/train
}

@test "a pod group whose queue is missing, or that names none" {
	finds 1 '.rawObjects.podGroups[4].spec.queue = "gone"' queue-missing error "rawObjects.podGroups[4].spec.queue" team-b/idle
	finds 1 'del(.rawObjects.podGroups[4].spec.queue)' queue-missing error "rawObjects.podGroups[4].spec.queue" team-b/idle
}

@test "a queue whose parent is missing" {
	finds 1 '.rawObjects.queues[1].spec.parentQueue = "gone"' parent-missing error "rawObjects.queues[1].spec.parentQueue" team-a
}

@test "queues that form a cycle; all queues are still reported once" {
	finds 1 '.rawObjects.queues[0].spec.parentQueue = "team-b"' queue-cycle error "rawObjects.queues[0].spec.parentQueue" dept
	[[ $output == *"dept -> team-b -> dept"* ]]
	[ "$(snap-inspect "$T/s" | jq -c '[.queues[].name]')" = '["dept","team-a","team-b"]' ]
	finds 1 '.rawObjects.queues[0].spec.parentQueue = "dept"' queue-cycle error "rawObjects.queues[0].spec.parentQueue" dept
	[ "$(snap-inspect -f text "$T/s" | sed -n '/^queue/,/^$/p' | grep -c ' GPUs  ')" = 3 ]
}

@test "a hundred thousand queues in a chain, and in one cycle" {
	chain='{"config": {"actions": "allocate"}, "schedulerParams": {"schedulerName": "k"}, "rawObjects": {"queues": [range(100000) | {metadata: {name: "q\(.)"}, spec: {parentQueue: "q\(. + 1)"}}]}}'
	run -0 bash -c "jq -nc '$chain | .rawObjects.queues[-1].spec.parentQueue = \"\"' | snap-inspect | jq -c '[.queues | length, last.depth, last.name]'"
	[ "$output" = '[100000,99999,"q0"]' ]
	run bash -c "jq -nc '$chain | .rawObjects.queues[-1].spec.parentQueue = \"q0\"' | snap-inspect --check | jq -r 'select(.code).code'"
	[ "$output" = queue-cycle ]
}

@test "duplicates by namespace and name" {
	finds 1 '.rawObjects.pods += [.rawObjects.pods[0]]' duplicate-name error "rawObjects.pods[7].metadata.name" team-a/train-0
	finds 1 '.rawObjects.nodes += [.rawObjects.nodes[0]]' duplicate-name error "rawObjects.nodes[2].metadata.name" node-1
	[ "$(snap-inspect "$T/s" | jq .counts.nodes)" = 3 ]
	finds 1 '.rawObjects.configMaps += [.rawObjects.configMaps[0]]' duplicate-name error "rawObjects.configMaps[1].metadata.name" team-a/settings
	run -0 bash -c "jq '.rawObjects.configMaps += [.rawObjects.configMaps[0] | .metadata.namespace = \"b\"]' '$base' | snap-inspect --check"
}

@test "duplicates by UID, also of texts that are no UUID" {
	finds 1 '.rawObjects.pods[1].metadata.uid = .rawObjects.pods[0].metadata.uid' duplicate-uid error "rawObjects.pods[1].metadata.uid" team-a/train-1
	finds 1 '.rawObjects.pods[].metadata.uid |= .[-2:] | .rawObjects.pods[1].metadata.uid = "01"' duplicate-uid error "rawObjects.pods[1].metadata.uid" team-a/train-1
	run -0 bash -c "jq '.rawObjects.pods[1].metadata.uid = (.rawObjects.pods[0].metadata.uid | ascii_upcase)' '$base' | snap-inspect --check"
	finds 0 'del(.rawObjects.pods[].metadata.uid)' uid-missing warning rawObjects.pods
}

@test "a pod on a node that is not there" {
	finds 1 '.rawObjects.pods[0].spec.nodeName = "gone"' node-missing error "rawObjects.pods[0].spec.nodeName" team-a/train-0
}

@test "bind requests for a pod or a node that is not there" {
	finds 0 '.rawObjects.bindRequests[0].spec.podName = "gone"' bind-request-pod-missing warning "rawObjects.bindRequests[0].spec.podName" team-b/bound-0
	finds 0 '.rawObjects.bindRequests[0].spec.selectedNode = "gone"' bind-request-node-missing warning "rawObjects.bindRequests[0].spec.selectedNode" team-b/bound-0
	# The pod was bound and ran to its end: such pods are not written, their requests are.
	silent '.rawObjects.bindRequests[0] |= (.spec.podName = "gone" | .spec.selectedNode = "gone" | .status.phase = "Succeeded")'
	# Another pool's.
	silent '.rawObjects.bindRequests[0] |= (.spec.podName = "gone" | .spec.selectedNode = "gone" | .metadata.labels."kai.scheduler/node-pool" = "other")'
}

@test "quantities that cannot be read, wherever they stand" {
	for value in '"12x"' '""' '"1 Gi"' '"1e"' '"0x10"' '"1.2.3"' '"1ki"'; do
		finds 1 ".rawObjects.pods[0].spec.containers[0].resources.requests.memory = $value" quantity-bad error \
			"rawObjects.pods[0].spec.containers[0].resources.requests.memory" team-a/train-0
	done
	for value in '" 12 "' '"1."' '".5"' '"+1"' '"1E3"' '"12e-3"' '"5n"' 12 1.5 null; do
		run -0 bash -c "jq '.rawObjects.pods[0].spec.containers[0].resources.requests.memory = $value' '$base' | snap-inspect --check"
	done
	finds 1 '.rawObjects.pods[0].spec.containers[0].resources.limits.cpu = "x"' quantity-bad error "rawObjects.pods[0].spec.containers[0].resources.limits.cpu" team-a/train-0
	finds 1 '.rawObjects.pods[2].spec.initContainers[0].resources.requests.cpu = "x"' quantity-bad error "rawObjects.pods[2].spec.initContainers[0].resources.requests.cpu" team-b/half-0
	finds 1 '.rawObjects.pods[2].spec.overhead.cpu = "x"' quantity-bad error "rawObjects.pods[2].spec.overhead.cpu" team-b/half-0
	finds 1 '.rawObjects.nodes[0].status.allocatable."nvidia.com/gpu" = "x"' quantity-bad error "rawObjects.nodes[0].status.allocatable.nvidia.com/gpu" node-1
	finds 1 '.rawObjects.nodes[0].status.capacity.cpu = "x"' quantity-bad error "rawObjects.nodes[0].status.capacity.cpu" node-1
	finds 1 '.rawObjects.persistentVolumes[0].spec.capacity.storage = "x"' quantity-bad error "rawObjects.persistentVolumes[0].spec.capacity.storage" pv
	finds 1 '.rawObjects.persistentVolumeClaims[0].spec.resources.requests.storage = "x"' quantity-bad error "rawObjects.persistentVolumeClaims[0].spec.resources.requests.storage" team-a/pvc
	finds 1 '.rawObjects.persistentVolumeClaims[0].status.capacity.storage = "x"' quantity-bad error "rawObjects.persistentVolumeClaims[0].status.capacity.storage" team-a/pvc
	finds 1 '.rawObjects.csiStorageCapacities[0].capacity = "x"' quantity-bad error "rawObjects.csiStorageCapacities[0].capacity" kube-system/cap
	finds 1 '.rawObjects.queues[1].spec.resources.gpu.quota = "4"' quantity-bad error "rawObjects.queues[1].spec.resources.gpu.quota" team-a
}

@test "quantities that are negative" {
	finds 1 '.rawObjects.pods[0].spec.containers[0].resources.requests.cpu = "-1"' quantity-negative error "rawObjects.pods[0].spec.containers[0].resources.requests.cpu" team-a/train-0
	finds 1 '.rawObjects.pods[0].spec.containers[0].resources.requests.cpu = "10P"' quantity-huge error "rawObjects.pods[0].spec.containers[0].resources.requests.cpu" team-a/train-0
	finds 1 '.rawObjects.nodes[0].status.allocatable.memory = -5' quantity-negative error "rawObjects.nodes[0].status.allocatable.memory" node-1
	finds 1 '.rawObjects.csiStorageCapacities[0].capacity = "-1Gi"' quantity-negative error "rawObjects.csiStorageCapacities[0].capacity" kube-system/cap
	finds 1 '.rawObjects.queues[1].spec.resources.memory.limit = -2' quantity-negative error "rawObjects.queues[1].spec.resources.memory.limit" team-a
	finds 1 '.rawObjects.queues[1].spec.resources.gpu.overQuotaWeight = -0.5' quantity-negative error "rawObjects.queues[1].spec.resources.gpu.overQuotaWeight" team-a
}

@test "null for a kind is normal, [] is a list that the scheduler could not read" {
	local nulls='.rawObjects |= map_values(if . == [] then null else . end)'
	silent "$nulls"
	silent '.rawObjects.csiDrivers = []' # by somebody who writes [] for all
	finds 1 "$nulls | .rawObjects.csiDrivers = []" kind-unread error rawObjects.csiDrivers
	[[ $output == *"could not read this list, or the file was edited"* ]]
}

@test "kinds that are not a list, or unknown" {
	for value in '{}' '"x"' 5 true; do
		finds 1 ".rawObjects.resourceClaims = $value" kind-not-list error rawObjects.resourceClaims
	done
	finds 1 '.rawObjects.widgets = []' kind-unknown error rawObjects.widgets
	finds 0 '.rawObjects.podDisruptionBudgets = [{}]' kind-unknown warning rawObjects.podDisruptionBudgets
}

@test "null for an object, an object without a name, a time that is none, an unknown key" {
	finds 1 '.rawObjects.csiDrivers += [null]' object-null error "rawObjects.csiDrivers[1]"
	finds 1 'del(.rawObjects.csiDrivers[0].metadata.name)' name-missing error "rawObjects.csiDrivers[0].metadata.name"
	finds 1 '.rawObjects.nodes[0].metadata.creationTimestamp = "yesterday"' time-bad error "rawObjects.nodes[0].metadata.creationTimestamp" node-1
	finds 1 '.rawObjects.nodes[0].status.conditions[0].lastHeartbeatTime = "2026-13-01T00:00:00Z"' time-bad error "rawObjects.nodes[0].status.conditions[0].lastHeartbeatTime" node-1
	finds 0 '.snapshot = {}' key-unknown warning snapshot
}

@test "no scheduler name, small GPUs, discovery that was not told" {
	finds 0 'del(.schedulerParams.schedulerName)' scheduler-name-missing warning schedulerParams.schedulerName
	finds 0 '.rawObjects.nodes[0].metadata.labels."nvidia.com/gpu.memory" = "50"' gpu-memory-label warning "rawObjects.nodes[0].metadata.labels.nvidia.com/gpu.memory" node-1
	finds 0 '.discovery.resources = null | .rawObjects.deviceClasses = [{metadata: {name: "c"}}]' discovery-incomplete warning discovery.resources
}

@test "what people take for a snapshot is named" {
	run -3 snap-inspect --check <(echo '{"apiVersion": "v1", "kind": "List", "items": []}')
	[[ $output == *"not a snapshot: none of the keys config, schedulerParams, rawObjects, discovery; it seems to be what kubectl prints"* ]]
	run -3 snap-inspect --check <(jq .rawObjects "$base")
	[[ $output == *"it seems to be what belongs into rawObjects"* ]]
}

@test "several at once: errors first; text says the same; the report holds them too" {
	jq -c '.config = null | .rawObjects |= map_values(if . == [] then null else . end) | .rawObjects.csiDrivers = [] | .rawObjects.pods[0].spec.nodeName = "gone" | .rawObjects.podGroups[4].spec.queue = "gone" | del(.schedulerParams.schedulerName)' "$base" >"$T/s"
	run -1 snap-inspect --check "$T/s"
	[ "$(jq -r 'select(.code).code' <<<"$output" | tr '\n' ' ')" = "config-null kind-unread node-missing queue-missing scheduler-name-missing " ]
	codes=$(jq -c 'select(.code) | [.severity, .code]' <<<"$output")
	[ "$(snap-inspect "$T/s" | jq -c '.warnings[] | [.severity, .code]')" = "$codes" ]
	run -1 snap-inspect --check -f text "$T/s"
	[ "$(sed -n 's/^\([a-z]*\): .* \[\(.*\)\]$/["\1","\2"]/p' <<<"$output")" = "$codes" ]
	[[ ${lines[3]} == "error: rawObjects.pods[0].spec.nodeName (team-a/train-0): node \"gone\" is not there [node-missing]" ]]
	run -0 snap-inspect -f text "$T/s"
	[[ ${lines[0]} == "verdict "* && ${lines[1]} == "error: "* && ${lines[6]} == "--check lists them all" && ${lines[7]} == "input "* ]]
	run -1 snap-inspect --check -f tsv "$T/s"
	[ "${lines[0]}" = $'severity\tcode\tkind\tobject\tpath\ttext' ]
	[ "$(cut -f 1,2 <<<"$output" | tail -n +2)" = "$(jq -r @tsv <<<"$codes")" ]
	[ "$(grep node-missing <<<"$output")" = $'error\tnode-missing\tpods\tteam-a/train-0\trawObjects.pods[0].spec.nodeName\tnode "gone" is not there' ]
}

@test "very many findings of one code: ten thousand are listed, the rest is counted" {
	jq -nc '{config: {actions: "allocate"}, schedulerParams: {schedulerName: "k"}, rawObjects: {podGroups: [range(10250) | {metadata: {name: "g\(.)"}, spec: {queue: "gone"}}]}}' >"$T/s"
	run -1 snap-inspect --check "$T/s"
	[ "${#lines[@]}" -eq 10002 ]
	[ "${lines[10001]}" = '{"severity":"error","code":"queue-missing","more":250}' ]
	run -1 snap-inspect --check -f text "$T/s"
	[ "${lines[0]}" = '10250 errors, no warnings; doubtful: pod groups whose queue is not there (10250 of 10250)' ]
	[ "${lines[10001]}" = 'error: 250 more [queue-missing]' ]
	run -0 snap-inspect -f text "$T/s"
	[[ $output == *"error: 10245 more [queue-missing]"* ]]
}

@test "captures of the real scheduler are sound; recorded clusters never crash it" {
	dir=$TOP/../shared/conformance
	[ -d "$dir" ] || skip "the recorded snapshots are not here"
	for f in "$dir"/{captured,live}/*.zip; do
		run -0 snap-inspect --check -f text "$f"
		[ "${lines[0]}" = "sound: no errors, no warnings" ]
		# the clusters of live/ have a node with GPUs outside of their racks
		[ -z "$(sed 1d <<<"$output" | grep -v '^note: .*topology-label-missing')" ]
	done
	for f in "$dir"/{config,dra,mig,numa,storage,crashes}/*[0-9].json; do
		run snap-inspect "$f"
		[ "$status" -eq 0 ] && jq -e . >/dev/null <<<"$output" || { echo "$f: $output"; return 1; }
	done
}
