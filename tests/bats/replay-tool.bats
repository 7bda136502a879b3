#!/usr/bin/env bats
# snap-replay --tool: a stand-in for the real snapshot-tool prints logs of the real one's form.
load ../lib/env

setup() {
	T=$BATS_TEST_TMPDIR
	DATA=$TOP/tests/data/tool
	export TMPDIR=$T/tmp HOME=$T
	mkdir "$TMPDIR"
	cd "$T"
	printf '{"config":{"actions":"allocate"},"schedulerParams":{},"rawObjects":{}}' >snapshot.json
	zip -q snapshot.zip snapshot.json
	# stand_in LOG [SUMMARY [STATUS]]: keeps its arguments and the file it was given
	cat >tool <<-'END'
		#!/bin/sh
		printf '%s\n' "$@" >args
		while [ $# -gt 0 ]; do
			[ "$1" = -filename ] && cp "$2" given && printf '%s\n' "$2" >given.path
			shift
		done
		[ ! -e log ] || cat log >&2
		[ ! -e summary ] || cat summary
		[ ! -e behave ] || . ./behave
	END
	chmod +x tool
}
stand_in() {
	cp "$1" log
	[ -z "${2:-}" ] || cp "$2" summary
	[ -z "${3:-}" ] || echo "exit $3" >behave
}
nothing_left() { [ -z "$(ls -A "$TMPDIR")" ]; }
gone() { [ -n "$1" ] && ! kill -0 "$1" 2>/dev/null; }
events() { jq -c "select(.event == \"$1\")" "${2:-out}"; }

@test "the log's decisions become events; what it does not tell is left out" {
	stand_in "$DATA/v4.log" "$DATA/v4.json"
	snap-replay --tool ./tool snapshot.zip >out 2>err
	[ ! -s err ]
	diff - <(events bind) <<-'END'
		{"event":"bind","action":"allocate","pod":"ns-a/train-0","podGroup":"ns-a/train","node":"node-0"}
		{"event":"bind","action":"allocate","pod":"ns-a/train-1","podGroup":"ns-a/train","node":"node-1","gpuGroups":["8f14e45f-ceea-467f-a83f-2a3c0d1b2c11","c9f0f895-fb98-4b91-9f0e-1d2c3b4a5f60"]}
	END
	diff - <(events pipeline) <<-'END'
		{"event":"pipeline","action":"reclaim","pod":"ns-a/big-0","podGroup":"ns-a/big"}
		{"event":"pipeline","action":"reclaim","pod":"ns-b/old-0"}
		{"event":"pipeline","action":"preempt","pod":"ns-b/high-0","podGroup":"ns-b/high","queue":"team-b"}
	END
	diff - <(events evict) <<-'END'
		{"event":"evict","action":"reclaim","pod":"ns-b/old-0","preemptor":"ns-a/big"}
		{"event":"evict","action":"reclaim","pod":"ns-b/old-1","preemptor":"ns-a/big"}
		{"event":"evict","action":"stalegangeviction","pod":"ns-b/stale-0"}
	END
	nothing_left
}

@test "start, queues, warnings and summary come from the log, in order" {
	stand_in "$DATA/v4.log" "$DATA/v4.json"
	snap-replay --tool ./tool snapshot.zip >out
	diff - <(events start) <<-'END'
		{"event":"start","engine":"tool","now":"2026-07-07T16:58:11.1Z","nodes":2,"podGroups":4,"queues":3}
	END
	diff - <(events queue) <<-'END'
		{"event":"queue","queue":"team-a","fairShare":{"gpu":2.5,"cpu":16250,"memory":137438000000},"deserved":{"gpu":2.5,"cpu":-1,"memory":-1},"allocated":{"gpu":1,"cpu":4000,"memory":34359000000},"requested":{"gpu":4,"cpu":16250,"memory":137438000000}}
	END
	diff - <(events warning) <<-'END'
		{"event":"warning","what":"Failed to get plugin nosuch.","where":"framework/framework.go:50"}
		{"event":"warning","what":"Failed to evict task <ns-b/old-1>: pod \"old-1\" not found.","where":"framework/statement.go:143"}
	END
	[ "$(jq -r .event out | uniq | tr '\n' ' ')" = "start queue warning bind evict warning pipeline evict summary " ]
	decisions=$(printf '%s\t%s\t%s\t%s\n' allocate bind ns-a/train-0 node-0 allocate bind ns-a/train-1 node-1 \
		reclaim evict ns-b/old-0 '' reclaim evict ns-b/old-1 '' reclaim pipeline ns-a/big-0 '' reclaim pipeline ns-b/old-0 '' \
		preempt pipeline ns-b/high-0 '' stalegangeviction evict ns-b/stale-0 '' | LC_ALL=C sort | sha256sum | cut -d' ' -f1)
	diff - <(events summary) <<-END
		{"event":"summary","total_duration_ms":1504,"action_durations_ms":{"allocate":3.248,"reclaim":1500},"binds":2,"pipelines":3,"evictions":3,"decisions":"$decisions","notTold":["pending"]}
	END
}

@test "at verbosity 6 nodes, messages and pending pod groups are told, too" {
	stand_in "$DATA/v6.log" "$DATA/v4.json"
	snap-replay --tool ./tool -v 6 --log-file "$T/kept" snapshot.zip >out
	diff - <(grep -v -e '"start"' -e '"summary"' out) <<-'END'
		{"event":"evict","action":"reclaim","pod":"ns-b/old-0","node":"node-1","preemptor":"ns-a/big","message":"Pod ns-b/old-0 was preempted by workload ns-a/big.\nqueue team-b uses <GPU: 2>."}
		{"event":"pipeline","action":"reclaim","pod":"ns-a/big-0","podGroup":"ns-a/big","node":"node-1","gpuGroups":["g-1"]}
		{"event":"pending","podGroup":"ns-b/two","pods":["two-0"],"reasons":[{"message":"other","count":2}]}
		{"event":"pending","podGroup":"ns-b/wait","pods":["wait-0"],"reasons":[{"reason":"PodSchedulingErrors","message":"Resources were not found for pod ns-b/wait-0 due to: no nodes with enough resources were found: 1 node(s) had untolerated taint(s). \n1 node(s) didn't have enough resources: GPUs.","count":1}]}
	END
}

@test "what the log leaves out of pods and queues the snapshot tells, if it is sure" {
	group() { printf '{"metadata":{"name":"%s","namespace":"%s"},"spec":{"queue":"%s"}}' "$@"; }
	pod() { printf '{"metadata":{"name":"%s","namespace":"ns-b","annotations":{"pod-group-name":"%s"}}}' "$@"; }
	printf '{"config":{"actions":"allocate"},"schedulerParams":{},"rawObjects":{"podGroups":[%s,%s,%s,%s,%s],"pods":[%s,%s,%s],"queues":[%s,%s]}}' \
		"$(group old ns-b q-b)" "$(group stale ns-b q-b)" "$(group stale ns-c q-c)" "$(group wait ns-b q-w)" "$(group two ns-x q-x)" \
		"$(pod old-0 old)" "$(pod old-1 gone)" "$(pod stale-0 stale)" \
		'{"metadata":{"name":"q-a"},"spec":{"displayName":"team-a","parentQueue":"dept"}}' '{"metadata":{"name":"dept"},"spec":{}}' >snapshot.json
	rm snapshot.zip && zip -q snapshot.zip snapshot.json
	stand_in "$DATA/v4.log" "$DATA/v4.json"
	snap-replay --tool ./tool snapshot.zip >out
	[ "$(jq -c 'select(.event == "evict") | [.pod, .podGroup, .queue]' out | tr '\n' ' ')" = \
		'["ns-b/old-0","ns-b/old","q-b"] ["ns-b/old-1",null,null] ["ns-b/stale-0",null,null] ' ]
	[ "$(jq -c 'select(.event == "queue") | [.queue, .parent]' out)" = '["q-a","dept"]' ]
	sed 's#ns-b/two#ns-c/two#' "$DATA/v6.log" >log
	snap-replay --tool ./tool -v 6 --log-file kept snapshot.zip >out
	[ "$(jq -c 'select(.event == "pending") | [.podGroup, .queue]' out | tr '\n' ' ')" = '["ns-c/two",null] ["ns-b/wait","q-w"] ' ]
}

@test "--queue, --namespace and --podgroup pick of a tool's decisions; the hash stays that of the whole" {
	jq -nc '{config: {actions: "allocate"}, schedulerParams: {}, rawObjects: {
		queues: [{metadata: {name: "q-a"}, spec: {displayName: "team-a", parentQueue: "dept"}}, {metadata: {name: "dept"}, spec: {}}, {metadata: {name: "q-b"}, spec: {}}],
		podGroups: [["train", "ns-a", "q-a"], ["big", "ns-a", "q-b"], ["old", "ns-b", "q-b"] | {metadata: {name: .[0], namespace: .[1]}, spec: {queue: .[2]}}],
		pods: [["train-0", "ns-a", "train"], ["train-1", "ns-a", "train"], ["big-0", "ns-a", "big"], ["old-0", "ns-b", "old"], ["old-1", "ns-b", "old"] |
			{metadata: {name: .[0], namespace: .[1], annotations: {"pod-group-name": .[2]}}}]}}' >snapshot.json
	rm snapshot.zip && zip -q snapshot.zip snapshot.json
	stand_in "$DATA/v4.log" "$DATA/v4.json"
	hash=$(snap-replay --tool ./tool snapshot.zip | jq -r 'select(.event == "summary").decisions')
	for pick in "--queue q-a:train-0 train-1" "--queue team-a:train-0 train-1" "--queue dept:train-0 train-1" "--queue q-b:old-0 old-1 big-0 old-0" \
		"--namespace ns-a:train-0 train-1 big-0" "--podgroup old*:old-0 old-1 old-0" "--queue q-b --namespace ns-a:big-0"; do
		# shellcheck disable=SC2086 # several options
		snap-replay --tool ./tool ${pick%:*} snapshot.zip >out
		[ "$(jq -r 'select(.pod).pod | split("/")[1]' out | xargs)" = "${pick#*:}" ]
		[ "$(jq -r 'select(.event == "summary").decisions' out)" = "$hash" ]
	done
	[ "$(snap-replay --tool ./tool --queue dept snapshot.zip | events queue - | jq -r .queue)" = q-a ]
	[ -z "$(snap-replay --tool ./tool --queue q-b snapshot.zip | events queue -)" ]
	snap-replay --tool ./tool --queue q-b -f text snapshot.zip >out
	[ "$(head -n 1 out)" = "of queue q-b: 1 pod waits for room that is being freed, 1 running pod of 1 group loses its place, 1 moves" ]
	cp "$DATA/v6.log" log
	[ "$(snap-replay --tool ./tool -v 6 --log-file kept --podgroup 't*' snapshot.zip | events pending - | jq -r .podGroup)" = ns-b/two ]
	run -2 --separate-stderr snap-replay --tool ./tool --queue nowhere snapshot.zip
	[[ $stderr == *"no queue named 'nowhere'"* ]]
	run -2 --separate-stderr snap-replay --tool ./tool --sort over snapshot.zip
}

