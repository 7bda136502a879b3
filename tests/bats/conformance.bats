#!/usr/bin/env bats
# Recorded decisions: the scorer of tests/conformance (tests/run calls it for each family) sees what differs; the whole corpus
# is compared where it lies beside the repository.
load ../lib/env

corpus() {
	shared=$TOP/../shared
	command -v python3 >/dev/null || skip "no python3"
	[ -f "$shared/tools/conformance" ] || skip "no ../shared/tools/conformance"
	[ -d "$shared/conformance" ] || skip "no ../shared/conformance"
	export PYTHONDONTWRITEBYTECODE=1
}

# all_equal ARGUMENTS: nothing differs, and there was something to compare. What the real scheduler decides by chance may be `unseen`.
all_equal() {
	corpus
	run python3 "$shared/tools/conformance" --replay "$B/snap-replay" --allow-unsupported --show 1000 --limit 600 "$@"
	printf '%s\n' "$output" >&2
	[ "$status" -le 1 ]
	grep -qE '^all +[1-9][0-9]+ +[1-9]' <<<"$output"
	wrong=$(grep -E '^  [^ ]*: (differs|failed|timeout):' <<<"$output") || true
	[ -z "$wrong" ]
}

# kai-* and scale are left to the next test, which sees the same differences: this one counts GPU groups where later actions add to them.
@test "allocate alone decides as recorded" {
	all_equal --actions allocate \
		--family 'alloc-basic,alloc-gang,subgroups,fairness,placement,podaffinity,fraction,mig,releasing,storage,config'
}

@test "whole cycles decide as recorded, in every family" {
	all_equal --family 'reclaim,preempt,consolidation,minruntime,stale,mixed,config,releasing,fraction,mig,storage,podaffinity,placement,subgroups,topology,fairness,alloc-basic,alloc-gang,kai-*,scale,live,cross'
}

# tampered PROGRAM [ARGUMENT...]: the scorer's words for a recording changed by jq
tampered() {
	local from=$TOP/tests/conformance/reclaim/012
	mkdir -p "$BATS_TEST_TMPDIR/family"
	cp "$from.json" "$BATS_TEST_TMPDIR/family/case.json"
	jq -c "$@" "$from.decisions.json" >"$BATS_TEST_TMPDIR/family/case.decisions.json"
	run "$B/tests/score" "$B/snap-replay" "$BATS_TEST_TMPDIR/family"
}

@test "the scorer sees each kind of difference" {
	tampered .
	[ "$status" -eq 0 ]
	[[ $output == "ok 1 - family/case"* ]]
	tampered '(.actions[] | select(.action == "allocate").binds) |= with_entries(.value[0] += "x")'
	[[ $status -eq 1 && $output == *"allocate: bind "*" on "*"x: real 1x, here 0x"* ]]
	tampered '(.actions[] | select(.action == "reclaim").pipelines) |= with_entries(.value[0][1] += ["g"])'
	[[ $status -eq 1 && $output == *"reclaim: pipeline "*" GPU g: real 1x, here 0x"* ]]
	tampered '(.actions[] | select(.action == "reclaim").evictions) |= with_entries(.value += 1)'
	[[ $status -eq 1 && $output == *"reclaim: evict "*": real 2x, here 1x"* ]]
	tampered '.final |= with_entries(.value[0] = "Lost")'
	[[ $status -eq 1 && $output == *"in the end: real Lost "* ]]
	tampered '.stable = false | .outcomes = {} | .final |= with_entries(.value[0] = "Lost")'
	[[ $status -eq 1 && $output == *"in the end: real Lost "* ]]
	tampered '.queues |= with_entries(.value.fairShare.cpu += 1)'
	[[ $status -eq 1 && $output == *"fair share of "*", cpu: real "* ]]
	tampered '.podGroups |= with_entries(.value[0].message += "x")'
	[[ $status -eq 1 && $output == *" lacks the reason "* && $output == *" has a reason of its own, "* ]]
	tampered '.podGroups |= with_entries(.value[0].reason += "x")'
	[[ $status -eq 1 && $output == *" lacks the reason "* ]]
}

@test "where runs differ one of the recorded ends is enough, and a message that differed is not compared" {
	tampered '.stable = false | .outcomes = (.final | with_entries(.value = [["Lost", "n"], .value])) | .actions = []'
	[[ $status -eq 0 && $output == "ok 1 - family/case"* ]]
	tampered '.podGroups |= with_entries(.value |= map(.message = null))'
	[[ $status -eq 0 && $output == "ok 1 - family/case"* ]]
}

@test "the scorer reports a program that fails, one that says nothing, and what is no recording" {
	tampered '.now = "yesterday"'
	[[ $status -eq 1 && $output == *"exit status 2"*"--now"* ]]
	tampered '{}'
	[[ $status -eq 1 && $output == *"not a recording"* ]]
	run "$B/tests/score" true "$BATS_TEST_TMPDIR/family"
	[ "$status" -eq 1 ]
	tampered .
	run "$B/tests/score" true "$BATS_TEST_TMPDIR/family"
	[[ $status -eq 1 && $output == *"no fair share is told"* ]]
	run "$B/tests/score" "$B/snap-replay" "$BATS_TEST_TMPDIR/none"
	[[ $status -eq 1 && $output == *"No such file"* ]]
}
