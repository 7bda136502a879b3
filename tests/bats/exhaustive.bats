#!/usr/bin/env bats
# What snap-replay keeps, skips or does in another order to be fast must not show: with --exhaustive, which leaves all of it out, the
# same bytes come out.
load ../lib/env

# both_ways FILE [OPTION...]
both_ways() {
	"$B/snap-replay" -q --now 2026-01-01T00:00:00Z --no-timings --show all "$@" >"$BATS_TEST_TMPDIR/short" || [ $? -eq 1 ]
	"$B/snap-replay" -q --now 2026-01-01T00:00:00Z --no-timings --show all --exhaustive "$@" >"$BATS_TEST_TMPDIR/long" || [ $? -eq 1 ]
	grep -q '"event":"summary"' "$BATS_TEST_TMPDIR/long"
	cmp "$BATS_TEST_TMPDIR/short" "$BATS_TEST_TMPDIR/long" || { echo "differs: $*" >&2; return 1; }
}

@test "short cuts change no byte in the recorded cases" {
	cases=0
	for snapshot in "$TOP"/tests/conformance/*/*.{zip,json}; do
		case $snapshot in *.decisions.*) continue ;; esac
		[ -f "$snapshot" ] || continue
		both_ways "$snapshot"
		cases=$((cases + 1))
	done
	[ "$cases" -gt 20 ]
}

@test "short cuts change no byte with other actions, victims gone at once, and a budget" {
	for snapshot in "$TOP"/tests/conformance/{mixed,reclaim,consolidation,preempt}/*.{zip,json}; do
		case $snapshot in *.decisions.*) continue ;; esac
		[ -f "$snapshot" ] || continue
		both_ways --actions preempt,reclaim,allocate,consolidation "$snapshot"
		both_ways --like-snapshot-tool "$snapshot"
		both_ways --search-budget steps:100ms "$snapshot"
	done
}
