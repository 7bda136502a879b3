#!/usr/bin/env bats
# The search as the scheduler does it, built without shortcuts/: it decides what --exhaustive decides in the other build.
load ../lib/env

setup() {
	T=$BATS_TEST_TMPDIR
	alone=$B/tests/noshortcuts/snap-replay
}

# both SNAPSHOT [ARGUMENT...]: two files are left, $T/exhaustive and $T/alone.
both() {
	local snapshot=$1
	shift
	"$B/snap-replay" -q -f json --show all --no-timings --exhaustive "$@" "$snapshot" >"$T/exhaustive" || [ $? -eq 1 ]
	"$alone" -q -f json --show all --no-timings "$@" "$snapshot" >"$T/alone" || [ $? -eq 1 ]
	[ -s "$T/alone" ]
}

@test "recorded cases: every byte, while no bound is used" {
	find "$TOP/tests/conformance" -name '*.json' ! -name '*.decisions.json' -size -400k >"$T/cases"
	[ "$(wc -l <"$T/cases")" -ge 100 ]
	while read -r f; do
		both "$f" --victim-notes 1000000000
		cmp "$T/exhaustive" "$T/alone" || { echo "$f"; return 1; }
	done <"$T/cases"
}

# What short cuts leave out is not counted: proposed, duplicates, simulated and what follows them.
@test "generated clusters: all but the counts of searches, while bounds are used from the start" {
	for seed in $(seq 1 80); do
		"$B/tests/gen_cluster" "$seed" >"$T/cluster.json"
		both "$T/cluster.json" --victim-notes 0
		sed -i '/^{"event":"search"/s/"proposed":.*//' "$T/exhaustive" "$T/alone"
		cmp "$T/exhaustive" "$T/alone" || { echo "seed $seed"; return 1; }
	done
}

@test "nothing of shortcuts/ is in it" {
	command -v nm >/dev/null || skip "no nm"
	nm "$alone" >"$T/symbols"
	grep -q ' multi_node_gang$' "$T/symbols"
	run grep -E ' (bounds_forecast|prefix_picks_next|shortcuts|fit_cache_of|class_placing)$' "$T/symbols"
	[ "$status" -eq 1 ]
}
