#!/usr/bin/env bats
# snap-replay --threads: dry runs by a second thread. The output is the same for any number of threads.
# tests/lib/both_ways.c compares runs with several with --exhaustive, too.
load ../lib/env

setup() { export SNAP_DRY_AHEAD=always; } # also where a search has few of them

# same_for_all SNAPSHOT: with short cuts from the start.
same_for_all() {
	for n in 1 2 4; do
		"$B/snap-replay" -q --threads "$n" --victim-notes 0 --no-timings --show all "$1" >"$BATS_TEST_TMPDIR/$n"
	done
	cmp "$BATS_TEST_TMPDIR/1" "$BATS_TEST_TMPDIR/2"
	cmp "$BATS_TEST_TMPDIR/1" "$BATS_TEST_TMPDIR/4"
}

@test "one, two and four threads give the same bytes where searches are long" {
	same_for_all "$TOP/tests/conformance/scale/s-100.zip"
}

@test "the same in generated clusters with many searches" {
	for seed in 76 91 106 111 112 123 126 152 164 175 176 203 206 234 253 259 260 269 289 293; do
		"$B/tests/gen_cluster" "$seed" >"$BATS_TEST_TMPDIR/in.json"
		same_for_all "$BATS_TEST_TMPDIR/in.json"
	done
}

@test "the same in full clusters, where most dry runs fail, and many are ahead of one that does not" {
	for shape in full deep mixed storage; do
		for seed in 1 2; do
			"$B/bench/gen_snapshot" -l -k "$shape" -n 60 -r 360 -p 120 -q 15 -s "$seed" >"$BATS_TEST_TMPDIR/in.json"
			same_for_all "$BATS_TEST_TMPDIR/in.json"
		done
	done
}

# threads_of PID: how many threads it has.
threads_of() { ls "/proc/$1/task" 2>/dev/null | wc -l; }

@test "a signal and a time-out end both threads, and leave no file" {
	[ "${SHORTCUTS:-yes}" != no ] || skip "no short cuts"
	[ -d /proc/self/task ] || skip "no /proc"
	"$B/bench/gen_snapshot" -l -n 1000 -r 6000 -p 2000 -q 18 -s 3 >"$BATS_TEST_TMPDIR/in.json"
	cd "$BATS_TEST_TMPDIR"
	"$B/snap-replay" -q --threads 4 --victim-notes 0 -o out.txt in.json 2>err &
	pid=$! status=0
	# A second look might find that it is gone: each action has its own.
	until n=$(threads_of "$pid"); [ "$n" -gt 1 ] || ! kill -0 "$pid" 2>/dev/null; do :; done
	[ "$n" -gt 1 ]
	kill -TERM "$pid"
	wait "$pid" || status=$?
	[ "$status" -eq 143 ]
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
