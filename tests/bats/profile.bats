#!/usr/bin/env bats
# snap-replay --cpuprofile with the native engine.
load ../lib/env

setup_file() {
	"$B/bench/gen_snapshot" -l -n 400 -r 2400 -p 800 -q 11 -s 3 >"$BATS_FILE_TMPDIR/busy.json"
}
setup() {
	cd "$BATS_TEST_TMPDIR"
	case=$TOP/tests/conformance/placement/901.json
	busy=$BATS_FILE_TMPDIR/busy.json
}
# words FILE: its words of 8 bytes up to the end of the samples
words() { od -An -v -t u8 -w8 "$1" | tr -d ' '; }
# replay ARGUMENT...: some tenths of a second of processor time. Without the summary, whose hash takes long: it is made by assembly of nettle, which
# has no unwind information, so that a stack met there has one address. Known failures are hashed there, too: 3 samples in 1000.
replay() { snap-replay -q --no-timings --threads 2 --show decisions "$@" "$busy"; }
burn() { replay --cpuprofile "$@"; }

@test "a profile has stacks, a hundred for a second, and the maps behind them; the output is the same" {
	[ "$(getconf LONG_BIT)" = 64 ] || skip "words of 64 bits"
	replay >want
	[ -s want ]
	burn cpu.prof | cmp - want
	[ "$(words cpu.prof | head -5 | xargs)" = "0 3 0 10000 0" ]
	# count, depth and addresses for each stack, until the end: 0 1 0; hardly any has one address
	words cpu.prof | tail -n +6 | awk 'left { left--; next } !have { count = $1; have = 1; next }
		{ have = 0; if (count == 0) exit; samples += count; if ($1 < 2) lone += count; if ($1 < 1 || $1 > 62) bad = 1; left = $1 }
		END { exit bad || samples < 3 || lone > 1 + samples / 10 }'
	grep -aq ' r-xp .*snap-replay$' cpu.prof
	[ "$(stat -c %a cpu.prof)" = "$(touch new && stat -c %a new)" ]
}

@test "go tool pprof opens it and names functions of the search" {
	go tool pprof -h >/dev/null 2>&1 || [ $? -eq 2 ] || skip "no go tool pprof"
	burn cpu.prof >/dev/null
	go tool pprof -top "$B/snap-replay" cpu.prof >top 2>err || { cat err && false; }
	grep -qx 'Type: cpu' top
	go tool pprof -top -cum "$B/snap-replay" cpu.prof 2>/dev/null | grep -qwE 'native_run|action_allocate|place_job|evicting_run'
}

@test "a run that a time-out ends leaves its profile; one that fails leaves none, and an old one stays" {
	mkfifo pipe
	exec 9<>pipe
	# its log goes to a pipe that nobody reads: it ends in the middle of an action
	run -5 snap-replay -q --timeout 3s --exhaustive -v 4 --log-file pipe --cpuprofile cpu.prof "$case"
	[ "$(words cpu.prof | head -5 | xargs)" = "0 3 0 10000 0" ]
	grep -aq ' r-xp .*snap-replay$' cpu.prof
	echo old >kept
	echo '{"rawObjects":' >half
	run -3 snap-replay --cpuprofile kept half
	[ "$(cat kept)" = old ]
	run -3 snap-replay --cpuprofile none half
	[ "$(find . -name '.snap-*' -o -name none)" = "" ]
	run -4 --separate-stderr snap-replay --cpuprofile /proc/none "$case"
	[[ ${stderr_lines[0]} == "snap-replay: /proc/none: cannot "* ]]
	run -2 snap-replay --memprofile mem "$case"
}
