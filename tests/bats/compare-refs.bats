#!/usr/bin/env bats
# snap-compare-refs on a small repository whose tags build stand-ins of the real snapshot-tool.
load ../lib/env
load ../lib/zip
load ../lib/tool_repo

setup() { make_tool_repo; }

@test "refs are built and replayed; the table has the documented columns" {
	before=$(state)
	run compare --format tsv --refs v1,v2,feature/x snapshot.zip
	[ "$status" -eq 0 ]
	[ "$(head -n 1 out/summary.tsv)" = "$(printf 'ref\tstatus\tlog\tcommit\ttotal_ms\tallocate\treclaim\tbinds\tevictions\tpending\tdecisions\tdiffers\tchanges\tswitches\truns\toutcomes\tslower\twhy')" ]
	[ "$(column ref)" = "v1 v2 feature/x " ]
	[ "$(column status)" = "pass pass pass " ]
	[ "$(column log)" = "out/v1.log out/v2.log out/feature_x.log " ]
	[ "$(column commit)" = "$(for t in v1 v2 feature/x; do git -C "$T/repo" rev-parse $t; done | tr '\n' ' ')" ]
	[ "$(column total_ms) $(column allocate) $(column reclaim)" = "20 30 50  3.248 4 6  7 7 7 " ]
	[ "$(column binds) $(column evictions) $(column pending)" = "2 2 2  3 3 3  - - - " ]
	[ "$(column differs)" = "no no no " ]
	grep -q 'Attempting to allocate' out/v1.log
	[ "$(tr -dc '\033' <out/v1.log | wc -c)" -eq 0 ]
	[ "$(state)" = "$before" ]
	[ -z "$(ls -A "$XDG_CACHE_HOME/snap/worktrees")$(ls -A "$TMPDIR")" ]
}

@test "the table on stdout is that of summary.tsv; text and json hold the same" {
	compare -q --format tsv --refs v1,fewer snapshot.zip >tsv || [ $? -eq 1 ]
	cmp tsv out/summary.tsv
	compare -q --format text --refs v1,fewer snapshot.zip >text || [ $? -eq 1 ]
	diff text - <<-END
		ref    result   binds  evictions    ms  commit    log
		v1     agrees       2          3  20.0  $(git -C "$T/repo" rev-parse v1 | cut -c1-8)  v1.log
		fewer  differs      1          3  40.0  $(git -C "$T/repo" rev-parse fewer | cut -c1-8)  fewer.log
		  -1 bind, first: ns-a/train-1
		  2.00 times slower than v1, beyond the noise of 2 and 2 runs

		pod           v1                                fewer
		ns-a/train-1  bind node-1 (allocate)            -

		out has the logs, summary.tsv and diff.tsv
	END
	compare -q --refs v1,fewer snapshot.zip >json || [ $? -eq 1 ]
	[ "$(jq -c '[.ref, .status, .total_ms, .actions.allocate, .binds, .evictions, .pending, .differs, .snapshot]' json | tr '\n' ';')" = \
		'["v1","pass",20,3.248,2,3,null,false,"snapshot.zip"];["fewer","pass",40,5,1,3,null,true,"snapshot.zip"];' ]
	[ "$(jq -r .decisions json | tr '\n' ' ')" = "$(column decisions)" ]
	compare -q --refs v1,fewer -o table --format tsv snapshot.zip || [ $? -eq 1 ]
	cmp table out/summary.tsv
}

@test "other decisions: differs, exit 1" {
	run compare -q --refs v1,fewer,v2 snapshot.zip
	[ "$status" -eq 1 ]
	[ "$(column status) $(column differs)" = "pass pass pass  no yes no " ]
}

