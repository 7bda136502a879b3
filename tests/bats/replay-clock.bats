#!/usr/bin/env bats
# Where snap-replay's clock comes from, what hangs on it, and the version that a capture names.
load ../lib/env
load ../lib/zip

setup() {
	cases=$TOP/tests/conformance
	cd "$BATS_TEST_TMPDIR" || exit
}
# which KIND [FILE]: the events of a kind
which() { jq -c "select(.event == \"$1\")" "${2:-out}"; }
# captured CASE INFO: the case's snapshot with a capture.json, in captured.zip
captured() { zip_captured "$cases/$1.json" "$2" captured.zip; }
now_of() { jq -r .now "$cases/$1.decisions.json"; }

@test "the clock is --now, else that of the capture, else the newest time, and start says which" {
	captured minruntime/006 '{"capturedAt":"2026-11-21T06:50:43Z"}'
	snap-replay --show start captured.zip >out 2>err
	[ "$(jq -c '[.now, .nowFrom]' out)" = '["2026-11-21T06:50:43Z","capture"]' ]
	[ ! -s err ]
	snap-replay --show start <captured.zip | diff out -
	snap-replay --show start -f text captured.zip >text
	grep -q ', at 2026-11-21T06:50:43Z (capture): ' text
	snap-replay --show start --now 2026-11-21T06:50:44Z captured.zip >out
	[ "$(jq -c '[.now, .nowFrom]' out)" = '["2026-11-21T06:50:44Z","option"]' ]
	captured minruntime/006 '{"pod":"a"}' # which does not know when
	for f in captured.zip "$cases/minruntime/006.json"; do
		snap-replay --show start "$f" >out
		[ "$(which start | jq -r .nowFrom)" = newest ]
	done
}

@test "with the time of the capture it is as in the cluster; with the newest time it is not, and a warning says so" {
	while read -r case words; do
		local now
		now=$(now_of "$case")
		snap-replay --show summary --no-timings --now "$now" "$cases/$case.json" >cluster 2>err
		[ ! -s err ] # no doubt
		captured "$case" "{\"capturedAt\":\"${now%.*}Z\"}"
		snap-replay --show summary --no-timings captured.zip 2>err | diff cluster -
		[ ! -s err ]
		snap-replay --show summary --no-timings "$cases/$case.json" >out 2>err
		run ! diff -q cluster <(which summary)
		[[ "$(which warning | jq -r .what)" == "the clock is the newest time "*", and decisions hang on it: $words" ]]
		[[ "$(which warning | jq -r .advice)" == *"--now"* ]]
		[ -n "$(which warning | jq -r .where)" ]
		grep -q "^snap-replay: warning: the clock is the newest time .*: $words: " err
		grep -q "^snap-replay: try: .*--now" err
	done <<-'END'
		minruntime/006 4 pod groups within the minimum runtime of a queue
		stale/000 2 stale gangs within a grace period, 2 pods being deleted, perhaps stuck by then
		releasing/010 1 pod being deleted, perhaps stuck by then
	END
}

@test "a preemption delay hangs on the clock; what is over, or began in this cycle, does not" {
	local case=$cases/preempt/001.json
	snap-replay --show start "$case" >out 2>/dev/null
	[[ "$(which warning | jq -r .what)" == *": 2 pod groups within a preemption delay" ]]
	jq -c '.rawObjects.podGroups[].spec.preemptionDelay = null' "$case" | snap-replay --show start - >out
	[[ "$(which warning | jq -r .what)" != *"preemption delay"* ]]
	# This cycle's own start is as late as the clock, whatever that is: nothing to doubt.
	snap-replay --show start "$cases/minruntime/013.json" >out
	[ -z "$(which warning)" ]
	# Stale, but since when is not noted: since now.
	jq -c 'del(.rawObjects.podGroups[].metadata.annotations["kai.scheduler/stale-podgroup-timestamp"])' "$cases/stale/013.json" >fresh
	snap-replay --show start fresh >out
	[ -z "$(which warning)" ]
	# Long over.
	jq -c '.rawObjects.pods |= map(if .metadata.deletionTimestamp then .metadata.deletionTimestamp = "2026-01-01T00:00:00Z" else . end)' \
		"$cases/releasing/010.json" >over
	snap-replay --show start over >out
	[[ "$(which warning | jq -r .what)" != *"being deleted"* ]]
}

@test "start tells the captured scheduler's version; another than v0.17.0 is a warning" {
	for v in v0.17.0 0.17.0; do
		captured config/024 "{\"capturedAt\":\"2026-11-21T06:50:43Z\",\"version\":\"$v\"}"
		snap-replay --show start captured.zip >out 2>err
		[ "$(jq -r .capturedFrom out)" = $v ]
		[ ! -s err ]
	done
	for v in v0.17.1 0.17.3 v0.16.8 v0.12.4 v0.170.0 v1.0.0 main; do
		captured config/024 "{\"capturedAt\":\"2026-11-21T06:50:43Z\",\"version\":\"$v\"}"
		snap-replay --show start captured.zip >out 2>err
		[ "$(which start | jq -r .capturedFrom)" = $v ]
		[ "$(which warning | jq -r .what)" = "captured from scheduler $v, which may decide otherwise than v0.17.0" ]
		grep -q "^snap-replay: warning: captured from scheduler $v, " err
	done
	captured config/024 '{"version":"\u001b[2Jv\u009b\u202e"}'
	snap-replay --show start -f text captured.zip >out 2>err
	cat out err >both
	grep -qF '\x1b[2Jv\x9b\u202e' out
	run ! grep -qP '[\x00-\x08\x0b-\x1f\x7f]' both
	captured config/024 '{"pod":"a"}'
	snap-replay --show start captured.zip >out
	[ "$(which start | jq 'has("capturedFrom")')" = false ]
}

@test "a capture.json that cannot be read: a warning, and the newest time" {
	captured minruntime/006 '{"capturedAt":"yesterday"}'
	snap-replay --show start captured.zip >out
	[ "$(which start | jq -r .nowFrom)" = newest ]
	[[ "$(which warning | jq -r .what)" == *"capture.json cannot be read"* ]]
}

@test "what a scheduler left out of its own capture is 0 or false, without a warning" {
	local case=$cases/stale/006 now
	now=$(now_of stale/006)
	jq -c 'del(.schedulerParams.fullHierarchyFairness)' "$case.json" >without
	zip_captured without "{\"capturedAt\":\"$now\"}" captured.zip
	snap-replay --no-timings --show decisions,pods,summary captured.zip >out 2>err
	[ ! -s err ]
	jq -c '.schedulerParams.fullHierarchyFairness = false' "$case.json" |
		snap-replay --no-timings --show decisions,pods,summary --now "$now" - | diff - out
}
