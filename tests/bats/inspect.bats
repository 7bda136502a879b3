#!/usr/bin/env bats
# snap-inspect: the report, --list, and how it deals with inputs and outputs. Warnings: inspect-check.bats; --filter: inspect-filter.bats.
load ../lib/env
load ../lib/zip

setup() {
	T=$BATS_TEST_TMPDIR
	base=$TOP/tests/data/inspect.json
}

# What the report says about the base snapshot after a change (a jq program).
report() { # CHANGE [FIELDS]
	jq -c "$1" "$base" | snap-inspect | jq -c "${2:-.}"
}
is() { # EXPECTED ACTUAL
	[ "$1" = "$2" ] && return
	printf 'expected: %s\nbut it is: %s\n' "$1" "$2"
	return 1
}

@test "the report counts all 17 kinds and names keys, scheduler, node pool, times and version" {
	run -0 snap-inspect "$base"
	is 1 "${#lines[@]}"
	is '{"config":"object","schedulerParams":"object","rawObjects":"object","discovery":"object"}' "$(jq -c .keys <<<"$output")"
	is "$(jq -c '.rawObjects | map_values(length)' "$base")" "$(jq -c .counts <<<"$output")"
	is 17 "$(jq '.counts | length' <<<"$output")"
	is '"2026-03-01T10:03:04Z"' "$(jq .captureTime <<<"$output")"
	is '"v1.34.2"' "$(jq .kubernetesVersion <<<"$output")"
	is '{"name":"kai-scheduler","actions":["allocate","reclaim"],"plugins":["predicates","proportion","nodeplacement"],"nodePool":{"labelKey":"kai.scheduler/node-pool","labelValue":""}}' \
		"$(jq -c .scheduler <<<"$output")"
	is '[]' "$(jq -c .warnings <<<"$output")"
	is "$(wc -c <"$base")" "$(jq .bytes <<<"$output")"
}

@test "nodes, GPUs, pods and pod groups" {
	run -0 snap-inspect "$base"
	is '{"total":2,"ready":1,"cordoned":1,"gpusAllocatable":16,"gpusRequested":3.75,"gpusPending":3,"migAllocatable":{"nvidia.com/mig-1g.5gb":7}}' "$(jq -c .nodes <<<"$output")"
	is '{"total":7,"byPhase":{"Running":4,"Pending":3},"byScheduler":{"kai-scheduler":6,"default-scheduler":1},"deleting":1}' "$(jq -c .pods <<<"$output")"
	is '{"total":5,"running":2,"pending":1,"partly":1,"empty":1}' "$(jq -c .podGroups <<<"$output")"
}

@test "the queue tree with quota, limit, weight, what is allocated and requested" {
	run -0 snap-inspect "$base"
	is '[["dept",null,0],["team-a","dept",1],["team-b","dept",1]]' "$(jq -c '[.queues[] | [.name, .parent, .depth]]' <<<"$output")"
	is '{"name":"team-a","parent":"dept","depth":1,"priority":200,"podGroups":1,"quota":{"gpu":4,"cpu":8000,"memory":500000000},"limit":{"gpu":6.5,"cpu":-1,"memory":-1},"weight":{"gpu":2,"cpu":0,"memory":0},"allocated":{"gpu":2,"cpu":4000,"memory":8589934592},"requested":{"gpu":4,"cpu":8000,"memory":17179869184}}' \
		"$(jq -c '.queues[1]' <<<"$output")"
	is '{"gpu":1.25,"cpu":100,"memory":1000000000}' "$(jq -c '.queues[2].allocated' <<<"$output")"
	is '{"gpu":3.25,"cpu":4100,"memory":9589934592}' "$(jq -c '.queues[0].allocated' <<<"$output")"
	is '{"gpu":6.25,"cpu":8100,"memory":18179869184}' "$(jq -c '.queues[0].requested' <<<"$output")"
}

