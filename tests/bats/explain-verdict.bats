#!/usr/bin/env bats
# snap-replay --explain: the verdict, with which it begins.
load ../lib/env

setup() {
	T=$BATS_TEST_TMPDIR
	S=$TOP/tests/data/explain.json
}

# refute COMMAND...: it fails
refute() { ! "$@"; }
# change FROM TO FILTER: a snapshot changed by jq; node NAME makes a node like gpu-3, alone GROUP... drops what else waits
change() {
	jq -c 'def node($name): .rawObjects.nodes += [.rawObjects.nodes[] | select(.metadata.name == "gpu-3") | .metadata.name = $name | .metadata.uid = $name];
		def pod($name; f): .rawObjects.pods |= map(if .metadata.name | startswith($name) then f else . end);
		def group($name; f): .rawObjects.podGroups |= map(if .metadata.name == $name then f else . end);
		def queue($name; f): .rawObjects.queues |= map(if .metadata.name == $name then f else . end);
		def alone($name): .rawObjects.pods |= map(select(.spec.nodeName or (.metadata.name | startswith($name))));
		'"$3" "$1" >"$2"
}
# verdict NAME FILE [OPTION...]: the event
verdict() { snap-replay -q -f json --show start --explain "$1" --explain-depth verdict "${@:3}" "$2" | jq -c 'select(.kind == "verdict")'; }
# is VERDICT FILTER: a filter that is true of it
is() { jq -e "$2" <<<"$1" >/dev/null || { jq . <<<"$1"; return 1; }; }
# placed NAME FILE [OPTION...]: all of it waited, and none does in the end
placed() {
	local v
	v=$(verdict "$@")
	is "$v" '(.end == "bound" or .end == "pipelined") and (.figures.pendingPods | not)'
}

@test "--explain-depth: the verdict alone, a screen, or all" {
	run -0 snap-replay --show start --no-timings -f text --explain red/train --explain-depth verdict "$S"
	grep -q "^why red/train" <<<"$output"
	refute grep -qE "visited|in the end" <<<"$output"
	run -0 snap-replay --show start -f json --explain red/train --explain-depth verdict "$S"
	[ "$(jq -r 'select(.event == "explain").kind' <<<"$output")" = verdict ]
	run -0 snap-replay --show start -f json --explain red/train --explain-depth usual "$S"
	[ "$(jq -r 'select(.event == "explain").kind' <<<"$output" | head -n 1)" = verdict ]
	jq -c '.rawObjects.pods += [.rawObjects.pods[] | select(.metadata.name == "more-0") | range(2; 8) as $i
		| .metadata.name = "more-\($i)" | .metadata.uid = "m-\($i)" | del(.spec.containers[0].resources)]' "$S" >"$T/many.json"
	for depth in usual full; do
		snap-replay --show start -f text --explain blue/more --explain-depth $depth "$T/many.json" >"$T/$depth"
	done
	grep -q "visits like these left out" "$T/usual"
	refute grep -q "visits like these left out" "$T/full"
	[ "$(grep -c "visited as number" "$T/full")" -ge 7 ]
	run -2 --separate-stderr snap-replay --explain red/train --explain-depth much "$S"
	[[ $stderr == *"--explain-depth: unknown word 'much': verdict, usual or full"* ]]
	run -2 --separate-stderr snap-replay --explain-depth full "$S"
	[[ $stderr == *"--explain-depth goes with --explain NAME"* ]]
}
@test "a queue over its limit: raised by what is missing, the pod group is placed" {
	change "$S" "$T/a.json" 'alone("over") | node("gpu-5") | node("gpu-6")'
	v=$(verdict green/over "$T/a.json")
	is "$v" '.end == "pending" and .reason == "over-limit" and [.figures[("allocated", "limit", "requested")].value] == [0, 4, 8]'
	is "$v" '.changes == [.changes[] | select(.change == "raise-limit" and .object == "green" and .figures.atLeast == {value: 8, unit: "GPUs"})] and (.changes | length) == 1'
	change "$T/a.json" "$T/b.json" 'queue("green"; .spec.resources.gpu.limit = 7)'
	is "$(verdict green/over "$T/b.json")" '.reason == "over-limit"'
	change "$T/a.json" "$T/b.json" 'queue("green"; .spec.resources.gpu.limit = 8)'
	placed green/over "$T/b.json"
	# two levels of the tree
	change "$T/a.json" "$T/b.json" 'queue("lab"; .spec.resources.gpu.limit = 14)'
	is "$(verdict green/over "$T/b.json")" '[.changes[] | [.object, .alone, .figures.atLeast.value]] == [["green", false, 8], ["lab", false, 19]]'
}