@test "a stale pod whose node is gone is evicted, although the tool complains" {
	front=$'2026-07-07T19:58:11.100+0300\tERROR\tx/y.go:1\t[snapshot-runner] [stalegangeviction] Failed to evict task: <n/p> of job <g> err: '
	printf '%s\n' "${front}node doesnt exist on cluster" "${front}could not evict pod <n/p> without podGroup. podGroupId: <g>" >log
	snap-replay --tool ./tool snapshot.zip >out
	[ "$(events evict)" = '{"event":"evict","action":"stalegangeviction","pod":"n/p"}' ]
	[ "$(events warning | grep -c 'Failed to evict')" -eq 2 ]
}

@test "equal decisions have the same hash at every verbosity that tells them" {
	stand_in "$DATA/v6.log" "$DATA/v4.json"
	snap-replay --tool ./tool -v 6 --log-file six --show summary snapshot.zip >six.out
	grep -vE 'Statement|Evicting pod|^queue team|setting|Updating|Full job' "$DATA/v6.log" >log
	snap-replay --tool ./tool --show summary snapshot.zip >four.out
	[ "$(jq -r .decisions six.out)" != null ]
	[ "$(jq -r .decisions six.out)" = "$(jq -r .decisions four.out)" ]
}

@test "below verbosity 4 no count and no hash is claimed that the log cannot give" {
	stand_in "$DATA/v4.log" "$DATA/v4.json"
	snap-replay --tool ./tool -v 3 --show summary snapshot.zip 2>err | grep -v warning >out
	[ "$(jq -c 'del(.action_durations_ms)' out)" = '{"event":"summary","total_duration_ms":1504,"binds":2,"notTold":["pipeline","evict","pending"]}' ]
	snap-replay --tool ./tool -v 2 --show summary --no-timings snapshot.zip 2>err | grep -v warning >out
	[ "$(cat out)" = '{"event":"summary","notTold":["queue","bind","pipeline","evict","pending"]}' ]
}

