#!/usr/bin/env bats
# What snap-compare-refs tells of the runs: outcomes, times, causes, what differs.
load ../lib/env
load ../lib/tool_repo

setup() { make_tool_repo; }

# stand_in NAME <SCRIPT: a snapshot-tool; $RUN is the number of its run
stand_in() {
	{
		printf '#!/bin/sh\nRUN=$(($(cat %q.runs 2>/dev/null || echo 0) + 1)); echo $RUN >%q.runs\n' "$PWD/$1" "$PWD/$1"
		printf 'summary() { echo "{\\"total_duration_ms\\": $1, \\"action_durations_ms\\": {\\"allocate\\": ${2:-1}}}"; }\n'
		cat
	} >"$1"
	chmod +x "$1"
}
runs() { cat "$1.runs"; }
compare_tools() { snap-compare-refs -q --output-dir out --refs "$1" "${@:2}" snapshot.zip >table || status=$?; }

@test "decisions as files: the same where the decisions are, with the hash of the table" {
	compare -q --refs v1,v2,fewer snapshot.zip >/dev/null || [ $? -eq 1 ]
	cmp out/v1.decisions out/v2.decisions
	run diff out/v1.decisions out/fewer.decisions
	[ "$output" = $'2d1\n< allocate\tbind\tns-a/train-1\tnode-1' ] || { echo "$output"; false; }
	[ "$(sha256sum out/{v1,v2,fewer}.decisions | cut -d' ' -f1 | tr '\n' ' ')" = "$(column decisions)" ]
	LC_ALL=C sort -c out/v1.decisions
	compare -q -v 3 --refs v1 snapshot.zip >/dev/null
	[ ! -e out/v1.decisions ]
}

@test "what differs: counts and the first pod in the row, pod by pod in diff.tsv" {
	{ grep -v 'task <ns-a/train-1>' "$DATA/v4.log" | sed 's/to node <node-0>/to node <node-7>/'; } >other.log
	stand_in one <<<"cat '$DATA/v4.log' >&2; summary 1"
	stand_in two <<<"cat '$PWD/other.log' >&2; summary 1"
	compare_tools tool:./one,tool:./two,tool:./one -f json
	[ "$status" -eq 1 ]
	[ "$(jq -r '.changes | tostring' table | tr '\n' '|')" = "null|+1 bind -2, first: ns-a/train-0|null|" ]
	diff out/diff.tsv - <<-END
		ref	pod	first	this	snapshot
		tool:./two	ns-a/train-0	bind node-0 (allocate)	bind node-7 (allocate)	snapshot.zip
		tool:./two	ns-a/train-1	bind node-1 (allocate)	-	snapshot.zip
	END
	compare_tools tool:./one,tool:./one
	[ "$(cat out/diff.tsv)" = $'ref\tpod\tfirst\tthis\tsnapshot' ]
}

@test "why a ref failed, in words, with the action and the job that the log was at" {
	stand_in panics <<<"head -n 7 '$DATA/v4.log' >&2; tail -n +2 '$DATA/panic.log' >&2; exit 2"
	stand_in hangs <<<"head -n 20 '$DATA/v4.log' >&2; exec sleep 600"
	stand_in fails <<<'exit 7'
	status=0
	compare_tools tool:./panics,tool:./hangs,tool:./fails,tool:./missing --timeout 4s -f json
	[ "$status" -eq 125 ]
	[ "$(jq -r .status table | xargs)" = "fail timeout fail fail" ]
	[ "$(jq -c '[.binds, .evictions, .actions.allocate, .runs]' table | xargs)" = "[0,0,null,0] [2,2,3.248,0] [null,null,null,0] [null,null,null,0]" ]
	[ "$(jq -r 'select(.event == "summary").partial' out/tool_._hangs.ndjson.partial)" = "$(jq -r 'select(.status == "timeout").why' table)" ]
	diff <(jq -r .why table) - <<-END
		the snapshot-tool panicked: runtime error: invalid memory address or nil pointer dereference: in framework.OpenSession, framework/framework.go:47: as it does when config is null; it was at: allocate, the last pod group tried: ns-a/train (number 1)
		time-out: it takes longer than 4s: the snapshot-tool was at: reclaim, the last pod group tried: ns-a/big (number 1)
		the snapshot-tool failed: exit status 7, when it was at: reading the snapshot
		cannot run: ./missing: No such file or directory
	END
	cd "$T/repo"
	run snap-compare-refs -q --output-dir out --refs broken,no-such-ref -f json "$T/here/snapshot.zip"
	[ "$status" -eq 125 ]
	[[ ${lines[0]} == *'"why":"the build failed: '*'cannot build this'* ]]
	[[ ${lines[1]} == *"\"why\":\"unknown ref: git knows no commit 'no-such-ref'\""* ]]
}

