#!/usr/bin/env bats
# Versions of the scheduler: what their snapshot-tools decided, and the switch that decides (common/follows.h).
load ../lib/env
load ../lib/zip

setup() {
	cd "$BATS_TEST_TMPDIR"
	cases=$TOP/tests/conformance
}

# replay CASE ARGUMENT...: its decisions, one a line, sorted; victims without their node.
replay() {
	local case=$cases/$1
	shift
	snap-replay -q --like-snapshot-tool --no-timings --format json --show decisions --now "$(jq -r .now "$case.decisions.json")" "$@" "$case.json" |
		jq -c 'select(.pod) | [.action, .event, .pod, if .event == "evict" then "" else .node end]' | LC_ALL=C sort
}

@test "what other versions decided, where it is not what v0.17.0 does" {
	for file in "$TOP"/tests/data/versions/*.ndjson; do
		version=$(basename "$file" .ndjson)
		while read -r line; do
			case=$(jq -r .case <<<"$line")
			diff <(jq -c '.decisions[]' <<<"$line" | LC_ALL=C sort) <(replay "$case" --follows "$version") || { echo "$case, $version"; false; }
		done <"$file"
		[ "$(wc -l <"$file")" -gt 5 ]
	done
}

# SWITCH FAMILY/CASE [VERSION]: it decides there. Where the case is not among the recorded ones above, that is all that is known.
deciding="generators config/013
stuck_in_releasing releasing/004
subgroup_tree subgroups/004
memory_in_quota fraction/013 v0.14.7
numa_plugin numa/009
claims_in_skips dra/007 v0.14.7
no_empty_scenario alloc-gang/022 v0.14.7
picks_by_node consolidation/001 v0.14.7
picks_double fairness/009 v0.14.7
victim_invariant reclaim/021 v0.14.7
sidecar_requests alloc-basic/900 v0.14.7
topology_alias topology/001
preemption_delay preempt/900
stale_override stale/006
dra_extended dra/006
numa_devices numa/009
numa_scores numa/004
numa_whole_cpus numa/900
memory_bounds fraction/004
victim_filter consolidation/021
max_grows alloc-basic/009
shared_dra_once dra/900"

@test "each switch decides a case" {
	while read -r switch case version; do
		replay "$case" --follows "${version:-v0.17.0}" --switch "$switch=on" >on
		replay "$case" --follows "${version:-v0.17.0}" --switch "$switch=off" >off
		if cmp -s on off; then echo "$switch decides nothing in $case"; false; fi
	done <<<"$deciding"
	# The others do so elsewhere: all are named somewhere.
	for switch in $(sed -n 's/^	X(\([a-z_]*\), .*/\1/p' "$TOP/common/follows.h"); do
		grep -qw "$switch" <<<"$deciding" || grep -qw "$switch" "$TOP/tests/bats/versions.bats" "$TOP/tests/unit/snap-replay/test_follows.c" || { echo "$switch"; false; }
	done
}

@test "short cuts do not show in other versions" {
	for version in v0.14.2 v0.14.4 v0.14.7 v0.16.1 v0.16.8; do
		for case in reclaim/019 dra/006 fraction/004 consolidation/021 subgroups/004; do
			cmp <(snap-replay -q --no-timings --show all --follows $version "$cases/$case.json") \
				<(snap-replay -q --no-timings --show all --exhaustive --follows $version "$cases/$case.json")
		done
	done
}

# root_messages
@test "the panic of reclaim between a queue below another one and one at the root" {
	run -1 --separate-stderr snap-replay --follows v0.16.4 --show summary "$cases/fairness/009.json"
	[[ ${stderr_lines[*]} == *"warning: the scheduler panics: it reclaims between a queue below another one and a queue at the root"* ]]
	run -0 --separate-stderr snap-replay --follows v0.16.5 --show summary "$cases/fairness/009.json"
	[[ ${stderr_lines[*]} != *panics* ]]
}

# captured VERSION: a capture of that version.
captured() {
	zip_captured "$cases/topology/001.json" "{\"version\":\"$1\"}" captured.zip
}

@test "--follows auto: the version that captured it" {
	for v in v0.17.1 v0.16.3 0.16.3; do
		captured $v
		run --separate-stderr snap-replay --follows auto --show start captured.zip
		[ "$(jq -r .follows <<<"$output")" = "kai-scheduler v${v#v}" ]
		[ "${stderr_lines[0]}" = "snap-replay: follows v${v#v}, which capture.json names" ]
		[[ $stderr != *warning* ]]
	done
	captured v0.15.1
	run -2 --separate-stderr snap-replay --follows auto captured.zip
	[[ ${stderr_lines[*]} == *"--follows: 'v0.15.1' (of capture.json) is not a version that the native engine follows: v0."* ]]
	[[ ${stderr_lines[*]} == *"try: --ref v0.15.1 asks that version's own snapshot-tool"* ]]
}

@test "the default warns where another version captured it, and says what decides as that one" {
	captured v0.17.1
	run --separate-stderr snap-replay --show start captured.zip
	[ "${stderr_lines[0]}" = "snap-replay: warning: captured from scheduler v0.17.1, which may decide otherwise than v0.17.0: capture.json" ]
	[ "${stderr_lines[1]}" = "snap-replay: try: --follows auto decides as that version" ]
	captured v0.12.3
	run --separate-stderr snap-replay --show start captured.zip
	[[ ${stderr_lines[1]} == *"--ref with the tag of that version"* ]]
	for v in v0.17.0 v0.17.1; do # asked for
		run --separate-stderr snap-replay --follows $v --show start captured.zip
		[ -z "$stderr" ]
	done
}

