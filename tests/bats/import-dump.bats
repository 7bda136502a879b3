#!/usr/bin/env bats
# snap-import: dumps of kube-scheduler's cache in logs.
load ../lib/env

setup() {
	cd "$BATS_TEST_TMPDIR" || exit
	DATA=$TOP/tests/data/import
	LOG=$DATA/dump.log
	PEERS=$TOP/../shared/peers/kube-scheduler
}
names() { jq -r ".rawObjects.$1 // [] | map(.metadata.name) | join(\" \")"; }
assumed() { jq -r '.source.assumptions[]' "$1" | grep -q -- "$2"; }
import() { snap-import -q "$@" | jq -c .rawObjects; }

@test "a text dump: nodes with their amounts, pods on them, pending ones, nothing of other records" {
	snap-import -q "$LOG" >out
	[ "$(jq -r .source.format out)" = kube-scheduler-dump ]
	[ "$(names nodes <out)" = "cpu-1 gpu-0" ]
	[ "$(jq -c '.rawObjects.nodes[1] | .status.allocatable, .metadata.labels' out | tr '\n' ' ')" = \
		'{"cpu":"63500m","memory":"265214230528","ephemeral-storage":"429496729600","pods":"251","hugepages-2Mi":"0","nvidia.com/gpu":"8"} {"kubernetes.io/hostname":"gpu-0"} ' ]
	[ "$(jq -c '.rawObjects.pods | map([.metadata.namespace, .metadata.name, .spec.nodeName, .status.phase])' out)" = \
		'[["platform","agent-1","cpu-1","Running"],["snap-synthetic","cpu-1","cpu-1","Running"],["snap-synthetic","gpu-0","gpu-0","Running"],["team-a","boss-0",null,"Pending"],["team-a","train-0","gpu-0","Running"],["team-b","assumed-0","gpu-0","Pending"],["team-c","etl-42",null,"Pending"]]' ]
	[ "$(jq -c '.rawObjects.pods[2].spec.containers[0].resources.requests' out)" = '{"cpu":"8600m","memory":"36507222016","ephemeral-storage":"0","nvidia.com/gpu":"4"}' ]
	[ "$(names podGroups <out)" = "" ]
	assumed out '^without --objects .*a replay cannot say whether pending pods fit'
	assumed out '^1 node that the cluster has no longer left out'
	assumed out 'no year'
	snap-replay --show summary out >null
	snap-inspect --check out | jq -es '.[0].warnings == 0'
}

@test "JSON logs say the same, and when" {
	snap-import -q "$DATA/dump.json.log" >out
	jq -c .rawObjects out | diff <(import "$LOG") -
	[ "$(jq -r .source.capturedAt out)" = 2026-03-14T09:26:53.589Z ]
}

@test "prefixes, CR, blanks for tabs, no empty lines, small pieces, packing: the same" {
	import "$LOG" >wanted
	sed 's/^/2026-03-14T09:26:53.589793123Z /' "$LOG" >stamped
	import stamped | diff wanted -
	[ "$(snap-import -q stamped | jq -r .source.capturedAt)" = 2026-03-14T09:26:53.589793123Z ]
	sed 's/^/2026-03-14T09:26:53.589793123Z stderr F /' "$LOG" | import | diff wanted -
	# as the container runtime cuts long lines into pieces
	sed -E 's/^(.{60})(.+)$/T stderr P \1\nT stderr F \2/; t; s/^/T stderr F /' "$DATA/dump.json.log" "$LOG" | sed 's/^T/2026-03-14T09:26:53Z/' | import | diff wanted -
	sed -E 's/^(.{60})(.+)$/T stderr P \1\nT stderr F \2/; t; s/^/T stderr F /; s/^T/2026-03-14T09:26:53Z/' "$DATA/dump.json.log" | sed 's/^T/2026-03-14T09:26:53Z/' | import | diff wanted -
	sed 's/$/\r/' "$LOG" | import | diff wanted -
	sed 's/\t/    /' "$LOG" | import | diff wanted -
	grep -v '^[[:blank:]]*$' "$LOG" | import | diff wanted -
	sed 's/Resources:&/Resources: /; s/Resources: &/Resources: /' "$LOG" | import | diff wanted -
	gzip -c "$LOG" | import | diff wanted -
	while IFS= read -r -n 97 -d '' part || [ -n "$part" ]; do printf %s "$part"; done <"$LOG" | import | diff wanted -
}

