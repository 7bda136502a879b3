#!/usr/bin/env bats
# snap-compare-refs --plan and --collect: parts of a comparison that other machines run.
load ../lib/env
load ../lib/tool_repo

setup() { make_tool_repo; }

plan() { compare --plan "$@" >plan; }
# collect FORMAT [DIR]: the table; it may say that refs differ, or that one did not run
collect() { snap-compare-refs -q --collect "${2:-out}" -f "$1" || case $? in 1 | 125) ;; *) return 1 ;; esac; }
# The table without what differs from run to run: the times of native.
steady() { awk -F'\t' -v OFS='\t' '/^native/ { $5 = $6 = "T" } { sub(/ \(tried at [^)]*\)/, "") } 1' "$1"; }
# Names and content of all files but the tables.
files() { find out -type f ! -name summary.tsv ! -name diff.tsv -exec sha256sum {} + | sort; }

@test "a line for each snapshot and ref; run anywhere, they make the tables of a direct run" {
	cp snapshot.zip second.zip
	refs=v1,fewer,broken,crashes,native
	compare -q -f text --refs $refs snapshot.zip second.zip >direct.text || [ $? -eq 125 ]
	cp -r out direct
	rm -r out "$XDG_CACHE_HOME"
	plan --refs $refs snapshot.zip second.zip
	[ "$(wc -l <plan)" -eq 10 ]
	sort -r plan >lines
	cd /
	while read -r line; do
		status=0
		sh -c "$line" 2>"$T/err" || status=$?
		case $line in
		*--refs\ broken* | *--refs\ crashes*) [ $status -eq 125 ] ;;
		*) [ $status -eq 0 ] ;;
		esac
	done <"$T/here/lines"
	cd "$T/here"
	run -125 --separate-stderr snap-compare-refs --collect out -f text
	[ "$stderr" = "snap-compare-refs: out: 10 of 10 results" ]
	[[ $output == *$'\n\nsecond.zip:\nv1 '* ]]
	diff <(sed -E 's/\(tried at [^)]*\)//' <<<"$output" | grep -v ^native | tr -s ' \n' ' ') <(grep -v ^native direct.text | tr -s ' \n' ' ')
	diff <(steady direct/summary.tsv) <(steady out/summary.tsv)
	cmp direct/diff.tsv out/diff.tsv
	diff <(cd direct && ls) <(cd out && ls)
	collect json | jq -s -e 'length == 10 and .[1].differs and (.[0].total_ms == 20)'
}

# flaky: a tool that does not run at first, as one on a machine that lacks something.
flaky() {
	printf '#!/bin/sh\necho run >>"%s"\n[ -e "%s" ] || exit 7\ncat "%s" >&2\n%s\n' "$T/runs" "$T/well" "$DATA/v4.log" "$(summary 5 1)" >flaky
	chmod +x flaky
}