@test "unknown ref, failing build, crash and hang each become a row; what comes behind is run" {
	before=$(state)
	run compare -f tsv --timeout 3s --refs v1,no-such-ref,broken,crashes,hangs,v2 snapshot.zip
	[ "$status" -eq 125 ]
	[ "$(column status)" = "pass fail fail fail timeout pass " ]
	[ "$(column differs)" = "no - - - - no " ]
	[ "$(column commit | cut -d' ' -f2)" = - ]
	grep -q "unknown ref.*no-such-ref" out/no-such-ref.log
	grep -q "cannot build this" out/broken.log
	grep -q "panicked" out/crashes.log
	grep -q "goroutine 1" out/crashes.log
	grep -q "Attempting to allocate" out/hangs.log
	grep -q "time-out: it takes longer than 3s: the snapshot-tool was at: " out/hangs.log
	gone "$(cat "$T/tool.pid")"
	[[ $output == *"crashes: fail: "*panicked* && $output == *"hangs: timeout"* ]]
	[ "$(state)" = "$before" ]
}

@test "the first ref fails: nothing is said to differ" {
	run compare -q --refs crashes,v1,v2 snapshot.zip
	[ "$status" -eq 125 ]
	[ "$(column differs)" = "- - - " ]
}

@test "a commit is built once, whatever it is called" {
	compare -q --refs v1,v1,v1~0,"$(git -C "$T/repo" rev-parse v1)" snapshot.zip >/dev/null
	compare -q --refs v1 snapshot.zip >/dev/null
	[ "$(wc -l <"$BUILDS")" -eq 1 ]
	compare -q --refs v1,v1 snapshot.zip >/dev/null
	[ "$(column log)" = "out/v1.log out/v1-2.log " ]
}

@test "two runs at once build a commit once" {
	snap-compare-refs --repo "$T/repo" --output-dir one -q --refs v1,v2 snapshot.zip >/dev/null 3>&- &
	compare -q --output-dir two --refs v1,v2 snapshot.zip >/dev/null
	wait $!
	[ "$(column status one/summary.tsv)" = "pass pass " ]
	[ "$(column status two/summary.tsv)" = "pass pass " ]
	[ "$(wc -l <"$BUILDS")" -eq 2 ]
}

@test "--no-build: only what was built before" {
	compare -q --refs v1 snapshot.zip >/dev/null
	run compare -f tsv --no-build --refs v1,v2 snapshot.zip
	[ "$status" -eq 125 ]
	[ "$(column status)" = "pass fail " ]
	[[ $output == *"not built yet"* ]]
	[ "$(wc -l <"$BUILDS")" -eq 1 ]
}

@test "--build: another command, in the worktree; its builds are kept apart" {
	compare -q --refs v1 --build 'make build-go SERVICE_NAME=snapshot-tool && rm bin/snapshot-tool-* && mv bin/tool snapshot-tool' snapshot.zip >/dev/null
	[ "$(column status)" = "pass " ]
	compare -q --refs v1 snapshot.zip >/dev/null
	[ "$(wc -l <"$BUILDS")" -eq 2 ]
	run compare -f tsv --refs v2 --build true snapshot.zip
	[ "$(column status)" = "fail " ]
	[[ $output == *"it left no bin/snapshot-tool-"* ]]
}

@test "--arch picks the binary" {
	compare -q --arch riscv64 --refs v1 snapshot.zip >/dev/null
	[ "$(column status)" = "pass " ]
	run compare --arch ../x --refs v1 snapshot.zip
	[ "$status" -eq 2 ]
	run compare -f tsv --arch s390x --refs v1 snapshot.zip
	[ "$(column status)" = "fail " ]
	[[ $output == *"it left no bin/snapshot-tool-s390x"* ]]
}