@test "a tool without a summary: durations come from the log" {
	stand_in "$DATA/v4.log"
	snap-replay --tool ./tool --show summary snapshot.zip | grep -v warning >out
	[ "$(jq -c '[.total_duration_ms, .action_durations_ms]' out)" = '[123500,{"allocate":3.248,"reclaim":1500}]' ]
}

@test "the text format shows a table for each action" {
	stand_in "$DATA/v4.log" "$DATA/v4.json"
	snap-replay --tool ./tool --format text snapshot.zip >out
	grep -q '^snapshot-tool, at 2026-07-07T16:58:11.1Z: 2 nodes, 4 pod groups, 3 queues$' out
	grep -qE '^  allocate +bind +ns-a/train-1 +node-1$' out
	grep -qx 'decisions: 2 bind, 3 pipeline, 3 evict' out
	[ "$(head -n 1 out)" = "2 pods bound, 2 pods wait for room that is being freed, 2 running pods of 2 groups lose their place, 1 moves" ]
	diff - <(sed -n '/^net result by pod/,/^$/p' out) <<-'END'
		net result by pod
		  CHANGE     POD           NODE    FOR
		  evicted    ns-b/old-1            ns-a/big
		  evicted    ns-b/stale-0
		  moved      ns-b/old-0            ns-a/big
		  bound      ns-a/train-0  node-0
		  bound      ns-a/train-1  node-1
		  pipelined  ns-a/big-0
		  pipelined  ns-b/high-0

	END
	# pipelined, then evicted: it only waited
	sed 's#ns-b/stale-0#ns-b/high-0#' "$DATA/v4.log" >log
	snap-replay --tool ./tool --format text snapshot.zip >out
	grep -qE '^  withdrawn  ns-b/high-0$' out
	[[ "$(head -n 1 out)" == *", 1 running pod of 1 group loses its place, 1 moves, 1 waiting pod gets room and loses it again" ]]
	# the log tells of binds alone
	cp "$DATA/v4.log" log
	snap-replay --tool ./tool -v 3 --log-file kept --format text snapshot.zip >out
	[ "$(head -n 1 out)" = "2 bound; the log tells no more below verbosity 4" ]
	run ! grep -q '^net result' out
	cp "$DATA/v6.log" log
	snap-replay --tool ./tool -v 6 --log-file kept --format text snapshot.zip >out
	[ "$(head -n 1 out)" = "1 pod waits for room that is being freed, 1 running pod of 1 group loses its place, 2 groups stay pending" ]
}

