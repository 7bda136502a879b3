#!/usr/bin/env bats
# snap-replay --threads: searches on several processors, by twins that run them ahead. The output is the same for any number of them.
# tests/lib/both_ways.c compares runs with several with --exhaustive, too.
load ../lib/env

setup() { export SNAP_SEARCH_AHEAD=always; } # however short they are

# same_for_all SNAPSHOT: with short cuts from the start.
same_for_all() {
	for n in 1 2 4; do
		"$B/snap-replay" -q --threads "$n" --victim-notes 0 --no-timings --show all "$1" >"$BATS_TEST_TMPDIR/$n"
	done
	cmp "$BATS_TEST_TMPDIR/1" "$BATS_TEST_TMPDIR/2"
	cmp "$BATS_TEST_TMPDIR/1" "$BATS_TEST_TMPDIR/4"
}

@test "one, two and four processors give the same bytes where searches are long" {
	same_for_all "$TOP/tests/conformance/scale/s-100.zip"
}

@test "the same in generated clusters with many searches" {
	for seed in 76 91 106 111 112 123 126 152 164 175 176 203 206 234 253 259 260 269 289 293; do
		"$B/tests/gen_cluster" "$seed" >"$BATS_TEST_TMPDIR/in.json"
		same_for_all "$BATS_TEST_TMPDIR/in.json"
	done
}

@test "the same where the system gives no pipe, and nothing is said of it" {
	s=$TOP/tests/conformance/scale/s-100.zip n=3
	until (ulimit -n "$n" && "$B/snap-replay" --threads 1 --victim-notes 0 --no-timings "$s") \
		>"$BATS_TEST_TMPDIR/one" 2>"$BATS_TEST_TMPDIR/one.err"; do
		[ $((n += 1)) -lt 64 ]
	done
	(ulimit -n "$n" && "$B/snap-replay" --threads 4 --victim-notes 0 --no-timings "$s") \
		>"$BATS_TEST_TMPDIR/four" 2>"$BATS_TEST_TMPDIR/four.err"
	cmp "$BATS_TEST_TMPDIR/one" "$BATS_TEST_TMPDIR/four"
	cmp "$BATS_TEST_TMPDIR/one.err" "$BATS_TEST_TMPDIR/four.err"
}

# twins_of PID: how many processes have this parent.
twins_of() {
	ps -A -o ppid= -o stat= | awk -v parent="$1" '$1 == parent && $2 !~ /^Z/ { n++ } END { print n + 0 }'
}

@test "no twin is left after a signal, a time-out, or the end; nor a word of it, nor a file" {
	[ "${SHORTCUTS:-yes}" != no ] || skip "no short cuts"
	"$B/bench/gen_snapshot" -l -n 1000 -r 6000 -p 2000 -q 18 -s 3 >"$BATS_TEST_TMPDIR/in.json"
	cd "$BATS_TEST_TMPDIR"
	"$B/snap-replay" -q --threads 4 --victim-notes 0 -o out.txt in.json 2>err &
	pid=$! status=0
	until [ "$(twins_of "$pid")" -gt 0 ] || ! kill -0 "$pid" 2>/dev/null; do :; done
	[ "$(twins_of "$pid")" -gt 0 ]
	twin=$(ps -A -o pid= -o ppid= | awk -v parent="$pid" '$2 == parent { print $1; exit }')
	kill -TERM "$pid"
	wait "$pid" || status=$?
	[ "$status" -eq 143 ]
	[[ $(ps -o stat= -p "$twin") == Z* ]] || ! kill -0 "$twin" 2>/dev/null
	[ ! -s err ]
	[ ! -e out.txt ]
	run "$B/snap-replay" -q --threads 4 --victim-notes 0 --timeout 200ms -o out.txt in.json
	[ "$status" -eq 5 ]
	[ "${#lines[@]}" -eq 2 ]
	[ ! -e out.txt ]
	[ "$(find . -name '*.tmp*' -o -name 'out*' | wc -l)" -eq 0 ]
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