@test "containers, sidecars, init containers and overhead add up as in the scheduler" {
	one='.rawObjects.pods |= [.[0]] | .rawObjects.pods[0].spec |= (.overhead = {cpu: "1"} | .containers = [{resources: {requests: {cpu: "100m", "nvidia.com/gpu": 1}}}, {resources: {requests: {cpu: "100m"}}}, {resources: {requests: {cpu: "100m"}}}])'
	is 1300 "$(report "$one" '.queues[0].allocated.cpu')"
	is 1500 "$(report "$one | .rawObjects.pods[0].spec.initContainers = [{resources: {requests: {cpu: \"500m\"}}}]" '.queues[0].allocated.cpu')"
	is 1750 "$(report "$one | .rawObjects.pods[0].spec.initContainers = [{restartPolicy: \"Always\", resources: {requests: {cpu: \"250m\"}}}, {resources: {requests: {cpu: \"500m\"}}}]" '.queues[0].allocated.cpu')"
	is 1550 "$(report "$one | .rawObjects.pods[0].spec.initContainers = [{resources: {requests: {cpu: \"500m\"}}}, {restartPolicy: \"Always\", resources: {requests: {cpu: \"250m\"}}}]" '.queues[0].allocated.cpu')"
}

@test "shared GPUs: fractions, memory, several devices; a reservation pod does not count twice" {
	half='.rawObjects.pods |= [.[2] | del(.metadata.deletionTimestamp)] | .rawObjects.pods[0].metadata'
	is 0.5 "$(report "$half.annotations.\"gpu-fraction\" = \"0.5\"" .nodes.gpusRequested)"
	is 1.5 "$(report "$half.annotations += {\"gpu-fraction-num-devices\": \"3\"}" .nodes.gpusRequested)"
	is 0 "$(report "$half.annotations.\"gpu-fraction\" = \"1.5\"" .nodes.gpusRequested)"
	is 0 "$(report "$half.annotations.\"gpu-fraction\" = \"abc\"" .nodes.gpusRequested)"
	is 0.25 "$(report "$half.annotations = {\"pod-group-name\": \"half\", \"gpu-memory\": \"10000\"}" .nodes.gpusRequested)"
	is 0 "$(report "$half |= (.annotations = {} | .labels.app = \"kai-resource-reservation\") | .rawObjects.pods[0].spec.containers[0].resources.requests.\"nvidia.com/gpu\" = 1" .nodes.gpusRequested)"
}

@test "the capture time: creation, start, heartbeat and transition, not deletion" {
	late=2026-04-01T00:00:00Z
	for change in ".rawObjects.topologies[0].metadata.creationTimestamp" ".rawObjects.pods[0].status.startTime" \
		".rawObjects.pods[0].status.conditions[0].lastTransitionTime" ".rawObjects.nodes[1].status.conditions[0].lastHeartbeatTime" \
		".rawObjects.podGroups[0].status.schedulingConditions[0].lastTransitionTime"; do
		is "\"$late\"" "$(report "$change = \"$late\"" .captureTime)"
	done
	is '"2026-03-01T10:03:04Z"' "$(report ".rawObjects.pods[0].metadata.deletionTimestamp = \"$late\"" .captureTime)"
	is null "$(report '.rawObjects = {}' .captureTime)"
	is "$(snap-replay --show start "$base" | jq -c 'select(.event == "start") | .now')" "$(report . .captureTime)"
}

@test "the Kubernetes version without gitVersion, without discovery" {
	is '"v1.33+"' "$(report '.discovery.serverVersion = {major: "1", minor: "33+"}' .kubernetesVersion)"
	is null "$(report '.discovery.serverVersion = null' .kubernetesVersion)"
	is null "$(report '.discovery = null' .kubernetesVersion)"
	is null "$(report 'del(.discovery)' .kubernetesVersion)"
}

@test "keys in other case are taken as Go's decoder takes them" {
	is 7 "$(report '.rawobjects = .rawObjects | del(.rawObjects) | .rawobjects.PODS = .rawobjects.pods | del(.rawobjects.pods)' .counts.pods)"
}

@test "entries of a ZIP, and the same report from file and pipe, ZIP, gzip and bare JSON" {
	cp "$base" "$T/snapshot.json"
	(cd "$T" && zip -q s.zip snapshot.json && gzip -k snapshot.json)
	run -0 snap-inspect "$T/s.zip"
	is "{\"format\":\"zip\",\"entries\":[{\"name\":\"snapshot.json\",\"size\":$(wc -c <"$base")}]}" "$(jq -c .archive <<<"$output")"
	want=$(jq -c 'del(.archive)' <<<"$output")
	for f in s.zip snapshot.json snapshot.json.gz; do
		is "$want" "$(snap-inspect "$T/$f" | jq -c 'del(.archive)')"
		is "$want" "$(cat "$T/$f" | snap-inspect | jq -c 'del(.archive)')"
		is "$want" "$(cat "$T/$f" | snap-inspect - | jq -c 'del(.archive)')"
	done
}

@test "text has the same facts" {
	run -0 snap-inspect -f text "$base"
	[[ $output == *"scheduler    kai-scheduler"*"node pool    nodes without label kai.scheduler/node-pool"* ]]
	[[ $output == *"2: 1 ready, 1 cordoned"*"16 allocatable, 3.75 requested on nodes, 3 waited for"* ]]
	[[ $output == *"7: 4 Running, 3 Pending; 1 being deleted"*"5: 2 running, 1 pending, 1 partly, 1 without pods"* ]]
	[[ $output == *"  team-a     GPUs            4        6.5          2          2          4"* ]]
}

@test "text: a queue has rows for GPUs, and for what it has a quota or limit of" {
	jq '.rawObjects.queues |= map(.spec.resources = if .metadata.name == "team-a" then {gpu: {quota: -1, limit: -1}, cpu: {quota: -1, limit: 5}, memory: {quota: -1, limit: -1}}
		elif .metadata.name == "team-b" then {gpu: {quota: -1, limit: -1}, cpu: {quota: -1, limit: -1}, memory: {quota: 7, limit: -1}}
		else {gpu: {quota: -1, limit: -1}, cpu: {quota: -1, limit: -1}, memory: {quota: -1, limit: -1}} end)' "$base" >"$T/s"
	[ "$(snap-inspect -f text "$T/s" | sed -n '/^queue/,/^$/p' | awk 'NR > 1 && NF { print (NF == 7 ? $2 : $1) }' | tr '\n' ' ')" = "GPUs GPUs CPUs GPUs memory " ]
}

@test "tsv: the queues of the report, and the objects of a kind" {
	snap-inspect -f tsv "$base" >"$T/tsv"
	[ "$(cut -f 1-8 "$T/tsv")" = "$(snap-inspect "$base" | jq -r '(["queue", "parent", "depth", "gpu.quota", "gpu.limit", "gpu.weight", "gpu.allocated", "gpu.requested"]),
		(.queues[] | [.name, .parent, .depth, .quota.gpu, .limit.gpu, .weight.gpu, .allocated.gpu, .requested.gpu]) | @tsv')" ]
	[ "$(cut -f 18 "$T/tsv" | tail -n +2)" = "$(snap-inspect "$base" | jq -r '.queues[].requested.memory')" ]
	for kind in $(jq -r '.rawObjects | keys[]' "$base"); do
		snap-inspect -l $kind -f tsv "$base" >"$T/tsv"
		[ "$(wc -l <"$T/tsv")" -eq $(($(snap-inspect -l $kind "$base" | wc -l) + 1)) ]
		[ "$(awk -F'\t' '{ print NF }' "$T/tsv" | sort -u | wc -l)" -eq 1 ]
	done
	[ "$(snap-inspect -l pods -f tsv "$base" | cut -f 1-6 | head -2)" = $'namespace\tname\tphase\tnode\tpodGroup\tgpus\nteam-a\ttrain-0\tRunning\tnode-1\ttrain\t2' ]
	[ "$(snap-inspect -l nodes -f tsv "$base" | cut -f 1-3 | sed -n 2p)" = $'node-1\tTrue\t' ]
	run -2 snap-inspect -f tsv -F . "$base"
}

@test "tsv of hostile objects: a row each, nothing raw" {
	jq -c '.rawObjects.pods[0].spec.nodeName = "a\u001b[31m\tb\nc" | .rawObjects.pods[0].metadata.name = {a: 1} | .rawObjects.pods[1] = 3 | .rawObjects.pods[2].spec.containers = "x" | .rawObjects.pods[3] = {}' "$base" >"$T/s"
	snap-inspect -l pods -f tsv "$T/s" >"$T/tsv"
	[ "$(wc -l <"$T/tsv")" -eq 8 ]
	[ "$(sed -n 2p "$T/tsv" | cut -f 1-5)" = $'team-a\t{"a":1}\tRunning\ta\\x1b[31m\\tb\\nc\ttrain' ] || { sed -n 2p "$T/tsv"; false; }
	[ "$(awk -F'\t' 'NF != 8' "$T/tsv")" = "" ]
	[ "$(sed -n '3p;5p' "$T/tsv" | tr -d '\t')" = $'\n' ] || [ -z "$(sed -n '3p;5p' "$T/tsv" | tr -d '\t\n')" ]
	jq -c '.config = {actions: "a\u001bb\tc"}' "$base" | snap-inspect --check -f tsv >"$T/tsv" || [ $? -eq 1 ]
	run ! grep -q $'\033' "$T/tsv"
	[ "$(awk -F'\t' 'NF != 6' "$T/tsv")" = "" ]
}

# The bundled snapshot with a capture.json in one ZIP.
captured() {
	zip_captured "$base" "$1" "$T/captured.zip"
}

@test "what the capture says of itself, in JSON and for people" {
	local info='{"capturedAt":"2026-03-01T12:34:56.789Z","namespace":"kai-scheduler","deployment":"kai-scheduler-default","pod":"kai-scheduler-default-7d-abc","image":"r.example/scheduler:v0.17.0","imageID":"r.example/scheduler@sha256:beef","version":"v0.17.0","leaseHolder":"kai-scheduler-default-7d-abc_1234","shard":"a100","serverVersion":"v1.35.0","program":"snap-fetch 0.3.0"}'
	captured "$info"
	run -0 snap-inspect "$T/captured.zip"
	[ "$(jq -c .capture <<<"$output")" = "$info" ]
	is 2026-03-01T12:34:56.789Z "$(jq -r .captureTime <<<"$output")"
	is '[]' "$(jq -c .warnings <<<"$output")"
	run -0 snap-inspect -f text "$T/captured.zip"
	[[ $output == *"captured     2026-03-01T12:34:56.789Z, by snap-fetch 0.3.0"$'\n'* ]]
	[[ $output == *"from         pod kai-scheduler-default-7d-abc of deployment kai-scheduler-default, namespace kai-scheduler, shard a100"$'\n'* ]]
	[[ $output == *"leader       kai-scheduler-default-7d-abc_1234"$'\n'* ]]
	[[ $output == *"version      v0.17.0"$'\n'* ]]
	[[ $output == *"image        r.example/scheduler:v0.17.0"$'\n'"             r.example/scheduler@sha256:beef"$'\n'* ]]
}

@test "a capture that knows little, or nothing" {
	captured '{"serverVersion":"v1.35.9"}'
	run -0 snap-inspect -f text "$T/captured.zip"
	[[ $output == *"captured     "*" or later (the newest time in it)"$'\n'* && $output != *$'\nfrom '* && $output != *$'\nversion '* ]]
	run -0 snap-inspect -f text <(jq 'del(.discovery)' "$base")
	[[ $output == *"Kubernetes   not told"* ]]
	zip_captured <(jq 'del(.discovery)' "$base") '{"serverVersion":"v1.35.9"}' "$T/captured.zip"
	run -0 snap-inspect -f text "$T/captured.zip"
	[[ $output == *"Kubernetes   v1.35.9"* ]]
	is null "$(snap-inspect "$base" | jq .capture)"
}

@test "a capture of another version, and one that cannot be read, are warnings" {
	captured '{"version":"v0.14.7"}'
	run -0 snap-inspect --check -f text "$T/captured.zip"
	is "no errors, 1 warning; doubtful: the scheduler's version" "${lines[0]}"
	is "warning: capture.json.version: captured from scheduler v0.14.7, which may decide otherwise than v0.17.0 [version-other]" "${lines[1]}"
	[[ $(snap-inspect -f text "$T/captured.zip") == *"version      v0.14.7; snap-replay follows v0.17.0 unless told otherwise"* ]]
	captured '{"version":14}'
	run -0 snap-inspect --check "$T/captured.zip"
	is '["warning","capture-unreadable","capture.json"]' "$(jq -c 'select(.code) | [.severity, .code, .path]' <<<"$output")"
}

@test "text is harmless on a terminal whatever names hold" {
	run -0 bash -c "jq -c '.schedulerParams.schedulerName = \"\\u001b[2Jx\\u009by\" | .rawObjects.pods[0].spec.nodeName = \"\\u001bc\"' '$base' | snap-inspect -f text"
	[[ $output != *$'\e'* && $output != *$'\u009b'* ]]
	[[ $output == *'\x1b[2Jx\x9by'* ]]
	run -0 bash -c "jq -c '.schedulerParams.schedulerName = \"a\\u202eb\"' '$base' | snap-inspect -f text"
	[[ $output == *'a\u202eb'* ]]
	captured '{"pod":"p\u001b[31m","image":"\u001bc","version":"v\u001bc","leaseHolder":"\u009b","program":"\u202e"}'
	for check in "" --check; do
		run -0 snap-inspect $check -f text "$T/captured.zip"
		[[ $output == *'v\x1bc'* && $output != *$'\e'* && $output != *$'\u009b'* && $output != *$'\u202e'* ]]
	done
}

@test "--list writes each object of each kind as it is, one a line, in order" {
	for kind in $(jq -r '.rawObjects | keys[]' "$base"); do
		run -0 bash -c "snap-inspect --list $kind '$base' | jq -S -c ."
		is "$(jq -S -c ".rawObjects.${kind}[]" "$base")" "$output"
		is "$(jq ".rawObjects.$kind | length" "$base")" "$(snap-inspect --list "$kind" "$base" | wc -l)"
	done
}

@test "--list keeps the text of numbers and strings" {
	printf '{"rawObjects":{"topologies":[ { "a" : 1.00 , "b":1e3,"c":12345678901234567890.10, "d" : "x \\u003c \\\\ \\" ,  y" ,\n\t"e":[ ] , "f":{ }, "g":-0.0} ,\r\n{}]}}' >"$T/s"
	run -0 snap-inspect -l topologies "$T/s"
	is '{"a":1.00,"b":1e3,"c":12345678901234567890.10,"d":"x \u003c \\ \" ,  y","e":[],"f":{},"g":-0.0}' "${lines[0]}"
	is '{}' "${lines[1]}"
	is 2 "${#lines[@]}"
}

@test "--list takes kinds as kubectl does, and refuses others with a list of them" {
	for word in podGroups podgroups podGroup pg PG; do
		is 5 "$(snap-inspect --list $word "$base" | wc -l)"
	done
	run -2 --separate-stderr snap-inspect --list widgets "$base"
	[[ $stderr == *widgets*pods*nodeResourceTopologies*--help* ]]
}

@test "--list of a kind that is null or missing is empty, of something else an error; the rest has to be sound" {
	for change in '.rawObjects.nodes = null' 'del(.rawObjects.nodes)' '.rawObjects.nodes = []'; do
		run -0 bash -c "jq '$change' '$base' | snap-inspect --list nodes"
		is "" "$output"
	done
	run -3 --separate-stderr bash -c "jq '.rawObjects.nodes = {}' '$base' | snap-inspect --list nodes"
	[[ $stderr == *"nodes is not a list"* ]]
	run -3 --separate-stderr bash -c "jq '.rawObjects = null' '$base' | snap-inspect --list nodes"
	[[ $stderr == *"rawObjects is null"* ]]
	for text in '{}' '{"config":{}}' '{"items":[{"kind":"Pod"}]}' '{"pods":[]}'; do
		for filter in "" "--filter=."; do
			run -3 --separate-stderr snap-inspect --list pods $filter - <<<"$text"
			is "" "$output"
			[[ $stderr == *"not a snapshot: rawObjects is missing"*$'\n'"snap-inspect: try: "* ]]
		done
	done
	[[ $stderr == *"it seems to be what belongs into rawObjects"* ]]
	run -0 --separate-stderr snap-inspect --list pods - <<<'{"rawObjects":{}}'
	is "" "$output"
	head -c -20 "$base" >"$T/cut"
	run -3 --separate-stderr snap-inspect --list pods "$T/cut"
	is 7 "${#lines[@]}"
	[[ $stderr == "snap-inspect: $T/cut: invalid JSON: "* ]]
}

@test "what is no snapshot: one clear line and status 3" {
	for text in '[]' '5' '{}' '{"a":1}' 'null' '"x"' '{"config":{}' '{"config":{}} x'; do
		printf '%s' "$text" >"$T/s"
		run -3 --separate-stderr snap-inspect "$T/s"
		is "" "$output"
		[[ ${stderr_lines[0]} == "snap-inspect: $T/s: "* ]]
		[ "${#stderr_lines[@]}" -le 2 ]
	done
}

@test "keys that are there twice, and values of a wrong type: the error names the path" {
	check() { # TEXT PATTERN
		printf '%s' "$1" >"$T/s"
		run -3 --separate-stderr snap-inspect "$T/s"
		[[ $stderr == *$2* ]] || { echo "$stderr"; return 1; }
	}
	check '{"config":null,"config":null}' "config is there twice"
	check '{"rawObjects":{},"rawObjects":{}}' "rawObjects is there twice"
	check '{"rawObjects":{"pods":[],"pods":[]}}' "rawObjects.pods is there twice"
	check '{"rawObjects":[]}' "(rawObjects)"
	check '{"config":"x"}' "(config)"
	check '{"config":{"actions":[]}}' "(config.actions)"
	check '{"rawObjects":{"pods":[{"spec":{}},{"spec":5}]}}' "(rawObjects.pods[1].spec)"
	check '{"rawObjects":{"pods":[{"metadata":{"name":5}}]}}' "(rawObjects.pods[0].metadata.name)"
	check '{"rawObjects":{"podGroups":[{"spec":{"minMember":1.5}}]}}' "(rawObjects.podGroups[0].spec.minMember)"
	check '{"rawObjects":{"nodes":[1]}}' "(rawObjects.nodes[0])"
}

# Every line of variants, made by a jq program from the base snapshot, ends with status 0, 1 or 3.
survives() { # JQ
	jq -c "$1" "$base" | split -l 1 -a 4 - "$T/v."
	[ "$(find "$T" -name 'v.*' | wc -l)" -gt 300 ]
	for f in "$T"/v.*; do
		status=0
		snap-inspect --check "$f" >"$T/out" 2>"$T/err" || status=$?
		case $status in 0 | 1 | 3) ;; *) echo "status $status: $(cat "$T/err" "$f")"; return 1 ;; esac
		[ $status != 3 ] || grep -q "^snap-inspect: $f: " "$T/err"
	done
}
@test "null in any place is taken or reported, never a crash" { survives '. as $d | paths as $p | $d | setpath($p; null)'; }
@test "another type in any place is taken or refused, never a crash" {
	survives '. as $d | [paths] | to_entries[] | .value as $p | [5, "x", [], {}, [[{a: 1}]], -1.5, true][.key % 7] as $v | $d | setpath($p; $v)'
}