@test "not preemptible and over the quota: a greater quota, or a preemptible pod group" {
	change "$S" "$T/a.json" 'alone("hot") | node("gpu-5") | queue("red"; .spec.resources.gpu.quota = 2)'
	v=$(verdict red/hot "$T/a.json")
	is "$v" '.reason == "over-quota" and [.figures[("allocatedNonPreemptible", "quota", "requested")].value] == [1, 2, 2]'
	is "$v" '[.changes[] | [.change, .alone]] == [["raise-quota", true], ["make-preemptible", true]] and .changes[0].figures.atLeast.value == 3'
	change "$T/a.json" "$T/b.json" 'queue("red"; .spec.resources.gpu.quota = 3)'
	placed red/hot "$T/b.json"
	change "$T/a.json" "$T/b.json" 'group("hot"; .spec.priorityClassName = "train")'
	placed red/hot "$T/b.json"
}

@test "no room: the node that lacks least, and by how much" {
	change "$S" "$T/a.json" 'alone("train") | .config.actions = "allocate"'
	v=$(verdict red/train "$T/a.json")
	is "$v" '.reason == "no-room" and [.figures[("needed", "bestFree")].value] == [2, 1]'
	is "$v" '.changes[0] | [.change, .object, .figures.missing.value, .alone] == ["free-room", "gpu-3", 1, false]'
	is "$v" '.changes[1] | [.change, .figures.pods.value] == ["free-room", 1]'
	change "$T/a.json" "$T/b.json" 'pod("base"; .spec.containers[0].resources = {} | .status.phase = "Succeeded")'
	is "$(verdict red/train "$T/b.json")" '.figures.attemptPlaced.value == 1 and (.text | test("1 of 2 pods found a node, the next one needs 2 GPUs"))'
	change "$T/b.json" "$T/c.json" 'pod("sweep"; .spec.containers[0].resources = {} | .status.phase = "Succeeded")'
	placed red/train "$T/c.json"
}

@test "a taint: with the toleration that is told, the pod group is placed" {
	v=$(verdict red/train "$S")
	is "$v" '[.changes[] | select(.change == "tolerate-taint") | .object] == ["gpu-4"] and (.text | test("untolerated taint"))'
	change "$S" "$T/a.json" 'pod("train"; .spec.tolerations = [{key: "maintenance", operator: "Exists", effect: "NoSchedule"}])'
	placed red/train "$T/a.json"
}

@test "a label that no node has: with it on the node that is named, the pod is placed" {
	change "$S" "$T/a.json" 'alone("more-0") | pod("more-0"; .spec.nodeSelector = {zone: "a"})'
	v=$(verdict blue/more "$T/a.json")
	is "$v" '.reason == "nodes-refuse" and [.changes[] | [.change, .object, .text]] == [["label-node", "gpu-3", "the label zone=a on gpu-3"]]'
	change "$T/a.json" "$T/b.json" '.rawObjects.nodes |= map(if .metadata.name == "gpu-3" then .metadata.labels.zone = "a" else . end)'
	placed blue/more "$T/b.json"
}

