#!/usr/bin/env bats
# snap-config: merge, profile, loglevel, diff, kai.
load ../lib/env

setup() {
	cd "$BATS_TEST_TMPDIR" || exit
	CONFIG=$TOP/tests/data/config
}

# merged RESULT DOCUMENT...: what the documents, each a file, are merged to.
merged() {
	local n=0 d files=()
	for d in "${@:2}"; do
		n=$((n + 1))
		printf '%s' "$d" >"$n"
		files+=("$n")
	done
	run --separate-stderr snap-config merge "${files[@]}"
	[ "$status" -eq 0 ] && [ "$output" = "$1" ] && return
	echo "${*:2}: $output $stderr, not $1"
	return 1
}

# refused STATUS WORDS COMMAND...: nothing on standard output.
refused() {
	run --separate-stderr "${@:3}"
	[ "$status" -eq "$1" ] && [ -z "$output" ] && [[ $stderr == *"$2"* ]] && return
	echo "${*:3}: status $status: $output $stderr"
	return 1
}

# ---- merge ----

@test "merge: objects are merged at any depth, nothing removes a member" {
	merged '{"a":{"x":1,"y":2}}' '{"a":{"x":1}}' '{"a":{"y":2}}'
	merged '{"a":{"b":{"c":1,"d":2}}}' '{"a":{"b":{"c":1}}}' '{"a":{"b":{"d":2}}}'
	merged '{"a":{"x":1}}' '{"a":{"x":1}}' '{"a":{}}'
	merged '{"a":3,"b":2}' '{"a":1}' '{"b":2}' '{"a":3}'
}

@test "merge: lists, scalars and null replace, an object replaces what is none" {
	merged '{"a":[3]}' '{"a":[1,2]}' '{"a":[3]}'
	merged '{"a":[]}' '{"a":[1,2]}' '{"a":[]}'
	merged '{"a":5}' '{"a":{"x":1}}' '{"a":5}'
	merged '{"a":{"x":1}}' '{"a":5}' '{"a":{"x":1}}'
	merged '{"a":{"x":1}}' '{"a":null}' '{"a":{"x":1}}'
	merged '{"a":null}' '{"a":1}' '{"a":null}'
	merged '{"a":null}' '{}' '{"a":null}'
}

@test "merge: an empty file and null change nothing" {
	merged '{"a":1}' '{"a":1}' ''
	merged '{"a":1}' '{"a":1}' 'null'
	merged '{"a":1}' '' '{"a":1}'
	merged '{}' '' ''
	merged '{"a":1}' '{"a":1}' '# nothing'
}

@test "merge: numbers pass through a double, and one beyond it is refused" {
	merged '{"a":9007199254740992}' '{"a":1}' '{"a":9007199254740993}'
	merged '{"a":1,"b":0.1,"c":1e+21}' '{"a":1.0,"b":1e-1}' '{"c":1000000000000000000000}'
	printf '{"a":{"b":[1e999]}}' >x
	refused 3 "beyond what a double holds" snap-config merge x
}

@test "merge: another kind or apiVersion is refused, neither is not" {
	merged '{"a":1,"apiVersion":"V","kind":"K"}' '{"apiVersion":"V","kind":"K"}' '{"a":1}'
	merged '{"apiVersion":"V","kind":"K"}' '{"apiVersion":"V","kind":"K"}' '{"apiVersion":"V","kind":"K"}'
	printf '{"apiVersion":"V","kind":"K"}' >a
	printf '{"apiVersion":"V2","kind":"K2"}' >b
	printf '{"kind":"K"}' >c
	printf '{}' >d
	refused 3 "snap-config: b: cannot merge: V2/K2 does not equal V/K" snap-config merge a b
	refused 3 "snap-config: c: cannot merge: /K does not equal V/K" snap-config merge a c
	refused 3 "snap-config: a: cannot merge: V/K does not equal /" snap-config merge d a
}