@test "-o writes a whole file or none, and keeps the one that is there when the input is bad" {
	run -0 snap-inspect -o "$T/out" "$base"
	is "" "$output"
	is "$(snap-inspect "$base")" "$(cat "$T/out")"
	head -c 2000 "$base" >"$T/cut"
	for options in "" "--check" "--list pods" "--filter ."; do
		run -3 snap-inspect $options -o "$T/out" "$T/cut"
		is "$(snap-inspect "$base")" "$(cat "$T/out")"
	done
	[ -z "$(find "$T" -name '.snap-*')" ]
}

@test "a reader that goes away and a full disk" {
	jq -c '.rawObjects.pods |= [limit(20000; repeat(.[0]))]' "$base" >"$T/s"
	run -0 bash -c "snap-inspect --list pods '$T/s' | head -1 | jq -r .metadata.name"
	is train-0 "$output"
	run bash -c "snap-inspect --list pods '$T/s' | head -1 >/dev/null; echo \${PIPESTATUS[0]}"
	is 141 "$output"
	[ -c /dev/full ] || skip "no /dev/full here"
	for options in "" "--check --format text" "--list pods" "--filter .rawObjects"; do
		run -4 --separate-stderr bash -c "snap-inspect $options '$T/s' >/dev/full"
		[[ $stderr == "snap-inspect: "* ]]
	done
}

