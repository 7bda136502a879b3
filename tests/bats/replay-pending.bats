#!/usr/bin/env bats
# What snap-replay tells of pod groups that stay pending, and of others that found no place at some time.
load ../lib/env

setup() {
	cases=$TOP/tests/conformance
	cd "$BATS_TEST_TMPDIR" || exit
}
# replay CASE [OPTION...]: as the case was recorded
replay() {
	local case=$1
	shift
	snap-replay -q --no-timings --now "$(jq -r .now "$cases/$case.decisions.json")" "$@" "$cases/$case.json"
}
which() { jq -c "select(.event == \"$1\")" "${2:-out}"; }

@test "pending are the pod groups with a pod that is pending or gated in the end, in JSON as in text" {
	for case in consolidation/021 alloc-gang/003 mixed/018 mixed/013 reclaim/019 config/018; do
		replay "$case" --show pending,pods,summary >out
		which pod | jq -r 'select(.status == "Pending" or .status == "Gated").podGroup' | sort -u >waiting
		which pending | jq -r .podGroup | sort | diff waiting -
		diff <(which pending | jq -s 'map(.pods | length) | add // 0') <(which pod | jq -s 'map(select(.status == "Pending" or .status == "Gated")) | length')
		which pending | jq -es 'all(.pods | length > 0)'
		[ "$(which summary | jq .pending)" -eq "$(wc -l <waiting)" ]
		replay "$case" --show pending --all -f text | sed -n 's/^  \([^ ]*\)  queue .*, [0-9]* pods*$/\1/p' | sort | diff waiting -
	done
	[ -s waiting ]
}

@test "unplaced tells of the others that the session noted something of, and only when asked" {
	replay config/018 >out
	[ -z "$(which unplaced)" ]
	replay config/018 --show pending,unplaced,pods >out
	[ "$(which unplaced | wc -l)" -gt 0 ]
	which unplaced | jq -es 'all((keys == ["event", "podGroup", "queue", "reasons"]) and (.reasons | length > 0 and all(.message | length > 0)))'
	comm -12 <(which unplaced | jq -r .podGroup | sort) <(which pending | jq -r .podGroup | sort) | cmp - /dev/null
	which unplaced | jq -r .podGroup | sort >groups
	diff groups <(replay config/018 --show all | which unplaced - | jq -r .podGroup | sort)
	# recorded reasons are of both kinds
	diff <(jq -r '.podGroups | to_entries[] | select(.value | length > 0).key' "$cases/config/018.decisions.json" | sort) \
		<(jq -r 'select(.event == "pending" or .event == "unplaced") | select(.reasons | any(.message != "Unable to schedule podgroup")).podGroup' out | sort)
	replay config/018 --show unplaced --all -f text >text
	grep -A1 '^not pending, but found no place at some time$' text | tail -n 1 | grep -q "^  $(which unplaced | head -n 1 | jq -r .podGroup)  queue "
	[ "$(grep -c '^  [^ ].*  queue ' text)" -eq "$(wc -l <groups)" ]
	run -2 --separate-stderr snap-replay --tool /bin/true --show unplaced "$cases/config/018.json"
	[[ $stderr == *unplaced*"native engine only"* ]]
}

@test "podErrors has each pod's own message" {
	local case=stale/000
	replay $case --show pending >out
	jq -r '.podErrors | to_entries[] | select(.value) | [.key, .value] | @tsv' "$cases/$case.decisions.json" | sort >real
	which pending | jq -r '.podErrors // {} | to_entries[] | [.key, .value] | @tsv' | sort >here
	[ -s here ]
	comm -13 real here | cmp - /dev/null
	# only pods that are pending
	which pending | jq -es 'all((.podGroup | split("/")[0]) as $ns | .pods as $pods | (.podErrors // {} | keys) | all(. as $k | $pods | any("\($ns)/\(.)" == $k)))'
	# a sub-group that does not exist
	replay mixed/018 --show pending >out
	[ "$(which pending | jq -r '.podErrors["team-amber/job-e9549-1"] // empty')" = \
		'Pod references subgroup "worker-2", which does not exist in PodGroup team-amber/job-e9549' ]
	[ "$(which pending | jq -c 'select(.podGroup == "team-amber/job-e9549").reasons')" = '[]' ]
}

# The figures that a message names, each beside that of queueDetails, cut as the message's.
figures='
	def unit: if test("GPU") then ["gpu", 1] elif test("CPU|cores") then ["cpu", 1000] else ["memory", 1e9] end;
	def cut($u): ./$u[1] * 1000 | floor / 1000;
	select(.event == "pending") | .podGroup as $g | .reasons[] | . as $r | .queueDetails as $d |
	if .reason == "OverLimit" then
		(.message | capture("limit of (?<u>[A-Za-z ]+)\\. Limit is (?<l>[0-9.]+) .*, currently (?<a>[0-9.]+) .* requested (?<q>[0-9.]+) ")) as $m |
		($m.u | unit) as $u |
		[[$m.l, $m.a, $m.q | tonumber], [$d.queueResourceLimits[$u[0]], $d.queueAllocatedResources[$u[0]], $d.podGroupRequestedResources[$u[0]] | cut($u)]]
	elif .reason == "NonPreemptibleOverQuota" then
		(.message | capture("requested (?<q>[0-9.]+) (?<u>[A-Za-z ]+), but .* quota is (?<l>[0-9.]+) .* while (?<a>[0-9.]+) ")) as $m |
		($m.u | unit) as $u |
		[[$m.l, $m.a, $m.q | tonumber], [$d.queueDeservedResources[$u[0]], $d.queueAllocatedNonPreemptibleResources[$u[0]],
			$d.podGroupRequestedNonPreemptibleResources[$u[0]] | cut($u)]]
	else empty end'

@test "queueDetails has the figures behind a limit or a quota" {
	for case in fairness/009 fairness/024 alloc-gang/013 config/003; do
		replay "$case" --show start,queues,pending >out
		jq -c "$figures" out >pairs
		[ "$(wc -l <pairs)" -eq "$(which pending | jq '.reasons[] | select(.reason == "OverLimit" or .reason == "NonPreemptibleOverQuota")' | grep -c '"reason"')" ]
		[ -s pairs ]
		jq -es 'all(.[0] == .[1])' pairs
		# what does not change in a cycle is as in the queue's own event
		jq -es '(map(select(.event == "queue") | {(.queue): .}) | add) as $q |
			[.[] | select(.event == "pending").reasons[].queueDetails | select(.)] | length > 0 and all($q[.name].deserved == .queueDeservedResources)' out
	done
	# of a preemptible group nothing is asked for that is not
	replay fairness/009 --show pending >out
	which pending | jq -es '[.[].reasons[] | select(.reason == "OverLimit").queueDetails] |
		any(.podGroupRequestedNonPreemptibleResources == {gpu: 0, cpu: 0, memory: 0}) and all(.podGroupRequestedResources.cpu > 0)'
	replay reclaim/019 --show pending >out
	which pending | jq -es '[.[].reasons[] | select(.reason == "PodSchedulingErrors")] | length > 0 and all(has("queueDetails") | not)'
}
