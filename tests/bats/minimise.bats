#!/usr/bin/env bats
# snap-minimise: a small snapshot on which something is still so.
load ../lib/env
load ../lib/minimise

setup() {
	T=$BATS_TEST_TMPDIR
	cd "$T" || return
	CASES=$TOP/tests/conformance
}

@test "an eviction: a few objects are left, it is still so, and none of them can go alone" {
	for c in reclaim/012 preempt/003 preempt/012; do
		read -r pod action <<<"$(evicted "$CASES/$c.json")"
		snap-minimise -q --jobs 2 --keep "evicted $pod=$action" -o r.json "$CASES/$c.json"
		is_evicted "$pod" "$action" r.json
		[ "$(jq '[.rawObjects[] | length] | add' r.json)" -le 12 ]
		one_minimal "$pod" "$action" r.json
	done
}

@test "s-50 becomes a report" {
	read -r pod _ <<<"$(evicted "$CASES/scale/s-50.zip")"
	snap-minimise --keep "evicted $pod" -o r.json "$CASES/scale/s-50.zip" 2>said
	[ "$(wc -c <r.json)" -le 75000 ]
	grep -q 'nodes 50 -> [1-9],' said
	snap-minimise -q --keep "evicted $pod" -o again.json r.json
	cmp r.json again.json
}

@test "the bytes are the same for every number of jobs, of files and pipes" {
	f=$CASES/preempt/003.json
	read -r pod _ <<<"$(evicted "$f")"
	snap-minimise -q --keep "evicted $pod" --jobs 1 -o 1.json "$f"
	for jobs in 2 7 64; do
		snap-minimise -q --keep "evicted $pod" --jobs $jobs <"$f" | cmp 1.json -
	done
}

@test "bound, with and without a node, and pending with its message" {
	f=$CASES/alloc-gang/001.json
	read -r pod node <<<"$(snap-replay --format json --show decisions "$f" | jq -rs 'map(select(.event == "bind"))[-1] | "\(.pod) \(.node)"')"
	snap-minimise -q --keep "bound $pod=$node" -o r.json "$f"
	[ "$(jq -r '.rawObjects.nodes[].metadata.name' r.json)" = "$node" ]
	[ "$(jq '.rawObjects.pods | length' r.json)" -ge 1 ]
	run -1 --separate-stderr snap-minimise -q --keep "bound $pod=elsewhere" "$f"
	[ -z "$output" ]
	[[ $stderr == *"'bound $pod=elsewhere' does not hold"* ]]

	f=$CASES/reclaim/900.json
	read -r group pod <<<"$(snap-replay --format json --show pending "$f" | jq -rs 'map(select(.event == "pending" and (.podErrors | length > 0)))[0] | "\(.podGroup) \(.podErrors | keys[0])"')"
	snap-minimise -q --keep "pending $pod~resources" -o r.json "$f"
	[ "$(snap-replay --format json --show pending r.json | jq -r .podGroup)" = "$group" ]
	run -1 snap-minimise -q --keep "pending $pod~no such words" "$f"
}

@test "a pod that something must not happen to stays, and all predicates hold together" {
	f=$CASES/preempt/003.json
	read -r pod action <<<"$(evicted "$f")"
	other=$(snap-replay --format json --show decisions "$f" | jq -rs --slurpfile s "$f" '[.[] | select(.event == "evict").pod] as $e | [$s[0].rawObjects.pods[] | select(.status.phase == "Running") | "\(.metadata.namespace)/\(.metadata.name)"] - $e | .[0]')
	snap-minimise -q --keep "evicted $pod=$action" --keep "not evicted $other" -o r.json "$f"
	jq -e --arg p "$other" 'any(.rawObjects.pods[]; "\(.metadata.namespace)/\(.metadata.name)" == $p)' r.json
	is_evicted "$pod" "$action" r.json
	run -1 snap-minimise -q --keep "not evicted $pod" "$f"
	run -1 snap-minimise -q --keep "evicted $pod" --keep "not not not evicted $pod" "$f"
}

@test "what is no predicate, no pod, or several pods, is said" {
	f=$CASES/reclaim/900.json
	for p in '' evicted 'not' 'gone a/b' 'bound' 'pending ' 'evicted a b'; do
		run -2 --separate-stderr snap-minimise --keep "$p" "$f"
		[[ $stderr == "snap-minimise: --keep: '$p' is none of: evicted POD"* ]]
	done
	run -2 snap-minimise "$f"
	run -1 --separate-stderr snap-minimise --keep 'evicted no/body' -o out "$f"
	[[ $stderr == *"there is no pod 'no/body'"* ]]
	[ ! -e out ]
	jq '.rawObjects.pods += [.rawObjects.pods[0] | .metadata.namespace = "twice"]' "$f" >twice.json
	run -2 --separate-stderr snap-minimise --keep "evicted $(jq -r '.rawObjects.pods[0].metadata.name' "$f")" twice.json
	[[ $stderr == *"2 namespaces have a pod"* ]]
	run -3 snap-minimise --keep 'evicted a' <<<'{"a":1}'
	run -3 snap-minimise --keep 'evicted a' <<<'{"schedulerParams":{},"rawObjects":{"pods":[{]}}'
}