@test "over the fair share: with the share that is told, it reclaims" {
	change "$S" "$T/a.json" 'alone("train")'
	v=$(verdict red/train "$T/a.json")
	is "$v" '.reason == "over-fair-share" or .end == "pipelined"'
	v=$(verdict red/train "$S")
	is "$v" '.reason == "over-fair-share" and [.figures[("allocated", "fairShare", "requested")].value] == [5, 8, 4]'
	is "$v" '.changes[0] | [.change, .object, .figures.atLeast.value, .figures.missing.value] == ["raise-fair-share", "red", 9, 1]'
	change "$S" "$T/b.json" 'queue("red"; .spec.resources.gpu.quota = 9) | queue("green"; .spec.resources.gpu.quota = 3)'
	placed red/train "$T/b.json"
}

@test "a part of a GPU: how much, and with it the pod is placed" {
	change "$S" "$T/a.json" 'alone("more-0") | .config.actions = "allocate" | pod("more-0"; .metadata.annotations["gpu-fraction"] = "0.5" | .spec.containers[0].resources = {})
		| pod("base"; .spec.containers[0].resources |= map_values(."nvidia.com/gpu" = "2"))'
	v=$(verdict blue/more "$T/a.json")
	is "$v" '.reason == "no-room" and (.text | test("needs 0.5 of a GPU on one node; none of"))'
	is "$v" '.changes[0] | [.change, .text, .figures.partOfEach.value] == ["free-room", "0.5 of a GPU free on one node", 0.5]'
	change "$T/a.json" "$T/b.json" 'pod("base"; .spec.containers[0].resources |= map_values(."nvidia.com/gpu" = "1"))'
	placed blue/more "$T/b.json"
}

@test "no pod slot is left: how many, and where" {
	change "$S" "$T/a.json" 'alone("more-0") | pod("more-0"; .spec.containers[0].resources = {}) | .rawObjects.nodes |= map(.status.allocatable.pods = if .metadata.name == "cpu-1" then "0" else "2" end)'
	v=$(verdict blue/more "$T/a.json")
	is "$v" '.reason == "no-victims" or .reason == "no-scenario" or .reason == "over-fair-share"'
	is "$v" '.changes[] | select(.change == "free-room") | [.object, .figures.missing] == ["gpu-1", {value: 1, unit: "pods"}]'
	change "$T/a.json" "$T/b.json" '.rawObjects.nodes |= map(if .metadata.name == "gpu-1" then .status.allocatable.pods = "3" else . end)'
	placed blue/more "$T/b.json"
}

@test "what a search found on a pod group of the same kind stands in place" {
	change "$S" "$T/a.json" 'alone("train") | queue("red"; .spec.resources.gpu.quota = 16)
		| .rawObjects.podGroups |= map(if .spec.queue == "blue" then .spec.priorityClassName = "build" else . end)
		| .rawObjects.podGroups += [.rawObjects.podGroups[] | select(.metadata.name == "train") | .metadata.name = "second" | .metadata.uid = "second" | .metadata.creationTimestamp = "2026-03-01T03:19:00Z"]
		| .rawObjects.pods += [.rawObjects.pods[] | select(.metadata.name | startswith("train")) | .metadata.annotations["pod-group-name"] = "second" | .metadata.name |= "x" + . | .metadata.uid |= "x" + .]'
	is "$(verdict red/train "$T/a.json")" '.reason == "no-victims" and (.text | test("; reclaim finds no victims"))'
	is "$(verdict red/second "$T/a.json")" '.reason == "no-victims" and (.text | test("as for red/train, of the same kind: reclaim finds no victims"))'
}