@test "merge: one line with sorted keys and a newline; <, > and & are escaped, other characters are not" {
	printf 'b: "<a href=\\"x&y\\">"\na: {z: é, w: "日本"}\n' >x
	snap-config merge x >out
	printf '%s\n' '{"a":{"w":"日本","z":"é"},"b":"\u003ca href=\"x\u0026y\"\u003e"}' | cmp - out
}

@test "merge: YAML over JSON over a pipe" {
	run -0 snap-config merge "$CONFIG/4.22-lownodeutilization.config.yaml" - <<<'leaderElection: {leaseDuration: 1h, leaderElect: off}'
	[ "$(jq -c .leaderElection <<<"$output")" = '{"leaderElect":false,"leaseDuration":"1h","renewDeadline":"107s","resourceLock":"leases","resourceName":"","resourceNamespace":"openshift-kube-scheduler","retryPeriod":"26s"}' ]
	refused 2 "standard input can be one of the files" snap-config merge - -
}

@test "merge: what is no configuration is named" {
	printf '[1]' >list
	printf 'text' >text
	refused 3 "list: not a configuration: a list instead of an object" snap-config merge list
	refused 3 "text: not a configuration: a string instead of an object" snap-config merge /dev/null text
	refused 4 "nowhere: cannot open" snap-config merge nowhere
	refused 3 "is a directory" snap-config merge .
	refused 2 "merge FILE... is wanted" snap-config merge
}

# ---- profile ----

@test "profile: byte by byte what the operator of 4.22 renders" {
	for profile in LowNodeUtilization HighNodeUtilization NoScoring; do
		snap-config profile $profile | cmp - "$CONFIG/4.22-${profile,,}.config.yaml"
		snap-config profile --openshift 4.22 $profile | cmp - "$CONFIG/4.22-${profile,,}.config.yaml"
	done
}

# rendered JQ ARGUMENT...
rendered() { snap-config profile "${@:2}" | jq -c "$1"; }

@test "profile: each release has its apiVersion, lock and timing" {
	for row in '4.7 v1beta1 configmaps - -' '4.8 v1beta1 configmaps - -' '4.9 v1beta1 configmaps 137s -' \
		'4.10 v1beta3 configmapsleases 137s -' '4.11 v1beta3 configmapsleases 137s -' '4.12 v1beta3 configmapsleases 137s false' \
		'4.13 v1beta3 leases 137s false' '4.14 v1beta3 leases 137s false' '4.15 v1 leases 137s false' '4.16 v1 leases 137s false' \
		'4.23 v1 leases 137s false'; do
		set -- $row
		for profile in LowNodeUtilization NoScoring; do
			run snap-config profile --openshift "$1" $profile
			run jq -r '.apiVersion, (.leaderElection | .resourceLock, .leaseDuration // "-"), if has("enableProfiling") then .enableProfiling else "-" end' <<<"$output"
			[ "$(tr '\n' ' ' <<<"$output")" = "kubescheduler.config.k8s.io/$2 $3 $4 $5 " ] || { echo "$row: $output"; false; }
		done
	done
}

@test "profile: zero values from 4.16 on, placement points from 4.23 on" {
	[ "$(rendered '.profiles[0].plugins | keys' --openshift 4.15 NoScoring)" = '["preScore","score"]' ]
	[ "$(rendered '.profiles[0].plugins | length' --openshift 4.16 NoScoring)" = 13 ]
	[ "$(rendered '.profiles[0].plugins | length' --openshift 4.22 NoScoring)" = 13 ]
	[ "$(rendered '.profiles[0].plugins | [.placementGenerate, .placementScore, length]' --openshift 4.23 NoScoring)" = '[{},{},15]' ]
	[ "$(rendered .clientConnection --openshift 4.15 NoScoring)" = '{"kubeconfig":"/etc/kubernetes/static-pod-resources/configmaps/scheduler-kubeconfig/kubeconfig"}' ]
	[ "$(rendered '.clientConnection | [.burst, .qps, .contentType]' --openshift 4.16 NoScoring)" = '[0,0,""]' ]
	[ "$(rendered .leaderElection.resourceName --openshift 4.15 LowNodeUtilization)" = null ]
	[ "$(rendered .leaderElection.resourceName --openshift 4.16 LowNodeUtilization)" = '""' ]
}