@test "without make go builds it; without either the row says so" {
	mkdir "$T/bin"
	for p in sh env git rm cat mkdir chmod; do ln -s "$(command -v $p)" "$T/bin/$p"; done
	cat >"$T/bin/go" <<-'END'
		#!/bin/sh
		printf '%s\n' "$*" >"$HOME/go.args"
		mkdir -p bin
		{ echo '#!/bin/sh'; echo 'cat >&2 <<"LOG"'; cat log; echo LOG; cat end.sh; } >"$4"
		chmod +x "$4"
	END
	chmod +x "$T/bin/go"
	program=$(command -v snap-compare-refs)
	PATH=$T/bin "$program" --repo "$T/repo" --output-dir out -q --arch amd64 --refs v1 snapshot.zip >/dev/null
	[ "$(column status)" = "pass " ]
	[ "$(cat "$T/go.args")" = "build -buildvcs=false -o bin/snapshot-tool-amd64 ./cmd/snapshot-tool" ]
	rm "$T/bin/go"
	run env PATH="$T/bin" "$program" --repo "$T/repo" --output-dir out -f tsv --refs v2 snapshot.zip
	[ "$status" -eq 125 ]
	[ "$(column status)" = "fail " ]
}

@test "where make cannot build for want of docker go does" {
	mkdir "$T/bin"
	printf '#!/bin/sh\nexit 1\n' >"$T/bin/docker"
	printf '#!/bin/sh\nmkdir -p bin\n{ echo "#!/bin/sh"; echo "cat >&2 <<LOG"; cat log; echo LOG; cat end.sh; } >"$4"\nchmod +x "$4"\n' >"$T/bin/go"
	printf '#!/bin/sh\necho "docker: not found" >&2\nexit 2\n' >"$T/bin/make"
	chmod +x "$T"/bin/*
	PATH=$T/bin:$PATH compare -q --refs v1 snapshot.zip >/dev/null
	[ "$(column status)" = "pass " ]
}

@test "tool:PATH is a ref, and needs no repository" {
	printf '#!/bin/sh\ncat "%s" >&2\necho "{\\"total_duration_ms\\": 1, \\"action_durations_ms\\": {\\"allocate\\": 1}}"\n' "$DATA/v4.log" >my-tool
	chmod +x my-tool
	snap-compare-refs -q --output-dir out --refs tool:./my-tool,tool:"$PWD/my-tool" snapshot.zip >/dev/null
	[ "$(column status) $(column differs)" = "pass pass  no no " ]
	[ "$(column commit)" = "- - " ]
	run snap-compare-refs -q --output-dir out -f tsv --refs tool:./my-tool,tool:./missing,v1 snapshot.zip
	[ "$status" -eq 125 ]
	[ "$(column status)" = "pass fail fail " ]
	grep -q 'not a git repository' out/v1.log
}

@test "native is a ref" {
	snap-replay --show summary snapshot.zip >/dev/null || skip "the native engine cannot replay the snapshot of this test"
	compare -q --refs native,native snapshot.zip >/dev/null
	[ "$(column status) $(column differs)" = "pass pass  no no " ]
}

# A tool that keeps the JSON it was given.
keeping_tool() {
	printf '#!/bin/sh\nsnap-unzip -o given "$2"\necho "{\\"total_duration_ms\\": 1, \\"action_durations_ms\\": {\\"allocate\\": 1}}"\n' >my-tool
	chmod +x my-tool
}

@test "beside a tool or a git ref native drops what it evicts, as they do; native:live, and native among natives, do not" {
	keeping_tool
	cp "$TOP/tests/conformance/config/018.json" case.json
	now=$(jq -r .now "$TOP/tests/conformance/config/018.decisions.json")
	hash() { snap-replay --now "$now" --show summary "$@" case.json | jq -r 'select(.event == "summary").decisions'; }
	live=$(hash) like=$(hash --like-snapshot-tool)
	[ "$live" != "$like" ]
	compare -q --now "$now" --refs native,native:live,tool:./my-tool,native case.json >/dev/null || [ $? -eq 1 ]
	[ "$(column decisions | cut -d' ' -f1,2,4)" = "$like $live $like" ]
	[ "$(column log | cut -d' ' -f1,2)" = "out/native.log out/native_live.log" ]
	compare -q --now "$now" --refs native:live,native,v1 case.json >/dev/null || [ $? -eq 1 ]
	[ "$(column decisions | cut -d' ' -f1,2)" = "$live $like" ]
	compare -q --now "$now" --refs native,native:live case.json >/dev/null
	[ "$(column decisions)" = "$live $live " ]
	run --separate-stderr compare --refs native:dead case.json
	[ "$status" -eq 2 ]
	[[ $stderr == *"native:dead"* ]]
}

@test "all refs have one clock: --now, else that of the capture, else the newest time of each snapshot" {
	keeping_tool
	cp "$TOP/tests/conformance/reclaim/009.json" case.json
	default=$(snap-replay -q --show start case.json | jq -r .now)
	for now in "$default" 2025-12-31T06:00:00Z; do
		option=(--now "$now")
		[ "$now" = "$default" ] && option=()
		compare -q "${option[@]}" --refs native,tool:./my-tool,native:live case.json >/dev/null || [ $? -eq 1 ]
		[ "$(jq -r 'select(.event == "start").now' out/*.ndjson | sort -u)" = "$now" ]
		was=$(date -d "$(jq -r .rawObjects.queues[0].metadata.creationTimestamp case.json)" +%s)
		is=$(date -d "$(jq -r '.rawObjects.queues[0].metadata.creationTimestamp' given)" +%s)
		off=$(($(date +%s) - $(date -d "$now" +%s) - (is - was)))
		[ $off -ge 0 ] && [ $off -lt 300 ]
	done
	zip_captured case.json '{"capturedAt":"2026-02-03T04:05:06.5Z"}' captured.zip
	compare -q --refs native,tool:./my-tool,native:live captured.zip >/dev/null || [ $? -eq 1 ]
	[ "$(jq -r 'select(.event == "start").now' out/*.ndjson | sort | uniq -c | xargs)" = "4 2026-02-03T04:05:06.5Z" ]
	run --separate-stderr compare --now yesterday --refs native case.json
	[ "$status" -eq 2 ]
	[[ $stderr == *"--now: not a time: 'yesterday'"* ]]
}

@test "why a ref failed is told, not what it was warned of before" {
	printf '#!/bin/sh\nprintf "panic: channel full\\n" >&2\nexit 2\n' >my-tool
	chmod +x my-tool
	run --separate-stderr compare --refs tool:./my-tool snapshot.zip
	[ "$status" -eq 125 ]
	[[ $stderr == *"tool:./my-tool: fail: "*"the snapshot-tool panicked: channel full"* ]]
	[ "$(grep -c 'once more' out/tool_._my-tool.log)" -eq 3 ]
}

@test "native: what it does not replay is named, for each snapshot; the row passes" {
	jq '.discovery = null | .config.tiers[0].plugins += [{name: "numa"}] |
		.rawObjects.nodeResourceTopologies = [{metadata: {name: .rawObjects.nodes[0].metadata.name},
			zones: [range(1025) | {name: "node-\(.)", type: "Node"}]}]' "$TOP/tests/data/demo.json" >numa.json
	jq '.rawObjects.podGroups[0].spec.topologyConstraint = {topology: "t", requiredTopologyLevel: "rack"} |
		.rawObjects.topologies = [{metadata: {name: "t"}, spec: {levels: []}}]' numa.json >both.json
	run --separate-stderr snap-compare-refs --output-dir out --format tsv --jobs 1 --refs native,native numa.json both.json "$TOP/tests/data/demo.json"
	[ "$status" -eq 0 ]
	[ "$(column status)" = "pass pass pass pass pass pass " ]
	diff - <(grep 'not replayed' <<<"$stderr" | uniq -c | sed 's/^ *//') <<-'END'
		2 snap-compare-refs: numa.json: warning: native: not replayed: numa
		2 snap-compare-refs: both.json: warning: native: not replayed: numa, topology
	END
	run --separate-stderr snap-compare-refs -q --output-dir out --refs native both.json
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
}

