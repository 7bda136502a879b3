#!/usr/bin/env bats
# snap-replay as text: one screen, what it leaves out, filters, marks; and the net result that it and the `net` events tell.
load ../lib/env

setup() {
	T=$BATS_TEST_TMPDIR
	S=$TOP/tests/data/explain.json
	cd "$T" || exit
}
# text [OPTION...]: the text of explain.json
text() { snap-replay -q --no-timings -f text "$@" "$S"; }
# events [OPTION...]: its events
events() { snap-replay -q --no-timings "$@" "$S"; }
# recorded: the snapshots of tests/conformance
recorded() { find "$TOP/tests/conformance" -name '*.json' ! -name '*.decisions.json' -o -name '*.zip' | sort; }
# big N: N queues with a quota of CPUs too, three pod groups and six pods in each; a pod group has a pod that runs and one that waits
big() {
	jq -c --argjson n "$1" '.rawObjects as $o | [range($n)] as $q |
		.rawObjects.queues += [$q[] | . as $i | $o.queues[1] | .metadata.name = "q\($i)" | .metadata.uid = "q\($i)" | .spec.parentQueue = "lab" | .spec.resources.cpu.quota = 1000] |
		.rawObjects.podGroups += [$q[] | . as $i | range(3) | . as $k | $o.podGroups[0] | .metadata.name = "g\($i)-\($k)" | .metadata.uid = .metadata.name | .metadata.namespace = "many" | .spec.queue = "q\($i)"] |
		.rawObjects.pods += [$q[] | . as $i | range(6) | . as $k | $o.pods[0] | .metadata.name = "p\($i)-\($k)" | .metadata.uid = .metadata.name | .metadata.namespace = "many" |
			.metadata.annotations["pod-group-name"] = "g\($i)-\($k / 2 | floor)" | if $k % 2 == 0 then del(.spec.nodeName) | .status = {phase: "Pending"} else . end]' "$S"
}

@test "net events and figures are what the pods' states before and after come to, in every recorded case" {
	local n=0 changes=0
	for f in $(recorded); do
		case $f in *.zip) snap-unzip "$f" ;; *) cat "$f" ;; esac | sed -E 's/("actions": ?)"[^"]*"/\1"none"/' >idle
		# an action that there is not: none runs
		snap-replay -q --no-timings --show pods,summary idle >before || true
		snap-replay -q --no-timings --show pods,net,summary,decisions "$f" >after || true
		jq -en --slurpfile before before --slurpfile after after '
			def of($kind): map(select(.event == $kind));
			def placed: IN("Allocated", "Pipelined", "Binding", "Bound", "Running");
			def waits: IN("Pending", "Gated");
			def change: .[0] as $b | .[1] as $a |
				if $b.status | placed then
					if $a.status | placed | not then "evicted" elif $a.status != $b.status or $a.node != $b.node then "moved" else empty end
				elif ($b.status | waits | not) or ($a.status | waits) then empty
				elif $a.status == "Pipelined" then "pipelined" elif $a.status | placed then "bound" else "withdrawn" end;
			def state: {status} + if .status | placed then {node} else {} end;
			([$before, $after] | map(of("pod")) | transpose | map(select(change) | [.[0].pod, .[1].podGroup, change, (.[0] | state), (.[1] | state)])) as $recount |
			($after | of("net")) as $net | $after[-1].net as $figures |
			($before[-1].action_durations_ms == null) and
			($net | map([.pod, .podGroup, .change, .from, .to])) == $recount and
			($figures | del(.evictedPodGroups) | to_entries | all(.key as $k | .value == ($recount | map(select(.[2] == $k)) | length))) and
			$figures.evictedPodGroups == ($recount | map(select(.[2] == "evicted")[1]) | unique | length) and
			# of the last eviction
			([$net[] | select(.for)] | all(. as $e | ($after | of("evict") | map(select(.pod == $e.pod)) | last.preemptor) == $e.for)) |
			if . then $net | length else false end' >count || { echo "$f"; return 1; }
		n=$((n + 1)) changes=$((changes + $(cat count)))
	done
	[ "$n" -gt 150 ]
	[ "$changes" -gt 500 ]
}