@test "profile: HighNodeUtilization packs with the plugins of its release" {
	[ "$(rendered .profiles[0].plugins.score --openshift 4.7 HighNodeUtilization)" = '{"disabled":[{"name":"NodeResourcesLeastAllocated"}],"enabled":[{"name":"NodeResourcesMostAllocated"}]}' ]
	[ "$(rendered .profiles[0].plugins.score --openshift 4.9 HighNodeUtilization)" = '{"disabled":[{"name":"NodeResourcesLeastAllocated"},{"name":"NodeResourcesBalancedAllocation"}],"enabled":[{"name":"NodeResourcesMostAllocated","weight":5}]}' ]
	[ "$(rendered '.profiles[0] | .plugins.score.enabled, .pluginConfig[0].args' --openshift 4.10 HighNodeUtilization)" = $'[{"name":"NodeResourcesFit","weight":5}]\n{"scoringStrategy":{"type":"MostAllocated"}}' ]
}

@test "profile: --dra adds the plugin, to a profile without a name if there is none, and does nothing from 4.21 on" {
	[ "$(rendered '.profiles | [length, .[0].schedulerName, .[0].plugins.multiPoint, (.[0].plugins | length)]' --openshift 4.20 --dra LowNodeUtilization)" = '[1,null,{"enabled":[{"name":"DynamicResources"}]},13]' ]
	[ "$(rendered '.profiles[0] | [.schedulerName, .plugins.multiPoint.enabled[0].name, .plugins.score.disabled[0].name]' --openshift 4.16 --dra NoScoring)" = '["default-scheduler","DynamicResources","*"]' ]
	run --separate-stderr snap-config profile --dra --openshift 4.21 LowNodeUtilization
	[ "$status" -eq 0 ]
	[ "$output" = "$(snap-config profile --openshift 4.21 LowNodeUtilization)" ]
	[[ $stderr == *"--dra has no effect since 4.21"* ]]
	refused 2 "--dra: OpenShift has this setting since 4.16" snap-config profile --dra --openshift 4.15 LowNodeUtilization
}

@test "profile: what is not known is refused with what is" {
	refused 2 "unknown profile 'Low': LowNodeUtilization, HighNodeUtilization or NoScoring" snap-config profile Low
	refused 2 "--openshift" snap-config profile --openshift 4.6 NoScoring
	refused 2 "--openshift" snap-config profile --openshift 4.24 NoScoring
	refused 2 "--openshift" snap-config profile --openshift v1 NoScoring
	refused 2 "--openshift and --dra go with profile" snap-config kai --dra
}

# ---- loglevel ----

@test "loglevel: both directions, the operator's own apart" {
	for row in "Normal 2 2" "Debug 4 4" "Trace 6 6" "TraceAll 10 8"; do
		set -- $row
		[ "$(snap-config loglevel "$1")" = "$2" ]
		[ "$(snap-config loglevel "$2")" = "$1" ]
		[ "$(snap-config loglevel --operator "$1")" = "$3" ]
		[ "$(snap-config loglevel --operator "$3")" = "$1" ]
	done
	refused 2 "unknown level '8': Normal (2), Debug (4), Trace (6) or TraceAll (10)" snap-config loglevel 8
	refused 2 "unknown level '10': Normal (2), Debug (4), Trace (6) or TraceAll (8)" snap-config loglevel --operator 10
	refused 2 "--operator goes with loglevel" snap-config kai --operator
}

# ---- diff ----

# same A B: two documents that mean the same.
same() {
	printf '%s' "$1" >a
	printf '%s' "$2" >b
	run -0 snap-config diff a b
	[ -z "$output" ]
}
# differ LINES A B: what text says of two documents.
differ() {
	printf '%s' "$2" >a
	printf '%s' "$3" >b
	run -1 snap-config diff -f text a b
	[ "$output" = "$1" ] || { echo "$output"; false; }
}