@test "several snapshots: a row for each, in logs of their own" {
	mkdir other && cp snapshot.zip other/snapshot.zip
	compare -q --refs v1,v2 snapshot.zip other/snapshot.zip >/dev/null
	[ "$(column ref)" = "v1 v2 v1 v2 " ]
	[ "$(column snapshot)" = "snapshot.zip snapshot.zip other/snapshot.zip other/snapshot.zip " ]
	[ "$(column log | tr ' ' '\n' | sort -u | grep -c log)" -eq 4 ]
}

@test "standard input is a snapshot for all refs" {
	compare -q --refs v1,v2 <snapshot.json >/dev/null
	[ "$(column status)" = "pass pass " ]
	cat snapshot.zip | compare -q --refs v1,v2 - >json
	[ "$(jq -r .snapshot json | sort -u)" = "<stdin>" ]
	[ -z "$(ls -A "$TMPDIR")" ]
}

@test "without --output-dir results go to a folder called after the time" {
	snap-compare-refs -q --repo "$T/repo" --refs v1 snapshot.zip >/dev/null
	dir=$(ls snapshot-runs)
	[[ $dir =~ ^[0-9]{8}T[0-9]{6}Z$ ]]
	[ -s "snapshot-runs/$dir/summary.tsv" ]
	snap-compare-refs -q --repo "$T/repo" --output-dir deep/er/dir --refs v1 snapshot.zip >/dev/null
	[ -s deep/er/dir/summary.tsv ]
}