@test "what is missing of the pod group itself: pods, gates, queue, sub-group, node pool, a large node" {
	is "$(verdict green/short "$S")" '.reason == "not-ready" and [.figures[("present", "minimum")].value] == [1, 2] and [.changes[] | [.change, .figures.pods.value]] == [["add-pods", 1]]'
	change "$S" "$T/a.json" 'alone("short") | node("gpu-5") | .rawObjects.pods += [.rawObjects.pods[] | select(.metadata.name == "short-0") | .metadata.name = "short-1" | .metadata.uid = "s1"]'
	placed green/short "$T/a.json"
	change "$T/a.json" "$T/b.json" 'pod("short-1"; .spec.schedulingGates = [{name: "wait"}])'
	is "$(verdict green/short "$T/b.json")" '.reason == "not-ready" and [.changes[] | [.change, .figures.pods.value]] == [["remove-gates", 1]]'
	change "$T/a.json" "$T/b.json" 'pod("short-"; .spec.schedulingGates = [{name: "wait"}])'
	is "$(verdict green/short "$T/b.json")" '.reason == "gated" and .changes[0].figures.pods.value == 2'
	change "$S" "$T/b.json" 'group("hot"; .spec.queue = "nowhere")'
	is "$(verdict red/hot "$T/b.json")" '.reason == "queue-missing" and [.changes[] | [.change, .object]] == [["create-queue", "nowhere"]]'
	change "$T/b.json" "$T/a.json" '.rawObjects.queues += [.rawObjects.queues[] | select(.metadata.name == "red") | .metadata.name = "nowhere" | .metadata.uid = "nowhere"]'
	placed red/hot "$T/a.json"
	change "$S" "$T/b.json" 'group("hot"; .spec.queue = "lab")'
	is "$(verdict red/hot "$T/b.json")" '.reason == "queue-not-leaf" and (.changes[0].text | test("such as"))'
	change "$S" "$T/b.json" 'pod("hot"; .metadata.labels["kai.scheduler/subgroup-name"] = "head")'
	is "$(verdict red/hot-0 "$T/b.json")" '.reason == "sub-group-missing" and [.changes[] | [.change, .object]] == [["create-sub-group", "head"]]'
	is "$(verdict green/away "$S")" '.end == "outside" and .reason == "other-node-pool" and [.changes[] | [.change, .object]] == [["node-pool-label", "kai.scheduler/node-pool"]]'
	change "$S" "$T/b.json" 'pod("hot"; .spec.containers[0].resources.requests["nvidia.com/gpu"] = "6" | .spec.containers[0].resources.limits["nvidia.com/gpu"] = "6")'
	is "$(verdict red/hot "$T/b.json")" '.reason == "larger-than-any-node" and [.figures[("needed", "largest")].value] == [6, 4] and .changes[0].change == "larger-node"'
	change "$T/b.json" "$T/a.json" 'node("gpu-5") | .rawObjects.nodes |= map(if .metadata.name == "gpu-5" then .status.allocatable["nvidia.com/gpu"] = "6" else . end)'
	placed red/hot "$T/a.json"
}

@test "how long: until a preemption delay ends, or a minimum runtime of a victim" {
	now=2026-03-01T04:00:00Z
	change "$S" "$T/a.json" 'group("hot"; .spec.preemptionDelay = "1h45m")' # created at 03:00 to 03:30
	v=$(verdict red/hot "$T/a.json" --now $now)
	is "$v" '.reason == "preemption-delay" and .changes[0].change == "wait"'
	wait=$(jq '.changes[0].figures.seconds.value' <<<"$v")
	is "$(verdict red/hot "$T/a.json" --now "$(date -u -d "$now + $((wait - 1)) seconds" +%FT%TZ)")" '.reason == "preemption-delay"'
	placed red/hot "$T/a.json" --now "$(date -u -d "$now + $wait seconds" +%FT%TZ)"
	change "$S" "$T/a.json" 'alone("hot") | queue("blue"; .spec.reclaimMinRuntime = "3h") | queue("red"; .spec.preemptMinRuntime = "3h") | .rawObjects.podGroups |= map(.metadata.annotations["kai.scheduler/last-start-timestamp"] = (if .metadata.name == "batch-1" then "2026-03-01T02:01:00Z" else "2026-03-01T02:31:00Z" end))'
	v=$(verdict red/hot "$T/a.json" --now $now)
	is "$v" '.end == "pending" and .reason == "no-victims"'
	wait=$(jq '.changes[] | select(.change == "wait") | .figures.seconds.value' <<<"$v")
	is "$(verdict red/hot "$T/a.json" --now "$(date -u -d "$now + $((wait - 1)) seconds" +%FT%TZ)")" '.reason == "no-victims"'
	placed red/hot "$T/a.json" --now "$(date -u -d "$now + $wait seconds" +%FT%TZ)"
}

