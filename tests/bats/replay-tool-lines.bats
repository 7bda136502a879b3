#!/usr/bin/env bats
# The log of each line of the scheduler's snapshot-tool at each level from 3 to 8 (tests/data/tool/recorded): the events tell what a plain
# search of the log finds.
load ../lib/env

# VERSION/LEVEL/log, without colours, and out, what snap-replay makes of it
setup_file() {
	local data=$TOP/tests/data/tool/recorded archive version level
	cd "$BATS_FILE_TMPDIR"
	printf '#!/bin/sh\ncat "$LOG" >&2\n[ ! -s "$SUMMARY" ] || cat "$SUMMARY"\n' >tool
	chmod +x tool
	for archive in "$data"/v*.tar.xz; do
		version=$(basename "$archive" .tar.xz)
		mkdir "$version"
		xz -dc "$archive" | tar -x -C "$version"
		for level in 3 4 5 6 7 8; do
			mkdir "$version/$level"
			LOG=$version/$level.log SUMMARY=$version/$level.json snap-replay -q --tool ./tool -v $level --log-file "$version/$level/log" \
				--now 2026-01-01T01:00:00Z "$data/snapshot.json" >"$version/$level/out"
		done
	done
}
setup() { cd "$BATS_FILE_TMPDIR"; }
# found REGEX: the parts \1, \2 ... of the log's lines that match, tabs between.
found() { sed -nE $'s\x01^.*\\] '"$1"$'.*$\x01'"$2"$'\x01p' log; }
# told EVENT FILTER: the same of events.
told() { jq -r "select(.event == \"$1\") | [$2] | @tsv" out; }
# same WHAT A B: the two are equal, and not empty.
same() { [ -n "$2" ] && diff <(echo "$2") <(echo "$3") || { echo "$version, level $level: $1" && false; }; }
# each FUNCTION: calls it in the folder of each log.
each() {
	local level version folder n=0
	for folder in v*/*/; do
		version=${folder%%/*}
		level=$(basename "$folder")
		cd "$BATS_FILE_TMPDIR/$folder"
		"$1"
		n=$((n + 1))
	done
	[ $n -ge 42 ]
}

binds() {
	# but for those that failed
	same binds "$(found 'Creating bind request for task <([^>]+)> to node <([^>]+)>' '\1\t\2' | grep -v "^$(found 'Failed to bind task <([^>]+)>' '\1')	")" \
		"$(told bind .pod,.node)"
	[ "$(told bind .podGroup,.queue | sort -u | xargs)" = "s/bound qa s/taker qa" ]
	[ "$(told summary .binds)" -eq "$(told bind .pod | wc -l)" ]
}
@test "binds, with their nodes, but for the one that failed" { each binds; }

moves() {
	[ $level -ge 4 ] || return 0
	same pipelines "$(found 'Pipelining task: (.*)' '\1')" "$(told pipeline .pod)"
	same evictions "$(found 'Evict(ing|ed) task: <?([^> ]+)' '\2')" "$(told evict .pod)"
	same preemptor "$(sed '/Evicting task:/q' log | sed -nE 's/.*Attempting to (reclaim for|preempt for) job: <([^>]+)>.*/\2/p' | tail -1)" \
		"$(told evict .preemptor | head -1)"
	same actions "$(sed -nE 's/.*\] \[([a-z]+)\] (Pipelining|Evicting|Evicted) task: .*/\1/p' log)" "$(jq -r 'select(.event == "pipeline" or .event == "evict").action' out)"
	[ "$(told summary .pipelines,.evictions)" = "$(printf '1\t2')" ]
	[ $level -ge 6 ] || return 0
	same "node of a pipeline" "$(found 'Statement pipelined task: <s/refused-0> to node: <([^>]+)>' '\1' | tail -1)" "$(told pipeline .node)"
	same "node of an eviction" "$(found 'Statement evicted task: <s/victim-1> from node: <([^>]+)>' '\1' | tail -1)" "$(told evict .node | head -1)"
	same "message of an eviction" "$(found 'Evicting pod s/victim-1, reason: Preempted, message: (.*)' '\1')" "$(jq -r 'select(.pod == "s/victim-1").message' out | head -1)"
}
@test "pipelines and evictions from level 4 on, with nodes and messages from level 6 on" { each moves; }