@test "the repository of the current folder is the default, also from inside of a git hook" {
	cd "$T/repo"
	GIT_DIR=$T/repo/.git GIT_INDEX_FILE=$T/repo/.git/index snap-compare-refs -q --output-dir "$T/here/out" --refs v1 "$T/here/snapshot.zip" >/dev/null
	cd "$T/here"
	[ "$(column status)" = "pass " ]
}

@test "hooks of the repository are not run" {
	printf '#!/bin/sh\ntouch "%s/hooked"\n' "$T" >"$T/repo/.git/hooks/post-checkout"
	chmod +x "$T/repo/.git/hooks/post-checkout"
	compare -q --refs v1 snapshot.zip >/dev/null
	[ ! -e "$T/hooked" ]
}

@test "an interrupted run keeps its rows and leaves nothing running" {
	before=$(state)
	snap-compare-refs --repo "$T/repo" --output-dir out -q --jobs 1 -f tsv --refs v1,hangs,v2 snapshot.zip >table 2>err 3>&- &
	pid=$!
	until [ -s "$T/tool.pid" ]; do kill -0 $pid; sleep 0.05; done
	kill -TERM $pid
	status=0
	wait $pid || status=$?
	[ $status -eq 143 ]
	[ "$(column ref) $(column status)" = "v1 hangs  pass unfinished " ]
	cmp table out/summary.tsv
	[ ! -s err ]
	grep -q "Attempting to allocate" out/hangs.log
	gone "$(cat "$T/tool.pid")"
	[ "$(state)" = "$before" ]
}

@test "wrong usage" {
	for wrong in "" "--refs" "--refs ," "--refs tool:" "--refs v1 --timeout soon" "--refs v1 --timeout 0" "--refs v1 -v x" "--refs v1 --format xml" "--refs v1 - -"; do
		run --separate-stderr snap-compare-refs $wrong
		[ "$status" -eq 2 ]
		[ -z "$output" ]
	done
	run snap-compare-refs --refs v1 /nowhere/at/all
	[ "$status" -eq 4 ]
	run snap-compare-refs --refs v1 .
	[ "$status" -eq 3 ]
	[ ! -e snapshot-runs ]
}

@test "what cannot be written ends it with status 4" {
	touch file
	run compare --output-dir file/x --refs v1 snapshot.zip
	[ "$status" -eq 4 ]
	[ -e /dev/full ] || skip "no /dev/full"
	run compare -q -o /dev/full --refs v1 snapshot.zip
	[ "$status" -eq 4 ]
	run bash -c "snap-compare-refs -q --repo '$T/repo' --output-dir out --refs v1 snapshot.zip >/dev/full"
	[ "$status" -eq 4 ]
}