@test "wrong usage: status 2 and a pointer to --help" {
	for options in "--list" "--check --list pods" "--check --filter ." "-r" "--arg a b" "--filter . --arg a" "--filter . --argjson a {" "-f xml" "a b" "--no-such" "-x"; do
		run -2 --separate-stderr snap-inspect $options
		is "" "$output"
		[[ $stderr == "snap-inspect: "*--help* ]]
	done
}

@test "memory does not grow with the size of objects, and little with their number" {
	command -v /usr/bin/time >/dev/null || skip "no /usr/bin/time here"
	ldd "$B/snap-inspect" 2>/dev/null | grep -q -e asan -e ubsan && skip "sanitizers take memory of their own"
	[ -x "$B/snap-inspect" ] && head -c 2 "$B/snap-inspect" | grep -q '^#!' && skip "the program is wrapped"
	# 120 MB: 20,000 pods with 6 kB of annotation each
	pod=$(jq -c '.rawObjects.pods[0] | .metadata.annotations.padding = "x" * 6000' "$base")
	big() {
		printf '{"config":{},"schedulerParams":{},"rawObjects":{"pods":['
		awk -v pod="$pod" 'BEGIN { n = index(pod, "train-0"); u = index(pod, "000000000001"); a = substr(pod, 1, n + 5); b = substr(pod, n + 7, u - n - 7); c = substr(pod, u + 12)
			for (i = 0; i < 20000; i++) printf "%s%s%d%s%012d%s", i ? "," : "", a, i, b, i, c }'
		printf ']}}'
	}
	big >"$T/big"
	for options in "" "--check"; do
		/usr/bin/time -f %M -o "$T/rss" snap-inspect $options "$T/big" >"$T/out" || [ "$options" = --check ]
		[ "$(tail -n 1 "$T/rss")" -lt 40000 ]
	done
	is 20000 "$(snap-inspect "$T/big" | jq .counts.pods)"
	is '["config.actions","node-missing","pod-group-missing","scheduler-name-missing"]' "$(snap-inspect "$T/big" | jq -c '[.warnings[] | if .code == "action-unknown" then .path else .code end] | unique')"
}