@test "exit status: no snapshot before what did not run, that before what differs" {
	stand_in one <<<"cat '$DATA/v4.log' >&2; summary 1"
	stand_in two <<<"cat '$T/fewer.log' >&2; summary 1"
	stand_in fails <<<'exit 7'
	for case in "0 tool:./one,tool:./one" "1 tool:./one,tool:./two" "125 tool:./one,tool:./fails" "125 tool:./one,tool:./two,tool:./fails"; do
		status=0
		compare_tools "${case#* }"
		[ "$status" -eq "${case%% *}" ] || { echo "$case: $status"; false; }
	done
	echo words >words
	run -3 snap-compare-refs -q --output-dir out --refs native,tool:./fails words
}

@test "git bisect run: 1 where the decisions differ, 125 skips what does not build" {
	git -C "$T/repo" checkout -q -f -b line
	rm -f "$T/repo/broken" "$T/repo/slow"
	for i in 1 2 3 4 5 6 7 8; do
		rm -f "$T/repo/broken"
		[ $i -ne 4 ] || touch "$T/repo/broken"
		log=$DATA/v4.log
		[ $i -lt 6 ] || log=$T/fewer.log
		summary $i 1 | commit_tool line$i "$log"
	done
	cd "$T/repo"
	git bisect start line8 line1 >/dev/null
	run git bisect run snap-compare-refs -q --output-dir "$T/here/out" --refs line1,HEAD "$T/here/snapshot.zip"
	[ "$status" -eq 0 ]
	[[ $output == *"$(git rev-parse line6) is the first bad commit"* ]] || { echo "$output"; false; }
}