@test "a result that is there, whole and passed is not run again; one that failed is" {
	flaky
	plan --refs tool:./flaky,native snapshot.zip
	sed -n 2p plan | sh
	run -125 sh -c "$(head -n 1 plan)"
	run -125 --separate-stderr snap-compare-refs -f tsv --collect out
	[ "$(column status)" = "fail pass " ]
	[ "$(wc -l <"$T/runs")" -eq 1 ]
	touch "$T/well"
	run -0 sh plan
	[[ $output == *"flaky: pass"*"native: its result is there" ]]
	[ "$(wc -l <"$T/runs")" -eq 3 ]
	files >before
	run -0 sh plan
	[ "$output" = "snap-compare-refs: $PWD/snapshot.zip: tool:$PWD/flaky: its result is there
snap-compare-refs: $PWD/snapshot.zip: native: its result is there" ]
	files | diff before -
	[ "$(wc -l <"$T/runs")" -eq 3 ]
}

@test "no result yet: rows say so, and are filled when more is done" {
	plan --refs v1,v2,native snapshot.zip
	run -125 --separate-stderr snap-compare-refs --collect out -f tsv
	[ "$(column status)" = "unfinished unfinished unfinished " ]
	[ "$(column why)" = "no result yet no result yet no result yet " ]
	[ "$stderr" = "snap-compare-refs: out: 0 of 3 results" ]
	run -125 snap-compare-refs -q --collect out -f text
	[ "$(grep -c '  no result yet' <<<"$output")" -eq 3 ]
	sed -n 2p plan | sh
	collect tsv >/dev/null
	[ "$(column status) $(column differs)" = "unfinished pass unfinished  - - - " ]
	sed -n 1p plan | sh
	collect tsv >/dev/null
	[ "$(column status) $(column differs)" = "pass pass unfinished  no no - " ]
	sh plan
	run -1 snap-compare-refs -q --collect out -f tsv
	[ "$(column status) $(column differs)" = "pass pass pass  no no yes " ]
	cmp <(echo "$output") out/summary.tsv
}

@test "what a direct run made can be collected, and what it did not do is done by lines" {
	compare -q -f tsv --refs v1,native,fewer snapshot.zip >direct || [ $? -eq 1 ]
	cp out/diff.tsv diff.tsv
	collect tsv | cmp - direct
	cmp out/diff.tsv diff.tsv
	rm out/fewer.result.json
	collect tsv >/dev/null
	[ "$(column status)" = "pass pass unfinished " ]
	plan --refs v1,native,fewer snapshot.zip
	run -0 sh plan
	[ "$(grep -c "its result is there" <<<"$output")" -eq 2 ]
	collect tsv | cmp - direct
}

@test "the switches that a direct run has found are collected, while there is a difference" {
	case=$TOP/tests/conformance/topology/001.json
	compare -q -f tsv --refs native@v0.16.8,native@v0.17.0 "$case" >direct || [ $? -eq 1 ]
	[ "$(column switches)" = "- topology_alias=on " ]
	collect tsv | cmp - direct
	rm out/native@v0.16.8.result.json
	collect tsv >/dev/null
	[ "$(column switches)" = "- - " ]
}

@test "names of any bytes: each line stays one, shows nothing raw, and sh finds the file" {
	mkdir -p $'odd\n, dir' && cd $'odd\n, dir'
	cp "$TOP/tests/data/demo.json" "it's \$(touch evil) \`touch evil\` \"x\" \\ %s {} & *.json"
	cp "$TOP/tests/data/demo.json" $'new\nline\n\e[31m\t\r.json'
	cp "$TOP/tests/data/demo.json" $'bytes \xff\xfe 100%25 \u202e é.json'
	cp "$TOP/tests/data/demo.json" -- $'-o'
	cp "$TOP/tests/data/demo.json" $'end\n'
	printf '#!/bin/sh\nexit 7\n' >$'tool\n,x'
	chmod +x $'tool\n,x'
	snap-compare-refs --plan --refs native,native:live --output-dir $'out "\n' -- *.json -o $'end\n' >"$T/plan"
	[ "$(wc -l <"$T/plan")" -eq 10 ]
	[ "$(LC_ALL=C tr -d ' -~\n' <"$T/plan" | wc -c)" -eq 0 ]
	(cd / && while read -r line; do sh -c "$line" 2>>"$T/err"; done <"$T/plan")
	(cd / && xargs -d '\n' -n 1 bash -c <"$T/plan" 2>"$T/err") # as bash, too
	[ "$(grep -c 'its result is there' "$T/err")" -eq 10 ]
	run -0 --separate-stderr snap-compare-refs --collect $'out "\n' -f json
	[ "$(jq -r .status <<<"$output" | sort | uniq -c | tr -s ' ')" = " 10 pass" ]
	snap-compare-refs -q --refs native,native:live --output-dir direct -f json -- *.json -o $'end\n' >"$T/direct"
	diff <(jq -c '.snapshot' <<<"$output") <(jq -c '.snapshot' "$T/direct")
	diff <(cd direct && ls -b) <(cd $'out "\n' && ls -b)
	[ -z "$(find "$T" -name evil)" ]
}

@test "a line that names this program by its path calls that one; options that matter go along" {
	mkdir bin
	printf '#!/bin/sh\necho other\n' >bin/snap-compare-refs
	chmod +x bin/snap-compare-refs
	ln -s "$B/snap-compare-refs" here
	./here --plan -q --refs 'v1,native,native@v0.16.8' --repo ../repo --now 2026-11-21 --timeout 90s -v 6 --repeat 2 --arch arm64 --build 'make x; y' --no-build --output-dir out snapshot.zip >plan
	first="$PWD/here --part KEY:v1 --output-dir $PWD/out --refs v1 --commit $(git -C "$T/repo" rev-parse v1) --repo $PWD/../repo --arch arm64 --build 'make x; y' --no-build"
	rest="--now 2026-11-21T00:00:00Z --timeout 90000ms --verbosity 6 --repeat 2 --quiet -- $PWD/snapshot.zip"
	diff <(sed -E 's/--part [0-9a-f]{16}:/--part KEY:/' plan) - <<-END
		$first $rest
		$PWD/here --part KEY:native --output-dir $PWD/out --refs native --like-snapshot-tool $rest
		$PWD/here --part KEY:native@v0.16.8 --output-dir $PWD/out --refs native@v0.16.8 --like-snapshot-tool $rest
	END
	# the commit of the plan, also where the branch has gone on
	plan --refs main snapshot.zip
	before=$(git -C "$T/repo" rev-parse main)
	git -C "$T/repo" commit -q --allow-empty -m later
	sh plan
	collect json | jq -e --arg c "$before" '.commit == $c'
	# another plan, another key
	keys() { cut -d' ' -f3 | cut -d: -f1; }
	for other in "" "--timeout 90s" "--now 2026-11-21" "--repeat 2" "-v 6" "--like-snapshot-tool" "--build x" "--arch arm64"; do
		snap-compare-refs --plan --refs native --output-dir out $other snapshot.zip | keys
	done >all
	cp snapshot.zip second.zip
	snap-compare-refs --plan --refs native --output-dir out second.zip | keys >>all
	[ "$(sort -u all | wc -l)" -eq 9 ]
	snap-compare-refs --plan --refs native --output-dir out snapshot.zip | keys | cmp - <(head -n 1 all)
}

# broken WORDS: collecting says so of the second row, and its line makes it whole again.
broken() {
	collect tsv >/dev/null 2>&1
	[ "$(column status)" = "pass unfinished " ] && [[ $(column why) == "- no result yet: what is there is broken: $1"* ]] || { column status; column why; false; }
	rm -rf out/v1.log.d
	sh plan 2>err
	grep -q 'v1: pass' err
	collect tsv >/dev/null
	[ "$(column status) $(column differs)" = "pass pass  no no " ]
}

@test "a broken result is a row that says so, and is run again" {
	plan --refs v2,v1 snapshot.zip
	sh plan
	truncate -s -1 out/v1.ndjson && broken ".ndjson: is cut, or of another run"
	truncate -s -1 out/v1.run2.log && broken ".run2.log: is cut, or of another run"
	sed -i s/node-1/node-2/ out/v1.decisions && broken ".decisions: is cut, or of another run"
	rm out/v1.run2.ndjson && broken ".run2.ndjson: No such file"
	echo >out/v1.ndjson.partial && broken ".ndjson.partial: is not of this result"
	rm out/v1.ndjson && mkfifo out/v1.ndjson && broken ".ndjson: Invalid argument"
	mv out/v1.ndjson x && ln -s "$PWD/x" out/v1.ndjson && broken ".ndjson: Too many levels"
	truncate -s 30 out/v1.result.json && broken "its record: invalid JSON"
	: >out/v1.result.json && broken "its record: "
	rm out/v1.result.json && mkfifo out/v1.result.json && broken "its record: Invalid argument"
	truncate -s 2M out/v1.result.json && broken "its record: File too large"
	change() { jq -c "$1" out/v1.result.json >x && cp x out/v1.result.json; }
	change '.key = "0000000000000000"' && broken "it is of another plan"
	change '.commit = "ab\u001b[31m"' && broken 'it is of commit ab\x1b[31m'
	change '.snapshot.sha256 = ""' && broken "it is of a snapshot with another content"
	change '.status = "unfinished"' && broken "its record: unexpected value: not a status"
	change '.runs = 1' && broken "its files are not those of its runs"
	change '.runs = 1001' && broken "its record: unexpected value: out of range"
	change '.runs = -1' && broken "its record: unexpected value: out of range"
	change '.result = 2' && broken "its record: unexpected value: of another version"
	change 'del(.key)' && broken "its record: not a record of a result"
	change '.files = {}' && broken ".log: is not of this result"
	change '.why = "%0"' && broken "its record: unexpected value: '%' without two hex digits"
	# events without their end, as the record says
	sed -i '$d' out/v1.ndjson
	change ".files[\".ndjson\"] = {bytes: $(stat -c %s out/v1.ndjson), sha256: \"$(sha256sum out/v1.ndjson | cut -c-64)\"}"
	collect tsv >/dev/null
	[[ $(column why) == *"its events end before their summary"* ]]
}

@test "results of another snapshot under the same name: the row says so, and the line replays the one that is there" {
	plan --refs native,native:live snapshot.zip
	sh plan
	cp "$TOP/tests/data/demo.json" snapshot.zip
	sed -n 1p plan | sh
	collect tsv >/dev/null
	[ "$(column status)" = "pass unfinished " ]
	[[ $(column why) == *"it is of a snapshot with another content"* ]]
	sh plan
	collect tsv >/dev/null
	[ "$(column status) $(column binds)" = "pass pass  9 9 " ]
	# what is done is done, also where the snapshot is no more
	rm snapshot.zip
	run -0 sh plan
}

@test "times of different machines are not compared" {
	plan --refs v1,fewer snapshot.zip
	sh plan
	collect tsv >/dev/null
	[ "$(column slower)" = "- 2.00 " ]
	jq -c '.host = "another"' out/fewer.result.json >x && cp x out/fewer.result.json
	collect tsv >/dev/null
	[ "$(column status) $(column slower)" = "pass pass  - - " ]
}

@test "interrupted: no result, no leftovers, no process; what SIGKILL leaves the next run removes" {
	plan --refs hangs snapshot.zip
	sh -c "exec $(cat plan)" 2>/dev/null 3>&- &
	until [ -s "$T/tool.pid" ]; do kill -0 $!; sleep 0.05; done
	kill -TERM $!
	status=0
	wait $! || status=$?
	[ $status -eq 143 ]
	[[ $(ps -o stat= -p "$(cat "$T/tool.pid")") != [^Z]* ]]
	[ "$(ls -A out)" = plan.json ]
	key=$(grep -oE '[0-9a-f]{16}:' plan)
	mkdir out/.snap-"${key%:}"-dead out/.snap-"${key%:}"-made out/.snap-0000000000000000-other
	touch out/.snap-"${key%:}"-dead/lock out/.snap-"${key%:}"-dead/hangs.log out/.snap-0000000000000000-other/lock
	run -125 sh -c "$(cat plan | sed 's/ -- / --timeout 1s&/')"
	[ "$(ls -A out | tr '\n' ' ')" = ".snap-0000000000000000-other .snap-${key%:}-made hangs.log hangs.ndjson.partial hangs.result.json plan.json " ]
	run -125 --separate-stderr snap-compare-refs -f tsv --collect out
	[ "$(column status) $(column binds)" = "timeout  2 " ]
}

@test "a line does not take away a result that has passed meanwhile" {
	# the tool fails, but before it does another machine has passed
	cat >late <<-END
		#!/bin/sh
		[ ! -e "$T/well" ] || { cat "$DATA/v4.log" >&2; $(summary 5 1); exit; }
		touch "$T/well"
		sh "$PWD/plan" 2>/dev/null
		exit 7
	END
	chmod +x late
	plan --refs tool:./late snapshot.zip
	run -125 sh plan
	run -0 sh plan
	[[ $output == *"its result is there" ]]
	[ "$(snap-compare-refs -q --collect out -f json | jq -r .status)" = pass ]
}

@test "exit statuses: a snapshot that is none, one that is not there, a folder without a plan" {
	echo '{}' >none.json
	plan --refs native none.json
	run -3 sh plan
	run -3 snap-compare-refs -q --collect out
	rm none.json
	run -0 sh -c "rm -r out; sed 's/none/other/g' plan >x; ! sh x"
	run -4 sh x
	[ ! -e out ]
	run -3 --separate-stderr snap-compare-refs --collect out
	[ "$stderr" = "snap-compare-refs: out: no plan: out/plan.json is not there
snap-compare-refs: try: give a folder that was the --output-dir of --plan, or of a run" ]
	run -3 --separate-stderr compare --plan --refs v1,no-such-ref snapshot.zip
	[ -z "$output" ]
	[[ $stderr == "snap-compare-refs: no-such-ref: unknown ref: "* ]]
	run -4 compare --plan --refs native no-such.zip
}

@test "a plan that is none is refused, in two lines" {
	mkdir out
	for bad in '' '[' '{}' '[]' '{"plan":2}' '{"plan":1,"refs":[],"snapshots":[]}' '{"plan":1,"refs":[{"ref":"a"}],"snapshots":["b"]}' \
		'{"plan":1,"refs":[{"ref":"","key":"0"}],"snapshots":["b"]}' '{"plan":1,"refs":[{"ref":"a","key":"0"}],"snapshots":[""]}' \
		'{"plan":1,"refs":[{"ref":"a%00","key":"0"}],"snapshots":["b"]}' '{"plan":1,"refs":[{"ref":"a","key":"00000000000000000"}],"snapshots":["b"]}' \
		'{"plan":1,"refs":[{"ref":"a","key":"0"}],"refs":[{"ref":"a","key":"0"}],"snapshots":["b"]}'; do
		printf %s "$bad" >out/plan.json
		run -3 --separate-stderr snap-compare-refs --collect out
		[ -z "$output" ]
		[[ $(head -n 1 <<<"$stderr") == "snap-compare-refs: out: "* ]] || { echo "$bad: $stderr"; false; }
	done
	# a million rows are the most
	jq -nc '{plan: 1, refs: [range(1001) | {ref: "r\(.)", key: "0"}], snapshots: [range(1000) | "s\(.)"]}' >out/plan.json
	run -5 --separate-stderr snap-compare-refs --collect out
	rm out/plan.json && mkfifo out/plan.json
	run -4 --separate-stderr snap-compare-refs --collect out
	# names lead nowhere else
	rm out/plan.json
	jq -nc '{plan: 1, refs: [{ref: "../../etc/passwd", key: "0"}], snapshots: ["../x", "/"]}' >out/plan.json
	run -125 --separate-stderr snap-compare-refs --collect out -f tsv
	[ "$(ls out | tr '\n' ' ')" = "diff.tsv plan.json summary.tsv " ]
}

@test "wrong usage of --plan, --collect and --part" {
	for wrong in "--plan --refs native snapshot.zip" "--plan --output-dir out snapshot.zip" "--plan --refs native --output-dir out" \
		"--plan --refs native --output-dir out -" "--plan --refs native,worktree --output-dir out snapshot.zip" \
		"--plan --refs native --output-dir out --format tsv snapshot.zip" "--plan --refs native --output-dir out --rebuild snapshot.zip" \
		"--plan --collect out" "--collect out --bisect a..b" "--plan --output-dir out --bisect a..b snapshot.zip" "--collect out --refs native" "--collect out snapshot.zip" "--collect out --output-dir x" "--collect out --cache list" \
		"--part 0123456789abcdef:x --refs native snapshot.zip" "--part 0123456789abcdef:x --output-dir out snapshot.zip" \
		"--part 0123456789abcdef:x --output-dir out --refs native" "--part 0123456789abcdef:x/y --output-dir out --refs native snapshot.zip" \
		"--part 0123456789abcde:x --output-dir out --refs native snapshot.zip" "--part 0123456789abcdef: --output-dir out --refs native snapshot.zip" \
		"--part 0123456789abcdef:x --output-dir out --refs native -f tsv snapshot.zip" "--part 0123456789abcdef:x --output-dir out --refs v1 snapshot.zip" "--commit HEAD --refs native snapshot.zip"; do
		run --separate-stderr snap-compare-refs $wrong </dev/null
		[ "$status" -eq 2 ] && [ -z "$output" ] || { echo "$wrong: $status"; false; }
	done
	[ ! -e out ]
}

@test "many rows of one name get names of their own, in no time that grows with their square" {
	for i in a b c d; do mkdir $i && cp snapshot.zip $i; done
	snap-compare-refs --plan --refs native,native --output-dir out */snapshot.zip | grep -oE ':[^ ]+' | tr '\n' ' ' >names
	[ "$(cat names)" = ":snapshot.zip.native :snapshot.zip.native-2 :snapshot.zip.native-3 :snapshot.zip.native-4 :snapshot.zip.native-5 :snapshot.zip.native-6 :snapshot.zip.native-7 :snapshot.zip.native-8 " ]
	# "v1.run2.log" is the log of a second run of v1
	for t in v1.run2 v1.run2.x v1.running; do git -C "$T/repo" tag $t v1; done
	compare --plan --refs v1.run2,v1,v1.run2,v1.run2.x,v1.running snapshot.zip | grep -oE ' [0-9a-f]{16}:[^ ]+' | cut -d: -f2 | tr '\n' ' ' >names
	[ "$(cat names)" = "v1.run2 v1-2 v1.run2-2 v1.run2.x v1.running " ]
	compare --plan --refs v1,v1.run2 snapshot.zip | grep -oE ' [0-9a-f]{16}:[^ ]+' | cut -d: -f2 | tr '\n' ' ' >names
	[ "$(cat names)" = "v1 v1.run2-2 " ]
	jq -nc '{plan: 1, refs: [{ref: "r", key: "0"}, {ref: "r.run7", key: "1"}], snapshots: [range(100000) | "\(.)/s"]}' >out/plan.json
	run -125 timeout 300 snap-compare-refs -q --collect out -f json
	[ "$(wc -l <<<"$output")" -eq 200000 ]
}
