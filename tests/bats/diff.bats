#!/usr/bin/env bats
# snap-diff: what two snapshots differ in.
load ../lib/env

setup() {
	cd "$BATS_TEST_TMPDIR" || exit
	DEMO=$TOP/tests/data/demo.json
}

# edit JQ: the demo, changed, as b.json
edit() { jq -c "$1" "$DEMO" >b.json; }
# changes [OPTION...]: the object events between the demo and b.json, shortened
changes() {
	local status=0
	snap-diff -f json "$@" "$DEMO" b.json >out || status=$?
	[ "$status" -eq 1 ] || echo "status $status"
	jq -r 'select(.event == "object") | [.change, .kind, .namespace // empty, .name // empty, (.fields[]? | .path, (.a, .b | tojson))] | join(" ")' out
}
# equal [OPTION...]: the demo and b.json are
equal() {
	run -0 snap-diff -f json "$@" "$DEMO" b.json
	[ "$(jq -c 'select(.event == "summary").equal' <<<"$output")" = true ] && [ "${#lines[@]}" -eq 1 ]
}
# refused STATUS WORDS COMMAND...: nothing on standard output
refused() {
	run --separate-stderr "${@:3}"
	[ "$status" -eq "$1" ] && [ -z "$output" ] && [[ $stderr == *"$2"* ]] && return
	echo "${*:3}: status $status: $output $stderr"
	return 1
}

@test "a snapshot is equal to itself, packed or not, however it is written" {
	jq . "$DEMO" >b.json
	equal
	equal --noise
	jq -S '.rawObjects |= map_values(reverse)' "$DEMO" >b.json
	equal --noise
	zip -q b.zip b.json && mv b.json snapshot.json && zip -q b.zip snapshot.json && zip -qd b.zip b.json
	run -0 snap-diff -f text "$DEMO" b.zip
	[ "$output" = "no difference" ]
	gzip -c "$DEMO" | { run -0 snap-diff -f text - "$DEMO"; [ "$output" = "no difference" ]; }
}