@test "diff: notation, order of keys, null and durations make no difference" {
	same '{"a":1,"b":[{"x":"z"}]}' $'b:\n- x: z\na: 1.0\n'
	same '{"a":null}' '{}'
	same 'd: 137s' 'd: 2m17s'
	same '' 'null'
	same 'tiers: [{plugins: [{name: ray}]}]
actions: "allocate,  reclaim"' 'actions: "allocate,reclaim"
tiers: [{plugins: [{name: ray}]}]'
}

@test "diff: each difference with its path" {
	differ '~ .a.b: 1 -> "1"' '{"a":{"b":1}}' '{"a":{"b":"1"}}'
	differ '- .a: 1
+ .b: {"c":[2]}' '{"a":1}' '{"b":{"c":[2]}}'
	differ '~ .a[1]: 2 -> 3
- .a[2]: 4' '{"a":[1,2,4]}' '{"a":[1,3]}'
	differ '~ .l["a.b/c"]: "x" -> "y"' '{"l":{"a.b/c":"x"}}' '{"l":{"a.b/c":"y"}}'
	differ '~ : 1 -> []' 1 '[]'
	differ '~ .d: "1h" -> "1"' 'd: 1h' 'd: "1"'
}

@test "diff: elements with names are compared by name, and their order is a difference of its own" {
	differ '~ .p[b].w: 1 -> 2
- .p[c]: {"name":"c"}
+ .p[d]: {"name":"d"}' '{"p":[{"name":"a"},{"name":"b","w":1},{"name":"c"}]}' '{"p":[{"name":"a"},{"name":"d"},{"name":"b","w":2}]}'
	differ '~ .p (order): ["a","b"] -> ["b","a"]' '{"p":[{"name":"a"},{"name":"b"}]}' '{"p":[{"name":"b"},{"name":"a"}]}'
	differ '~ .p[1].w: 1 -> 2' '{"p":[{"name":"a"},{"name":"a","w":1}]}' '{"p":[{"name":"a"},{"name":"a","w":2}]}'
}

