#!/usr/bin/env bats
# snap-compare-refs --bisect: the first ref at which something holds, on a line of 40 commits.
load ../lib/env
load ../lib/tool_repo
load ../lib/line_repo

setup() { make_tool_repo; }

builds() { sed '/^$/d' "$BUILDS" 2>/dev/null | wc -l; }
hash_of() { git -C "$T/repo" rev-parse "$1" | cut -c1-12; }

@test "differs: the first ref that decides otherwise, past what does not build, by few builds" {
	make_line 23 'log=$T/fewer.log' 7 20 21 29 30
	before=$(state)
	run --separate-stderr bisect --bisect c1..c40 --jobs 1 --format text
	[ "$status" -eq 0 ] || { echo "$stderr"; false; }
	[ "$(which first)" = c23 ]
	[[ $(which good) == "c1 "*" c22" && $(which bad) == *"c40" && -n $(which skipped) ]]
	[ "$(column ref | cut -d' ' -f1)" = c1 ]
	[[ $(column ref) == *" $(hash_of c22) $(hash_of c23) "*" c40 " ]]
	[ "$(builds)" -le 10 ]
	# the answer, behind the table
	diff <(sed -n '/^first/,$p' <<<"$output") - <<-END
		first: $(hash_of c23) c23
		  before, at $(hash_of c22): 2 binds, 3 evictions, 20 ms
		  since then: 1 bind, 3 evictions, 20 ms; -1 bind, first: ns-a/train-1

		out has the logs, summary.tsv and diff.tsv
	END
	grep -qx "  first: c23" <<<"$output"
	# a line for each step
	[ "$(grep -c ' left, about ' <<<"$stderr")" -eq $(($(column ref | wc -w) - 2)) ]
	[ "$(grep -cE "^snap-compare-refs: [0-9a-f]{12} is (good|bad): no ref is left$" <<<"$stderr")" -eq 1 ]
	grep -qx 'snap-compare-refs: c1 is good, c40 is bad: 38 refs left, about 6 steps' <<<"$stderr"
	grep -q "^snap-compare-refs: $(hash_of c23) is bad: " <<<"$stderr"
	# nothing of the user's is touched
	[ "$(state)" = "$before" ]
	[ -z "$(git -C "$T/repo" for-each-ref refs/bisect)$(ls "$T"/repo/.git/BISECT* 2>/dev/null)" ]
	[ -z "$(ls -A "$XDG_CACHE_HOME/snap/worktrees")$(ls -A "$TMPDIR")" ]
	# the same again, whatever --jobs is, from the cache
	n=$(builds) verdicts=$(verdicts)
	bisect -q --bisect c1..c40 --jobs 4 -f json >json
	[ "$(builds) $(verdicts)" = "$n $verdicts" ]
	[ "$(jq -r 'select(.verdict == "first") | [.ref, .subject, .commit[:12], .changes] | join(" ")' json)" = \
		"$(hash_of c23) c23 $(hash_of c23) -1 bind, first: ns-a/train-1" ]
	# what is not built yet is skipped
	bisect -q --bisect c1..c40 --no-build --format tsv >tsv
	[ "$(verdicts)" = "$verdicts" ]
	cmp tsv out/summary.tsv
}

@test "slower-than: so many times the time of the first one, or a time; a time-out is slower" {
	make_line 9 'ms=61' 24
	bisect -q --bisect c1..c40 --until 'slower-than 3x' >/dev/null
	[ "$(which first)" = c9 ]
	bisect -q --bisect c1..c40 --until 'slower-than 60ms' --format text >text
	[ "$(which first)" = c9 ]
	grep -qx '  since then: 2 binds, 3 evictions, 61 ms; the same decisions' text
	run -1 --separate-stderr bisect -q --bisect c1..c40 --until 'slower-than 3.06x'
	[[ ${stderr_lines[0]} == *": c1..c40: nothing to search: c40 is not slower than 3.06x c1" ]]
	run -1 --separate-stderr bisect -q --bisect c1..c40 --until 'slower-than 10ms'
	[[ ${stderr_lines[0]} == *"c1 is slower than 10ms already" ]]
}