@test "the pending pod groups of the text are those of the events, in every recorded case" {
	local n=0
	for f in $(recorded); do
		snap-replay -q --show pending "$f" | jq -r 'select(.event == "pending").podGroup' >events || true
		snap-replay -q --show pending --all -f text "$f" | sed -n 's/^  \([^ ]*\)\( (?)\)*  queue .*, [0-9]* pods*$/\1/p' >text || true
		diff events text || { echo "$f"; return 1; }
		n=$((n + $(wc -l <text)))
	done
	[ "$n" -gt 150 ]
}

@test "the page: the answer first, then queues, reasons, net result, decisions, hash" {
	text >out
	[ "$(sed -n 2p out)" = "over the fair share, in GPUs: blue +4 → +3" ]
	[ "$(head -n 1 out)" = "1 pod bound, 1 pod waits for room that is being freed, 1 running pod of 1 group loses its place, 5 groups stay pending" ]
	grep -nE '^(queues, in GPUs|pending, by reason|net result by queue|decisions$|pending$|hash )' out | cut -d: -f2 | cut -c1-12 >order
	diff - order <<-'END'
		queues, in G
		pending, by 
		net result b
		decisions
		pending
		hash cfcc486
	END
	grep -qx '    blue       4           4      -         10      8 → 7  +4 → +3' out
	grep -qx "  3 pod groups in 2 queues: 4 nodes didn't have enough resources: GPUs, 1 node had untolerated taint(s); the largest asks for 12 GPUs" out
	grep -qx '      red 2, blue 1; the largest is red/wide' out
	grep -qE '^  blue +1 +0 +1 +0  red 1$' out
	run ! grep -q '^left out' out
	run ! grep -q $'\033' out
}

@test "one screen whatever the size, and a line says how much is left out and how to see it" {
	for n in 1 7 40 300; do
		big $n >many
		snap-replay -q --no-timings -f text many >out
		[ "$(wc -l <out)" -le 60 ]
		snap-replay -q --no-timings --all -f text many >all
		run ! grep -q '^left out' all
		[ "$(grep -c '^  [^ ]*/[^ ]*  queue ' all)" -eq "$(snap-replay -q --show pending many | grep -c '"pending"')" ]
		[ $n -lt 40 ] || grep -qE '^left out: [0-9]+ queues, .*; see --all, --top N, ' out
	done
	[ "$(tail -n 1 out | grep -oE '[0-9]+ queues,')" = "$((304 - $(sed -n 's/^queues, in GPUs (\([0-9]*\) of 304)$/\1/p' out))) queues," ]
	snap-replay -q --no-timings --top 2 -f text many >out
	[ "$(grep -c '^  [^ ]*/[^ ]*  queue ' out)" -eq 2 ]
	grep -qx 'queues, in GPUs (2 of 304)' out
	run -2 --separate-stderr snap-replay --top 2 --all many
	run -2 --separate-stderr snap-replay --top 0 many
	[[ $stderr == *"not a number from 1 to"* ]]
}

@test "CPUs and memory have a table where a queue has a quota or a limit of them" {
	text >out
	run ! grep -q '^queues, in CPUs' out
	jq -c '(.rawObjects.queues[] | select(.metadata.name == "blue").spec.resources) |= (.cpu.quota = 2000 | .memory.limit = 3000)' "$S" >changed
	snap-replay -q -f text changed >out
	[ "$(sed -n '/^queues, in CPUs/,/^$/p' out | wc -l)" -eq 4 ]
	sed -n '/^queues, in CPUs/,/^$/p' out | grep -qE '^    blue +2 '
	sed -n '/^queues, in GB of memory/,/^$/p' out | grep -qE '^    blue +.* 3 '
}

@test "--queue, --namespace and --podgroup pick, in text as in JSON; the hash stays that of the whole" {
	hash=$(events --show summary | jq -r .decisions)
	for pick in "--queue blue:blue" "--queue lab:blue green red" "--namespace red:red" "--podgroup t*:red" "--podgroup gr*/*:green" \
		"--podgroup re?/train:red" "--namespace re:" "--queue lab --namespace blue:blue"; do
		# shellcheck disable=SC2086 # several options
		events --show all ${pick%:*} >out
		[ "$(jq -r 'select(.podGroup).podGroup | split("/")[0]' out | sort -u | xargs)" = "${pick#*:}" ]
		[ "$(jq -r 'select(.event == "summary").decisions' out)" = "$hash" ]
		# shellcheck disable=SC2086
		text --all ${pick%:*} >out
		[ "$(sed -n 's/^  \([a-z]*\)\/[^ ]*  queue .*/\1/p' out | sort -u | xargs)" = "${pick#*:}" ]
		grep -qx "hash $hash" out
	done
	[ "$(events --show queues --queue blue | jq -r .queue)" = blue ]
	[ "$(text --queue green | head -n 1)" = "of queue green: nothing changes, 2 groups stay pending" ]
	run -2 --separate-stderr snap-replay --queue nowhere "$S"
	[[ $stderr == *"no queue named 'nowhere'"* ]]
	[ "$(events --show pending,decisions --top 1 | jq -r .event | xargs)" = "bind evict pipeline pending" ]
}

