#!/usr/bin/env bats
# snap-redact: other names, the same decisions.
load ../lib/env

setup() {
	T=$BATS_TEST_TMPDIR
	cd "$T" || return
	DEMO=$TOP/tests/data/demo.json
}

# What a replay decides, and how queues and pods end.
decides() { # FILE [OPTION...]
	local file=$1
	shift
	snap-replay --format json --no-timings --show queues,decisions,pending,pods "$@" "$file" | grep -v '"event":"\(start\|warning\)"'
}

# redacts and replays a case: the names put back, every byte is that of the original's replay
same_decisions() { # FILE [OPTION...]
	snap-redact -q --map m -o r.json "$1" || return
	decides "$@" >original
	decides r.json "${@:2}" >redacted
	snap-redact --restore --map m redacted | cmp original -
}

@test "every recorded family is decided alike, and says so byte for byte when the names are put back" {
	local bad=0 all=0 n f d now
	for d in "$TOP"/tests/conformance/*/; do
		n=0
		for f in "$d"*; do
			case $f in
			*.decisions.json) continue ;;
			esac
			[ "$n" -lt 4 ] || continue
			n=$((n + 1)) all=$((all + 1))
			rm -f m
			now=$(jq -r .now "${f%.*}.decisions.json")
			same_decisions "$f" --now "$now" || { echo "differs: $f"; bad=1; }
		done
	done
	[ "$all" -ge 60 ]
	[ "$bad" -eq 0 ]
}

@test "the clock of a capture goes on, and settings that a scheduler left out stay zero" {
	for f in "$TOP"/tests/conformance/live/*.zip; do
		[ -e "$f" ] || skip "no captures here"
		rm -f m
		same_decisions "$f"
	done
}

# Adds secrets wherever a snapshot may have them.
plant() {
	jq -c '
		def s: "s3cr3t" + tostring;
		def meta($i): .metadata.annotations["acme.com/s3cr3t"] = ($i | s) | .metadata.labels["acme.com/team"] = ($i | s)
			| .metadata.managedFields = [{manager: ($i | s)}] | .metadata.selfLink = ($i | s);
		.rawObjects.pods |= (to_entries | map(.key as $i | .value | meta($i) | .metadata.name += "-s3cr3t" + ($i | tostring)
			| .spec.containers[0] += {image: ($i | s), command: [$i | s], args: [$i | s], name: ($i | s), workingDir: ($i | s),
				env: [{name: ($i | s), value: ($i | s)}, {name: "x", valueFrom: {configMapKeyRef: {name: ($i | s), key: ($i | s), optional: true}}}],
				livenessProbe: {exec: {command: [$i | s]}}, volumeMounts: [{name: ($i | s), mountPath: ($i | s)}]}
			| .spec.volumes = [{name: ($i | s), hostPath: {path: ($i | s)}}] | .spec.hostname = ($i | s)
			| .spec.serviceAccountName = ($i | s) | .spec.unknown = {deep: [$i | s]}
			| .spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution = [{weight: 1, preference: {matchExpressions: [{key: ("acme.com/" + ($i | s)), operator: "In", values: [$i | s]}]}}]
			| .spec.tolerations += [{key: ($i | s), operator: "Equal", value: ($i | s), effect: "NoSchedule"}]
			| .status.message = ($i | s) | .status.podIP = ($i | s) | .status.conditions = [{type: "Ready", status: "True", message: ($i | s), reason: ($i | s)}]
			| .status.containerStatuses = [{image: ($i | s), imageID: ($i | s), containerID: ($i | s)}]))
		| .rawObjects.nodes |= (to_entries | map(.key as $i | .value | meta($i) | .spec.providerID = ($i | s)
			| .status.nodeInfo.machineID = ($i | s) | .status.addresses = [{type: "Hostname", address: ($i | s)}]
			| .status.images = [{names: [$i | s]}] | .status.allocatable["acme.com/" + ($i | s)] = "1"))
		| .rawObjects.queues |= (to_entries | map(.key as $i | .value | meta($i) | .spec.displayName = ($i | s)))
		| .rawObjects.configMaps = [range(20) | . as $i | {metadata: {name: ($i | s), namespace: ($i | s)}, data: {($i | s): ($i | s)}}]
		| .rawObjects.storageClasses = [range(9) | . as $i | {metadata: {name: ($i | s)}, provisioner: ($i | s), volumeBindingMode: ($i | s), parameters: {a: ($i | s)}}]
		| .rawObjects.deviceClasses = [range(9) | . as $i | {metadata: {name: ($i | s)}, spec: {selectors: [{cel: {expression: ("device.attributes[\"acme.com\"]." + ($i | s) + " == \"" + ($i | s) + "\"")}}]}}]
		| .config.usageDBConfig = {connectionString: "s3cr3t-db"} | .config.tiers[0].plugins += [{name: "s3cr3t-plugin", arguments: {"s3cr3t-key": "s3cr3t-value"}}]
		| .discovery = {serverVersion: {major: "1", minor: "33", gitCommit: "s3cr3t"}, resources: [{groupVersion: "s3cr3t.acme.com/v1"}]}
		| .s3cr3t = "s3cr3t" | .rawObjects.s3cr3t = ["s3cr3t"]' "$DEMO"
}

@test "of hundreds of planted secrets none is left" {
	plant >planted.json
	[ "$(grep -ao 's3cr3t[0-9a-z-]*' planted.json | wc -l)" -ge 200 ]
	snap-redact --map m -o r.json planted.json 2>notes
	run grep -ac s3cr3t r.json
	[ "$output" = 0 ]
	# What is unknown is counted, with its place.
	grep -q 'unknown field.* dropped; --keep PATH' notes
	grep -q 'pods.spec.unknown (' notes
	# Everything that could be named is in the map.
	[ "$(grep -c s3cr3t m)" -ge 100 ]
	snap-redact --verify --map m r.json
	run -1 --separate-stderr snap-redact --verify --map m planted.json
	[[ $stderr == *"old names are left: "*": the name of a "* ]]
}

@test "names keep their order, have a fixed width, and what means something stays" {
	snap-redact -q --map m -o r.json "$DEMO"
	for kind in pod node queue namespace podGroup uid; do
		jq -r --arg k "$kind" 'select(.kind == $k) | .from' m >old
		LC_ALL=C sort -c old
		jq -r --arg k "$kind" 'select(.kind == $k) | .to' m >new
		LC_ALL=C sort -c new
		[ "$(wc -l <old)" -gt 1 ]
	done
	grep -q '"to":"pod-000001"' m
	[ "$(jq -r .schedulerParams.schedulerName r.json)" = "$(jq -r .schedulerParams.schedulerName "$DEMO")" ]
}

@test "names before and behind one that stays keep their order, too" {
	jq '.rawObjects.pods |= (to_entries | map(.value.metadata.namespace = (["aa", "default", "e", "kai-x", "kube-system", "kz", "zz"][.key % 7]) | .value))' "$DEMO" >n.json
	snap-redact -q --map m -o r.json n.json
	jq -r '.rawObjects.pods[].metadata.namespace' n.json >old
	jq -r '.rawObjects.pods[].metadata.namespace' r.json >new
	paste old new | LC_ALL=C sort -u >pairs
	cut -f2 pairs | LC_ALL=C sort -c
	for stays in default kai-x kube-system; do grep -qx "$stays	$stays" pairs; done
	run grep -E '^(aa|e|kz|zz)	(aa|e|kz|zz)$' pairs
	[ "$status" -eq 1 ]
}

@test "the map is its owner's, and the same input has the same bytes" {
	snap-redact -q --map m -o a.json "$DEMO"
	[ "$(stat -c %a m)" = 600 ]
	chmod 644 m
	cp m before
	snap-redact -q --map m -o b.json "$DEMO"
	[ "$(stat -c %a m)" = 600 ]
	cmp m before
	cmp a.json b.json
	snap-redact -q --no-map <"$DEMO" | cmp - a.json
	run --separate-stderr snap-redact -o c.json "$DEMO"
	[ "$status" -eq 0 ]
	[[ $stderr == *"no --map PATH"* ]]
}

@test "tomorrow's capture has the same names, and new ones come in between" {
	snap-redact -q --map m -o a.json "$DEMO"
	first=$(jq -r '.rawObjects.pods | map(.metadata.name) | sort[0]' "$DEMO")
	jq --arg n "${first}a" '.rawObjects.pods[0].metadata.name = $n' "$DEMO" >tomorrow.json
	cp m before
	snap-redact -q --map m -o b.json tomorrow.json
	[ -z "$(comm -23 <(sort before) <(sort m))" ]
	jq -r 'select(.kind == "pod") | [.from, .to] | @tsv' m | LC_ALL=C sort >pairs
	cut -f2 pairs | LC_ALL=C sort -c
	grep -q "^${first}a	" pairs
}

# All times of a document but those of ages unknown, in order.
times() { jq -r '.. | strings | select(test("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$"))' "$1" | sort -u; }

@test "public: all times move by one offset, which the map keeps, and the decisions stay" {
	jq '.source = {capturedAt: "2026-07-07T09:00:00Z"} | .rawObjects.pods[0].metadata.creationTimestamp = "2026-07-07T08:00:00+02:00"
		| .rawObjects.queues[0].metadata.creationTimestamp = "0001-01-01T00:00:00Z"' "$DEMO" >in.json
	snap-redact -q --map shared -o s.json in.json
	snap-redact -q --profile public --map m -o r.json in.json
	moved=$(jq -r 'select(.kind == "time") | .to' m)
	[[ $moved == -*h*s ]]
	offset=$(($(tr hms '* +' <<<"${moved#-}" | awk -F '[* +]' '{ print $1 * 3600 + $2 * 60 + $3 }')))
	times s.json | sed 's/T06:00:00+02:00/T06:00:00Z/' | jq -Rr --argjson by "$offset" 'if . == "0001-01-01T00:00:00Z" then . else fromdate - $by | todate end' | sort -u >want
	jq -r --argjson by "$offset" -n '"2026-07-07T06:00:00Z" | fromdate - $by | todate' >>want
	cmp <(sort -u want) <(times r.json)
	[ "$(wc -l <want)" -gt 3 ]
	decides in.json >original
	decides r.json | snap-redact --restore --map m | cmp original -
	# With the map the same bytes; without it another offset.
	cp m before
	snap-redact -q --profile public --map m in.json | cmp - r.json
	cmp m before
	run -1 cmp <(snap-redact -q --profile public --no-map in.json) r.json
	# A map of names alone gets its offset; one with it keeps it where times stay.
	snap-redact -q --profile public --map shared -o p.json in.json
	grep -c '"kind":"time"' shared
	cp shared before
	snap-redact -q --map shared in.json | cmp - s.json
	cmp shared before
	for to in x 1.5s 0s 900000h ''; do
		{ cat before && printf '{"kind":"time","from":"0s","to":"%s"}\n' "$to"; } >m
		run -3 snap-redact --profile public --map m in.json
		[[ $output == *"not a map: line"* ]]
	done
}

@test "public: odd capacities become round ones, but those that decide, which a note names" {
	jq '.rawObjects.nodes[].status |= (.allocatable.memory = "2097148000Ki" | .capacity.memory = "2097150999Ki" | .allocatable.cpu = "189500m")' "$DEMO" >odd.json
	snap-redact --profile public --no-map -o r.json odd.json 2>notes
	[ "$(jq -c '.rawObjects.nodes[0].status | [.allocatable.memory, .capacity.memory, .allocatable.cpu]' r.json)" = '["2000Gi","2000Gi","190"]' ]
	! grep rounded notes || false
	# A pod that wants a little more than there is on any node.
	jq '.rawObjects.pods |= map(if .spec.nodeName then . else .spec.containers[0].resources.requests |= (.cpu = "1" | .memory = "2097149000Ki" | .["nvidia.com/gpu"] = "1") end)
		| .rawObjects.pods |= map(select(.spec.nodeName | not))' odd.json >full.json
	snap-redact --profile public --no-map -o r.json full.json 2>notes
	[ "$(jq -c '.rawObjects.nodes[0].status | [.allocatable.memory, .capacity.memory, .allocatable.cpu]' r.json)" = '["2097148000Ki","2097150999Ki","190"]' ]
	grep -q 'not rounded: memory: the decisions would not be the same' notes
	snap-redact --profile public --no-replay --no-map -o r.json odd.json 2>notes
	[ "$(jq -c '.rawObjects.nodes[0].status.allocatable.memory' r.json)" = '"2097148000Ki"' ]
	grep -q 'not rounded: .*memory.*: the decisions are not proved to be the same' notes
	run -2 snap-redact --profile secret odd.json
	run -2 snap-redact --restore --profile public --map m odd.json
}

@test "without the proof all is streamed: a file, stdin, a pipe and a ZIP give the same bytes" {
	export TMPDIR=$T/tmp
	mkdir "$TMPDIR"
	snap-redact -q --no-map -o whole.json "$DEMO"
	jq -c '.rawObjects.pods |= (. as $p | [range(40) as $i | $p[] | .metadata.name += "-\($i)" | .metadata.uid += "-\($i)"])' "$DEMO" >large.json
	[ "$(wc -c <large.json)" -gt 600000 ]
	snap-redact -q --no-map -o large-whole.json large.json
	for f in "$DEMO whole.json" large.json\ large-whole.json; do
		want=${f#* } f=${f% *}
		snap-zip -o in.zip "$f"
		gzip -c "$f" >in.gz
		for in in "$f" in.zip in.gz; do
			snap-redact -q --no-map --no-replay -o r.json "$in"
			cmp r.json "$want"
			snap-redact -q --no-map --no-replay <"$in" | cmp - "$want"
			cat "$in" | snap-redact -q --no-map --no-replay | cmp - "$want"
		done
	done
	run -3 snap-redact -q --no-map --no-replay -o no.json < <(head -c 300000 large.json)
	[[ $output == *"invalid JSON"* ]]
	[ ! -e no.json ]
	run -4 env TMPDIR="$T/missing" snap-redact -q --no-map --no-replay -o no.json large.json
	[ -z "$(ls -A "$TMPDIR")" ]
}

@test "settings that stand behind the objects count all the same" {
	jq -c '.schedulerParams.queueLabelKey = "acme.com/q" | .schedulerParams.partitionParams = {NodePoolLabelKey: "acme.com/pool", NodePoolLabelValue: "blue"}
		| .rawObjects.nodes[].metadata.labels["acme.com/pool"] = "blue" | .rawObjects.pods[].metadata.labels["acme.com/pool"] = "blue"
		| .rawObjects.podGroups[].metadata.labels["acme.com/pool"] = "blue" | .rawObjects.queues[].metadata.labels["acme.com/pool"] = "blue"' "$DEMO" >first.json
	jq -c '{rawObjects, discovery, config, schedulerParams}' first.json >last.json
	for more in "" --no-replay; do
		snap-redact -q --no-map $more -o a.json first.json
		snap-redact -q --no-map $more -o b.json last.json
		cmp <(jq -S . a.json) <(jq -S . b.json)
		[ "$(jq -c '[.rawObjects.nodes[0].metadata.labels["acme.com/pool"], .schedulerParams.queueLabelKey]' b.json)" = '["blue","acme.com/q"]' ]
	done
}

@test "what was redacted is redacted again, and a name that is a word of expressions is none that is left" {
	snap-redact -q --no-map -o a.json "$DEMO"
	snap-redact -q --no-map -o b.json a.json
	[ "$(jq '.rawObjects | map_values(length)' a.json)" = "$(jq '.rawObjects | map_values(length)' b.json)" ]
	jq '.rawObjects.pods[0].metadata.name = "attributes" | .rawObjects.deviceClasses = [{metadata: {name: "c"}, spec: {selectors: [{cel: {expression: "device.attributes[\"d.example.com\"].big == true"}}]}}]' "$DEMO" >in.json
	snap-redact -q --no-map -o r.json in.json
	grep -q 'device.attributes' r.json
	run -1 grep -q 'example.com' r.json
}

@test "names of any length and of any characters, beginnings of one another, and 100,000 of them" {
	jq '.rawObjects.pods |= (to_entries | map(.key as $i | .value | .metadata.name = ("a" * ($i + 1)) | .metadata.uid = ("\u0000\u001b[31m\u202e\"\\" + ("b" * (200 * $i)))))
		| .rawObjects.nodes[0].metadata.annotations = {"": ""} | .rawObjects.configMaps = [{metadata: {name: "", namespace: ("n" * 100000)}}]' "$DEMO" >odd.json
	snap-redact -q --map m -o r.json odd.json
	run -1 grep -aq 'nnnn' r.json
	run -1 grep -aq '31m' r.json
	snap-redact --verify --map m r.json
	jq -r '.rawObjects.pods[].metadata.name' r.json | snap-redact --restore --map m | cmp - <(jq -r '.rawObjects.pods[].metadata.name' odd.json)
	# One word of a million bytes, in which a name begins at each.
	head -c 1000000 /dev/zero | tr '\0' a >long
	run -1 snap-redact --verify --map m long
	snap-redact --restore --map m long | cmp - long
	head -c 1000000 /dev/urandom >any
	snap-redact --restore --map m any >back
	[ "$(wc -c <back)" -ge 1000000 ]
	# All of one name; each of another, with every second one in an earlier map.
	many() { awk -v n="$1" -v step="$2" -v one="$3" 'BEGIN { printf "{\"rawObjects\":{\"pods\":["
		for (i = 0; i < n; i += step) printf "%s{\"metadata\":{\"name\":\"%s\",\"namespace\":\"n\"}}", i ? "," : "", one ? one : sprintf("p%06d", i)
		print "]}}" }'; }
	many 100000 1 same | snap-redact -q --no-replay --no-map -o r.json
	[ "$(jq -c '.rawObjects.pods | map(.metadata.name) | unique' r.json)" = '["pod-000001"]' ]
	rm -f m
	many 100000 2 | snap-redact -q --no-replay --map m -o r.json
	many 100000 1 | snap-redact -q --no-replay --map m -o r.json
	[ "$(jq '.rawObjects.pods | map(.metadata.name) | . == (sort | unique) and length == 100000' r.json)" = true ]
	# A map whose names leave no place between them.
	{ many 100000 2 | jq -c '.rawObjects.pods | to_entries[] | {kind: "pod", from: .value.metadata.name, to: "same"}'; } >m
	many 100000 1 | snap-redact -q --no-replay --map m -o r.json
}

@test "--keep brings back a field or the names of a kind, --drop leaves one out" {
	jq '.rawObjects.pods[0].spec.mine = {a: [1, "x"]}' "$DEMO" >k.json
	snap-redact --no-map --keep pods.spec.mine --keep queue --drop configMaps --drop 'rawObjects.nodes[].spec.taints' --no-replay -o r.json k.json 2>notes
	[ ! -s notes ]
	[ "$(jq -c '[.rawObjects.pods[].spec.mine | select(.)]' r.json)" = '[{"a":[1,"x"]}]' ]
	[ "$(jq -c '[.rawObjects.queues[].metadata.name]' r.json)" = "$(jq -c '[.rawObjects.queues[].metadata.name]' k.json)" ]
	[ "$(jq -c '[.rawObjects.nodes[].spec.taints | select(.)]' r.json)" = '[]' ]
	[ "$(jq -c '.rawObjects | has("configMaps")' r.json)" = false ]
}

@test "a kept field with an old name in it is found: status 1, no file, no map" {
	jq '.rawObjects.pods[0].spec.hostname = "on " + .rawObjects.nodes[0].metadata.name' "$DEMO" >k.json
	run -1 --separate-stderr snap-redact --map m --keep pods.spec.hostname -o r.json k.json
	[[ $stderr == *"an old name is left: the name of a node at byte"* ]]
	[ ! -e r.json ]
	[ ! -e m ]
}

@test "--restore puts names back into logs and reports, and leaves all else alone" {
	snap-redact -q --map m -o r.json "$DEMO"
	printf 'a b\n"pod-000001x", unpod-000001, pod-0000012\n' | snap-redact --restore --map m >out
	[ "$(cat out)" = $'a b\n"pod-000001x", unpod-000001, pod-0000012' ]
	name=$(jq -r 'select(.to == "pod-000001") | .from' m)
	printf 'x/pod-000001\\npod-000001.' | snap-redact --restore --map m >out
	[ "$(cat out)" = "x/$name\\n$name." ]
}

@test "--restore: a log byte for byte, a text report but for the width of its columns and its hash" {
	jq -c '.source = {capturedAt: "2026-07-07T09:00:00Z"}' "$DEMO" >in.json
	snap-redact -q --map m -o r.json in.json
	for f in in r; do
		snap-replay -q --no-timings -v 6 --log-file $f.log -o $f.ndjson $f.json
		snap-replay -q --no-timings -f text --show all $f.json | grep -v '^hash ' | tr -s ' ' | sed 's/ *$//' >$f.txt
	done
	[ "$(wc -l <in.log)" -gt 50 ]
	[ "$(wc -l <in.txt)" -gt 50 ]
	run -1 cmp -s in.log r.log
	snap-redact --restore --map m r.log | cmp in.log -
	snap-redact --restore --map m r.txt | cmp in.txt -
}

@test "wrong usage, input that is none, a map that is none" {
	run -2 snap-redact --restore "$DEMO"
	run -2 snap-redact --verify --map m -o x "$DEMO"
	run -2 snap-redact --map m --no-map "$DEMO"
	run -2 snap-redact --restore --verify --map m "$DEMO"
	run -3 snap-redact --no-map <<<'{"a":1}'
	[[ $output == *"not a snapshot"* ]]
	run -3 snap-redact --no-map <<<'[]'
	run -3 snap-redact --no-map <<<'{"rawObjects":{"pods":['
	for line in 'x' '{"kind":"pod","from":"a"}' '[]' '{"kind":"pod","from":1,"to":"b"}' $'{"kind":"pod","from":"a","to":"b"}\n{"kind":"pod","from":"a","to":"c"}'; do
		printf '%s\n' "$line" >m
		run -3 snap-redact --map m "$DEMO"
		[[ $output == *"not a map: line "* ]]
	done
	run -4 snap-redact --restore --map missing "$DEMO"
	[[ $output == *missing* ]]
}

@test "what changes a decision is found by the replay: status 1, no file, no map" {
	run -1 --separate-stderr snap-redact --map m --drop nodes.spec.taints -o r.json "$DEMO"
	[[ $stderr == *"the decisions are not the same"*"--no-replay"* ]]
	[ ! -e r.json ]
	[ ! -e m ]
}
