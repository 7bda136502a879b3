#!/usr/bin/env bats
# snap-replay --tool: the clock of a tool, which knows the wall clock only. The times of its snapshot are moved, those in its log moved back.
load ../lib/env
load ../lib/zip

setup() {
	T=$BATS_TEST_TMPDIR
	export TMPDIR=$T/tmp HOME=$T
	mkdir "$TMPDIR"
	cd "$T"
	# keeps the JSON it was given, then does what is in behave
	cat >tool <<-'END'
		#!/bin/sh
		snap-unzip -o given "$2"
		printf '{"total_duration_ms": 1, "action_durations_ms": {"allocate": 1}}'
		[ ! -e behave ] || . ./behave
	END
	chmod +x tool
	cat >snapshot.json <<-'END'
		{"config": {"actions": "allocate"}, "schedulerParams": {}, "rawObjects": {
		"pods": [{"metadata": {"name": "p", "namespace": "n", "creationTimestamp": "2026-01-01T00:00:00Z", "deletionTimestamp": "2026-01-01T00:10:00Z",
		"annotations": {"kai.scheduler/last-start-timestamp": "2026-01-01T00:00:00Z"}},
		"spec": {"containers": [{"name": "c", "env": [{"name": "startTime", "value": "2026-01-01T00:00:00Z"}]}]},
		"status": {"startTime": "2026-01-01T00:01:00Z", "conditions": [{"type": "Ready", "lastTransitionTime": "2026-01-01T00:02:00Z"}]}}],
		"podGroups": [{"metadata": {"name": "g", "namespace": "n", "creationTimestamp": "2026-01-01T00:00:00+01:00", "annotations":
		{"kai.scheduler/last-start-timestamp": "2026-01-01T00:03:00Z", "kai.scheduler/stale-podgroup-timestamp": "2026-01-01T00:04:00.5Z"}}}],
		"queues": [{"metadata": {"name": "q", "creationTimestamp": null}}], "nodes": []}}
	END
}
# The age in seconds, as the tool saw it, of the time that jq finds in what it was given; the tool's start is the present.
age() { jq -r "$1 | sub(\"[.][0-9]+\"; \"\")" given | { read -r t && echo $(($(date +%s) - $(date -d "$t" +%s))); }; }
is_about() { [ "$1" -ge "$2" ] && [ "$1" -le $(($2 + 300)) ]; }
refused() { [ "$status" -eq "$1" ] && [ ! -e given ] && [ -z "$(ls -A "$TMPDIR")" ]; }

@test "--now: a tool finds each age as it was then; what is no time to the scheduler stays" {
	snap-replay --tool ./tool --now 2026-01-01T01:00:00Z snapshot.json >out
	is_about "$(age .rawObjects.pods[0].metadata.creationTimestamp)" 3600
	is_about "$(age .rawObjects.pods[0].metadata.deletionTimestamp)" 3000
	is_about "$(age .rawObjects.pods[0].status.startTime)" 3540
	is_about "$(age .rawObjects.pods[0].status.conditions[0].lastTransitionTime)" 3480
	is_about "$(age .rawObjects.podGroups[0].metadata.creationTimestamp)" 7200
	is_about "$(age '.rawObjects.podGroups[0].metadata.annotations["kai.scheduler/last-start-timestamp"]')" 3420
	is_about "$(age '.rawObjects.podGroups[0].metadata.annotations["kai.scheduler/stale-podgroup-timestamp"]')" 3359
	times='.rawObjects |= (del(.pods[0].metadata["creationTimestamp", "deletionTimestamp"], .pods[0].status) | del(.podGroups))'
	diff <(jq -S "$times" given) <(jq -S "$times" snapshot.json)
	[ "$(jq '.rawObjects.podGroups[0].metadata | del(.creationTimestamp, .annotations)' -c given)" = '{"name":"g","namespace":"n"}' ]
	[ -z "$(ls -A "$TMPDIR")" ]
	snap-replay --tool ./tool --now "$(date -u -d '1 hour' +%FT%TZ)" snapshot.json >out
	is_about "$(($(age .rawObjects.pods[0].metadata.creationTimestamp) - $(date +%s) + $(date -d 2026-01-01T00:00:00Z +%s)))" 3300
}

@test "without --now the newest time of the snapshot is the clock, as for the native engine" {
	[ "$(snap-replay -q --show start snapshot.json | jq -r 'select(.event == "start").now')" = 2026-01-01T00:02:00Z ]
	snap-replay --tool ./tool snapshot.json >out
	[ "$(jq -r 'select(.event == "start").now' out)" = 2026-01-01T00:02:00Z ]
	is_about "$(age .rawObjects.pods[0].metadata.creationTimestamp)" 120
	is_about $(($(age .rawObjects.pods[0].metadata.deletionTimestamp) + 1000)) 520
	for make in "zip -q - snapshot.json" "gzip -c snapshot.json" "cat snapshot.json"; do
		rm given
		$make | snap-replay --tool ./tool >out
		is_about "$(age .rawObjects.pods[0].metadata.creationTimestamp)" 120
	done
}

