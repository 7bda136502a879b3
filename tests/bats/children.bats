#!/usr/bin/env bats
# Tools and kubectls that say too much, nothing, or rubbish: bounded in memory and time, told in a line, and nothing stays behind.
load ../lib/env
load ../lib/cluster

setup() {
	T=$BATS_TEST_TMPDIR
	export TMPDIR=$T/tmp HOME=$T
	mkdir "$TMPDIR" "$T/bin"
	cd "$T"
	echo '{"config":{"actions":"allocate"},"schedulerParams":{},"rawObjects":{}}' >snapshot.json
	PATH=$T/bin:$PATH
}
nothing_left() { [ -z "$(ls -A "$TMPDIR")" ]; }
gone() { wait_for "! kill -0 $1 2>/dev/null"; }

# script NAME TEXT: a program
script() {
	printf '#!/bin/sh\n%s\n' "$2" >"$1"
	chmod +x "$1"
}
# replayed STATUS TEXT: snap-replay of ./tool ends so, with TEXT in its message.
replayed() {
	run --separate-stderr timeout 300 snap-replay -q --tool ./tool --max-memory 128MiB snapshot.json
	echo "$stderr" | head -c 1000
	[ "$status" -eq "$1" ]
	[[ $stderr == "snap-replay: snapshot.json: "*"$2"* ]]
	nothing_left
}

@test "a tool that never ends its line" {
	script tool 'exec tr "\0" x </dev/zero >&2'
	replayed 5 "not a snapshot-tool: a line of its log has more than 16 MiB"
	script tool 'exec cat /dev/zero >&2'
	replayed 5 "not a snapshot-tool: a line of its log has more than 16 MiB"
}

@test "a tool that writes to standard output without an end" {
	script tool 'exec yes'
	replayed 4 "not a snapshot-tool: it writes more than a summary to standard output"
}

@test "a tool that decides without an end" {
	[[ $B != *asan* ]] || skip "a limit on memory does not work with ASan"
	grep -rq 'Attempting to allocate' "$TOP/tests/data/tool/v4.log"
	script tool "exec yes \"\$(cat '$TOP/tests/data/tool/v4.log')\" >&2"
	replayed 5 "too much memory: it takes more than 128"
}

@test "a tool whose names hold NULs, control characters and bytes that are no UTF-8: valid NDJSON" {
	sed 's#train-0#tr\\000a\\033]0;x\\007\\377\\300\\200in#g; s#%#%%#g' "$TOP/tests/data/tool/v4.log" >format
	script tool 'printf "$(cat format)" >&2; head -c 100000 /dev/urandom >&2'
	snap-replay -q --tool ./tool snapshot.json >out
	[ -s out ]
	[ "$(tr -d '\n' <out | tr -dc '\000-\037\177' | wc -c)" -eq 0 ]
	iconv -f UTF-8 -t UTF-8 out >/dev/null
	jq -e . out >/dev/null
}

@test "a tool that leaves a process which holds its pipes: that ends with it" {
	script tool 'sleep 1000 & echo $! >left; echo "{\"total_duration_ms\":1,\"action_durations_ms\":{\"allocate\":1}}"'
	run --separate-stderr snap-replay -q --tool ./tool --show summary snapshot.json
	[ "$status" -eq 0 ]
	[[ $output == *'"total_duration_ms":1'* ]]
	gone "$(cat left)"
}

@test "a tool that closes its output, and one that says nothing, are stopped by --timeout of snap-compare-refs" {
	script tool 'echo $$ >pid; exec >&- 2>&-; exec sleep 1000'
	script tool2 'echo $$ >pid2; exec sleep 1000'
	run snap-compare-refs -q --output-dir out --timeout 2s --format tsv --refs tool:./tool,tool:./tool2 snapshot.json
	[ "$status" -eq 125 ]
	[ "$(cut -f2 out/summary.tsv | xargs)" = "status timeout timeout" ]
	gone "$(cat pid)"
	gone "$(cat pid2)"
	nothing_left
}

# forwarded STATUS TEXT [OPTION...]: snap-fetch through ./bin/kubectl.
forwarded() {
	run --separate-stderr timeout 300 snap-fetch --kubectl "$T/bin/kubectl" --pod a -o x.zip "${@:3}"
	echo "$stderr" | head -c 1000
	[ "$status" -eq "$1" ]
	[[ $stderr == *"$2"* ]]
	[ ! -e x.zip ]
	nothing_left
}

@test "a port-forward that talks without an end, or in no lines, or of nothing" {
	for talk in 'yes' 'yes >&2' 'tr "\0" x </dev/zero' 'cat /dev/zero' 'cat /dev/zero >&2' 'cat /dev/urandom' 'sleep 1000' 'exec >&- 2>&-; sleep 1000'; do
		script bin/kubectl "echo \$\$ >pid; $talk"
		forwarded 5 "time-out: kubectl port-forward to pod a did not come up after 2s" --timeout 2s
		gone "$(cat pid)"
	done
}

@test "a port-forward that dies and leaves a process which holds its pipes" {
	script bin/kubectl 'sleep 1000 & echo $! >left; echo "it is over" >&2; exit 3'
	forwarded 4 "port-forward died: it is over: exit status 3" --retries 0
	kill "$(cat left)"
}

@test "a kubectl get that never ends its line, is silent, or leaves a process behind" {
	get() {
		script bin/kubectl "$1"
		run --separate-stderr timeout 300 snap-fetch --kubectl "$T/bin/kubectl" -o x.zip "${@:4}"
		echo "$stderr" | head -c 1000
		[ "$status" -eq "$2" ]
		[[ $stderr == *"$3"* ]]
	}
	get 'exec cat /dev/zero' 5 "kubectl writes too much: more than 64MiB about deployment"
	get 'exec cat /dev/zero >&2' 5 "kubectl writes too much: more than 64MiB about deployment"
	get 'exec sleep 1000' 5 "time-out: kubectl get deployment kai-scheduler-default did not end after 2s" --timeout 2s
	get 'sleep 1000 & echo $! >left; echo "words of its own" >&2; exit 1' 4 "words of its own" --retries 0
	kill "$(cat left)"
	get 'printf "\0\0{]\377"' 4 "kubectl" --retries 0
}