@test "slower-than: without --jobs nothing runs beside a replay" {
	make_line 1 'end="mkdir $T/running || touch $T/overlap; sleep 0.3; rmdir $T/running"'
	bisect -q --bisect c1..c2 --until 'slower-than 3ms' >/dev/null 2>&1 || [ $? -eq 1 ]
	[ "$(column status)" = "pass pass " ]
	[ ! -e "$T/overlap" ]
}

@test "slower-than: what is stopped behind the limit is slower, what is stopped before it is skipped" {
	make_line 39 'end="exec sleep 600"'
	bisect -q --bisect c37..c40 --until 'slower-than 1s' --timeout 3s >/dev/null
	[ "$(verdicts)" = "c37 good c38 good c39 first c40 bad" ]
	[ "$(column status)" = "pass pass timeout timeout " ]
	run -125 --separate-stderr bisect -q --bisect c37..c40 --until 'slower-than 1h' --timeout 3s
	[[ ${stderr_lines[0]} == *"an end cannot be judged: c40: time-out: "* ]]
}

@test "fails: a panic, a status or a build is the first failure" {
	make_line 31 'log=$DATA/panic.log end="exit 2"' 35
	bisect -q --bisect c1..c40 --until fails --format text >text
	[ "$(which first)" = c31 ]
	[ -z "$(which skipped)" ]
	grep -q '^  since then: fail: the snapshot-tool panicked: ' text
	bisect -q --bisect c32..c40 --until fails >/dev/null && false
	git -C "$T/repo" checkout -q -f -b later c20
	touch "$T/repo/broken"
	summary 1 1 | commit_tool unbuildable "$DATA/v4.log"
	bisect -q --bisect c1..unbuildable --until fails -f json >json
	[ "$(jq -r 'select(.verdict == "first").why' json)" != null ]
	[ "$(which first)" = unbuildable ]
	# what is only not built yet does not fail
	bisect -q --bisect c1..c30 --until fails --no-build >/dev/null && false
	rm -r "$XDG_CACHE_HOME"
	run -125 --separate-stderr bisect -q --bisect c1..unbuildable --until fails --no-build
	[[ ${stderr_lines[0]} == *"an end cannot be judged: c1: not built yet"* ]]
}

