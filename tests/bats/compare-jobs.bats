#!/usr/bin/env bats
# snap-compare-refs: builds and replays at once.
load ../lib/env
load ../lib/tool_repo

setup() { make_tool_repo; }

SUMMARY='echo "{\"total_duration_ms\": 1, \"action_durations_ms\": {\"allocate\": 1}}"'
# tool NAME <SCRIPT: a tool that runs SCRIPT first
tool() {
	{ echo '#!/bin/sh'; cat; echo "cat '$DATA/v4.log' >&2"; echo "$SUMMARY"; } >"$1"
	chmod +x "$1"
}
# ended FILE: the process with the id in FILE has ended; init may not have reaped it yet
ended() { [[ $(ps -o stat= -p "$(cat "$T/$1")") != [^Z]* ]]; }
# Announces NAME and waits for OTHER.
meet() { echo "touch '$T/$1.here'; until [ -e '$T/$2.here' ]; do sleep 0.05; done"; }

@test "the same table whatever --jobs is: rows in the order given, refs of one commit built once" {
	cp snapshot.zip second.zip
	refs=v2,no-such-ref,v1,broken,fewer,v1~0,crashes,native
	snap-compare-refs -q --repo "$T/repo" --output-dir out --jobs 1 -f tsv --refs $refs snapshot.zip second.zip >one || [ $? -eq 125 ]
	[ "$(column ref one)" = "v2 no-such-ref v1 broken fewer v1~0 crashes native v2 no-such-ref v1 broken fewer v1~0 crashes native " ]
	built=$(sed -n '$=' "$BUILDS")
	for jobs in 3 64; do
		rm -r "$XDG_CACHE_HOME" "$BUILDS"
		snap-compare-refs -q --repo "$T/repo" --output-dir out --jobs $jobs -f tsv --refs $refs snapshot.zip second.zip >many || [ $? -eq 125 ]
		# native has times of its own
		diff <(grep -v ^native one) <(grep -v ^native many)
		diff <(grep ^native one | cut -f 1-4) <(grep ^native many | cut -f 1-4)
		cmp many out/summary.tsv
		[ "$(sed -n '$=' "$BUILDS")" = "$built" ]
	done
}

@test "two replays run at once" {
	meet a b | tool a
	meet b a | tool b
	snap-compare-refs -q --output-dir out --jobs 2 --refs tool:./a,tool:./b snapshot.zip >/dev/null
	[ "$(column status)" = "pass pass " ]
}

@test "a build and a replay run at once, and so do two builds" {
	meet replay build | tool replay
	compare -q --jobs 2 --build "$(meet build replay); make build-go SERVICE_NAME=snapshot-tool" --refs tool:./replay,v1 snapshot.zip >/dev/null
	[ "$(column status)" = "pass pass " ]
	rm "$T"/*.here
	compare -q --jobs 2 --build "if grep -q 20, end.sh; then $(meet one two); else $(meet two one); fi; make build-go SERVICE_NAME=snapshot-tool" --refs v1,v2 snapshot.zip >/dev/null
	[ "$(column status)" = "pass pass " ]
}

@test "--max-memory: what does not fit runs alone" {
	echo "mkdir '$T/running' || touch '$T/overlap'; sleep 0.2; rmdir '$T/running'" | tool alone
	snap-compare-refs -q --output-dir out --jobs 4 --max-memory 1KiB --refs tool:./alone,tool:./alone,tool:./alone snapshot.zip >/dev/null
	[ "$(column status)" = "pass pass pass " ]
	[ ! -e "$T/overlap" ]
}

@test "a time-out ends the whole group, also what does not heed SIGTERM" {
	cat <<-END | tool deaf
		trap '' TERM
		sh -c 'trap "" TERM; echo \$\$ >"$T/child"; while :; do sleep 600; done' &
		echo \$\$ >"$T/parent"
		while :; do sleep 600; done
	END
	tool good </dev/null
	run snap-compare-refs -q --output-dir out -f tsv --jobs 2 --timeout 6s --refs tool:./deaf,tool:./good snapshot.zip
	[ "$status" -eq 125 ]
	[ "$(column status)" = "timeout pass " ]
	ended parent
	ended child
}

@test "interrupted: a row for what is done, replayed or built then; the tables are whole" {
	before=$(state)
	snap-compare-refs --repo "$T/repo" --output-dir out -q --jobs 3 -f tsv --refs v1,hangs,slow,v2 snapshot.zip >table 2>err 3>&- &
	pid=$!
	until [ -s "$T/tool.pid" ] && [ -s "$BUILDS.started" ] && grep -q '^v1.pass' out/summary.tsv && grep -q '^v2.pass' out/summary.tsv; do kill -0 $pid; sleep 0.05; done
	kill -TERM $pid
	status=0
	wait $pid || status=$?
	[ $status -eq 143 ]
	[ "$(column ref) $(column status)" = "v1 hangs slow v2  pass unfinished unfinished pass " ]
	cmp table out/summary.tsv
	[ ! -s err ]
	ended tool.pid
	ended builds.started
	[ "$(state)" = "$before" ]
	[ -z "$(ls -A "$XDG_CACHE_HOME/snap/worktrees")$(ls -A "$TMPDIR")" ]
}

@test "on a terminal a line for each ref, with its action; elsewhere none" {
	need_terminal
	command -v script >/dev/null || skip "no script"
	cat <<-END | tool waits
		echo "2026-07-07T19:58:11.115+0300	INFO	reclaim/reclaim.go:121	[snapshot-runner] [allocate] x" >&2
		echo "2026-07-07T19:58:11.115+0300	INFO	reclaim/reclaim.go:121	[snapshot-runner] [reclaim] x" >&2
		until grep -q 'waits.*reclaim' "$T/typescript"; do sleep 0.05; done
	END
	export TERM=xterm
	script -qfec "snap-compare-refs --repo '$T/repo' --output-dir out --jobs 2 --refs tool:./waits,v1 -o table --build 'until grep -q compiling \"$T/typescript\"; do echo compiling; sleep 0.05; done; make build-go SERVICE_NAME=snapshot-tool' snapshot.zip" "$T/typescript" </dev/null >/dev/null
	[ "$(column status)" = "pass pass " ]
	shown=$(tr '\r' '\n' <"$T/typescript")
	[[ $shown == *"tool:./waits  snapshot.zip, 0s; in reclaim"* ]]
	[[ $shown == *"v1            building "*": until grep"* ]]
	[[ $shown == *"snapshot.zip: v1: pass"* ]]
	# nothing of it is left on the screen
	[[ $(tail -c 200 "$T/typescript" | tr -d '\n') == *$'\033[J'* ]]
	compare --refs v1 snapshot.zip 2>err >/dev/null
	[ "$(tr -dc '\033' <err | wc -c)" -eq 0 ]
}

@test "wrong usage of --jobs and --max-memory" {
	for wrong in "--jobs 0" "--jobs x" "--jobs 65" "-j" "--max-memory 0" "--max-memory much"; do
		run --separate-stderr snap-compare-refs --refs native $wrong snapshot.zip
		[ "$status" -eq 2 ]
		[ -z "$output" ]
	done
}