@test "a victim: for whom, by which action, with both queues' figures; and whose end a pod waits for" {
	v=$(verdict batch-1 "$S")
	is "$v" '.end == "evicted" and .reason == "reclaim" and (.text | test("in reclaim for red/hot .queue red.: queue blue held 9 GPUs, 5 over its fair share of 4; queue red held 3 GPUs, 5 under its fair share of 8"))'
	is "$v" '[.figures[("victimAllocated", "victimFairShare", "preemptorAllocated", "preemptorFairShare")].value] == [9, 4, 3, 8]'
	is "$(verdict hot "$S")" '.end == "pipelined" and .reason == "freed-room" and [.changes[] | [.change, .object]] == [["pods-end", "gpu-2"]] and (.text | test("; that room is held until the end of blue/batch-1-0"))'
	v=$(verdict blue/more "$S")
	is "$v" '.end == "bound" and .reason == "idle-room" and .figures.pendingPods.value == 1 and (.text | test("1 of 2 pods stays pending"))'
	is "$(verdict serve "$S")" '.end == "unchanged" and .reason == "runs"'
}

@test "text and NDJSON have the same sentences, and lines fit 80 columns" {
	for name in red/train green/over blue/more batch-1; do
		snap-replay -q -f text --show start --explain $name --explain-depth verdict "$S" | sed -n '/^why/,$p' >"$T/text"
		refute grep -qE '.{81}' "$T/text"
		verdict $name "$S" | jq -r '.text, .changes[].text' >"$T/json"
		while read -r line; do tr -s '[:space:]' ' ' <"$T/text" | grep -qF "$line"; done <"$T/json"
	done
}

@test "no pod group without a verdict, and none against the events, on every recorded case" {
	# a sample of each case: the first, one in the middle, the last pod group with an event
	for f in $(find "$TOP/tests/conformance" -name '*.json' ! -name '*.decisions.json' | sort); do
		mapfile -t names < <(snap-replay -q -f json --no-timings "$f" 2>/dev/null | grep -o '"podGroup":"[^"]*"' | cut -d'"' -f4 | sort -u | sed -n '1p; 4p; 9p; $p')
		[ ${#names[@]} -gt 0 ] || continue
		echo '{"case":"'"${f#"$TOP"}"'"}'
		snap-replay -q -f json --show pending,net --explain-depth verdict "${names[@]/#/--explain=}" "$f" 2>/dev/null || [ $? = 1 ]
	done >"$T/all"
	[ "$(grep -c '"kind":"verdict"' "$T/all")" -gt 500 ]
	run -0 jq -nc -f "$TOP/tests/lib/verdicts.jq" "$T/all"
	[ -z "$output" ]
}

@test "the man page lists each reason and each change of a verdict" {
	for list in REASON CHANGE; do
		case $list in REASON) title=Reasons ;; *) title=Changes ;; esac
		sed -n "/define VERDICT_${list}S(X)/,/define VERDICT_$list(/p" "$TOP/cmd/snap-replay/report/verdict_lists.h" | grep -oE '"[a-z-]+"' | tr -d '"' >"$T/known"
		sed -n "/^\.Ss $title of a verdict/,/^\.El/s/^\.It Li //p" "$TOP/man/snap-replay.1" | tr -d ' ' | tr , '\n' | diff "$T/known" -
	done
}