@test "the time of the capture is the clock where the ZIP has it" {
	start() { jq -c 'select(.event == "start") | [.now, .nowFrom, .capturedFrom]' out; }
	zip_captured snapshot.json '{"capturedAt":"2026-01-01T00:30:00Z","version":"v0.16.5"}' captured.zip
	snap-replay --tool ./tool captured.zip >out
	[ "$(start)" = '["2026-01-01T00:30:00Z","capture","v0.16.5"]' ]
	is_about "$(age .rawObjects.pods[0].metadata.creationTimestamp)" 1800
	snap-replay --tool ./tool --now 2026-01-01T01:00:00Z captured.zip >out
	[ "$(start)" = '["2026-01-01T01:00:00Z","option","v0.16.5"]' ]
	is_about "$(age .rawObjects.pods[0].metadata.creationTimestamp)" 3600
	zip_captured snapshot.json '{"capturedAt":"then"}' captured.zip
	snap-replay --tool ./tool captured.zip >out
	[ "$(start)" = '["2026-01-01T00:02:00Z","newest",null]' ]
	[[ $(jq -r 'select(.event == "warning").where' out) == capture.json ]]
}

@test "times in the log are moved back in the events, and stay in the log" {
	cat >behave <<-'END'
		start=$(jq -r '.rawObjects.podGroups[0].metadata.annotations["kai.scheduler/last-start-timestamp"]' given)
		stale=$(jq -r '.rawObjects.podGroups[0].metadata.annotations["kai.scheduler/stale-podgroup-timestamp"]' given)
		now=$(date -u +%FT%T.%3NZ)
		say() { printf '%s\t%s\tx/y.go:1\t[snapshot-runner] %s\n' "$now" "$1" "$2" >&2; }
		say INFO 'Taking cluster snapshot ...'
		say WARN "last start $start, stale since $stale"
		say INFO '[reclaim] Evicting task: n/p'
		say INFO "[reclaim] Evicting pod n/p, reason: Preempted, message: started $(date -u -d "$start" +%FT%TZ),"
		printf 'stale since %s.\n' "$stale" >&2
		say INFO 'Full job fit error: '
		printf 'PreemptionDelayNotElapsed.\nnot before %s.\n' "$(date -u -d "$start" +%FT%TZ)" >&2
		say INFO 'Updating pod group scheduling condition for n/g to (x'
	END
	snap-replay --tool ./tool -v 6 --log-file kept --now 2026-01-01T01:00:00Z snapshot.json >out
	now=$(jq -r 'select(.event == "start") | .now | sub("[.][0-9]+"; "")' out)
	is_about $(($(date -d "$now" +%s) - $(date -d 2026-01-01T01:00:00Z +%s))) 0
	[ "$(jq -r 'select(.event == "warning").what' out)" = "last start 2026-01-01T00:03:00Z, stale since 2026-01-01T00:04:00.500000Z" ]
	[ "$(jq -r 'select(.event == "evict").message' out)" = $'started 2026-01-01T00:03:00Z,\nstale since 2026-01-01T00:04:00.500000Z.' ]
	[ "$(jq -r 'select(.event == "pending").reasons[0].message' out)" = "not before 2026-01-01T00:03:00Z" ]
	run grep -c 2026-01-01T00: kept
	[ "$output" = 0 ]
}

@test "a snapshot that tells no time at all is left as it is; with --now the clock is told all the same" {
	printf '{"config":{"actions":"allocate"},"schedulerParams":{},"rawObjects":{}}' >snapshot.json
	zip -q snapshot.zip snapshot.json
	echo 'printf %s "$2" >path' >behave
	snap-replay --tool ./tool snapshot.zip >out
	[ "$(cat path)" = snapshot.zip ]
	[ "$(jq -c 'select(.event == "start")' out)" = '{"event":"start","engine":"tool"}' ]
	snap-replay --tool ./tool --now 2026-01-01T01:00:00Z snapshot.zip >out
	[ "$(jq -c 'select(.event == "start").now' out)" = '"2026-01-01T01:00:00Z"' ]
}

@test "a snapshot whose times cannot be read, and a clock too far away, are refused before the tool runs" {
	sed 's/2026-01-01T00:01:00Z/today/' snapshot.json >odd.json
	run --separate-stderr snap-replay --tool ./tool odd.json
	refused 3
	[[ ${stderr_lines[0]} == "snap-replay: odd.json: "*"rawObjects.pods[0].status.startTime"* ]]
	snap-replay --tool ./tool --now 2026-01-01T01:00:00Z odd.json >out
	[ "$(jq -r .rawObjects.pods[0].status.startTime given)" = today ]
	rm given
	head -c 800 snapshot.json >cut.json
	run --separate-stderr snap-replay --tool ./tool --now 2026-01-01T01:00:00Z cut.json
	refused 3
	[[ ${stderr_lines[0]} == "snap-replay: cut.json: invalid JSON: "* ]]
	run --separate-stderr snap-replay --tool ./tool --now 1026-01-01T01:00:00Z snapshot.json
	refused 2
	[[ ${stderr_lines[0]} == *"the clock is too far away"* ]]
}
