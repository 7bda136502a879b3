#!/usr/bin/env bats
# Times and durations on the command line, time-outs, and folders of --output.
load ../lib/env
load ../lib/cluster

setup() {
	T=$BATS_TEST_TMPDIR
	demo=$TOP/tests/data/demo.json
	export TMPDIR=$T/tmp HOME=$T
	mkdir "$TMPDIR" "$T/here"
	cd "$T/here"
}

# clock ARGUMENT...: the cycle's time that snap-replay tells.
clock() { snap-replay --show start "$@" "$demo" | jq -r .now; }
# about SECONDS TIME: the time is so far from the present, give or take a minute.
about() {
	local off=$(($(date -d "$2" +%s) - $(date +%s) - $1))
	[ $off -ge -60 ] && [ $off -le 60 ]
}

@test "--now: a time, a date, now, so long ago" {
	[ "$(clock --now 2026-11-21T06:42:54+01:00)" = 2026-11-21T05:42:54Z ]
	[ "$(clock --now 2026-11-21)" = 2026-11-21T00:00:00Z ]
	about 0 "$(clock --now now)"
	about -600 "$(clock --now -10m)"
	about -600 "$(clock --now=-600)"
	about 7200 "$(clock --now +2h)"
	for bad in yesterday 2026-02-30 10m -10x ""; do
		run --separate-stderr snap-replay --now "$bad" "$demo"
		[ "$status" -eq 2 ]
		[[ $stderr == "snap-replay: --now: not a time: '$bad' ("* ]]
	done
}

@test "snap-compare-refs --now now is one clock for all" {
	snap-compare-refs -q --now now --output-dir out --refs native,native:live "$demo" "$demo" >/dev/null
	[ "$(jq -r 'select(.event == "start").now' out/*.ndjson | sort -u | wc -l)" -eq 1 ]
	about 0 "$(jq -r 'select(.event == "start").now' out/native.ndjson out/*native.ndjson 2>/dev/null | head -1)"
}

@test "durations may be bare seconds" {
	printf '#!/bin/sh\nexec sleep 60\n' >tool
	chmod +x tool
	run --separate-stderr snap-compare-refs --timeout 0.3 --output-dir out --refs tool:./tool "$demo"
	[ "$status" -eq 125 ]
	[[ $stderr == *": tool:./tool: timeout: time-out: it takes longer than 300ms: "* ]]
	for call in "snap-replay --timeout" "snap-compare-refs --timeout" "snap-fetch --timeout" "snap-serve --idle-timeout"; do
		for bad in 0 -1 1h30 x ""; do
			run --separate-stderr $call "$bad"
			[ "$status" -eq 2 ]
			[[ $stderr == "${call/ /: }: not a duration: '$bad' ("* ]]
		done
		run --separate-stderr $call 30d
		[[ $status -eq 2 && $stderr == "${call/ /: }: too long: '30d' "* ]]
	done
}

@test "snap-replay --timeout ends a tool and what it has started, with status 5, and leaves nothing" {
	printf '#!/bin/sh\nsleep 60 & echo $! >../child; echo $$ >../pid; wait\n' >tool
	chmod +x tool
	run --separate-stderr snap-replay --timeout 500ms --tool ./tool -o ../new/out "$demo"
	[ "$status" -eq 5 ]
	[ -z "$output" ]
	[ "${stderr_lines[0]}" = "snap-replay: $demo: time-out: it takes longer than 500ms: the snapshot-tool was at: reading the snapshot" ]
	[ "${stderr_lines[1]}" = "snap-replay: try: a longer --timeout" ]
	[ -z "$(ls -A "$TMPDIR")" ]
	[ ! -e ../new/out ]
	for pid in $(cat ../pid ../child); do wait_for "! kill -0 $pid 2>/dev/null"; done
}

@test "snap-replay --timeout ends the native engine while it waits for its input, and does no harm in time" {
	mkfifo pipe
	exec 9<>pipe
	run --separate-stderr timeout 20 snap-replay --timeout .2 pipe
	[ "$status" -eq 5 ]
	[[ ${stderr_lines[0]} == "snap-replay: pipe: time-out: it takes longer than 200ms: reading the snapshot" ]]
	snap-replay --no-timings "$demo" >want
	snap-replay --no-timings --timeout 1h "$demo" | cmp - want
}

@test "--output makes the folders that are missing" {
	for call in "snap-inspect" "snap-replay --show summary --no-timings" "snap-unzip" "snap-zip" "snap-compare-refs -q --output-dir runs --refs native"; do
		rm -rf a
		$call -o a/b//c/out "$demo"
		[ -s a/b/c/out ]
		[ "$(find a | sort | tr '\n' ' ')" = "a a/b a/b/c a/b/c/out " ]
	done
	mkdir -p linked/to
	ln -s linked link
	snap-unzip -o link/to/new/out "$demo"
	[ -s linked/to/new/out ]
	ln -s far/away dangling
	snap-unzip -o dangling "$demo"
	[ -s far/away ]
}

@test "folders that --output made go when something fails, others stay" {
	mkdir old
	echo '{"rawObjects":' >half
	for call in snap-inspect snap-replay snap-zip; do
		run -3 $call -o old/a/b/out half
		[ "$(find . -mindepth 1 | sort | tr '\n' ' ')" = "./half ./old " ] || { find .; false; }
	done
	echo "no folder" >file
	for path in file/out file/a/out new/; do
		run --separate-stderr snap-unzip -o "$path" "$demo"
		[ "$status" -eq 4 ]
		[[ $stderr == "snap-unzip: $demo: cannot "* ]]
		[ "$(find . -mindepth 1 | sort | tr '\n' ' ')" = "./file ./half ./old " ] || { find .; false; }
	done
}