@test "the tool is given the options it knows, and the ZIP itself" {
	stand_in "$DATA/v4.log" "$DATA/v4.json"
	snap-replay --tool ./tool snapshot.zip >out
	[ "$(tr '\n' ' ' <args)" = "-filename snapshot.zip -verbosity 4 " ]
	snap-replay --tool ./tool --verbosity 2 --cpuprofile cpu.out --memprofile=mem.out snapshot.zip >out 2>err
	[ "$(tr '\n' ' ' <args)" = "-filename snapshot.zip -verbosity 2 -cpuprofile cpu.out -memprofile mem.out " ]
}

@test "a tool is found beside us by its bare name, or in PATH" {
	stand_in "$DATA/v4.log" "$DATA/v4.json"
	snap-replay --tool tool snapshot.zip >out
	mkdir bin && mv tool bin/real-tool
	PATH=$T/bin:$PATH snap-replay --tool real-tool snapshot.zip >out
}

@test "stdin is spooled and whatever is not a ZIP is zipped for the tool" {
	stand_in "$DATA/v4.log" "$DATA/v4.json"
	want=$(cat snapshot.json)
	for make in "cat snapshot.zip" "cat snapshot.json" "gzip -c snapshot.json" "xz -c snapshot.json"; do
		rm -f given
		$make | snap-replay --tool ./tool >out
		[ "$(unzip -p given snapshot.json)" = "$want" ]
		$make >file
		rm -f given
		snap-replay --tool ./tool - <file >out
		[ "$(unzip -p given snapshot.json)" = "$want" ]
		rm -f given
		snap-replay --tool ./tool file >out
		[ "$(unzip -p given snapshot.json)" = "$want" ]
		nothing_left
	done
	[[ $(cat given.path) == "$TMPDIR"/* ]]
}

@test "what is no snapshot is refused before the tool runs" {
	stand_in "$DATA/v4.log" "$DATA/v4.json"
	printf x >bad
	run --separate-stderr snap-replay --tool ./tool bad
	[ "$status" -eq 3 ]
	[[ $stderr == "snap-replay: bad: "* ]]
	run --separate-stderr bash -c 'printf x | snap-replay --tool ./tool'
	[ "$status" -eq 3 ]
	[[ $stderr == "snap-replay: <stdin>: "* ]]
	run snap-replay --tool ./tool /nowhere/at/all
	[ "$status" -eq 4 ]
	[ ! -e args ]
	nothing_left
}

@test "colours are stripped, and the log goes to --log-file, or with -v to stderr, else nowhere" {
	stand_in "$DATA/v4.log" "$DATA/v4.json"
	sed 's/\x1b\[[0-9]*m//g' "$DATA/v4.log" >plain
	snap-replay --tool ./tool --log-file kept snapshot.zip >out 2>err
	cmp plain kept
	[ ! -s err ]
	snap-replay --tool ./tool -v 4 snapshot.zip >out 2>err
	cmp plain err
	snap-replay --tool ./tool snapshot.zip >out 2>err
	[ ! -s err ]
}

@test "a panic is reported as what it is, with where, and the log is kept" {
	stand_in "$DATA/panic.log" "" 2
	run --separate-stderr snap-replay --tool ./tool --log-file kept -o result snapshot.zip
	[ "$status" -eq 4 ]
	[ -z "$output" ]
	[ "${stderr_lines[0]}" = "snap-replay: snapshot.zip: the snapshot-tool panicked: runtime error: invalid memory address or nil pointer dereference: in framework.OpenSession, framework/framework.go:47: as it does when config is null; it was at: the start of its session" ]
	[ "${stderr_lines[1]}" = "snap-replay: try: the native engine, which takes the built-in configuration" ]
	grep -q 'goroutine 1' kept
	[ ! -e result ]
	nothing_left
}

@test "a tool whose fake API server was full is run again, three times at most" {
	stand_in "$DATA/v4.log" "$DATA/v4.json"
	cat >behave <<-'END'
		echo run >>runs
		[ "$(wc -l <runs)" -gt "$(cat bad)" ] || { printf 'panic: channel full\n\ngoroutine 1 [running]:\n' >&2; exit 2; }
	END
	echo 3 >bad && rm -f runs
	snap-replay --tool ./tool --no-timings snapshot.zip >out 2>err
	[ "$(wc -l <runs)" -eq 4 ]
	[ "$(grep -c 'warning: .*once more' err)" -eq 3 ]
	echo 0 >bad && rm runs
	snap-replay --tool ./tool --no-timings snapshot.zip | diff - out
	echo 4 >bad && rm runs
	run --separate-stderr snap-replay --tool ./tool snapshot.zip
	[ "$status" -eq 4 ]
	[ "$(wc -l <runs)" -eq 4 ]
	[[ $stderr == *"panicked: channel full"* ]]
	nothing_left
}

@test "a fatal line is reported; a fault of the snapshot in our own words and with status 3" {
	stand_in "$DATA/fatal.log" "" 1
	run --separate-stderr snap-replay --tool ./tool snapshot.zip
	[ "$status" -eq 4 ]
	[ "${stderr_lines[0]}" = "snap-replay: snapshot.zip: the snapshot-tool gave up: json: cannot unmarshal string into Go value" ]
	head -c 60 snapshot.zip >cut.zip
	run --separate-stderr snap-replay --tool ./tool cut.zip
	[ "$status" -eq 3 ]
	[[ ${stderr_lines[0]} == "snap-replay: cut.zip: "* && ${stderr_lines[0]} != *"gave up"* ]]
}

@test "other ends: a status, a signal, no such tool, not a tool at all" {
	stand_in "$DATA/v4.log" "" 7
	run --separate-stderr snap-replay --tool ./tool snapshot.zip
	[ "$status" -eq 4 ]
	[[ ${stderr_lines[0]} == *"the snapshot-tool failed: exit status 7"* ]]
	echo 'kill -9 $$' >behave
	run --separate-stderr snap-replay --tool ./tool snapshot.zip
	[ "$status" -eq 4 ]
	[[ ${stderr_lines[0]} == *"was killed"*"signal 9"* ]]
	run --separate-stderr snap-replay --tool ./no-such-tool snapshot.zip
	[ "$status" -eq 4 ]
	[[ ${stderr_lines[0]} == *no-such-tool* ]]
	run --separate-stderr snap-replay --tool /bin/true snapshot.zip
	[ "$status" -eq 4 ]
	[[ ${stderr_lines[0]} == *"not a snapshot-tool"* ]]
	nothing_left
}

@test "no action run at all is said" {
	head -n 3 "$DATA/v4.log" >log
	printf '{"total_duration_ms": 5, "action_durations_ms": {}}\n' >summary
	snap-replay --tool ./tool snapshot.zip >out
	[[ $(events warning) == *"no action was run"* ]]
}

@test "a signal ends the tool and removes what was spooled" {
	for signal in INT TERM HUP; do
		rm -f tool.pid
		echo 'echo $$ >tool.pid; exec sleep 600' >behave
		snap-replay --tool ./tool - <snapshot.zip >out 2>err 3>&- &
		pid=$!
		until [ -s tool.pid ]; do kill -0 $pid; sleep 0.05; done
		# a shell's background jobs ignore SIGINT, and so do we then
		[ $signal = INT ] && signal=TERM
		kill -$signal $pid
		status=0
		wait $pid || status=$?
		[ $status -eq $((128 + $(kill -l $signal))) ]
		gone "$(cat tool.pid)"
		nothing_left
	done
}

@test "a log that cannot be written is an error, and the tool is ended" {
	[ -e /dev/full ] || skip "no /dev/full"
	stand_in "$DATA/v4.log" "$DATA/v4.json"
	run --separate-stderr snap-replay --tool ./tool --log-file /dev/full snapshot.zip
	[ "$status" -eq 4 ]
	[[ ${stderr_lines[0]} == *"/dev/full: No space left on device"* ]]
	run --separate-stderr snap-replay --tool ./tool --log-file /nowhere/at/all snapshot.zip
	[ "$status" -eq 4 ]
}

@test "options that a tool cannot follow are refused, those without effect are warned of" {
	stand_in "$DATA/v4.log" "$DATA/v4.json"
	for wrong in "--actions allocate" "--explain ns/pod" "--engine native" "--ref v1" "--repo ." "--show what" "--show search" "--show start,pods" "-v x" "--now yesterday" "a b"; do
		run --separate-stderr snap-replay --tool ./tool $wrong
		[ "$status" -eq 2 ]
		[ -z "$output" ]
		[ ! -e args ]
	done
	snap-replay --tool ./tool --like-snapshot-tool --show all snapshot.zip >out 2>err
	grep -q 'warning: --like-snapshot-tool' err
	snap-replay --tool ./tool --like-snapshot-tool -q snapshot.zip >out 2>err
	[ ! -s err ]
}

@test "--show picks events" {
	stand_in "$DATA/v4.log" "$DATA/v4.json"
	snap-replay --tool ./tool --show decisions,queues snapshot.zip >out
	[ "$(jq -r .event out | sort -u | tr '\n' ' ')" = "bind evict pipeline queue warning " ]
}

@test "hostile logs: no line end, huge lines, other bytes" {
	printf '{"total_duration_ms": 1, "action_durations_ms": {"allocate": 1}}' >summary
	head -c 3000000 /dev/urandom >log
	snap-replay --tool ./tool -o out snapshot.zip
	{ head -c 5000000 /dev/zero | tr '\0' '['; printf '\033[\033[3\033'; } >log
	snap-replay --tool ./tool -o out snapshot.zip
	sed 's/>//g' "$DATA/v4.log" >log
	snap-replay --tool ./tool -o out snapshot.zip
	for n in 1 100 500 900 1500 2500; do
		head -c $n "$DATA/v6.log" >log
		snap-replay --tool ./tool -v 6 --log-file kept -o out snapshot.zip
		jq -e . out >json
	done
}

@test "the logs that the real tool left" {
	dir=$TOP/../shared/conformance/captured
	[ -e "$dir/small.v4.stderr.log" ] || skip "recorded logs are not here"
	cp "$dir/small.v4.stdout.json" summary
	cp "$dir/small.v4.stderr.log" log
	snap-replay --tool ./tool snapshot.zip >four
	[ "$(jq -c 'select(.event == "summary") | [.binds, .pipelines, .evictions]' four)" = "[0,$(grep -c 'Pipelining task:' log),$(grep -c 'Evicting task:' log)]" ]
	zcat "$dir/small.v6.stderr.log.gz" >log
	snap-replay --tool ./tool -v 6 --log-file kept snapshot.zip >six
	[ "$(jq -s 'map(select(.event == "pipeline" and .node == null)) | length' six)" -eq 0 ]
	[ "$(jq -s 'map(select(.event == "pending")) | length' six)" -eq "$(grep -c 'Updating pod group scheduling condition' log)" ]
	[ "$(jq -s 'map(select(.event == "pending") | .reasons[] | select(.message == null)) | length' six)" -eq 0 ]
	for panic in panic-cfgnull panic-rawnull; do
		stand_in "$dir/$panic.stderr.log" "" 2
		run snap-replay --tool ./tool snapshot.zip
		[ "$status" -eq 4 ]
		[[ $output == *"panicked: runtime error: invalid memory address or nil pointer dereference: in "* ]]
	done
	stand_in "$dir/not-a-zip.stderr.log" "" 1
	run snap-replay --tool ./tool snapshot.zip
	[[ $output == *"gave up: zip: not a valid zip file"$'\n'* ]]
}
