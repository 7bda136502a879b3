#!/usr/bin/env bats
# What makes the replay of a snapshot doubtful: snap-inspect --check and snap-replay find the same and say it in the same words.
load ../lib/env

setup() {
	cd "$BATS_TEST_TMPDIR"
	case=$TOP/tests/conformance/reclaim/000.json
	now=$(jq -r .now "${case%.json}.decisions.json")
}

replay() { snap-replay --no-timings --now "$now" "$@"; }

# doubt CHANGE WORDS WHERE [STATUS]: after the change (a jq program) --check has one error with the words, and snap-replay a warning with
# them, as an event and on stderr.
doubt() {
	local words=$2 where=$3 what
	jq -c "$1" "$case" >changed
	snap-inspect --check changed >check && false
	[ "$(jq -r 'select(.severity == "error").text' check | grep -cF -- "$words")" = 1 ] || fail "$1: --check: $(cat check)"
	run "-${4:-0}" --separate-stderr replay changed
	what=$(jq -r 'select(.event == "warning") | [.what, .where] | join(": ")' <<<"$output" | grep -F -- "$words")
	[[ $what == *": $where" ]] || fail "$1: snap-replay: $output"
	[[ $'\n'$stderr$'\n' == *$'\n'"snap-replay: warning: $what"$'\n'* ]] || fail "$1: stderr: $stderr"
}

fail() {
	echo "$1"
	return 1
}

# The case, but a kind without objects is null, as schedulers write it.
nulls='.rawObjects |= map_values(if . == [] then null else . end)'
shares='.rawObjects.queues[1].spec.resources'

@test "a sound snapshot: no warning" {
	snap-inspect --check "$case"
	run -0 --separate-stderr replay "$case"
	[ -z "$stderr" ] && [ "$(jq -r 'select(.event == "warning")' <<<"$output")" = "" ]
}

@test "shares of a queue that are negative and not -1" {
	for share in gpu.quota gpu.limit cpu.quota cpu.overQuotaWeight memory.overQuotaWeight; do
		doubt "$shares.$share = -2" "negative and not -1: the scheduler computes with it as it stands" team-jasper-84
		[[ $stderr == *"a queue's spec.resources.$share is"* ]]
	done
	doubt "$shares.memory.quota = -2" "negative: the scheduler takes it for -1, unlimited" team-jasper-84
	jq -c "$shares.memory.quota = -1" "$case" >unlimited
	diff <(replay changed 2>/dev/null | jq -c 'select(.event != "warning")') <(replay unlimited) # and so does the replay
}

@test "amounts that are negative" {
	doubt '.rawObjects.pods[0].spec.containers[0].resources.requests.cpu = "-1"' "negative: the scheduler computes with it" default/nb-ember-96-0
	doubt '.rawObjects.pods[0].spec.initContainers = [{name: "i", resources: {requests: {cpu: "-1"}}}]' "negative: the scheduler computes with it" default/nb-ember-96-0
	doubt '.rawObjects.pods[0].spec.overhead = {cpu: "-1"}' "negative: the scheduler computes with it" default/nb-ember-96-0
	doubt '.rawObjects.nodes[0].status.allocatable.memory = "-5"' "negative: the scheduler computes with it" node-quartz-56
}

@test "amounts that 64 bits do not hold" {
	words="beyond 64 bits: the scheduler computes with what is left of it"
	doubt '.rawObjects.pods[0].spec.containers[0].resources.requests.cpu = "9223372036854776"' "$words" default/nb-ember-96-0
	doubt '.rawObjects.pods[0].spec.overhead = {memory: "9223372036854775808"}' "$words" default/nb-ember-96-0
	doubt '.rawObjects.nodes[0].status.allocatable.memory = "10E"' "$words" node-quartz-56
	jq -c '.rawObjects.nodes[0].status.allocatable += {memory: "8E", cpu: "9223372036854775"}' "$case" >fits
	snap-inspect --check fits
	[ -z "$(replay fits 2>&1 >/dev/null)" ]
}

@test "objects that are there twice, or have no name" {
	doubt '.rawObjects.pods += [.rawObjects.pods[0]]' "several pods of one namespace and name: the first one counts" default/nb-ember-96-0
	doubt '.rawObjects.nodes += [.rawObjects.nodes[0]]' "several nodes of one namespace and name: the first one counts" node-quartz-56
	doubt '.rawObjects.pods[1].metadata.uid = .rawObjects.pods[0].metadata.uid' "several pods of one uid: the scheduler takes them for one" team-indigo/pg-birch-92ed3-19d41
	doubt '.rawObjects.topologies += [{}]' "one of the topologies has no name" rawObjects.topologies
}

@test "queues whose parent is missing, and queues that form a cycle" {
	doubt '.rawObjects.queues[0].spec.parentQueue = "gone"' "the scheduler drops this queue and all below it" q-harbor
	# Nobody uses the queues of the cycle: the scheduler runs as if they were not there.
	doubt '.rawObjects.queues += [["x", "y"], ["y", "x"] | {metadata: {name: .[0], uid: .[0]}, spec: {parentQueue: .[1]}}]' \
		"the queues above it form a cycle: the scheduler hangs as soon as one of them has a pod" x
	diff <(jq -c 'select(.event != "warning")' <<<"$output") <(replay "$case")
	# With a pod there it hangs before its first action.
	doubt '.rawObjects.queues[3].spec.parentQueue = "q-harbor"' "the queues above it form a cycle: the scheduler hangs" q-harbor 1
	[ "$(jq -c 'select(.event == "summary") | [.binds, .pipelines, .evictions]' <<<"$output")" = "[0,0,0]" ]
	[[ $stderr == *"warning: the scheduler hangs before its first action: the queues above this pod group's form a cycle: team-indigo/job-1f246"* ]]
	[ "$(jq -r 'select(.event == "pending") | .reasons[].reason' <<<"$output")" = Unschedulable ] # its queue does exist
	jq -c '.config.tiers[].plugins |= map(select(.name != "proportion"))' changed >without
	replay without >out 2>err # which alone charges queues
	run ! grep "hangs before" err
}

@test "lists that the scheduler could not read, kinds that are none" {
	doubt "$nulls | .rawObjects.topologies = []" "could not read this list, or the file was edited" rawObjects.topologies
	doubt ".rawObjects.widgets = []" "not one of the 17 kinds of a snapshot" rawObjects.widgets
	jq -c "$nulls" "$case" >null
	run -0 --separate-stderr replay null
	[ -z "$stderr" ]
	jq -c '.rawObjects.podDisruptionBudgets = [{}]' "$case" >old
	run -0 --separate-stderr replay old
	[ -z "$stderr" ]
}