@test "repeats: native once, a tool twice, a third time if its second run decides otherwise" {
	stand_in same <<<"cat '$DATA/v4.log' >&2; summary 1"
	stand_in varies <<<"if [ \$RUN -eq 2 ]; then cat '$T/fewer.log'; else cat '$DATA/v4.log'; fi >&2; summary 1"
	stand_in fails <<<"cat '$DATA/v4.log' >&2; summary 1; [ \$RUN -lt 2 ]"
	compare_tools tool:./same,tool:./varies,tool:./fails,native -f json
	[ "$(runs same) $(runs varies) $(runs fails)" = "2 3 2" ]
	[ "$(jq -c '[.status, .runs, .outcomes]' table | xargs)" = "[pass,2,1] [pass,3,2] [fail,1,null] [pass,1,1]" ]
	[ "$(jq -r 'select(.status == "fail").log' table)" = out/tool_._fails.run2.log ]
	[ "$(cd out && echo tool_._varies*.decisions)" = "tool_._varies.decisions tool_._varies.run2.decisions tool_._varies.run3.decisions" ]
	rm ./*.runs
	compare_tools tool:./same,tool:./varies,native --repeat 5 -f json
	[ "$(runs same) $(runs varies)" = "5 5" ]
	[ "$(jq -c '[.runs, .outcomes]' table | xargs)" = "[5,1] [5,2] [5,1]" ]
	compare_tools tool:./same --repeat 1 -f json
	[ "$(jq .runs table)" -eq 1 ]
	[ ! -e out/tool_._same.run2.log ]
	for wrong in 0 1001 x; do run -2 snap-compare-refs --refs native --repeat $wrong snapshot.zip; done
}

@test "a ref that varies is unstable; it differs if none of its outcomes is one of the first ref's" {
	sed 's/to node <node-0>/to node <node-7>/' "$DATA/v4.log" >moved.log
	pick() { echo "if [ \$((RUN % 2)) -eq 1 ]; then cat '$1'; else cat '$2'; fi >&2; summary 1"; }
	pick "$DATA/v4.log" "$DATA/v4.log" | stand_in a
	pick "$DATA/v4.log" "$T/fewer.log" | stand_in a_or_b
	pick "$T/fewer.log" "$DATA/v4.log" | stand_in b_or_a
	pick "$T/fewer.log" "$PWD/moved.log" | stand_in b_or_c
	compare_tools tool:./a,tool:./a_or_b,tool:./b_or_a,tool:./b_or_c -f json
	[ "$(jq -c '[.differs, .outcomes]' table | xargs)" = "[false,1] [false,2] [false,2] [true,2]" ]
	[ "$(jq -r .changes table | sed -n 2p)" = "-1 bind, first: ns-a/train-1" ]
	status=0
	rm ./*.runs
	compare_tools tool:./a,tool:./a_or_b -f text
	[ "$status" -eq 0 ]
	[ "$(awk '$1 ~ /^tool/ { print $2 }' table | xargs)" = "agrees unstable" ]
	grep -qx '  2 outcomes in 3 runs: -1 bind, first: ns-a/train-1' table
	compare_tools tool:./a,tool:./b_or_c -f text
	grep -qF "  2 outcomes in 3 runs, none of them the first ref's: -1 bind," table
}

@test "times are medians; slower is what is beyond the noise of both refs" {
	times() { echo "cat '$DATA/v4.log' >&2; set -- $*; shift \$((RUN - 1)); summary \$1 \$1"; }
	times 100 110 104 | stand_in first
	times 120 110 125 | stand_in noisy
	times 150 151 300 | stand_in once
	times 151 150 152 | stand_in slower
	times 50 51 52 | stand_in faster
	compare_tools tool:./first,tool:./noisy,tool:./once,tool:./slower,tool:./faster --repeat 3 -f json
	[ "$(jq -c '[.total_ms, .actions.allocate, .slower]' table | xargs)" = "[104,104,null] [120,120,false] [151,151,false] [151,151,1.45] [51,51,false]" ]
	rm ./*.runs
	compare_tools tool:./first,tool:./slower --repeat 2 -f tsv
	[ "$(column total_ms) $(column slower)" = "105 150.5  - 1.43 " ]
	rm ./*.runs
	compare_tools tool:./first,tool:./slower --repeat 1 -f tsv
	[ "$(column slower)" = "- - " ]
}

@test "text: 80 columns, columns of which nothing is known left out, actions on request" {
	stand_in "$(printf 'tool-with-a-name-of-%s' "$(printf 'x%.0s' {1..60})")" <<<"cat '$DATA/v4.log' >&2; summary 123456 7"
	stand_in two <<<"cat '$T/fewer.log' >&2; summary 1"
	snap-compare-refs -q --repo "$T/repo" --output-dir out --refs "v1,$(echo tool:./tool-with-a-name*),native:live,v2,tool:./two,no-such-ref" -f text snapshot.zip >table || status=$?
	[ "$status" -eq 125 ]
	run ! grep -E '^.{81}' table
	[ "$(awk '{ print $2 }' table | head -5 | xargs)" = "result agrees agrees differs first:" ] || cat table
	grep -qE '^v1 .* v1\.log$' table
	run ! grep -q "allocate.*ms" table
	compare_tools tool:./two --actions -f text
	grep -qx '  allocate 1.0 ms' table
	run ! grep -qw commit table
	[ -z "$(awk '/ $/' table)" ]
}

@test "text: pods side by side in the sequence of the decisions, each outcome once; --top" {
	for k in 1 2 3; do sed "s/to node <node-[01]>/to node <n$k>/" "$DATA/v4.log" >log$k; stand_in t$k <<<"cat '$PWD/log$k' >&2; summary 1"; done
	compare_tools tool:./t1,tool:./t2,tool:./t2,tool:./t3 -f text --repeat 1
	sed -n '/^pod/,/^$/p' table >side
	diff side - <<-END
		pod           tool:./t1                         tool:./t2
		ns-a/train-0  bind n1 (allocate)                bind n2 (allocate)
		ns-a/train-1  bind n1 (allocate)                bind n2 (allocate)
		and 1 ref more (diff.tsv)

	END
	compare_tools tool:./t1,tool:./t2 -f text --top 1
	[ "$(grep -c '^ns-a/train' table)" -eq 1 ]
	grep -qx 'and 1 more pod (--top N, diff.tsv)' table
	compare_tools tool:./t1,tool:./t2 -f text --top 0
	run ! grep -q "^pod" table
}