pendings() {
	[ $level -ge 6 ] || { [ -z "$(told pending .podGroup)" ] && return; }
	same groups "$(found 'Updating pod group scheduling condition for ([^ ]+) to' '\1' | sort)" "$(told pending .podGroup)"
	same pods "$(found 'setting message for task: ([^ ,]+), .*' '\1' | sort)" "$(told pending '.pods[]' | sort)"
	same messages "$(sed -n '/Full job fit error: $/,/^20/p' log | grep -vE '^(20.*|Unable to schedule podgroup\.|PodSchedulingErrors\.|\.|)$' | sed 's/\.$//' | sort -u)" \
		"$(jq -r 'select(.event == "pending").reasons[].message | split("\n")[]' out | sed 's/\.$//' | sort -u)"
}
@test "pending pod groups from level 6 on, with their pods and reasons" { each pendings; }

queues() {
	same queues "$(found 'Resource division result for queue <([^>]+)>' '\1' | sed 's/^Department$/d/; s/^Team A$/qa/' | sort)" "$(told queue .queue)"
	figure() { found "Resource division result for queue <$1>.*$2: deserved: <([^>]+)>, requested: <([^>]+)>.*" '\1 \2'; }
	same "figures" "$(found 'Resource division result for queue <qb>.*CPU .cores.: deserved: <([^>]+)>, requested: <([^>]+)>, maxAllowed: <[^>]+>, allocated: <([^>]+)>, historicalUsage: <[^>]+>, fairShare: <([^>]+)> memory' '\1 \2 \3 \4')" \
		"$(jq -r 'select(.queue == "qb" and .event == "queue") | [.deserved.cpu, .requested.cpu, .allocated.cpu, .fairShare.cpu] | map(. / 1000 | tostring) | join(" ")' out)"
	grep -q 'queue <qb>: .*GPU: deserved: <100000000000000000000>,' log
	[ "$(jq 'select(.queue == "qb" and .event == "queue").deserved.gpu == 1e20' out)" = true ]
}
@test "queues with their figures, however large" { each queues; }

ends() {
	same "the session" "$(found 'Session +with <([0-9]+)> Jobs, <([0-9]+)> Queues and <([0-9]+)> Nodes' '\1\t\2\t\3')" "$(told start .podGroups,.queues,.nodes)"
	same warnings "$(grep -cE '^[^	]*	(WARN|ERROR)	' <(grep -vE '\] Failed to (bind task <|allocate task\. error: |evict task <[^>]+>, error: )' log))" "$(told warning .what | wc -l)"
	same "not told" "$(case $level in 3) echo '["pipeline","evict","pending"]' ;; 4 | 5) echo '["pending"]' ;; *) echo null ;; esac)" "$(jq -c 'select(.event == "summary").notTold' out)"
	[ $level -lt 4 ] || told summary .decisions >>"$BATS_TEST_TMPDIR/hashes"
	if [ -s ../$level.json ]; then same durations "$(jq -c .action_durations_ms ../$level.json)" "$(jq -c 'select(.event == "summary").action_durations_ms | map_values(floor)' out)"; fi
	if grep -q "Action <allocate> completed in [0-9.]*ms" log; then same "an action's time" "$(found 'Action <allocate> completed in ([0-9.]+)ms' '\1' | jq '. * 1000 | floor')" "$(jq 'select(.event == "summary").action_durations_ms.allocate * 1000 | round' out)"; fi
}
@test "session, warnings, durations; equal decisions at every level and of every version have one hash" {
	each ends
	[ "$(sort -u "$BATS_TEST_TMPDIR/hashes" | wc -l)" -eq 1 ]
}