@test "the clock goes on when the object that told it is gone, and layout stays" {
	f=$CASES/reclaim/900.json
	read -r pod _ <<<"$(evicted "$f")"
	jq . "$f" >pretty.json
	snap-minimise -q --keep "evicted $pod" -o r.json pretty.json
	[ "$(snap-replay --format json --show start r.json | jq -r .now)" = "$(snap-replay --format json --show start "$f" | jq -r .now)" ]
	jq . r.json | diff <(sed 's/^  "source": /  "source": /' r.json | jq .) -
	[ "$(grep -c '^        "metadata": {$' r.json)" -ge 2 ]
	snap-minimise -q --now 2026-01-05 --keep "not bound $pod" -o r.json "$f"
	[ "$(jq -r .source.capturedAt r.json)" = 2026-01-05T00:00:00Z ]
}

@test "of objects with one name, of lists given twice, those that count are known" {
	f=$CASES/reclaim/012.json
	read -r pod action <<<"$(evicted "$f")"
	jq -c '.rawObjects.pods |= [.[0], .[0]] + . | .rawObjects.nodes |= . + .' "$f" >twice.json
	sed 's/"rawObjects":{/"rawObjects":{"pods":[{"metadata":{"name":"x"}}],"queues":null,/' twice.json >lists.json
	for i in twice.json lists.json; do
		snap-minimise -q --keep "evicted $pod=$action" -o r.json $i
		is_evicted "$pod" "$action" r.json
		one_minimal "$pod" "$action" r.json
	done
}

@test "a budget that does not last for the input writes nothing" {
	f=$CASES/scale/s-100.zip
	read -r pod action <<<"$(evicted "$f")"
	run -5 --separate-stderr snap-minimise --budget 0.001 --keep "evicted $pod=$action" -o r.json "$f"
	[[ $stderr == *"time-out: the budget is used up"* ]]
	[ ! -e r.json ]
}

@test "a command tells what must stay so" {
	f=$CASES/preempt/003.json
	snap-minimise -q --test 'jq -e ".rawObjects.nodes | length >= 2"' -o r.json "$f"
	[ "$(jq -c '[.rawObjects[] | length] | add' r.json)" = 2 ]
	read -r pod action <<<"$(evicted "$f")"
	snap-minimise -q --test 'snap-replay --format json --show decisions - | grep -q "^{.event.:.evict.,"' -o r.json "$f"
	snap-replay --format json --show decisions r.json | grep -q evict
	snap-minimise -q --keep "evicted $pod=$action" --test 'jq -e ".rawObjects.nodes | length >= 3"' -o r.json "$f"
	[ "$(jq '.rawObjects.nodes | length' r.json)" = 3 ]
	is_evicted "$pod" "$action" r.json
	run -1 --separate-stderr snap-minimise --test 'cat >/dev/null; exit 7' -o no.json "$f"
	[[ $stderr == *"'cat >/dev/null; exit 7' ends with another status than 0"* ]]
	[ ! -e no.json ]
}

@test "what the replay does not know: the objects that have it are found" {
	jq '.rawObjects.podGroups[0].spec.topologyConstraint = {topology: "t", requiredTopologyLevel: "rack"} |
		.rawObjects.topologies = [{metadata: {name: "t"}, spec: {levels: []}}]' "$TOP/tests/data/demo.json" >unknown.json
	snap-minimise -q --keep "unsupported topology" -o r.json unknown.json
	run -1 snap-replay -q --format json r.json
	[ "$(jq -r 'select(.event == "unsupported") | .feature' <<<"$output")" = topology ]
	[ "$(jq '[.rawObjects[] | length] | add' r.json)" -le 4 ]
	run -1 snap-minimise -q --keep "unsupported nothing" unknown.json
}

@test "a cycle that takes long" {
	f=$CASES/preempt/003.json
	snap-minimise -q --keep 'slower-than 0.000000001' -o r.json "$f"
	[ "$(jq '[.rawObjects[] | length] | add' r.json)" = 0 ]
	run -1 snap-minimise -q --keep 'slower-than 100h' "$f"
	run -2 snap-minimise -q --keep 'slower-than soon' "$f"
}

# A command that accepts the input and one smaller snapshot, then tells so and hangs.
hangs() {
	mkfifo ready
	export HERE=$T N
	N=$(jq '[.rawObjects[] | length] | add' "$1")
	# shellcheck disable=SC2016 # for the shell of --test
	HANGS='[ "$(jq "[.rawObjects[] | length] | add")" = "$N" ] && exit; mkdir "$HERE/once" 2>/dev/null && exit; echo yes >"$HERE/ready"; sleep 600'
}

@test "a signal: the smallest so far is written, and nothing runs on" {
	f=$CASES/preempt/003.json
	hangs "$f"
	snap-minimise --jobs 1 --test "$HANGS" -o r.json "$f" 2>said &
	pid=$!
	read -r _ <ready
	kill -TERM "$pid"
	ended=0
	wait "$pid" || ended=$?
	[ "$ended" -eq 143 ]
	grep -q 'stopped: this is the smallest so far' said
	[ "$(jq '[.rawObjects[] | length] | add' r.json)" -lt "$N" ]
	run pgrep -f "$T/ready"
	[ -z "$output" ]
	[ "$(ls -A)" = "$(printf 'once\nr.json\nready\nsaid')" ]
}

@test "a budget that is used up: the same, with status 5" {
	f=$CASES/preempt/003.json
	hangs "$f"
	exec 9<>ready # nobody reads
	run -5 --separate-stderr snap-minimise --jobs 1 --budget 4s --test "$HANGS" -o r.json "$f"
	exec 9>&-
	[[ $stderr == *"time-out: the budget is used up: this is the smallest so far"* ]]
	[ "$(jq '[.rawObjects[] | length] | add' r.json)" -lt "$N" ]
}