@test "diff: JSON has path, a and b" {
	printf '{"a":1,"c":{"d":[]}}' >a
	printf '{"a":2,"b":null,"e":0}' >b
	run -1 snap-config diff a b
	[ "$output" = '{"path":".a","a":1,"b":2}
{"path":".c","a":{"d":[]}}
{"path":".e","b":0}' ]
}

@test "diff: /configz means the same as what --write-config-to wrote" {
	run -0 snap-config diff "$CONFIG/configz-defaults.json" "$CONFIG/write-config-to-defaults.yaml"
	[ -z "$output" ]
	sed 's/"Weight":3/"Weight":4/' "$CONFIG/configz-defaults.json" >z
	run -1 snap-config diff -f text z "$CONFIG/write-config-to-defaults.yaml"
	[ "$output" = '~ .profiles[default-scheduler].plugins.multiPoint.enabled[TaintToleration].weight: 4 -> 3' ] ||
		[ "$output" = '~ .profiles[0].plugins.multiPoint.enabled[TaintToleration].weight: 4 -> 3' ]
}

@test "diff: a ConfigMap is what its config.yaml is" {
	jq -Rs '{apiVersion: "v1", kind: "ConfigMap", data: {"config.yaml": .}}' "$CONFIG/4.22-noscoring.config.yaml" >cm.json
	snap-config profile NoScoring | snap-config diff cm.json -
	echo '{"kind":"ConfigMap","data":{"x":"y"}}' >other.json
	refused 3 "other.json: not a configuration: a ConfigMap without data of the name config.yaml" snap-config diff other.json cm.json
}

# Recorded from kube-scheduler 1.35.4.
@test "diff: a log of kube-scheduler is the configuration that it has started with" {
	log=$CONFIG/using-component-config-low.log
	sed -n 's/^\t//p' "$log" >low.yaml
	same() { run -0 snap-config diff "$1" low.yaml && [ -z "$output" ]; }
	same "$log"
	# between other records, the last one, as kubectl logs --timestamps has it, packed, and in JSON
	{
		echo 'I1122 13:04:30.000000       1 serving.go:386] "Generated self-signed cert in-memory"'
		sed 's/burst: 100/burst: 7/' "$log"
		cat "$log"
		printf 'I1122 13:04:32.000000       1 dumper.go:52] "Dump of cached NodeInfo" nodes=<\n\tNode name: a\n >\n'
	} >whole.log
	same whole.log
	sed 's/^/2026-11-22T13:04:31.621471000Z /' whole.log >stamped.log
	same stamped.log
	gzip -c whole.log >whole.gz
	same whole.gz
	jq -Rsc '{ts: 1, msg: "Starting"}, {ts: 2, caller: "options/configfile.go:94", msg: "Using component config", v: 2, config: .}' low.yaml >json.log
	same json.log
	# what comes behind the first megabytes is not looked at
	{ cat whole.log && yes 'I1122 13:04:33.000000       1 x.go:1] "x"' | head -c 9000000; } >long.log
	same long.log
	{ cat json.log && yes '{"ts":3,"msg":"x"}' | head -n 500000; } >long.json
	same long.json
	sed 's/burst: 100/burst: 7/' "$log" >other.log
	run -1 snap-config diff -f text "$log" other.log
	[ "$output" = '~ .clientConnection.burst: 100 -> 7' ]
	snap-config merge other.log | jq -e .clientConnection.burst==7
}

@test "diff: a log whose record is cut off is refused, and a word of it elsewhere is none" {
	log=$CONFIG/using-component-config-low.log
	for n in 82 90 1000 3400; do
		head -c "$n" "$log" >cut.log
		refused 3 'cut.log: no whole configuration in this log: its last record "Using component config" is cut off' snap-config diff cut.log "$log"
	done
	printf '{"msg":"x"}\n{"msg":"Using component config","config":"a: 1' >cut.json
	refused 3 'no whole configuration in this log' snap-config diff cut.json "$log"
	printf '{"msg":"x"}\n{"msg":"Using component config","config":7}\n' >cut.json
	refused 3 "no whole configuration in this log" snap-config diff cut.json "$log"
	[ "$(snap-config merge - <<<'{"config":"b: 1","msg":"Using component config"}')" = '{"config":"b: 1","msg":"Using component config"}' ]
	refused 3 'invalid YAML' snap-config merge - <<<'a: ] "Using component config" config=<'
}

@test "diff: of KAI Scheduler's configuration the defaults are filled in" {
	snap-config kai | snap-config diff - <(echo 'actions: ""
tiers: []')
	run -1 snap-config diff -f text <(snap-config kai) "$TOP/tests/data/demo.json"
	[[ $output == *'~ .actions: "allocate, consolidation, reclaim, preempt, stalegangeviction" -> "allocate"'* ]]
	snap-zip -o demo.zip "$TOP/tests/data/demo.json"
	snap-config diff demo.zip "$TOP/tests/data/demo.json"
}

# ---- kai ----

@test "kai: without a file what is built in" {
	run -0 snap-config kai
	[ "$(jq -r .actions <<<"$output")" = "allocate, consolidation, reclaim, preempt, stalegangeviction" ]
	[ "$(jq -c '.tiers | length, (.[0].plugins | length, .[14])' <<<"$output" | tr '\n' ' ')" = '1 20 {"arguments":{"cpu":"binpack","gpu":"binpack"},"name":"nodeplacement"} ' ]
	[ "$(jq -c .scenarioSearchBudgets <<<"$output")" = '{"maxActionSearchDuration":{"default":"5m0s"},"maxGeneratorSearchDuration":{"MultiNodeGang":"2m0s","NodeLocalGreedy":"30s","default":"2m0s"},"maxJobSearchDuration":"4m0s","minJobSearchDuration":"0s"}' ]
}

@test "kai: what is empty is filled in, what is given stays" {
	run -0 snap-config kai - <<<'{Actions: reclaim, tiers: ~, queueDepthPerAction: {reclaim: 3}, scenarioSearchBudgets: {maxJobSearchDuration: 1s,
		maxGeneratorSearchDuration: {default: 7s, MultiNodeGang: 8s}}}'
	[ "$(jq -c '[.Actions, .actions, .queueDepthPerAction, (.tiers[0].plugins | length)]' <<<"$output")" = '["reclaim",null,{"reclaim":3},20]' ]
	[ "$(jq -c .scenarioSearchBudgets <<<"$output")" = '{"maxActionSearchDuration":{"default":"5m0s"},"maxGeneratorSearchDuration":{"MultiNodeGang":"8s","NodeLocalGreedy":"7s","default":"7s"},"maxJobSearchDuration":"1s","minJobSearchDuration":"0s"}' ]
}