@test "the unstructured dumps up to 1.23" {
	h='I0314 09:26:53.589793       1 dumper.go:47] '
	{
		echo "${h}Dump of cached NodeInfo"
		sed -n '/nodes=<$/,/^ >$/p' "$LOG" | sed '1d; s/^\t//; /^ >/d; /^$/d' | awk -v h="$h" '/^Node name/ { print h } { print }'
		echo "${h}Dump of scheduling queue:"
		sed -n '/pods=<$/,/^ >$/p' "$LOG" | sed '1d; s/^\t//; /^ >/d'
		echo 'I0314 09:26:54.000000       1 x.go:1] other'
		echo 'name: x, namespace: y, uid: z, phase: Running, nominated node: '
	} >old
	snap-import -q old | jq -c .rawObjects | diff <(import "$LOG") -
}

@test "several dumps: the last one, one by its number, a list" {
	[ "$(snap-import --dump list "$LOG" | jq -c '[.dump, .nodes, .scheduled, .pending, .whole]' | tr '\n' ' ')" = '[1,0,0,0,true] [2,3,4,2,true] ' ]
	snap-import -q --dump 2 "$LOG" | cmp - <(snap-import -q "$LOG")
	[ "$(snap-import -q --dump 1 "$LOG" | names nodes)" = "" ]
	run --separate-stderr snap-import --dump 3 "$LOG"
	[[ $status == 2 && ${stderr_lines[0]} == "snap-import: $LOG: --dump: the log has 2 dumps, not 3" ]]
	run --separate-stderr snap-import --dump 1 "$DATA/autoscaler.json"
	[ "$status" -eq 2 ]
	run --separate-stderr snap-import --dump 0 "$LOG"
	[ "$status" -eq 2 ]
}

@test "a dump that is cut at either end: what is there, and status 1" {
	grep -n 'name: agent-1' "$LOG"
	head -c "$(($(grep -b 'name: agent-1' "$LOG" | cut -d: -f1) + 20))" "$LOG" >tail-cut
	run --separate-stderr snap-import -q -o out tail-cut
	[ "$status" -eq 1 ]
	[ "$(names nodes <out)" = "cpu-1 gpu-0" ]
	[ "$(names pods <out)" = "cpu-1 gpu-0 train-0 assumed-0" ]
	assumed out '^the dump ends early'
	assumed out '^1 node of which lines are missing'
	sed '1,/nodes=<$/d' "$LOG" >head-cut
	run --separate-stderr snap-import -q -o out head-cut
	[ "$status" -eq 1 ]
	assumed out '^the dump starts before this log'
	[ "$(names nodes <out)" = "cpu-1 gpu-0" ]
	[ "$(snap-import --dump list tail-cut | tail -n 1 | jq .whole)" = false ]
}

@test "--objects: requests and labels of the list, nodes of the dump, other schedulers' pods" {
	snap-import -q --objects "$DATA/dump-objects.json" "$LOG" >out
	[ "$(jq -c '.rawObjects.nodes | map([.metadata.name, .metadata.labels.zone, .status.allocatable.pods])' out)" = '[["cpu-1","z","250"],["gpu-0","z","250"]]' ]
	[ "$(jq -c '.rawObjects.pods | map([.metadata.name, .spec.nodeName, .spec.containers[0].resources.requests["nvidia.com/gpu"]])' out)" = \
		'[["agent-1","cpu-1",null],["boss-0",null,"8"],["train-0","gpu-0","4"],["assumed-0","gpu-0","2"],["etl-42",null,"1"],["kai-0",null,"1"]]' ]
	assumed out '^1 pod on another node in the dump than in the list'
	assumed out '^2 nodes with other allocatable amounts in the dump than in the list (cpu-1 and others): the list counts$'
	assumed out '^1 pod of the dump that the list lacks taken without requests'
	assumed out '^1 pod that only the list has kept'
	snap-replay --show pending,decisions out >events
	[ "$(jq -r 'select(.event == "bind") | .pod' events | sort | tr '\n' ' ')" = "team-c/etl-42 team-k/kai-0 " ]
	[ "$(jq -r 'select(.event == "pending") | .pods[]' events)" = boss-0 ]
	run --separate-stderr snap-import --objects nowhere "$LOG"
	[[ $status == 4 && ${stderr_lines[0]} == "snap-import: $LOG: --objects: nowhere: cannot open: "* ]]
	run --separate-stderr snap-import --objects "$LOG" "$DATA/dump-objects.json"
	[ "$status" -eq 2 ]
}