@test "a jq program: the first ref of which an event has an output but false and null" {
	sed 's/to node <node-0>/to node <node-7>/' "$DATA/v4.log" >moved.log
	make_line 18 'log=$T/here/moved.log' 17
	for program in 'select(.event == "bind" and .node == "node-7")' '.node == "node-7"' \
		'[., inputs] | any(.event == "bind" and .node == "node-7")' 'if .event == "bind" and .node == "node-7" then true else empty end'; do
		bisect -q --bisect c15..c21 --until "$program" >/dev/null || [ $? -eq 125 ]
		[ "$(which good) $(which candidate) $(which bad)" = "c15 c16 c17 c18 c21" ] || { verdicts; false; }
	done
	bisect -q --bisect c1..c16 --until '[., inputs | select(.event == "bind")] | length > 1' && false
	run -1 --separate-stderr bisect -q --bisect c1..c40 --until '.node == "node-8"'
	[[ ${stderr_lines[0]} == *': c40 has no such event' ]]
	run -1 --separate-stderr bisect -q --bisect c1..c40 --until '.event == "summary"'
	[[ ${stderr_lines[0]} == *': c1 has such an event already' ]]
	run -125 --separate-stderr bisect -q --bisect c1..c40 --until '.event | keys'
	[[ ${stderr_lines[0]} == *'an end cannot be judged: c1: jq: string ("start") has no keys' && ${#stderr_lines[@]} -eq 1 ]]
	run -125 --separate-stderr bisect -q --bisect c1..c40 --until 'halt'
	[[ ${stderr_lines[0]} == *'c1: the jq program halted' ]]
	for program in 'diffars' '.[' 'slower than 3x'; do
		run -2 --separate-stderr bisect --bisect c1..c40 --until "$program"
		[[ ${stderr_lines[0]} == *"--until: neither differs, fails, slower-than 3x nor a jq program: jq: error: "* ]] || { echo "$stderr"; false; }
	done
}

@test "a jq program: of runs that vary one is enough" {
	sed 's/to node <node-0>/to node <node-7>/' "$DATA/v4.log" >moved.log
	make_line 39 'end="n=\$((\$(cat $T/n 2>/dev/null || echo 0) + 1)); echo \$n >$T/n; [ \$((n % 2)) -eq 1 ] || cat $T/here/moved.log >&2"'
	bisect -q --bisect c37..c40 --until '.node == "node-7"' -f json --jobs 1 >json
	[ "$(which first)" = c39 ]
	[ "$(jq -c 'select(.verdict == "first") | .outcomes' json)" -gt 1 ]
}

@test "only refs that cannot be judged are left: status 125, and which they are" {
	make_line 23 'log=$T/fewer.log' 19 20 21 22 23 24
	run -125 --separate-stderr bisect --bisect c1..c40 --format text
	[ "$(which candidate)" = "c19 c20 c21 c22 c23 c24 c25" ]
	diff <(sed -n '/^not found/,/^$/p' <<<"$output") - <<-END
		not found: the first is one of 7 refs, and all but the last cannot be judged:
		$(for i in 19 20 21 22 23 24 25; do echo "  $(hash_of c$i) c$i"; done)

	END
	[[ ${stderr_lines[-2]} == "snap-compare-refs: c1..c40: not found: the first is one of 7, and all but the last cannot be judged: $(hash_of c19) "*" $(hash_of c25)" ]]
	[[ ${stderr_lines[-1]} == "snap-compare-refs: try: "* ]]
	[ "$(builds)" -le 14 ]
}

@test "the ends are judged first: one line tells what is wrong with them" {
	make_line 23 'log=$T/fewer.log' 40
	no() { # STATUS WORDS ARGUMENT...
		run "-$1" --separate-stderr bisect -q "${@:3}"
		# shellcheck disable=SC2053 # a pattern
		[[ ${stderr_lines[0]} == "snap-compare-refs: "$2 && ${#stderr_lines[@]} -le 2 ]] && return
		echo "$stderr"
		return 1
	}
	no 1 "c1..c22: nothing to search: c22 decides as c1" --bisect c1..c22
	[ "$(verdicts)" = "c1 good c22 good" ]
	run -1 --separate-stderr bisect --bisect c1..c22
	[[ $stderr != *" left"* ]]
	no 125 "c1..c40: an end cannot be judged: c40: the build failed: *" --bisect c1..c40
	no 3 "c20..c10: nothing to search: c10 is c20, or lies before it" --bisect c20..c10
	no 3 "c20..c20: nothing to search: c20 is c20, or lies before it" --bisect c20..c20
	no 3 "c1..nowhere: unknown ref: git knows no commit 'nowhere'" --bisect c1..nowhere
	no 3 "native..c2: unknown ref: git knows no commit 'native'" --bisect native..c2
	no 3 "-q..c2: unknown ref: git knows no commit '-q'" --bisect=-q..c2
	git -C "$T/repo" checkout -q -f --orphan alone
	summary 1 1 | commit_tool alone "$DATA/v4.log"
	no 3 "c1..alone: no common history: *" --bisect c1..alone
	echo words >snapshot.zip
	no 3 "crashes..feature/x: an end cannot be judged: crashes: not a snapshot: *" --bisect crashes..feature/x --until fails
	cd "$T"
	run -3 --separate-stderr snap-compare-refs --bisect c1..c2 --output-dir here/none "$T/here/snapshot.json"
	[[ ${stderr_lines[0]} == *"c1..c2: not a git repository"* ]]
	[ ! -e here/none ]
}

@test "an end that is left out is HEAD" {
	make_line 23 'log=$T/fewer.log'
	bisect -q --bisect c20.. >/dev/null
	[ "$(which first) $(column ref | cut -d' ' -f1)" = "c23 c20" ]
	[[ $(column ref) == *" HEAD " ]]
	run -3 --separate-stderr bisect --bisect ..c20
	[[ ${stderr_lines[0]} == *"c20 is HEAD, or lies before it" ]]
}

@test "merges: the line of first parents, then the commits that a merge brought in" {
	make_line 41 :
	cd "$T/repo"
	git checkout -q -f -b side c10
	summary 1 1 | commit_tool s1 "$DATA/v4.log"
	summary 1 1 | commit_tool s2 "$T/fewer.log"
	summary 1 1 | commit_tool s3 "$T/fewer.log"
	git checkout -q -f line
	git merge -q --no-commit -X theirs -s recursive side >/dev/null 2>&1 || true
	summary 1 1 | commit_tool merge "$T/fewer.log"
	summary 1 1 | commit_tool behind "$T/fewer.log"
	[ "$(git rev-list --count --no-walk merge^2)" -eq 1 ]
	cd "$T/here"
	bisect -q --bisect c5..behind --format text >text
	[ "$(which first)" = merge ]
	grep -qx "  a merge of 3 commits; among these: --bisect $(hash_of merge)^1..$(hash_of merge)^2" text
	bisect -q --bisect "$(hash_of merge)^1..$(hash_of merge)^2" >/dev/null
	[ "$(which first)" = s2 ]
	# its history leaves the line at c10
	[ "$(verdicts)" = "c40 good c10 good s1 good s2 first s3 bad" ]
}

@test "GOOD beside the line: where the histories part is judged, too" {
	make_line 5 'log=$T/fewer.log' 9
	cd "$T/repo"
	git checkout -q -f -b release c10
	summary 1 1 | commit_tool backport "$DATA/v4.log"
	git checkout -q -f -b other c3
	summary 1 1 | commit_tool early "$DATA/v4.log"
	git checkout -q -f -b third c9
	rm -f broken
	summary 1 1 | commit_tool late "$DATA/v4.log"
	cd "$T/here"
	run -1 --separate-stderr bisect -q --bisect backport..c20
	[ "${stderr_lines[0]}" = "snap-compare-refs: backport..c20: nothing to search: $(hash_of c10) decides otherwise than backport already" ]
	[[ ${stderr_lines[1]} == "snap-compare-refs: try: --bisect $(hash_of c10)..c20: "* ]]
	bisect -q --bisect early..c20 >/dev/null
	[ "$(which first) $(which good)" = "c5 early c3 c4" ]
	# it does not build: it is one that is skipped
	run -125 --separate-stderr bisect -q --bisect late..c20
	[ "$(which candidate)" = "c9 c10" ]
}

@test "several snapshots: a ref is bad if it is for one of them" {
	cp snapshot.zip other.zip
	make_line 23 'end='
	cd "$T/repo"
	cat >end.sh <<-'END'
		case $* in *other*) ms=20 ;; *) ms=90 ;; esac
		echo "{\"total_duration_ms\": $ms, \"action_durations_ms\": {\"allocate\": 1}}"
	END
	git commit -qam c41 && git tag c41
	cd "$T/here"
	bisect -q --bisect c36..c41 --until 'slower-than 80ms' --format text other.zip >text
	[ "$(which first)" = "c41 c41" ]
	[ "$(column snapshot | xargs -n 1 | sort | uniq -c | xargs)" = "5 other.zip 5 snapshot.zip" ]
	grep -qx "  on snapshot.zip" text
	grep -qx "  since then: 2 binds, 3 evictions, 90 ms; the same decisions" text
}

@test "interrupted: the tables are whole, with a row for each ref that was tried" {
	make_line 23 'log=$T/fewer.log'
	git -C "$T/repo" checkout -q -f -b long c20
	echo 'echo $$ >"$HOME/tool.pid"; exec sleep 600' | commit_tool sleeps "$DATA/v4.log"
	git -C "$T/repo" checkout -q -f -b longer sleeps
	summary 1 1 | commit_tool end "$T/fewer.log"
	before=$(state)
	snap-compare-refs --repo "$T/repo" --output-dir out -q -f tsv --bisect c18..end snapshot.zip >table 2>err 3>&- &
	pid=$!
	until [ -s "$T/tool.pid" ]; do kill -0 $pid; sleep 0.05; done
	kill -TERM $pid
	status=0
	wait $pid || status=$?
	[ $status -eq 143 ]
	cmp table out/summary.tsv
	[ ! -s err ]
	[ "$(verdicts)" = "c18 good c20 good sleeps - end bad" ] || { verdicts; false; }
	[ "$(column status)" = "pass pass unfinished pass " ]
	gone "$(cat "$T/tool.pid")"
	[ "$(state)" = "$before" ]
	[ -z "$(ls -A "$XDG_CACHE_HOME/snap/worktrees")$(ls -A "$TMPDIR")" ]
}

@test "a jq program without an end is ended by a signal" {
	make_line 41 :
	snap-compare-refs --repo "$T/repo" --output-dir out -f tsv --bisect c1..c3 --until 'select(.event == "summary") | last(range(infinite))' \
		snapshot.zip >table 2>err 3>&- &
	pid=$!
	until [ "$(grep -c '^c[13].pass' out/summary.tsv 2>/dev/null)" = 2 ] && [ "$(grep -c ': c[13]: pass' err)" = 2 ]; do kill -0 $pid; sleep 0.05; done
	kill -TERM $pid
	status=0
	wait $pid || status=$?
	[ $status -eq 143 ]
	[ "$(column ref) $(column status)" = "c1 c3  pass pass " ]
}

@test "subjects are foreign text: nothing of them controls the terminal or the table" {
	make_line 41 :
	cd "$T/repo"
	cp "$T/fewer.log" log
	printf 'evil \033[31m\tred \302\205 \342\200\256 \377 end\n\nbody\n' | git -c i18n.commitEncoding=UTF-8 commit -qa -F - --cleanup=verbatim
	git tag evil
	git config log.showSignature true
	git config color.ui always
	git config format.pretty fuller
	cd "$T/here"
	for format in text tsv json; do
		run -0 bisect --bisect c40..evil --format $format
		[[ $output == *evil* && $output != *$'\033'* && $output != *$'\302\205'* && $output != *$'\342\200\256'* && $output != *body* ]]
		[[ $(LC_ALL=C tr -dc '\377' <<<"$output" | wc -c) -eq 0 ]]
	done
	[ "$(awk -F'\t' '{ print NF }' out/summary.tsv | sort -u | wc -l)" -eq 1 ]
	bisect -q --bisect c40..evil -f json | jq -e 'select(.verdict == "first").subject | startswith("evil ")' >/dev/null
}

@test "wrong usage" {
	for wrong in "--bisect" "--bisect c1" "--bisect c1...c2" "--bisect .." "--bisect a..b..c" "--bisect a..b --refs v1" "--refs v1 --until fails" \
		"--cache list --bisect a..b" "--bisect a..b -v 3"; do
		run -2 --separate-stderr snap-compare-refs $wrong snapshot.zip
		[ -z "$output" ]
	done
	for until in 'slower-than' 'slower-than ' 'slower-than soon' 'slower-than 0x' 'slower-than -1x' 'slower-than 0s' ''; do
		run -2 --separate-stderr snap-compare-refs --bisect a..b --until "$until" snapshot.zip
		[ -z "$output" ]
	done
	[ ! -e snapshot-runs ]
}