@test "tsv: for each word of --show a line of columns and the rows of its events" {
	events --show net >out
	snap-replay --show net -f tsv "$S" >tsv
	[ "$(head -n 1 tsv | tr '\t' ' ')" = "pod podGroup queue change from.status from.node to.status to.node for notReplayed" ]
	jq -r '[.pod, .podGroup, .queue, .change, .from.status, .from.node, .to.status, .to.node, .for, .notReplayed] | @tsv' out | diff - <(tail -n +2 tsv)
	events --show pending >out
	snap-replay --show pending -f tsv "$S" >tsv
	jq -r '[.podGroup, .queue, (.pods | join("; ")), ([.reasons[].reason] | join("; ")), ([.reasons[].message] | join("; ")), ([.reasons[].count | tostring] | join("; ")), .notReplayed] | @tsv' out |
		diff - <(tail -n +2 tsv)
	snap-replay --no-timings --show decisions,queues,summary -f tsv "$S" >tsv
	[ "$(grep -c "^queue"$'\t'"parent" tsv)" -eq 1 ]
	[ "$(wc -l <tsv)" -eq $((1 + 4 + 1 + 3 + 1 + 1)) ]
	# a member of every event has its column, beside lists of objects and what scripts read as JSON
	snap-replay --show all -f tsv "$S" | head -n 1 | grep -q '^engine'
	run -2 --separate-stderr snap-replay --explain red/train -f tsv "$S"
}

@test "--sort: the greatest first, beside the tree in the order of names" {
	names() { text --show queues "$@" | sed -n 's/^  *\([a-z]*\)  .*[0-9].*/\1/p' | xargs; }
	[ "$(names)" = "lab blue green red" ]
	[ "$(names --sort allocated)" = "lab blue red green" ]
	[ "$(names --sort requested)" = "lab red blue green" ]
	[ "$(names --sort over)" = "blue green lab red" ]
	run -2 --separate-stderr snap-replay --sort size "$S"
	[[ $stderr == *"unknown word 'size': allocated, over or requested"* ]]
}

@test "what is not replayed is marked on its pod group alone, and --explain begins with it" {
	jq -c '(.rawObjects.podGroups[] | select(.metadata.name == "train").spec) += {topologyConstraint: {topology: "t", requiredTopologyLevel: "rack"}} |
		.rawObjects.topologies = [{metadata: {name: "t"}, spec: {levels: []}}]' "$S" >changed
	run -1 snap-replay -q -f text --all --show all --explain red/train changed
	[[ $output == *"not replayed: topology: red/train; what is decided on pod groups with (?) is not to be trusted"* ]]
	[[ $output == *$'\nwhy red/train\n  not to be trusted, topology is not replayed: '* ]]
	grep -q '^  red/train (?)  queue red, ' <<<"$output"
	[ "$(grep -c '(?)' <<<"$output")" -eq 2 ]
	# in JSON and TSV, too: with decisions, the net result and what stays pending, of each group that is touched
	jq -c '(.rawObjects.podGroups[] | select(.metadata.name == "batch-1" or .metadata.name == "more").spec) += {topologyConstraint: {topology: "t", requiredTopologyLevel: "rack"}}' changed >groups.json
	snap-replay -q --show decisions,pending,net,unplaced groups.json >out || [ $? -eq 1 ]
	[ "$(jq -r 'select(.notReplayed == "topology") | [.event, .podGroup] | join(":")' out | sort | xargs)" = "bind:blue/more evict:blue/batch-1 net:blue/batch-1 net:blue/more pending:blue/more pending:red/train unplaced:blue/batch-1" ]
	snap-replay -q --show pending,net -f tsv groups.json >tsv || [ $? -eq 1 ]
	[ "$(grep -c $'\ttopology$' tsv)" -eq 4 ]
}