# infers VERSION WHY FILTER: what --follows auto makes of a changed snapshot.
infers() {
	jq -c "$3" "$cases/alloc-gang/001.json" >in
	run --separate-stderr snap-replay --follows auto --show start in
	[ "${stderr_lines[0]}" = "snap-replay: no capture.json names a version; $2: follows $1" ]
	if [ "$status" -eq 0 ]; then [ "$(jq -r 'select(.event == "start").follows' <<<"$output")" = "kai-scheduler $1" ]; fi
}

@test "--follows auto without capture.json: what the content tells" {
	bare='del(.rawObjects.nodeResourceTopologies, .rawObjects.persistentVolumes) | .schedulerParams = {partitionParams: {}} | del(.config.scenarioSearchBudgets) |
		.config.tiers[].plugins |= map(select(.name | startswith("sg-") | not))'
	infers v0.17.0 "nothing in it tells the version" "$bare"
	infers v0.17.0 "a pod group has preemptionDelay" "$bare | .rawObjects.podGroups[0].spec.preemptionDelay = \"1m\""
	infers v0.17.0 "a pod group has stalenessGracePeriod" "$bare | .rawObjects.podGroups[0].spec.stalenessGracePeriod = \"1m\""
	infers v0.17.0 "the configuration names a scenario generator" "$bare | .config.tiers[0].plugins += [{name: \"sg-multinodegang\"}]"
	infers v0.17.0 "there is a list of nodeResourceTopologies" "$bare | .rawObjects.nodeResourceTopologies = null"
	pod='{metadata: {name: "done", namespace: "d", uid: "done"}, spec: {containers: [{name: "c"}]}, status: {phase: "Succeeded"}}'
	infers v0.16.1 "a finished pod is among the pods" "$bare | .rawObjects.nodeResourceTopologies = null | .rawObjects.pods += [$pod]"
	infers v0.17.1 "a finished pod has no containers" "$bare | .rawObjects.nodeResourceTopologies = null | .rawObjects.pods += [$pod | del(.spec)]"
	infers v0.15.3 "schedulerParams has stuckInReleasingThreshold, the configuration no scenario generator" "$bare | .schedulerParams.stuckInReleasingThreshold = 1"
	[ "$status" -eq 2 ]
	[[ ${stderr_lines[*]} == *"--follows: 'v0.15.3' (inferred from the content) is not a version"* ]]
	infers v0.14.7 "the configuration names no scenario generator" "$bare | .schedulerParams.numOfStatusRecordingWorkers = 5 | .rawObjects.persistentVolumes = null"
	infers v0.13.4 "the configuration names no scenario generator" "$bare | .schedulerParams.numOfStatusRecordingWorkers = 5"
	[ "$status" -eq 2 ]
}

@test "--switch: one behaviour otherwise, told; what it refuses" {
	case=$cases/topology/001.json
	[ "$(snap-replay -q --switch topology_alias=off --show start "$case" | jq -r .follows)" = "kai-scheduler v0.17.0 with topology_alias=off" ]
	[[ $(snap-replay -q --switch topology_alias=off -f text "$case") == *"follows kai-scheduler v0.17.0 with topology_alias=off, at "* ]]
	# As the version has it: not told. The last one of a name counts.
	[ "$(snap-replay -q --switch topology_alias=off --switch topology_alias=on --show start "$case" | jq -r .follows)" = "kai-scheduler v0.17.0" ]
	cmp <(replay topology/001 --switch topology_alias=off) <(replay topology/001 --follows v0.16.8)
	for wrong in topology_alias topology_alias= topology_alias=1 on; do
		run -2 snap-replay --switch "$wrong" "$case"
		[[ ${lines[0]} == "snap-replay: --switch: '$wrong' is not NAME=on or NAME=off" ]]
	done
	run -2 snap-replay --switch alias=on "$case"
	[[ ${lines[0]} == "snap-replay: --switch: unknown switch 'alias': generators, "* ]]
	run -2 snap-replay --switch topology_alias=on --tool x "$case"
	[[ ${lines[0]} == "snap-replay: --follows and --switch go with the native engine only: "* ]]
}

@test "snap-compare-refs: native@VERSION decides as that version" {
	compare() { snap-compare-refs -q -f tsv --output-dir out --refs "$@"; }
	run -1 compare native@v0.16.8,native@v0.17.0,native "$cases/topology/001.json"
	differs=$(awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "differs") at = i; next } { printf "%s %s ", $1, $at }' <<<"$output")
	[ "$differs" = "native@v0.16.8 no native@v0.17.0 yes native yes " ]
	run -0 compare native,native@v0.17.0 "$cases/topology/001.json"
	run -0 compare native,native@auto "$cases/topology/001.json"
	run -2 --separate-stderr compare native,native@v0.15.0 "$cases/topology/001.json"
	[ -z "$output" ] && [ ! -e out/native@v0.15.0.log ]
	[ "${stderr_lines[0]}" = "snap-compare-refs: --refs: 'v0.15.0' is not a version that the native engine follows: v0.14.1 to v0.14.7, v0.16.0 to v0.16.8 or v0.17.0 to v0.17.1" ]
	[ "${stderr_lines[1]}" = "snap-compare-refs: try: --refs v0.15.0 asks that version's own snapshot-tool" ]
	run -2 compare native@ "$cases/topology/001.json"
	[[ $output == *"--refs: native@ needs a version"* ]]
}