@test "kai: of a snapshot, packed or not; without configuration the built-in one, with a warning" {
	snap-zip -o demo.zip "$TOP/tests/data/demo.json"
	[ "$(snap-config kai demo.zip)" = "$(snap-config kai "$TOP/tests/data/demo.json")" ]
	[ "$(snap-config kai demo.zip | jq -c .tiers)" = "$(jq -cS .config.tiers "$TOP/tests/data/demo.json")" ]
	jq .config=null "$TOP/tests/data/demo.json" >null.json
	run --separate-stderr snap-config kai null.json
	[ "$status" -eq 0 ] && [ "$output" = "$(snap-config kai)" ]
	[[ $stderr == *"null.json"*"no configuration in the snapshot"* ]]
}

@test "kai: what is no configuration of KAI Scheduler is refused" {
	refused 3 "not a configuration of KAI Scheduler: it is kube-scheduler's" snap-config kai "$CONFIG/4.22-noscoring.config.yaml"
	refused 3 "it is kube-scheduler's" snap-config kai "$CONFIG/configz-defaults.json"
	refused 3 "neither actions nor tiers" snap-config kai - <<<'x: 1'
	refused 3 "null instead of an object" snap-config kai /dev/null
	refused 3 "a list instead of an object" snap-config kai - <<<'- x'
}

# ---- any ----

@test "-o writes whole or not at all" {
	snap-config -o out.json profile NoScoring
	cmp out.json "$CONFIG/4.22-noscoring.config.yaml"
	echo before >kept
	refused 3 invalid snap-config -o kept merge - <<<'a: ['
	[ "$(cat kept)" = before ]
	refused 4 "" snap-config -o nowhere/. kai
}

@test "hostile documents end with an error, quickly" {
	printf 'a: &a [x, x]\n' >bomb
	for i in $(seq 1 40); do printf 'b%d: &b%d [*a, *a, *b%d, *b%d]\n' "$i" "$i" $((i - 1)) $((i - 1)); done | sed 's/\*b0/*a/g' >>bomb
	refused 5 "the document stands for more than 16 MiB at line" snap-config merge bomb
	head -c 200000 /dev/zero | tr '\0' '[' >deep
	refused 5 "" snap-config merge deep
	head -c 9000000 /dev/zero | tr '\0' 'x' >large
	refused 5 "more than 8 MiB of YAML" snap-config merge large
	printf 'a: b\0c' >nul
	refused 3 "control characters are not allowed at line 1, column 5" snap-config merge nul
	printf 'a: \xc3(' >utf8
	refused 3 "invalid trailing UTF-8 octet at line 1" snap-config merge utf8
	head -c 100 "$CONFIG/4.22-noscoring.config.yaml" >cut.yaml
	refused 3 "the input ends in the middle" snap-config merge cut.yaml
	head -c 700 "$CONFIG/write-config-to-defaults.yaml" | sed '$s/$/ "/' >cut.yaml
	refused 3 "line" snap-config merge cut.yaml
	head -c 100000 /dev/urandom >noise
	run snap-config merge noise
	[ "$status" -eq 3 ]
}

@test "a name from a file cannot steer the terminal" {
	printf '{"a\\u001b[31m":1}' >a
	printf '{"kind":"\\u001b[31m\\u202e"}' >b
	run -1 snap-config diff -f text a /dev/null
	[[ $output != *$'\e'* ]]
	run -3 snap-config merge /dev/null b
	[[ $output == *'\x1b'* && $output != *$'\e'* ]]
}
