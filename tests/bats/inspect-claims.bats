#!/usr/bin/env bats
# snap-inspect: resource claims, slices and classes, and the GPUs that come through them.
load ../lib/env
load ../lib/findings

setup() {
	T=$BATS_TEST_TMPDIR
	base=$TOP/tests/data/placing.json
	gpu_classes='.rawObjects.resourceClaims[].spec.devices.requests[].exactly'
}

# What the report says after a change: FIELDS is a jq program.
report() { # CHANGE FIELDS
	jq -c "$1" "$base" | snap-inspect | jq -c "$2"
}
is() { # EXPECTED ACTUAL
	[ "$1" = "$2" ] && return
	printf 'expected: %s\nbut it is: %s\n' "$1" "$2"
	return 1
}
# GPUs of n3, and what its pods and the waiting one ask for.
gpus() { # CHANGE
	report "$1" '[(.topologies[0].domains[] | select(.path == ["a", "r1"]) | .gpus | .total, .used), .nodes.gpusPending, .queues[0].allocated.gpu]'
}

@test "claims by state and class, devices by driver" {
	is '{"total":3,"pending":1,"allocated":0,"reserved":2,"reservations":3,"byClass":{"gpu.example.com":3,"nic.example.com":1}}' "$(report . .claims)"
	is '{"gpu.example.com":{"slices":1,"devices":4,"allocated":3},"nic.example.com":{"slices":2,"devices":2,"allocated":1}}' "$(report . .devices)"
	is '[1,1]' "$(report 'del(.rawObjects.resourceClaims[0].status.reservedFor)' '.claims | [.allocated, .reserved]')"
	is 1 "$(report '.rawObjects.resourceClaims[0].status.reservedFor[0].resource = "x"' .claims.allocated)"
}

@test "devices: only the newest generation of a pool counts, and one device once" {
	old='.rawObjects.resourceSlices += [.rawObjects.resourceSlices[0] | .metadata = {name: "old"} | .spec.pool.generation = 1 | .spec.devices += [{name: "gpu-9"}]]'
	is '{"slices":2,"devices":4,"allocated":3}' "$(report "$old" '.devices["gpu.example.com"]')"
	is '{"slices":2,"devices":5,"allocated":3}' "$(report "$old | .rawObjects.resourceSlices[-1].spec.pool.generation = 3" '.devices["gpu.example.com"]')"
	is '{"slices":2,"devices":5,"allocated":3}' "$(report "$old | .rawObjects.resourceSlices[-1].spec.pool.generation = 2" '.devices["gpu.example.com"]')"
}