@test "an object without a name: a row \"(no name)\", never a crash" {
	for none in '{}' '{"metadata":{}}' '{"metadata":{"name":null}}' '{"metadata":{"name":""}}' '{"metadata":null}'; do
		for kind in pods nodes queues podGroups bindRequests priorityClasses configMaps persistentVolumes persistentVolumeClaims \
			csiStorageCapacities storageClasses csiDrivers resourceClaims resourceSlices deviceClasses topologies nodeResourceTopologies; do
			printf '{"config":{},"schedulerParams":{},"rawObjects":{"%s":[%s]}}' "$kind" "$none" >"$T/s"
			run -0 --separate-stderr snap-inspect -f text "$T/s"
			[[ $output == *"$kind  "*" 1"* && $output != *"(null)"* ]]
			[ "$kind" != queues ] || [[ $output == *$'\n(no name)    GPUs '* ]]
			run -0 --separate-stderr snap-inspect -f json "$T/s"
			[ "$(jq ".counts.$kind" <<<"$output")" = 1 ]
			run -1 --separate-stderr snap-inspect --check -f text "$T/s"
			[[ $output == *"rawObjects.${kind}[0].metadata.name: one of the $kind has no name"* ]]
			run -0 --separate-stderr snap-inspect -l "$kind" "$T/s"
			is "$none" "$output"
		done
	done
}
