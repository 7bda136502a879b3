#!/usr/bin/env bats
# snap-replay --threads: searches with several threads. The output is the same for any number of them. tests/lib/both_ways.c compares
# runs with several threads with --exhaustive, too.
load ../lib/env

# same_for_all SNAPSHOT: with short cuts from the start.
same_for_all() {
	for n in 1 2 4; do
		"$B/snap-replay" -q --threads "$n" --victim-notes 0 --no-timings --show all "$1" >"$BATS_TEST_TMPDIR/$n"
	done
	cmp "$BATS_TEST_TMPDIR/1" "$BATS_TEST_TMPDIR/2"
	cmp "$BATS_TEST_TMPDIR/1" "$BATS_TEST_TMPDIR/4"
}

@test "one, two and four threads give the same bytes where hundreds of scenarios get a dry run" {
	same_for_all "$TOP/tests/conformance/scale/s-100.zip"
	[ "${SHORTCUTS:-yes}" != no ] || return 0
	grep -q '"foreseen":{[^}]*"rehearsed":[1-9]' "$BATS_TEST_TMPDIR/4"
}

@test "the same in generated clusters whose searches give several threads work" {
	for seed in 76 91 106 111 112 123 126 152 164 175 176 203 206 234 253 259 260 269 289 293; do
		"$B/tests/gen_cluster" "$seed" >"$BATS_TEST_TMPDIR/in.json"
		same_for_all "$BATS_TEST_TMPDIR/in.json"
	done
}

@test "--threads takes 1 to 64, and goes with the native engine" {
	s=$TOP/tests/conformance/scale/s-100.zip
	for n in 0 65 -1 two ''; do
		run "$B/snap-replay" -q --threads "$n" "$s"
		[ "$status" -eq 2 ] || { echo "$n: $status"; return 1; }
		[[ $output == *--threads* ]]
	done
	run "$B/snap-replay" -q --threads 2 --tool /bin/true "$s"
	[ "$status" -eq 2 ]
	"$B/snap-replay" -q --threads 64 --show summary "$s" >/dev/null
}
