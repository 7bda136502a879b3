#!/usr/bin/env bats
# The log of the native engine: -v and --log-file. tests/data/logs/FAMILY-CASE holds what the real scheduler v0.17.0 logs about a case of
# tests/conformance at level 4: severity, the lowest level at which the line appears, message; without durations. tests/data/placing is
# the same at level 6 for one pod group, with the kinds of lines that the man page claims.

load ../lib/env

setup() {
	cd "$BATS_TEST_TMPDIR"
	demo=$TOP/tests/data/demo.json
}

# log_of CASE LEVEL OPTION...: what is recorded in the same form.
log_of() { snap-replay -q --like-snapshot-tool --no-timings -v "$2" "${@:3}" "$(snapshot "$1")" 2>&1 >/dev/null | cut -f 2-4 | sed 's/\t\[snap-replay\] /\t/'; }
snapshot() { echo "$TOP/tests/conformance/${1%-*}/${1##*-}.json"; }
# Lines of actions but those about preemption delays, which the scheduler writes in the random order of a map.
of_actions() { grep $'\t''\[[a-z]*\] ' | grep -v 'preemption delay window'; }

@test "levels 2, 3 and 4 have the scheduler's lines, its levels, and in actions its order" {
	for file in "$TOP"/tests/data/logs/*; do
		case=${file##*/}
		log_of "$case" 4 >got
		diff <(sort "$file") <(sort got)
		diff <(of_actions <"$file") <(of_actions <got)
		for level in 0 2 3; do
			grep "V([0-$level])" got | diff - <(log_of "$case" $level)
		done
	done
}

@test "level 6 has the scheduler's lines about placing the pod group that --explain names, and no other's" {
	for file in "$TOP"/tests/data/placing/*; do
		case=${file##*/}
		job=$(sed -n '1s/.*job: <\([^>]*\)>.*/\1/p' "$file")
		log_of "$case" 6 --exhaustive --explain "$job" >got
		diff <(sort "$file") <(grep -F "${job#*/}" got | sort)
		run ! grep -vF "${job#*/}" <(grep 'V([56])' got)
		diff <(log_of "$case" 4) <(grep 'V([0-4])' got)
		log_of "$case" 9 >got
		run ! grep 'V([5-9])' got
	done
}

@test "the log changes no decision" {
	for case in storage-018 minruntime-021 alloc-gang-003; do
		mapfile -t jobs < <(jq -r '.rawObjects.podGroups[:4][].metadata | "--explain=\(.namespace)/\(.name)"' "$(snapshot "$case")")
		for options in "" "${jobs[*]}"; do
			snap-replay -q --no-timings --show all $options "$(snapshot "$case")" >none
			snap-replay -q --no-timings --show all $options -v 6 --log-file six "$(snapshot "$case")" >with
			cmp none with
			[ -s six ]
		done
	done
}

@test "without -v nothing is logged, and at level 0 nothing where nothing is wrong" {
	snap-replay -q --no-timings "$demo" >plain 2>err
	[ ! -s err ]
	snap-replay -q --no-timings -v 0 "$demo" 2>err | cmp plain
	[ ! -s err ]
}

@test "each line has time, severity, level, program, action; the time is the cycle's clock" {
	snap-replay -q -v 4 --now 2026-11-21T06:42:54.5678Z "$demo" 2>err >out
	run ! grep -vP '^2026-11-21T06:42:54\.567Z\t(INFO|WARN|ERROR)\tV\([0-4]\)\t\[snap-replay\] (\[[a-z]+\] )?[^\t]+$' err
	grep -q $'\tINFO\tV(2)\t\\[snap-replay\\] Taking cluster snapshot \.\.\.$' err
	grep -q $'\tINFO\tV(2)\t\\[snap-replay\\] \\[allocate\\] Enter Allocate \.\.\.$' err
	grep -qE '\[allocate\] Action <allocate> completed in [0-9.]+(µs|ms|s)$' err
	snap-replay -q -v 4 --no-timings "$demo" 2>one >out
	snap-replay -q -v 4 --no-timings "$demo" 2>two >out
	cmp one two
	run ! grep -q 'completed in' one
}

@test "--log-file alone has level 4, with -v the level of that, and standard error stays free" {
	snap-replay -q --no-timings --log-file four "$demo" 2>err >out
	[ ! -s err ]
	snap-replay -q --no-timings -v 4 "$demo" 2>err >out
	cmp four err
	snap-replay -q --no-timings -v 2 --log-file two "$demo" >out
	grep 'V([02])' four | cmp - two
	[ "$(wc -l <two)" -lt "$(wc -l <four)" ]
}

@test "names from the snapshot are escaped in the log" {
	jq '(.. | strings) |= gsub("train"; "tra\u001b[31min\n2026")' "$demo" >evil
	snap-replay -q -v 4 evil 2>err >out
	run ! grep -q $'\033' err
	run ! grep -q '^2026"' err
	[ "$(grep -c . err)" -eq "$(grep -cP '^[^\t]+\t(INFO|WARN|ERROR)\tV' err)" ]
	grep -qF 'tra\x1b[31min\x0a2026' err
}

@test "a log that cannot be written: the error names the input" {
	run --separate-stderr snap-replay -q --log-file /nowhere/at/all "$demo"
	[ "$status" -eq 4 ]
	[[ ${stderr_lines[0]} == "snap-replay: $demo: cannot write the log /nowhere/at/all: "* ]]
}

@test "level 6: which devices the claims of the pod groups of --explain get and give back" {
	snap-replay -q -v 6 --follows v0.17.1 --config-as-is --now 2026-11-21T07:03:19Z --explain team-krypton/yarrow-train-cac13 \
		"$TOP/tests/data/recorded-claims.zip" 2>&1 >/dev/null | cut -f 4 | grep -o '[A-Z][a-z]* claim .*' | sort -u >out
	diff out - <<-'END'
		Allocated claim <team-krypton/job-cb39d-0-gpu-e7ef4>, devices <gpu-1>, allocation data from podInfo: false.
		Allocated claim <team-krypton/job-cb39d-0-gpu-e7ef4>, devices <gpu-1>, allocation data from podInfo: true.
		Deallocated claim <team-krypton/job-cb39d-0-gpu-e7ef4>, devices <>.
		Deallocated claim <team-krypton/job-cb39d-0-gpu-e7ef4>, devices <gpu-1>.
	END
}

@test "numa says what it makes of reconstructAvailable" {
	numa_says() { # VALUE: of the argument; null for none
		jq --argjson v "$1" '.config.tiers[].plugins |= map(if .name == "numa" and $v then .arguments = {reconstructAvailable: $v} else . end)' "$TOP/tests/data/placing.json" |
			snap-replay -q -v 4 2>&1 >/dev/null | grep -o 'numa plugin: [a-z]*' || true
	}
	[ "$(numa_says null)" = "numa plugin: reconstructing" ]
	[ "$(numa_says '"true"')" = "numa plugin: reconstructing" ]
	[ -z "$(numa_says '"false"')" ]
	[ "$(numa_says '"x"')" = $'numa plugin: invalid\nnuma plugin: reconstructing' ]
}