@test "snap-replay --ref builds through the same cache" {
	snap-replay --ref v1 --repo "$T/repo" snapshot.zip >events
	[ "$(jq -r 'select(.event == "start") | .follows' events)" = v1 ]
	compare -q --refs v1 snapshot.zip >/dev/null
	[ "$(wc -l <"$BUILDS")" -eq 1 ]
	[ "$(column decisions)" = "$(jq -r 'select(.event == "summary") | .decisions' events) " ]
	run --separate-stderr snap-replay --ref no-such-ref --repo "$T/repo" snapshot.zip
	[ "$status" -eq 3 ]
	[[ ${stderr_lines[0]} == *"unknown ref"* ]]
	run --separate-stderr snap-replay --ref broken --repo "$T/repo" --log-file log snapshot.zip
	[ "$status" -eq 4 ]
	[[ ${stderr} == *"the build failed"*"cannot build this"* ]]
	grep -q "cannot build this" log
}

@test "snap-replay --ref: --arch, --build and --no-build are those of snap-compare-refs" {
	replay() { run --separate-stderr snap-replay --repo "$T/repo" "$@" snapshot.zip; }
	replay --ref v1 --no-build
	[ "$status" -eq 3 ]
	[ ! -e "$BUILDS" ]
	compare -q --refs v1 --build 'sh build.sh snapshot-tool' --arch riscv64 snapshot.zip >/dev/null
	replay --ref v1 --build 'sh build.sh snapshot-tool' --arch riscv64 --no-build
	[ "$status" -eq 0 ]
	replay --ref v1 --build 'sh build.sh snapshot-tool' --arch arm --no-build
	[ "$status" -eq 3 ]
	[ "$(wc -l <"$BUILDS")" -eq 1 ]
	replay --ref v1 --arch ../x
	[ "$status" -eq 2 ]
	for option in "--arch arm64" "--build true" --no-build; do
		run --separate-stderr snap-replay $option snapshot.zip
		[[ $status -eq 2 && $stderr == *"go with --ref"* ]]
	done
}

# build_error MAKEFILE [OPTION...]: snap-replay --ref on a repository with that Makefile
build_error() {
	printf "$1" >"$T/repo/Makefile"
	git -C "$T/repo" commit -qam "another Makefile"
	run --separate-stderr snap-replay --ref HEAD --repo "$T/repo" "${@:2}" snapshot.zip
	[ "$status" -eq 4 ]
	[[ $stderr != *'$ make'* && $stderr != *"Error 2"* ]]
}
@test "a failing build: the line that tells why, not the command; the rest is in the log" {
	mkdir "$T/bin"
	printf '#!/bin/sh\nexit 1\n' >"$T/bin/docker"
	printf '#!/bin/sh\necho "go: cannot find the module" >&2\nexit 1\n' >"$T/bin/go"
	chmod +x "$T"/bin/*
	PATH=$T/bin:$PATH
	build_error 'all:\n'
	[[ ${stderr_lines[-2]} == *": the build failed: "*": make: *** No rule to make target"*" (go build failed as well)" ]]
	[[ ${stderr_lines[-1]} == "snap-replay: try: --log-file PATH keeps "* ]]
	build_error 'build-go:\n\t@$(MAKE) inner\ninner:\n\t@echo "why it fails"; exit 1\n' --log-file log
	[[ ${stderr_lines[-2]} == *": why it fails (go build failed as well)" ]]
	[[ ${stderr_lines[-1]} == "snap-replay: try: log has "* ]]
	grep -q "cannot find the module" log
	build_error 'build-go:\n\t@exit 3\n'
	[[ ${stderr_lines[-2]} == *": exit status 2: make: *** ["*"Error 3 (go build failed as well)" ]]
}