@test "text" {
	run -0 snap-inspect -f text "$base"
	[[ $output == *"
claims       3: 1 pending, 0 allocated, 2 reserved (for 3 pods)
devices      gpu.example.com: 4 in 1 slice, 3 allocated
             nic.example.com: 2 in 2 slices, 1 allocated
classes      gpu.example.com in 3 claims, nic.example.com in 1 claim
"* ]]
	run -0 snap-inspect -f text <(jq '.rawObjects |= (.resourceClaims = null | .resourceSlices = null)' "$base")
	run ! grep -E '^(claims|devices|classes) ' <<<"$output"
	jq '.rawObjects.resourceSlices = [range(30) | {metadata: {name: "s\(.)"}, spec: {driver: "d\(.)"}}] | .rawObjects.resourceClaims = [range(30) | {metadata: {name: "c\(.)"}, spec: {devices: {requests: [{exactly: {deviceClassName: "c\(.)"}}]}}}]' "$base" >"$T/s"
	run -0 snap-inspect -f text "$T/s"
	[[ $output == *$'\n             10 more drivers\n'* && $output == *" 10 more"$'\n\n'* ]]
}

@test "tsv: the state of each claim, the pools of slices, the resources of classes" {
	is $'dev-0-gpus reserved 1 2 n3 gpu.example.com\nshared reserved 2 2 gpu.example.com,nic.example.com\nwait-0-gpu pending 0 0 gpu.example.com' \
		"$(snap-inspect -l resourceClaims -f tsv "$base" | sed 1d | cut -f 2-7 | tr -s '\t' ' ')"
	is 'n3-gpu gpu.example.com n3 2 1 n3 4' "$(snap-inspect -l resourceSlices -f tsv "$base" | sed -n 2p | cut -f 1-7 | tr '\t' ' ')"
	is 'fabric-0 nic.example.com fabric 1 2 all 1' "$(snap-inspect -l resourceSlices -f tsv "$base" | sed -n 3p | cut -f 1-7 | tr '\t' ' ')"
	is x "$(jq '.rawObjects.deviceClasses[0].spec.extendedResourceName = "x"' "$base" | snap-inspect -l deviceClasses -f tsv | sed -n 2p | cut -f 2)"
}

@test "GPUs of slices and claims count in the sums of nodes, pods and queues" {
	is '[4,4,1,7.3]' "$(gpus .)"
	is '[20,7.3]' "$(report . '.nodes | [.gpusAllocatable, .gpusRequested]')"
	# A pod has the claims that it owns, that name it first, or that it names; each once.
	is '[4,2,1,5.3]' "$(gpus 'del(.rawObjects.resourceClaims[0] | .metadata.ownerReferences, .status.reservedFor)')"
	is '[4,4,1,7.3]' "$(gpus 'del(.rawObjects.resourceClaims[0].metadata.ownerReferences)')"
	is '[4,4,1,7.3]' "$(gpus 'del(.rawObjects.resourceClaims[0].status.reservedFor)')"
	is '[4,4,1,7.3]' "$(gpus '.rawObjects.pods[2].spec.resourceClaims += [{name: "again", resourceClaimName: "shared"}, {name: "own", resourceClaimName: "dev-0-gpus"}]')"
	is '[4,3,1,6.3]' "$(gpus 'del(.rawObjects.pods[3].spec.resourceClaims)')"
}

@test "what counts as GPUs of a claim, and of a slice" {
	is '[4,4,1,7.3]' "$(gpus "$gpu_classes |= if . then .deviceClassName = \"a-GpU\" else . end")"
	is '[4,0,0,3.3]' "$(gpus "$gpu_classes |= if . then .deviceClassName = \"other\" else . end")"
	is '[4,8,7,11.3]' "$(gpus "$gpu_classes |= if . then (.allocationMode = \"ExactCount\" | .count += 6) else . end | .rawObjects.resourceClaims |= map(select(.metadata.name != \"shared\"))")"
	is '[4,4,1,7.3]' "$(gpus '.rawObjects.resourceClaims[2].spec.devices.requests[0].exactly.count = 0')"
	is '[4,4,0,7.3]' "$(gpus '.rawObjects.resourceClaims[2].spec.devices.requests[0].exactly.allocationMode = "Some"')"
	is '[4,4,0,7.3]' "$(gpus '.rawObjects.resourceClaims[2].metadata.annotations = {"resource.kubernetes.io/extended-resource-claim": "true"}')"
	is '[4,4,1,7.3]' "$(gpus '.rawObjects.resourceClaims[2].metadata.annotations = {"resource.kubernetes.io/extended-resource-claim": "no"}')"
	is '[4,4,0,7.3]' "$(gpus '.rawObjects.pods[4].metadata.annotations."nvidia.com/mig-1g.5gb" = "0"')"
	# On a node without GPUs the scheduler books none; the queue is charged all the same.
	is '[0,0,1,7.3]' "$(gpus '.rawObjects.resourceSlices[0].spec.driver = "other"')"
	is '[0,0,1,7.3]' "$(gpus '.rawObjects.resourceSlices[0].spec.allNodes = true')"
	is '[0,0,1,7.3]' "$(gpus '.rawObjects.resourceSlices[0].spec.nodeName = "gone"')"
}

@test "GPUs that the device plugin has, too, count once" {
	is '[6,4,1,7.3]' "$(gpus '.rawObjects.nodes[2].status.allocatable["nvidia.com/gpu"] = "6"')"
	is '[4,4,1,7.3]' "$(gpus '.rawObjects.nodes[2].status.allocatable["nvidia.com/gpu"] = "3"')"
}

@test "discovery decides whether claims count" {
	on='.discovery = {serverVersion: {major: "1", minor: "33+"}, resources: [{groupVersion: "v1"}, {groupVersion: "resource.k8s.io/v1beta1"}]}'
	is '[4,4,1,7.3]' "$(gpus "$on")"
	for off in '.discovery.serverVersion.minor = "25"' '.discovery.serverVersion = null' '.discovery.resources[1].groupVersion = "resource.k8s.io/v1alpha3"' \
		'.discovery.resources = null' '.discovery.resources[0].groupVersion = "a/b/c"'; do
		is '[0,0,0,3.3]' "$(gpus "$on | $off")"
	done
}

