#!/usr/bin/env bats
# snap-inspect on dumps of kube-scheduler's cache, alone and beside the objects of the API.
load ../lib/env

setup() {
	cd "$BATS_TEST_TMPDIR" || exit
	LOG=$TOP/tests/data/import/dump.log
	DUMP=$TOP/tests/data/peers/dump-05.log
	OBJECTS=$TOP/tests/data/peers/objects-05.json
	PEERS=$TOP/../shared/peers/kube-scheduler
}
# findings JQ [LOG]: KIND OBJECT... of the dump beside the changed list
findings() {
	jq -c "$1" "$OBJECTS" >changed.json
	local status=0
	snap-inspect --objects changed.json "${2:-$DUMP}" >found || status=$?
	[ "$status" -eq "${3:-1}" ] || echo "status $status"
	jq -r 'select(.fault == true) | [.finding, (if .pod then "\(.namespace)/\(.pod)" else empty end), .node // empty, .nodeOfObject // empty, (if .resource then "\(.resource) \(.dump) \(.objects)" else empty end)] | join(" ")' found
}

@test "lines of JSON: which dump, counts, the queue, nodes" {
	snap-inspect "$LOG" >out
	[ "$(head -n 1 out)" = '{"source":"kube-scheduler-dump","dump":2,"dumps":2,"time":null,"startsBefore":false,"endsEarly":false}' ]
	[ "$(sed -n 2p out)" = '{"nodes":2,"deletedNodes":1,"pods":4,"podsStarting":1,"pending":2,"queue":{"activeQ":0,"backoffQ":1,"unschedulablePods":1}}' ]
	[ "$(tail -n +3 out | jq -c '[.node, .kind, .whole, .pods, .podsStarting, (.free | .cpu, .memory, .pods, .["nvidia.com/gpu"]), .requested.cpu, .allocatable["ephemeral-storage"]]')" = \
		'["cpu-1","node",true,1,0,15150,62277025792,249,null,350,115964116992]
["gone","deleted",true,1,0,15400,62277025792,249,null,100,0]
["gpu-0","node",true,2,1,54900,228707008512,248,4,8600,429496729600]' ]
	snap-inspect "${LOG%.log}.json.log" | sed 1d | diff <(sed 1d out) -
	[ "$(snap-inspect "${LOG%.log}.json.log" | head -n 1 | jq -r .time)" = 2026-03-14T09:26:53.589Z ]
	[ "$(snap-inspect --dump 1 "$LOG" | jq -cs '[length, .[0].dump, .[0].dumps, .[1].nodes]')" = '[2,1,2,0]' ]
	[ "$(snap-inspect --dump list "$LOG")" = "$(snap-import --dump list "$LOG")" ]
}

@test "text and tsv" {
	snap-inspect -f text "$LOG" >out
	[ "$(sed -n 's/^\(source\|nodes\|pods\|queue\)  *//p' out)" = "dump 2 of 2 of kube-scheduler's cache
2 nodes, and 1 deleted that still have pods
4 on nodes, 1 of them assumed or not started yet
2 pods: 0 activeQ, 1 backoffQ, 1 unschedulablePods" ]
	[ "$(sed -n '/^node: free/,$p' out | awk 'NR > 1 { print $1, $2, $3, $NF }')" = "gpu-0 4/8 54.9/63.5 248
cpu-1 0/0 15.15/15.5 249
gone 0/0 15.4/15.5 deleted" ]
	[ "$(snap-inspect -f tsv "$LOG" | cut -f1,2,7,10,13)" = "node	kind	pods	gpu.free	cpu.free
cpu-1	node	1	0	15150
gone	deleted	1	0	15400
gpu-0	node	2	4	54900" ]
}

@test "a dump that is cut at either end is told" {
	sed '1,/nodes=<$/d' "$LOG" >head-cut # up to the dump before it
	sed '1,/nodes=<$/d' "$LOG" | sed '/body=</,$d' >both
	[ "$(snap-inspect head-cut | head -n 1)" = '{"source":"kube-scheduler-dump","dump":1,"dumps":1,"time":null,"startsBefore":true,"endsEarly":false}' ]
	[ "$(snap-inspect both | head -n 1)" = '{"source":"kube-scheduler-dump","dump":1,"dumps":1,"time":null,"startsBefore":true,"endsEarly":true}' ]
	snap-inspect -f text both | grep -q '^cut  *it starts before this log, and it ends early: nodes or pods are missing$'
	snap-inspect -f text both | grep -q '^queue .*: it is not in the dump$'
	head -c "$(($(grep -b 'name: agent-1' "$LOG" | cut -d: -f1) + 20))" "$LOG" >tail-cut
	[ "$(snap-inspect tail-cut | jq -c 'select(.whole == false).node')" = '"cpu-1"' ]
	# what is not there may be in what is missing
	sed '/Node name: gpu-03/,$d' "$DUMP" >part
	[ "$(findings . part 0)" = "" ]
}

@test "a sound dump beside its objects: deleted nodes, assumed pods and other schedulers' pods are no faults" {
	snap-inspect --objects "$OBJECTS" "$DUMP" >out
	[ "$(sed -n 3p out)" = '{"faults":0,"objects":{"nodes":11,"pods":48,"sumsCompared":13}}' ]
	[ "$(jq -r 'select(.finding) | [.finding, .namespace // empty, .pod // empty, .node // empty, .scheduler // empty] | join(" ")' out)" = "node-deleted node-that-never-was
node-deleted old-node-that-goes-away
pod-assumed team-c db-1 cpu-01 default-scheduler
pod-assumed team-c db-0 cpu-03 default-scheduler
pod-other-scheduler team-a kai-wait-0 kai-scheduler
pod-other-scheduler team-a kai-wait-1 kai-scheduler
pod-other-scheduler team-a kai-wait-2 kai-scheduler" ]
	snap-inspect --objects "$OBJECTS" -f text "$DUMP" | grep -qx 'objects  *no fault: 11 nodes and 48 pods in the list; sums of requests compared on 13 nodes'
	gzip -c "$OBJECTS" | snap-inspect --objects - "$DUMP" | cmp - out
}

@test "Requested that its pods do not add up to" {
	sed '/Node name: gpu-03/,/Requested/s/MilliCPU:18100/MilliCPU:18101/' "$DUMP" >corrupt
	run ! cmp -s corrupt "$DUMP"
	[ "$(findings . corrupt)" = "requested gpu-03 cpu 18101 18100" ]
	run snap-inspect --objects "$OBJECTS" -f text corrupt
	[ "$status" -eq 1 ]
	[[ $output == *$'\nobjects      1 fault: '*$'\n  gpu-03: cpu: 18101 in the cache, 18100 by the objects\n'* ]]
	# of each resource, and one that is only on one side
	sed '/Node name: gpu-03/,/Requested/{s/nvidia.com\/gpu:8/nvidia.com\/gpu:7 example.com\/x:1/; s/Memory:/Memory:1/}' "$DUMP" >corrupt
	[ "$(findings . corrupt | cut -d' ' -f1-3)" = "requested gpu-03 memory
requested gpu-03 nvidia.com/gpu
requested gpu-03 example.com/x" ]
}

@test "what a pod requests is rounded up before it is added" {
	[ "$(findings '(.items[] | select(.metadata.name == "web-1").spec.containers[0].resources.requests.memory) |= "536870911001m"' "" 0)" = "" ]
	[ "$(findings '(.items[] | select(.metadata.name == "web-1").spec.containers[0].resources.requests.memory) |= "536870911"' | cut -d' ' -f1-3)" = "requested cpu-02 memory" ]
}

@test "allocatable that the node does not have" {
	[ "$(findings '(.items[] | select(.metadata.name == "gpu-03" and .kind == "Node").status.allocatable) |= (.["nvidia.com/gpu"] = "7" | .cpu = "63999500u" | .pods = "9" | .storage = "7")')" = \
		"allocatable gpu-03 pods 110 9
allocatable gpu-03 nvidia.com/gpu 8 7" ]
}

@test "nodes and pods that are missing, surplus, or elsewhere" {
	[ "$(findings 'del(.items[] | select(.kind == "Node" and .metadata.name == "gpu-03"))')" = "node-surplus gpu-03" ]
	[ "$(findings '.items += [.items[] | select(.kind == "Node" and .metadata.name == "gpu-03") | .metadata.name = "new"]')" = "node-missing new" ]
	[ "$(findings '.items += [.items[] | select(.kind == "Node" and .metadata.name == "gpu-03") | .metadata.name = "old-node-that-goes-away"]')" = "node-missing old-node-that-goes-away" ]
	[ "$(findings 'del(.items[] | select(.metadata.name == "web-1"))' | cut -d' ' -f1,2)" = "pod-surplus team-c/web-1" ]
	[ "$(findings '(.items[] | select(.metadata.name == "web-1").status.phase) = "Failed"' | cut -d' ' -f1,2)" = "pod-surplus team-c/web-1" ]
	[ "$(findings '.items += [.items[] | select(.metadata.name == "web-1") | .metadata.uid = "x" | .metadata.name = "lost"]' | cut -d' ' -f1,2)" = "pod-missing team-c/lost" ]
	[ "$(findings '(.items[] | select(.metadata.name == "web-1").spec.nodeName) = "elsewhere"' | cut -d' ' -f1,2,4)" = "pod-elsewhere team-c/web-1 elsewhere" ]
	# one pod is between queue and node, two are not; one that the queue has may be bound since
	[ "$(findings '.items += [.items[] | select(.metadata.name == "fill-7") | .metadata.uid = "x"]' "" 0)" = "" ]
	[ "$(jq -r 'select(.finding == "pod-in-flight").uid' found)" = x ]
	[ "$(findings '.items += [.items[] | select(.metadata.name == "fill-7") | (.metadata.uid = "x"), (.metadata.uid = "y")]')" = "pod-missing team-a/fill-7
pod-missing team-a/fill-7" ]
	[ "$(findings '(.items[] | select(.metadata.name == "fill-7").spec.nodeName) = "gpu-03"' "" 0)" = "" ]
	[ "$(jq -r 'select(.finding == "pod-bound").pod' found)" = fill-7 ]
	# pods made after the dump, where its time is known
	sed 's/^/2026-11-22T12:59:50.7Z /' "$DUMP" >stamped
	[ "$(findings '.items += [.items[] | select(.metadata.name == "web-1") | (.metadata.uid = "x" | .metadata.creationTimestamp = "2026-11-22T12:59:51Z"), (.metadata.uid = "y" | .metadata.creationTimestamp = "2026-11-22T12:59:50Z")]' stamped | cut -d' ' -f1,2)" = "pod-missing team-c/web-1" ]
	[ "$(jq -r 'select(.finding == "pod-new").uid' found)" = x ]
}

@test "a pod that the cache has on two nodes" {
	line=$(grep -m1 'name: web-1,' "$DUMP")
	awk -v line="$line" '/Node name:/ { here = /gpu-04/ } here && /Scheduled Pods/ { n = $NF + 1; sub(/[0-9]+\)/, n ")"); print; print line; here = 0; next } { print }' "$DUMP" >twice
	[ "$(grep -c 'name: web-1,' twice)" -eq 2 ]
	[ "$(findings . twice | cut -d' ' -f1,2,3 | sort)" = "pod-elsewhere team-c/web-1 gpu-04
pod-twice team-c/web-1 cpu-02
requested gpu-04 cpu
requested gpu-04 memory" ]
	jq -es 'any(.node == "gpu-04" and .whole)' found
}

@test "the list: wrong ones are refused, and named" {
	for list in nowhere "$DUMP" "$TOP/tests/data/demo.json"; do
		run --separate-stderr snap-inspect --objects "$list" "$DUMP"
		[[ $status -ge 3 && ${stderr_lines[0]} == "snap-inspect: $DUMP: --objects: $list: "* ]] || { echo "$stderr"; false; }
	done
	jq -c '.items = []' "$OBJECTS" >none
	run --separate-stderr snap-inspect --objects none "$DUMP"
	[[ $status == 3 && $stderr == *"not a cluster: the list has no nodes and no pods"* ]]
	head -c 9000 "$OBJECTS" >short
	run --separate-stderr snap-inspect -o out --objects short "$DUMP"
	[ "$status" -eq 3 ]
	[ ! -e out ]
}

@test "a log without a dump says how to get one; other texts are what they look like" {
	grep -v dumper "$LOG" | grep -v '^	' >none
	run --separate-stderr snap-inspect none
	[[ $status == 3 && $stderr == "snap-inspect: none: of no known format: "*USR2* ]]
	echo '{"ts":1,"msg":"x","v":0,"nodes":"Node name: a\n"}' >none
	run --separate-stderr snap-inspect none
	[[ $status == 3 && $stderr == "snap-inspect: none: of no known format: "*USR2* ]]
	run --separate-stderr snap-inspect --dump 3 "$LOG"
	[[ $status == 2 && ${stderr_lines[0]} == "snap-inspect: $LOG: --dump: the log has 2 dumps, not 3" ]]
	run --separate-stderr snap-inspect --check "$LOG"
	[[ $status == 2 && ${stderr_lines[0]} == "snap-inspect: $LOG: --check: it is for snapshots; the input is a log" ]]
	echo '[{"ts":1}]' >list
	run --separate-stderr snap-inspect list
	[[ $status == 3 && $stderr == *"not a snapshot: a list instead of an object"* ]]
}

@test "prefixes, CR and packing change nothing" {
	snap-inspect "$DUMP" >wanted
	sed 's/$/\r/' "$DUMP" | snap-inspect | cmp - wanted
	sed 's/^/2026-11-22T12:59:50.7Z stderr F /' "$DUMP" | snap-inspect | diff <(sed 1d wanted) <(sed 1d /dev/stdin)
	xz -c "$DUMP" | snap-inspect | cmp - wanted
	{ cat "$LOG" "$DUMP"; echo 'I1122 13:00:00.000000   11583 x.go:1] "other"'; } | snap-inspect | diff <(sed 1d wanted) <(sed 1d /dev/stdin)
}

@test "every recorded dump is sound beside its objects" {
	[ -d "$PEERS" ] || skip "no recordings here"
	local n=0
	while read -r dump log objects; do
		snap-inspect --dump "$dump" --objects <(zcat -f "$PEERS/$objects") "$PEERS/$log" >out || { echo "$log $dump"; head -n 5 out; false; }
		n=$((n + 1))
	done <<-'END'
		1 small-cluster/leader-text-v2.log small-cluster/objects-01-nodes-only.json
		2 small-cluster/leader-text-v2.log small-cluster/objects-02-running.json
		3 small-cluster/leader-text-v2.log small-cluster/objects-03-pending.json
		4 small-cluster/leader-text-v2.log small-cluster/objects-04-nominated-terminating.json
		5 small-cluster/leader-text-v2.log small-cluster/objects-05-deleted-node-ghost.json
		12 small-cluster/leader-text-v2.log small-cluster/objects-06-after-burst.json
		6 small-cluster/standby-then-leader-text-v6.log small-cluster/objects-06-after-burst.json
		7 small-cluster/standby-then-leader-text-v6.log small-cluster/objects-07-new-leader.json
		13 small-cluster/standby-then-leader-text-v6.log small-cluster/objects-08-backoff.json
		1 small-cluster/leader-json-v6.log small-cluster/objects-11-json-v6.json
		6 small-cluster/leader-json-v6.log small-cluster/objects-12-json-v6-backoff.json
		2 big-cluster/text-v2.log.gz big-cluster/objects.json.gz
		1 big-cluster/json-v2.log.gz big-cluster/objects.json.gz
		1 profiles/low-run1-v10.log profiles/low-objects-after.json
		1 profiles/high-run1-v10.log profiles/high-objects-after.json
		1 profiles/noscoring-run1-v10.log profiles/noscoring-objects-after.json
	END
	[ "$n" -eq 16 ]
}