@test "a pod that only waited is withdrawn, never evicted" {
	local n=0
	for f in consolidation/010 mig/016 stale/901; do
		f=$TOP/tests/conformance/$f.json
		snap-replay -q --show net "$f" | jq -r 'select(.change == "withdrawn").pod' >waited || true
		snap-replay -q --all -f text "$f" >out
		while read -r pod; do
			grep -qE "^  [a-z]+ +withdraw +$pod " out
			run ! grep -qE "evict(ed)? +$pod " out
			n=$((n + 1))
		done <waited
	done
	[ "$n" -gt 0 ]
}

# on_terminal COLUMNS LINES COMMAND: what it shows there, carriage returns taken away. After need_terminal
on_terminal() {
	TERM=xterm script -qec "stty cols $1 rows $2; $3" /dev/null </dev/null | tr -d '\r'
}

@test "on a terminal, colours mark what is over the fair share, tables are cut and sentences wrapped at its width" {
	need_terminal
	grep -q $'  \033\\[33m+4 → +3\033\\[0m$' <(on_terminal 200 1000 "snap-replay -q -f text $S")
	for columns in 50 62 80; do
		on_terminal $columns 1000 "snap-replay -q -f text --show all --all --explain red/train $S" | sed 's/\x1b\[[0-9]*m//g' >out
		# but for names and hashes, which are never cut
		run ! env LC_ALL=C.UTF-8 grep -E "^.{$((columns + 1))}" <(grep -vE '^ *[^ ]*$' out)
	done
	# at 80 columns the row of a queue is whole
	grep -qx '  QUEUE    QUOTA  FAIR SHARE  LIMIT  REQUESTED  ALLOCATED  OVER FAIR SHARE' out
	on_terminal 70 1000 "snap-replay -q -f text $S" | sed 's/\x1b\[[0-9]*m//g' >out
	grep -qx '  QUEUE    QUOTA  FAIR SHARE  LIMIT  REQUESTED  ALLOCATED  OVER FAIR …' out
	[ "$(head -n 2 out)" = $'1 pod bound, 1 pod waits for room that is being freed,\n    1 running pod of 1 group loses its place, 5 groups stay pending' ]
	NO_COLOR=1 on_terminal 200 1000 "snap-replay -q -f text $S" >out
	run ! grep -q $'\033' out
}

@test "a queue's figures are seen at 80 columns beside its long name; one screen however many lines wrap" {
	need_terminal
	jq '"the-queue-of-the-blue-team" as $name | .rawObjects |= ((.queues[].metadata | select(.name == "blue")).name = $name | (.podGroups[].spec | select(.queue == "blue")).queue = $name)' "$S" >long
	on_terminal 80 1000 "snap-replay -q -f text long" | sed 's/\x1b\[[0-9]*m//g' >out
	grep -qxE '    the-queue-of-th[a-z-]*…  .* 8 → 7  \+4 → \+3' out
	big 60 >many
	on_terminal 60 1000 "snap-replay -q -f text many" >out
	[ "$(wc -l <out)" -le 60 ]
}

@test "longer text goes through the pager, shorter text and --no-pager do not" {
	need_terminal
	export PAGER="sed 's/^/paged: /'"
	on_terminal 200 10 "snap-replay -q -f text $S" >out
	grep -q '^paged: queues' <(sed 's/\x1b\[[0-9]*m//g' out)
	on_terminal 200 1000 "snap-replay -q -f text $S" >out
	run ! grep -q paged out
	on_terminal 200 10 "snap-replay -q --no-pager -f text $S" >out
	run ! grep -q paged out
	PAGER='exit 127' on_terminal 200 10 "snap-replay -q -f text $S" >out
	grep -q '^hash ' out
	PAGER="head" on_terminal 200 10 "snap-replay -q --all -f text $S; echo status \$?" >out
	grep -qx 'status 0' out
	PAGER=printenv\ LESS on_terminal 200 10 "snap-replay -q -f text $S" >out
	[ "$(cat out)" = FRX ]
	snap-replay -q -f text "$S" >out
	run ! grep -q paged out
}

@test "--explain as text is the explanation alone, unless --show says otherwise" {
	run -0 snap-replay -f text --explain red/train "$S"
	[[ $output == *'why red/train'* ]]
	[[ $output != *QUEUE* && $output != *decisions* && $output != *'net result'* ]]
	run -0 snap-replay -f text --show queues --explain red/train "$S"
	[[ $output == *'why red/train'*QUEUE* ]]
	run -0 snap-replay -f json --explain red/train "$S"
	[[ $output == *'"event":"queue"'* ]]
}