@test "a hundred thousand claims and devices in flat time" {
	jq -nc '{config: {actions: "allocate"}, schedulerParams: {schedulerName: "k"}, rawObjects: {
		pods: [range(100000) | {metadata: {name: "p\(.)", namespace: "a", uid: "u\(.)"}, spec: {resourceClaims: [{name: "c", resourceClaimName: "c\(.)"}, {name: "all", resourceClaimName: "c0"}]}, status: {phase: "Running"}}],
		resourceClaims: [range(100000) | {metadata: {name: "c\(.)", namespace: "a"}, spec: {devices: {requests: [{name: "r", exactly: {deviceClassName: "gpu", allocationMode: "ExactCount", count: 1}}]}},
			status: {allocation: {devices: {results: [{request: "r", driver: "gpu", pool: "p", device: "d\(.)"}]}}, reservedFor: [{resource: "pods", name: "p\(.)", uid: "u\(.)"}]}}],
		deviceClasses: [{metadata: {name: "gpu"}}],
		resourceSlices: [{metadata: {name: "s"}, spec: {driver: "gpu", allNodes: true, pool: {name: "p", generation: 1, resourceSliceCount: 1}, devices: [range(100000) | {name: "d\(.)"}]}}]}}' >"$T/s"
	run -0 timeout 60 snap-inspect "$T/s"
	is '[100000,100000,100000]' "$(jq -c '[.claims.reserved, .devices.gpu.devices, .devices.gpu.allocated]' <<<"$output")"
	is sound "$(jq -r '.verdict | split(":")[0]' <<<"$output")"
}

@test "a pod's claim that is not there, or was not made" {
	silent .
	local at="rawObjects.pods[4].spec.resourceClaims[0]"
	finds 1 'del(.rawObjects.resourceClaims[2])' claim-missing error "$at" a/wait-0
	finds 1 '.rawObjects.pods[4].spec.resourceClaims = [{name: "gpu", resourceClaimName: "gone"}]' claim-missing error "$at" a/wait-0
	finds 0 'del(.rawObjects.resourceClaims[2]) | .rawObjects.pods[4].metadata.deletionTimestamp = "2026-03-01T10:00:00Z"' claim-missing note "$at" a/wait-0
	silent 'del(.rawObjects.resourceClaims[2]) | .rawObjects.pods[4].status.phase = "Succeeded"'
	finds 1 '.rawObjects.resourceClaims[2].metadata.namespace = "b"' claim-missing error "$at" a/wait-0
	for change in 'del(.rawObjects.pods[4].status.resourceClaimStatuses)' '.rawObjects.pods[4].status.resourceClaimStatuses[0].name = "other"' \
		'del(.rawObjects.pods[4].status.resourceClaimStatuses[0].resourceClaimName)' '.rawObjects.pods[4].spec.resourceClaims[0] |= {name}'; do
		finds 0 "$change" claim-unresolved warning "$at" a/wait-0
	done
	# What the status of one pod says is not taken for another.
	finds 0 '.rawObjects.pods[4].spec.resourceClaims[0].name = "gpus"' claim-unresolved warning "$at" a/wait-0
}

@test "a bind request that allocates for none of the pod's claims" {
	local bind='.rawObjects.bindRequests = [{metadata: {name: "b", namespace: "a"}, spec: {podName: "wait-0", selectedNode: "n3", resourceClaimAllocations: [{name: "gpu", allocation: {}}]}}]'
	silent "$bind"
	finds 0 "$bind | .rawObjects.bindRequests[0].spec.resourceClaimAllocations += [{name: \"gpus\"}]" bind-request-claim-missing warning \
		"rawObjects.bindRequests[0].spec.resourceClaimAllocations[1].name" a/b
	finds 0 "$bind | .rawObjects.bindRequests[0].spec.resourceClaimAllocations[0].name = \"gpus\"" bind-request-claim-missing warning \
		"rawObjects.bindRequests[0].spec.resourceClaimAllocations[0].name" a/b
	silent "$bind | .rawObjects.bindRequests[0] |= (.spec.resourceClaimAllocations += [{name: \"gpus\"}] | .status.phase = \"Succeeded\")"
}

