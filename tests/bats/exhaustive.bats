#!/usr/bin/env bats
# The comparison of replays with and without short cuts (tests/lib/both_ways.c, which tests/run runs over the recorded cases and over
# generated clusters) sees what it is there to see.
load ../lib/env

setup() {
	T=$BATS_TEST_TMPDIR
	mkdir "$T/tests"
	ln -s "$B/tests/gen_cluster" "$T/tests/gen_cluster"
}

# replay_says SHORT EXHAUSTIVE: a snap-replay that prints these lines, and a summary.
replay_says() {
	printf '%s\n' "$1" >"$T/short"
	printf '%s\n' "$2" >"$T/exhaustive"
	cat >"$T/snap-replay" <<-'END'
		#!/bin/sh
		here=$(dirname "$0")
		case " $* " in *" --exhaustive "*) cat "$here/exhaustive" ;; *) cat "$here/short" ;; esac
		echo '{"event":"summary"}'
	END
	chmod +x "$T/snap-replay"
}

@test "a line that differs fails, and is shown" {
	replay_says '{"event":"bind","pod":"a/b","node":"n1"}' '{"event":"bind","pod":"a/b","node":"n2"}'
	run "$B/tests/both_ways" "$T" 7-7
	[ "$status" -eq 1 ]
	[[ $output == "not ok 1 - cluster of seed 7"*'"node":"n1"'*'"node":"n2"'* ]]
}

@test "a line too many fails" {
	replay_says '{"event":"bind","pod":"a/b","node":"n1"}' ''
	run "$B/tests/both_ways" "$T" 7-7
	[ "$status" -eq 1 ]
}

@test "a replay that fails both ways is no success" {
	printf '#!/bin/sh\nexit 4\n' >"$T/snap-replay"
	chmod +x "$T/snap-replay"
	run "$B/tests/both_ways" "$T" 7-7
	[ "$status" -eq 1 ]
	[[ $output == "not ok 1 "*"exit status 4"* ]]
}

@test "a seed always makes the same cluster, another one another" {
	"$B/tests/gen_cluster" 7 >"$T/a"
	"$B/tests/gen_cluster" 7 >"$T/b"
	"$B/tests/gen_cluster" 8 >"$T/c"
	cmp "$T/a" "$T/b"
	run cmp -s "$T/a" "$T/c"
	[ "$status" -eq 1 ]
}

@test "in the generated clusters every action has work, and simulations fail" {
	for seed in $(seq 1 60); do
		"$B/tests/gen_cluster" "$seed" | "$B/snap-replay" -q --exhaustive --no-timings --show decisions,search
	done >"$T/events"
	for action in reclaim preempt consolidation stalegangeviction; do
		[ "$(grep -c "\"event\":\"evict\",\"action\":\"$action\"" "$T/events")" -ge 5 ]
	done
	for action in reclaim preempt consolidation; do
		[ "$(grep "\"event\":\"search\",\"action\":\"$action\"" "$T/events" | grep -c '"result":"exhausted".*"simulated":[1-9]')" -ge 5 ]
	done
}

@test "in the generated clusters every bound has work" {
	[ "${SHORTCUTS:-yes}" != no ] || skip "built without short cuts"
	for seed in $(seq 1 200); do
		"$B/tests/gen_cluster" "$seed" | "$B/snap-replay" -q --victim-notes 0 --no-timings --show search
	done >"$T/events"
	for seed in $(seq 1 20); do
		"$B/bench/gen_snapshot" -l -k deep -n 40 -r 240 -p 80 -q 12 -s "$seed" | "$B/snap-replay" -q --victim-notes 0 --no-timings --show search
	done >>"$T/events"
	for kind in room pods victims units rehearsed unfair stopped hopelessProbes narrowProbes; do
		[ "$(grep -c "\"foreseen\":{[^}]*\"$kind\":" "$T/events")" -ge 3 ] || { echo "$kind: too few"; return 1; }
	done
}

@test "many scenarios get a dry run, and nothing changes by that" {
	[ "${SHORTCUTS:-yes}" != no ] || skip "built without short cuts"
	s=$TOP/tests/conformance/scale/s-100.zip
	"$B/snap-replay" -q --victim-notes 0 --no-timings --show all "$s" >"$T/quick"
	grep -q '"foreseen":{[^}]*"rehearsed":[1-9]' "$T/quick"
	"$B/snap-replay" -q --victim-notes 0 --no-timings --show all --exhaustive "$s" >"$T/exhaustive"
	cmp "$T/quick" "$T/exhaustive"
}

@test "without unplaced events fewer scenarios are simulated, and pending events are the same" {
	[ "${SHORTCUTS:-yes}" != no ] || skip "built without short cuts"
	export SNAP_DRY_AHEAD=always # bounds also where a search is small
	for seed in $(seq 1 60); do
		"$B/tests/gen_cluster" "$seed" >"$T/c.json"
		"$B/snap-replay" -q --no-timings --show pending,search "$T/c.json" >"$T/one"
		cat "$T/one" >>"$T/few"
		"$B/snap-replay" -q --no-timings --show pending,search,unplaced "$T/c.json" >>"$T/all"
		"$B/snap-replay" -q --no-timings --show search -v 3 --log-file /dev/null "$T/c.json" >>"$T/heard"
		group=$(sed -n 's/.*"event":"pending","podGroup":"\([^"]*\)".*/\1/p' "$T/one" | tail -n 1)
		[ -z "$group" ] || "$B/snap-replay" -q --no-timings --show search --explain "$group" "$T/c.json" >>"$T/heard"
	done
	grep -q '"event":"unplaced"' "$T/all"
	grep -q '"foreseen":{"' "$T/few"
	grep -q '"event":"explain"' "$T/heard"
	run grep '"foreseen":{"' "$T/all" "$T/heard"
	[ "$status" -eq 1 ]
	cmp <(grep '"event":"pending"' "$T/few") <(grep '"event":"pending"' "$T/all")
}

@test "diagnostics on victims are kept first, and bounds come after them" {
	"$B/tests/gen_cluster" 7 | "$B/snap-replay" -q --no-timings --show search,unplaced >"$T/first"
	run grep '"foreseen":{"' "$T/first"
	[ "$status" -eq 1 ]
	run "$B/snap-replay" --victim-notes few /dev/null
	[ "$status" -eq 2 ]
	[[ $output == *"--victim-notes: not a number"* ]]
}