@test "--objects: nodes whose amounts differ are told, and no others" {
	local dump=$TOP/tests/data/peers/dump-05.log objects=$TOP/tests/data/peers/objects-05.json n='.items[] | select(.kind == "Node" and .metadata.name == "gpu-03").status.allocatable'
	differing() { jq -c "$1" "$objects" >changed; snap-import -q --objects changed "$dump" | jq -r '.source.assumptions[] | select(test("allocatable"))'; }
	[ "$(differing .)" = "" ]
	[ "$(differing "($n) += {storage: \"7\", \"example.com/none\": \"0\", cpu: \"63999999u\"}")" = "" ]
	for change in '.cpu = "63"' '.memory = "1Gi"' '.pods = "9"' '.["nvidia.com/gpu"] = "7"' '.["example.com/x"] = "1"' 'del(.["nvidia.com/gpu"])' '.memory = "x"' 'del(.["ephemeral-storage"])'; do
		[ "$(differing "($n) |= ($change)")" = "1 node with other allocatable amounts in the dump than in the list (gpu-03): the list counts" ] || { echo "$change"; false; }
	done
}

@test "--profile: spread, packed, without scores" {
	plugins() { snap-import -q --profile "$1" "$LOG" | jq -r '.config | .actions, (.tiers[].plugins[] | .name + (.arguments.gpu // "" | if . == "" then . else "=" + . end))' | grep -E "^(allocate|gpu(pack|spread|sharingorder)|node|nominated|resourcetype)" | tr '\n' ' '; }
	[ "$(plugins LowNodeUtilization)" = "allocate, preempt nodeavailability gpusharingorder gpuspread resourcetype nominatednode nodeplacement=spread " ]
	[ "$(plugins HighNodeUtilization)" = "allocate, preempt nodeavailability gpusharingorder gpupack resourcetype nominatednode nodeplacement=binpack " ]
	[ "$(plugins NoScoring)" = "allocate, preempt " ]
	run --separate-stderr snap-import --profile Other "$LOG"
	[ "$status" -eq 2 ]
}

@test "a log without a dump, and lines in strings, are none" {
	echo 'I0314 09:26:53.589793       1 x.go:1] "name: a, namespace: b, uid: c, phase: Running, nominated node: "' >none
	run --separate-stderr snap-import none
	[[ $status == 3 && $stderr == "snap-import: none: of no known format: "*USR2* ]]
	echo '{"ts":1,"msg":"x","v":0,"nodes":"Node name: a\n"}' >none
	run --separate-stderr snap-import none
	[ "$status" -eq 3 ]
}

@test "each recorded log is read whole: as many nodes and pods as the objects have" {
	[ -d "$PEERS" ] || skip "no recordings here"
	while read -r dump log objects; do
		snap-import --dump list "$PEERS/$log" | jq -c "select(.dump == $dump) | [.scheduled + .pending, .whole]" >got
		# those of other schedulers and finished ones are not the scheduler's; pods of a node that is gone are
		zcat -f "$PEERS/$objects" | jq -c '[[.items[] | select(.kind == "Pod" and (.status.phase | . != "Succeeded" and . != "Failed") and (.spec.nodeName or .spec.schedulerName == "default-scheduler"))] | length, true]' | diff - got ||
			{ echo "$log $dump"; false; }
		snap-import -q --dump "$dump" --objects "$PEERS/$objects" "$PEERS/$log" >out
		[ "$(jq '.rawObjects.nodes | length' out)" -eq "$(zcat -f "$PEERS/$objects" | jq '[.items[] | select(.kind == "Node")] | length')" ]
	done <<-'END'
		1 small-cluster/leader-text-v2.log small-cluster/objects-01-nodes-only.json
		2 small-cluster/leader-text-v2.log small-cluster/objects-02-running.json
		3 small-cluster/leader-text-v2.log small-cluster/objects-03-pending.json
		4 small-cluster/leader-text-v2.log small-cluster/objects-04-nominated-terminating.json
		5 small-cluster/leader-text-v2.log small-cluster/objects-05-deleted-node-ghost.json
		12 small-cluster/leader-text-v2.log small-cluster/objects-06-after-burst.json
		7 small-cluster/standby-then-leader-text-v6.log small-cluster/objects-07-new-leader.json
		2 big-cluster/text-v2.log.gz big-cluster/objects.json.gz
		1 big-cluster/json-v2.log.gz big-cluster/objects.json.gz
	END
}