@test "a claim whose device class is not there" {
	local at="spec.devices.requests"
	finds 1 '.rawObjects.resourceClaims[2].spec.devices.requests[0].exactly.deviceClassName = "gone"' class-missing error \
		"rawObjects.resourceClaims[2].${at}[0].exactly.deviceClassName" a/wait-0-gpu
	finds 0 'del(.rawObjects.deviceClasses[1])' class-missing note "rawObjects.resourceClaims[1].${at}[1].firstAvailable[0].deviceClassName" a/shared
}

@test "a claim that is reserved for a pod that is not there" {
	local at="rawObjects.resourceClaims[1].status.reservedFor[1]"
	finds 0 '.rawObjects.resourceClaims[1].status.reservedFor[1].name = "gone"' reserved-pod-missing warning "$at" a/shared
	finds 0 '.rawObjects.resourceClaims[1].status.reservedFor[1].uid = "gone"' reserved-pod-missing warning "$at" a/shared
	silent '.rawObjects.resourceClaims[1].status.reservedFor[1] = {resource: "others", name: "gone"}'
}

@test "an allocated device that no slice has" {
	local at="rawObjects.resourceClaims[0].status.allocation.devices.results[1]" result='.rawObjects.resourceClaims[0].status.allocation.devices.results[1]'
	for part in driver pool device; do
		finds 0 "$result.$part = \"gone\"" device-missing warning "$at" a/dev-0-gpus
	done
	[[ $output == *'device \"gpu.example.com/n3/gone\" is in no resource slice'* ]]
	for part in driver pool device; do # none is taken from the device before
		finds 0 "del($result.$part)" device-missing warning "$at" a/dev-0-gpus
	done
	finds 0 '.rawObjects.resourceSlices += [.rawObjects.resourceSlices[0] | .metadata = {name: "new"} | .spec.pool.generation = 3 | del(.spec.devices[1])]' device-missing warning "$at" a/dev-0-gpus
}

@test "a device that two claims have" {
	local change='.rawObjects.resourceClaims[1].status.allocation.devices.results[0].device = "gpu-0"' at="rawObjects.resourceClaims[1].status.allocation.devices.results[0]"
	finds 1 "$change" device-twice error "$at" a/shared
	[[ $output == *'device \"gpu.example.com/n3/gpu-0\" is also allocated to a/dev-0-gpus'* ]]
	silent "$change | .rawObjects.resourceClaims[1].status.allocation.devices.results[0].adminAccess = true"
	silent "$change | .rawObjects.resourceClaims[1].status.allocation.devices.results[0] |= (.adminAccess = true | .shareID = \"\")"
	silent "$change | .rawObjects.resourceClaims[0,1].status.allocation.devices.results[0].shareID = \"s\""
}

@test "a pool that lacks slices, a slice of a node that is not there" {
	finds 0 '.rawObjects.resourceSlices |= map(select(.metadata.name != "fabric-1"))' pool-incomplete warning "rawObjects.resourceSlices[1].spec.pool.resourceSliceCount" fabric-0
	finds 0 '.rawObjects.resourceSlices[2].spec.pool.generation = 2' pool-incomplete warning "rawObjects.resourceSlices[2].spec.pool.resourceSliceCount" fabric-1
	finds 0 '.rawObjects.resourceSlices[0].spec.nodeName = "gone"' slice-node-missing warning "rawObjects.resourceSlices[0].spec.nodeName" n3-gpu
	finds 0 '.schedulerParams.partitionParams = {NodePoolLabelKey: "pool"} | .rawObjects.pods += [{metadata: {name: "x", uid: "x", labels: {pool: "b"}}}] | .rawObjects.resourceSlices[0].spec.nodeName = "gone"' \
		slice-node-missing note "rawObjects.resourceSlices[0].spec.nodeName" n3-gpu
}

@test "GPUs that a node has twice" {
	finds 0 '.rawObjects.nodes[2].status.allocatable["nvidia.com/gpu"] = "4"' gpus-twice warning "rawObjects.nodes[2].status.allocatable" n3
	silent '.rawObjects.nodes[2].status.allocatable["nvidia.com/gpu"] = "0"'
}