@test "objects are matched by namespace and name; the UID tells which were re-created" {
	edit '.rawObjects.pods |= (.[1].metadata.uid = "other" | .[2].metadata.namespace = "elsewhere" | .[4].status.phase = "Failed")
		| .rawObjects.nodes |= reverse'
	run changes
	[ "$output" = 'added pods elsewhere detector-v4-worker-0
recreated pods llm pretrain-13b-worker-1 .metadata.uid "3f6c1d13-7c1e-4b52-9d0a-9a1c5e024bbd" "other"
gone pods vision detector-v4-worker-0
changed pods vision segment-sweep-worker-1 .status.phase "Running" "Failed"' ] || { echo "$output"; false; }
}

@test "amounts, numbers, times and durations are compared by value, names and labels as texts" {
	edit '.rawObjects.pods[0].spec.containers[0].resources.requests |= (.cpu = "120000m" | .memory = "1258291200Ki")
		| .rawObjects.pods[0].metadata.creationTimestamp = "2026-10-04T22:00:00+02:00"
		| .rawObjects.pods[0].spec.nodeSelector = null'
	sed -i 's/"priority":50,/"priority":5.0e1,/' b.json
	equal
	edit '.rawObjects.pods[0] |= (.metadata.labels.app = "1000m" | .spec.containers[0].resources.limits.cpu = "121" | .spec.priority = 51)'
	cp b.json a.json
	DEMO=a.json edit '.rawObjects.pods[0].metadata.labels.app = "1"'
	DEMO=a.json run changes
	[ "$output" = 'changed pods llm pretrain-13b-worker-0 .metadata.labels.app "1000m" "1"' ] || { echo "$output"; false; }
	cp a.json b.json
	run changes
	[ "$output" = 'changed pods llm pretrain-13b-worker-0 .metadata.labels.app "pretrain-13b" "1000m" .spec.containers[main].resources.limits.cpu "120" "121" .spec.priority 50 51' ] || { echo "$output"; false; }
}

@test "whole numbers beyond a double are not taken for each other" {
	edit '.schedulerParams.x = 1' && sed 's/"x":1/"x":9007199254740993/' b.json >a.json
	sed -i 's/"x":1/"x":9007199254740992/' b.json
	run -1 snap-diff -f json a.json b.json
	[[ $output == *'{"path":".x","a":9007199254740993,"b":9007199254740992}'* ]]
}

@test "noise is passed over and counted; --noise shows it" {
	edit '.rawObjects.nodes[] |= (.metadata.resourceVersion = "x" | .metadata.managedFields = [{manager: "m"}]
			| .status.conditions[]?.lastHeartbeatTime = "2026-01-01T00:00:00Z")
		| .rawObjects.pods[0].metadata.generation = 9'
	equal
	[ "$(jq -c '.kinds[] | select(.noise > 0) | [.kind, .noise, .changed]' <<<"$output")" = '["pods",1,0]
["nodes",9,0]' ]
	run -0 snap-diff -f text "$DEMO" b.json
	[ "${lines[0]}" = "no difference" ] && [ "${lines[1]}" = "10 objects differ in noise only: --noise shows it" ]
	run -1 snap-diff --noise -f text --all "$DEMO" b.json
	[[ $output == *'+ .metadata.generation: 9'* && $output == *'lastHeartbeatTime'* ]]
}

@test "elements of lists are known by name, type or key, else by their place" {
	edit '.rawObjects.pods[0].status.conditions |= reverse | .rawObjects.pods[0].spec.tolerations = [{key: "a", value: "1"}, {key: "b"}]'
	cp b.json a.json
	DEMO=a.json edit '.rawObjects.pods[0].spec.tolerations |= [.[1], {key: "a", value: "2"}] | .rawObjects.pods[0].status.conditions |= reverse'
	DEMO=a.json run changes
	[ "$output" = 'changed pods llm pretrain-13b-worker-0 .spec.tolerations[a].value "1" "2"' ] || { echo "$output"; false; }
	DEMO=a.json edit '.rawObjects.pods[0].spec.tolerations[1].key = "a"'
	DEMO=a.json run changes
	[ "$output" = 'changed pods llm pretrain-13b-worker-0 .spec.tolerations[1].key "b" "a"' ] || { echo "$output"; false; }
}

@test "text: a sentence, counts by kind and queue, then fields; the rest by --all or --top" {
	edit 'del(.rawObjects.pods[6, 7]) | .rawObjects.queues[0].spec.priority = 4 | .config.actions = "reclaim"'
	run -1 snap-diff -f text "$DEMO" b.json
	[ "${lines[0]}" = "different: config; pods 2 gone; queues 1 changed" ]
	[ "$(awk '$1 == "pods" && NF == 8 && $2 == 28 { print $2, $3, $5 }' <<<"$output")" = "28 26 2" ]
	[ "$(awk '$1 == "search" { print $2, $3, $5 }' <<<"$output")" = "9 7 2" ]
	[[ $output == *$'\nconfig\n      ~ .actions: "allocate" -> "reclaim"\n'* ]]
	[[ $output == *$'pods\n  - search/embedder-worker-0 (queue search)\n  - search/reranker-worker-0 (queue search)'* ]]
	[[ $output == *$'queues\n  ~ research\n      + .spec.priority: 4' ]]
	run -1 snap-diff -f text --top 1 "$DEMO" b.json
	[[ $output == *"embedder-worker-0"* && $output != *"reranker-worker-0"* && $output == *$'... and 1 more\n'* && $output == *"more than is shown: --all" ]]
	run -1 snap-diff -f text --top 1 --all "$DEMO" b.json
	[[ $output == *"reranker-worker-0"* && $output != *"--all"* ]]
}

@test "pods count for the queue of their pod group" {
	edit '.rawObjects.podGroups |= map(if .metadata.name == "pg-pretrain-13b" then .spec.queue = "vision" else . end)
		| .rawObjects.pods[0].spec.priority = 1 | .rawObjects.pods[1].metadata.annotations = {}'
	snap-diff -f json "$DEMO" b.json >out || true
	[ "$(jq -c 'select(.event == "summary").queues[] | select(.pods.changed > 0) | [.queue, .pods.changed]' out)" = '["",1]
["vision",1]' ]
	[ "$(jq -r 'select(.kind == "podGroups").queue' out)" = vision ]
}

@test "objects with one name: the first is compared with the first" {
	edit '.rawObjects.pods |= [.[0], .[0], .[0]]' && cp b.json a.json
	DEMO=a.json edit '.rawObjects.pods |= (.[1].spec.priority = 7 | .[0:2])'
	DEMO=a.json run changes
	[ "$output" = 'changed pods llm pretrain-13b-worker-0 .spec.priority 50 7
gone pods llm pretrain-13b-worker-0' ] || { echo "$output"; false; }
}

@test "of wrong types and unknown kinds nothing is lost" {
	echo '{"config":null,"rawObjects":{"pods":[7,"x",{"metadata":4},{"metadata":{"name":["a"]}}],"nodes":"none","odd":[{"metadata":{"name":"o"}}]},"extra":1}' >a.json
	echo '{"rawObjects":{"pods":[8,"x",{"metadata":5},{"metadata":{"name":["b"]}}],"nodes":[],"odd":null},"extra":[1]}' >b.json
	DEMO=a.json run changes
	[ "$output" = 'changed extra  1 [1]
changed pods   7 8
changed pods  .metadata 4 5
changed pods  .metadata.name[0] "a" "b"
changed nodes  "none" []
gone odd o' ] || { echo "$output"; false; }
	DEMO=a.json
	cp a.json b.json
	equal --noise
}

@test "of members with one key the last one counts" {
	echo '{"config":1,"config":2,"rawObjects":{"pods":[{"metadata":{"name":"p"}}],"pods":[]}}' >a.json
	echo '{"config":2,"rawObjects":{"pods":[{"metadata":{"name":"q"}}]},"rawObjects":{}}' >b.json
	DEMO=a.json equal
}

@test "names and values of others are escaped, and long values cut" {
	edit '.rawObjects.pods[0] |= (.metadata.name = "a\u001b[2J\n" | .metadata.labels.l = ("x" * 500))'
	cp b.json a.json
	DEMO=a.json edit '.rawObjects.pods[0].metadata.labels.l = "\u202e"'
	run -1 snap-diff -f text a.json b.json
	[[ $output == *'~ llm/a\x1b[2J\x0a '* && $output == *'"xxxx'*'x... -> "\u202e"'* && $output != *$'\e'* ]]
	run -1 snap-diff -f json a.json b.json
	[[ $output == *'"name":"a\u001b[2J\n"'*'"b":"\u202e"'* ]]
	[ "$(jq -r 'select(.event == "object").fields[].a | length' <<<"$output")" = 500 ]
}

@test "many objects, names and keys that sort badly are no matter" {
	jq -nc '{config: {}, rawObjects: ({pods: [range(60000) | {metadata: {name: "p\(. * 7919 % 60000)", namespace: "n"}}]}
		+ ([range(20000) | {key: "kind\(.)", value: []}] | from_entries))} + ([range(20000) | {key: "k\(.)", value: .}] | from_entries)' >a.json
	jq -c '.rawObjects.pods |= reverse' a.json >b.json
	DEMO=a.json equal
}

@test "a time of capture on both sides is told" {
	for at in a:06:00:00 b:07:30:00; do
		cp "$DEMO" snapshot.json
		echo "{\"capturedAt\":\"2026-11-21T${at#?:}Z\"}" >capture.json
		zip -q "${at%%:*}.zip" snapshot.json capture.json
	done
	run -0 snap-diff -f text a.zip b.zip
	[ "$output" = $'no difference\nB was captured 1h30m0s after A' ]
	run -0 snap-diff -f json a.zip b.zip
	[ "$(jq -r .b.capturedAt <<<"$output")" = 2026-11-21T07:30:00Z ]
}

@test "what is wrong is said, and nothing is written" {
	echo old >out
	refused 2 "two inputs are wanted, A and B, not 1" snap-diff "$DEMO"
	refused 2 "standard input can be one of the inputs" snap-diff - -
	refused 4 "missing: cannot open" snap-diff -o out "$DEMO" missing
	echo '{"a":1}' >other.json
	refused 3 "other.json: not a snapshot" snap-diff -o out other.json "$DEMO"
	refused 3 "other.json: not a snapshot" snap-diff -o out "$DEMO" other.json
	head -c 3000 "$DEMO" >cut.json
	refused 3 "cut.json: invalid JSON" snap-diff -o out "$DEMO" cut.json
	[ "$(cat out)" = old ]
	run -4 bash -c 'snap-diff "$1" "$1" >/dev/full' - "$DEMO"
}

# ---- replays ----

# told: the events but for the summary, shortened
told() { jq -r 'select(.event != "summary") | [.event, .change, .pod // .podGroup // .queue, .a // empty, .b // empty, .reason // empty, (.fields[]? | .path, (.a, .b | tojson))] | join(" ")' "$@"; }
bind() { echo "{\"event\":\"bind\",\"action\":\"allocate\",\"pod\":\"$1\",\"node\":\"$2\"}"; }
evict() { echo "{\"event\":\"evict\",\"action\":\"reclaim\",\"pod\":\"$1\",\"node\":\"n\"}"; }

@test "two replays: pods that got, lost or changed a place, in the sequence of the runs" {
	{ bind n/moves n1; bind n/stays n1; bind n/loses n1; evict n/spared; evict n/comes; } >a.ndjson
	{ bind n/stays n1; bind n/moves n2; bind n/gets n1; evict n/out; bind n/comes n3; } >b.ndjson
	run -1 snap-diff -f json a.ndjson b.ndjson
	echo "$output" >out
	[ "$(head -n 1 out)" = '{"event":"summary","equal":false,"a":"a.ndjson","b":"b.ndjson","got":3,"lost":2,"changed":1,"queues":0,"pending":0}' ]
	[ "$(told out)" = 'pod changed n/moves bind n1 (allocate) bind n2 (allocate)
pod got n/gets  bind n1 (allocate)
pod lost n/loses bind n1 (allocate) 
pod lost n/out  evict (reclaim)
pod got n/spared evict (reclaim) 
pod got n/comes evict (reclaim) bind n3 (allocate)' ] || { told out; false; }
	run -1 snap-diff -f text --top 1 a.ndjson b.ndjson
	[ "${lines[0]}" = "different: 3 pods got a place, 2 pods lost one, 1 pod decided otherwise" ]
	[[ $output == *$'pods that lost a place\n  n/loses: bind n1 (allocate) -> -\n  ... and 1 more\n'* && $output == *"--all" ]]
}

@test "two replays: shares of queues, and reasons that came and went" {
	snap-replay --no-timings "$DEMO" >a.ndjson
	sed -e '/"queue":"llm",/s/"fairShare":{"gpu":[0-9.]*/"fairShare":{"gpu":99/' -e 's/"reason":"OverLimit"/"reason":"Other"/' \
		-e '/"pending","podGroup":"llm\/pg-eval-7b"/d' -e '/"event":"summary"/s/binds/x/' a.ndjson >b.ndjson
	run -1 snap-diff -f json a.ndjson b.ndjson
	told <<<"$output" | grep -v '^pending' >out
	grep -q '^queue changed llm .fairShare.gpu [0-9.]* 99$' out
	[ "$(grep '^reason' out | cut -d' ' -f2- | sort)" = "$(printf '%s\n' 'came inference/pg-batch-summaries Other' 'came search/pg-rank-distill Other' \
		'went inference/pg-batch-summaries OverLimit' 'went llm/pg-eval-7b PodSchedulingErrors' 'went search/pg-rank-distill OverLimit')" ] || { cat out; false; }
	run -0 snap-diff -f text a.ndjson a.ndjson
	[ "$output" = "no difference" ]
}

@test "--decisions is as snap-replay on both, then snap-diff" {
	for case in "$TOP"/tests/conformance/reclaim/00*.json; do
		[[ $case != *.decisions.json ]] || continue
		jq -c '.rawObjects.queues[].spec.resources.gpu.quota = 1 | del(.rawObjects.nodes[0])' "$case" >b.json
		for f in "$case" b.json; do snap-replay -q --no-timings "$f" >"$(basename "${f%.json}").ndjson" || true; done
		snap-diff -f json "$(basename "${case%.json}").ndjson" b.ndjson >expected || true
		snap-diff -q -f json --decisions "$case" b.json >out || true
		[ "$(wc -l <out)" -gt 1 ]
		diff <(sed 1d expected) <(sed 1d out)
	done
	run -0 snap-diff --decisions -f text "$DEMO" "$DEMO"
	[ "$output" = "no difference" ]
}

@test "--decisions --now and --follows are those of both replays" {
	local a=$TOP/tests/conformance/stale/000.json b=$TOP/tests/conformance/stale/006.json plain

	plain=$(snap-diff -q -f json --decisions "$a" "$b" | sed 1d)
	for how in "--now 2030-01-01" "--follows v0.14.1"; do
		# shellcheck disable=SC2086 # two words
		for f in "$a" "$b"; do snap-replay -q --no-timings $how "$f" >"$(basename "${f%.json}").ndjson" || true; done
		snap-diff -f json 000.ndjson 006.ndjson | sed 1d >expected || true
		# shellcheck disable=SC2086
		snap-diff -q -f json --decisions $how "$a" "$b" | sed 1d >out || true
		diff expected out
		[ "$plain" != "$(cat out)" ]
	done
	refused 2 "--now and --follows go with --decisions" snap-diff --now now "$a" "$b"
	refused 2 "--now and --follows go with --decisions" snap-diff --follows v0.17.0 "$a" "$b"
	refused 2 "--follows: 'v9' is not a version that the native engine follows" snap-diff --decisions --follows v9 "$a" "$b"
}

@test "--decisions: what cannot be replayed is an error, what was not replayed a warning" {
	echo '{"rawObjects":{"pods":[{"metadata":{"name":"p"},"spec":{"containers":[{"resources":{"requests":{"cpu":"x"}}}]}}]},"schedulerParams":{}}' >bad.json
	refused 3 "bad.json: " snap-diff --decisions "$DEMO" bad.json
	snap-replay --no-timings "$DEMO" >a.ndjson
	refused 3 "a.ndjson: the events of a replay: --decisions replays snapshots" snap-diff --decisions a.ndjson a.ndjson
	refused 3 "a.ndjson: the events of a replay: the other is a snapshot" snap-diff "$DEMO" a.ndjson
	{ cat a.ndjson; echo '{"event":"bind","pod":7}'; } >b.ndjson
	refused 3 "b.ndjson: unexpected value: in line $(wc -l <b.ndjson): " snap-diff a.ndjson b.ndjson
	{ cat a.ndjson; echo '{"event":"bi'; } >b.ndjson
	refused 3 "b.ndjson: invalid JSON: in line " snap-diff a.ndjson b.ndjson
}

# ---- patches ----

# led A B: the patch from A to B makes B of A, and back.
led() {
	local a=$1 b=$2
	for _ in 1 2; do
		snap-diff -f patch "$a" "$b" >p.ndjson || [ $? -eq 1 ]
		snap-diff --apply p.ndjson "$a" >made
		cmp <(jq -cS . made) <(jq -cS . "$b") || { echo "$a to $b"; cat p.ndjson; return 1; }
		a=$2 b=$1
	done
}

@test "a patch makes B of A, over all pairs of a family" {
	for family in mixed dra topology; do
		cases=("$TOP/tests/conformance/$family"/00[0-9].json)
		for a in "${cases[@]}"; do
			for b in "${cases[@]}"; do [[ ! $a < $b ]] || led "$a" "$b"; done
		done
	done
}

@test "a patch keeps order, duplicates, noise, notation and wrong types" {
	for change in '.rawObjects.pods |= reverse' '.rawObjects.pods |= (.[3:] + .[:3])' '.rawObjects.pods |= (.[0:2] + .[0:2] + .[1:])' \
		'.rawObjects.pods |= [.[5], 7, "x", null, {metadata: 3}, .[2]]' 'del(.rawObjects)' '.rawObjects = null' '.rawObjects.pods = null' \
		'.rawObjects.pods = {a: 1}' 'del(.rawObjects.nodes)' '.rawObjects.odd = [{metadata: {name: "o"}}]' '.extra = {a: [1, {b: null}]}' 'del(.config)' \
		'.rawObjects.nodes[].metadata.resourceVersion = "9"' '.rawObjects.pods[0].spec.containers[0].resources.requests.cpu = "120000m"' \
		'.rawObjects.pods[0].metadata.labels = {} | .rawObjects.pods[1].metadata.labels.new = null' '.rawObjects |= with_entries(.value = [])' \
		'.rawObjects.pods[2].metadata.name = "a/b\u0000\u001b\"" | .RAWOBJECTS = {pods: [1]}'; do
		edit "$change"
		led "$DEMO" b.json
		led "$DEMO" "$DEMO"
		[ "$(wc -l <p.ndjson)" -eq 1 ]
	done
}

@test "a patch can be read: kind, name, path, from and to" {
	edit 'del(.rawObjects.pods[7]) | .rawObjects.queues[0].spec.priority = 4 | .config.actions = "reclaim" | .rawObjects.pods[0].spec.priority = 5'
	run -1 snap-diff -f patch "$DEMO" b.json
	[ "$output" = '{"patch":"snap-diff","version":1}
{"op":"set","path":["config","actions"],"from":"allocate","to":"reclaim"}
{"op":"set","kind":"pods","namespace":"llm","name":"pretrain-13b-worker-0","path":["spec","priority"],"from":50,"to":5}
{"op":"remove","kind":"pods","namespace":"search","name":"embedder-worker-0"}
{"op":"set","kind":"queues","name":"research","path":["spec","priority"],"to":4}' ] || { echo "$output"; false; }
	run -0 snap-diff -f patch "$DEMO" "$DEMO"
	[ "${#lines[@]}" -eq 1 ]
	snap-diff -f patch "$DEMO" b.json | snap-diff --apply - "$DEMO" | cmp <(jq -cS . b.json) <(jq -cS .)
	snap-diff -f patch "$DEMO" b.json >p || true
	gzip -c "$DEMO" | snap-diff --apply p -o made
	cmp <(jq -cS . b.json) <(jq -cS . made)
}

@test "a patch that does not fit, or is none, changes nothing" {
	echo old >out
	edit '.config.actions = "reclaim" | .rawObjects.pods |= (.[0].spec.priority = 5 | del(.[7]) | [.[3]] + .)'
	snap-diff -f patch "$DEMO" b.json >p || true
	refused 3 "b.json: the patch does not fit: line 2: " snap-diff --apply p -o out b.json
	wrong() { # LINE WORDS
		{ echo '{"patch":"snap-diff","version":1}'; echo "$1"; } >w
		refused 3 "$2" snap-diff --apply w -o out "$DEMO"
	}
	local pod='"kind":"pods","namespace":"llm","name":"pretrain-13b-worker-0"'
	wrong '{"op":"set",'"$pod"',"path":["spec","priority"],"from":51,"to":4}' "$DEMO: the patch does not fit: line 2: pods llm/pretrain-13b-worker-0 "
	wrong '{"op":"set",'"$pod"',"path":["spec","priority"],"to":4}' "does not fit"
	wrong '{"op":"set",'"$pod"',"path":["spec","no","such"],"to":4}' "does not fit"
	wrong '{"op":"set",'"$pod"',"path":["spec","containers",9],"to":4}' "does not fit"
	wrong '{"op":"set",'"$pod"',"nth":2,"path":[],"to":4}' "does not fit"
	wrong '{"op":"remove","kind":"pods","name":"none"}' "does not fit"
	wrong '{"op":"add","kind":"pods","name":"x","at":99,"object":{}}' "does not fit"
	wrong '{"op":"add","kind":"nowhere","name":"x","at":0,"object":{}}' "does not fit"
	wrong '{"op":"order","kind":"pods","to":[0,0]}' "does not fit"
	wrong '{"op":"add","kind":"pods","name":"x","at":-1,"object":{}}' "w: not a patch: line 2"
	wrong '{"op":"set",'"$pod"',"path":"spec","to":4}' "w: not a patch: line 2"
	wrong '{"op":"set","path":[],"to":4}' "w: not a patch"
	wrong '{"op":"fly"}' "w: not a patch"
	wrong '{"op":' "w: not a patch: line 2"
	refused 3 "demo.json: not a patch" snap-diff --apply "$DEMO" -o out "$DEMO"
	refused 3 "p: not a snapshot" snap-diff --apply p -o out p
	refused 3 "p: not a snapshot" snap-diff "$DEMO" p
	refused 2 "--apply goes without --format" snap-diff --apply p -f text "$DEMO"
	refused 2 "a patch is of snapshots" snap-diff --decisions -f patch "$DEMO" "$DEMO"
	snap-replay --no-timings "$DEMO" >a.ndjson
	refused 2 "a patch is of snapshots" snap-diff -f patch a.ndjson a.ndjson
	[ "$(cat out)" = old ]
}
