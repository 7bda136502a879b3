#!/usr/bin/env bats
# snap-minimise --level fields and values: what is left says little, and plain things.
load ../lib/env
load ../lib/minimise

setup() {
	T=$BATS_TEST_TMPDIR
	cd "$T" || return
	CASES=$TOP/tests/conformance
}

@test "fields go, too: no member of an object is left that can go alone" {
	f=$CASES/preempt/012.json
	read -r pod action <<<"$(evicted "$f")"
	snap-minimise -q --keep "evicted $pod=$action" -o objects.json "$f"
	snap-minimise -q --keep "evicted $pod=$action" --level fields --jobs 1 -o r.json "$f"
	is_evicted "$pod" "$action" r.json
	[ "$(wc -c <r.json)" -lt "$(($(wc -c <objects.json) * 3 / 4))" ]
	[ "$(wc -l <r.json)" = 1 ]
	snap-minimise -q --keep "evicted $pod=$action" --level fields --jobs 5 "$f" | cmp r.json -
	# names stay, and without its fields an object may go
	jq -c '.rawObjects[] | .[]? | .metadata | [.namespace, .name, .uid]' objects.json | sort >all
	jq -c '.rawObjects[] | .[]? | .metadata | [.namespace, .name, .uid]' r.json | sort | comm -13 all - >others
	[ ! -s others ]
	one_minimal "$pod" "$action" r.json
	fields_minimal "$pod" "$action" r.json
}

@test "values: letters, ones, one time, the built-in configuration; and it is still so" {
	for c in reclaim/012 preempt/003 preempt/012; do
		f=$CASES/$c.json
		read -r pod action <<<"$(evicted "$f")"
		snap-minimise -q --keep "evicted $pod=$action" --level values --jobs 1 -o r.json "$f"
		is_evicted "$pod" "$action" r.json
		[ "$(wc -c <r.json)" -lt 2000 ]
		one_minimal "$pod" "$action" r.json
		fields_minimal "$pod" "$action" r.json
		jq -r '.rawObjects[][].metadata | .name, .uid' r.json | grep -vx "${pod#*/}" >names
		[ "$(grep -vcE '^[a-z]$' names)" = 0 ]
		[ "$(sort names | uniq -d)" = "" ]
		[ "$(jq -c '[.rawObjects.nodes[].status.allocatable[], (.rawObjects.pods[].spec.containers // [] | .[].resources.requests[])] | unique' r.json)" = '["1"]' ]
		[ "$(jq -c '[.rawObjects | .. | strings | select(test("^[0-9]{4}-"))] - [.source.capturedAt]' r.json)" = '[]' ]
		[ "$(jq -S .config r.json)" = "$(snap-config kai | jq -S '{actions, tiers}')" ]
		[ "$(jq .schedulerParams.maxNumberConsolidationPreemptees r.json)" = 16 ]
		snap-minimise -q --keep "evicted $pod=$action" --level values --jobs 5 "$f" | cmp r.json -
		snap-minimise -q --keep "evicted $pod=$action" --level values r.json | cmp r.json -
	done
}

@test "values: what a predicate names keeps its name, and references hold" {
	f=$CASES/alloc-gang/001.json
	read -r pod node <<<"$(snap-replay --format json --show decisions "$f" | jq -rs 'map(select(.event == "bind"))[-1] | "\(.pod) \(.node)"')"
	snap-minimise -q --keep "bound $pod=$node" --level values -o r.json "$f"
	[ "$(jq -r '.rawObjects.nodes[].metadata.name' r.json)" = "$node" ]
	snap-replay --format json --show decisions r.json | grep -q "\"bind\".*\"pod\":\"$pod\".*\"node\":\"$node\""
	[ "$(jq -r '.rawObjects | .podGroups[0].metadata.name == (.pods[0].metadata.annotations["pod-group-name"])' r.json)" = true ]
	[ "$(jq -r '.rawObjects | .podGroups[0].spec.queue as $q | any(.queues[]; .metadata.name == $q)' r.json)" = true ]
}

# A snapshot with these nodes.
nodes() { jq -nc '{config: {}, schedulerParams: {}, rawObjects: {nodes: $ARGS.positional}}' --jsonargs "$@"; }
# What stays so: a jq program about the list of nodes.
holds() { echo "jq -e '[.rawObjects.nodes[]?] | $1' >/dev/null"; }

@test "values: names whose order decides stay in that order, and no two become one" {
	nodes '{"metadata": {"name": "one"}}' '{"metadata": {"name": "four"}}' |
		snap-minimise -q --test "$(holds 'map(.metadata.name) | length == 2 and .[0] > .[1]')" --level values -o r.json
	[ "$(jq -c '[.rawObjects.nodes[].metadata.name]' r.json)" = '["b","a"]' ]
	nodes '{"metadata": {"name": "one"}}' '{"metadata": {"name": "a"}}' '{"metadata": {"name": "b"}}' |
		snap-minimise -q --test "$(holds 'map(.metadata.name) | length == 3 and .[1] == "a" and .[2] == "b"')" --level values -o r.json
	[ "$(jq -c '[.rawObjects.nodes[].metadata.name]' r.json)" = '["c","a","b"]' ]
	nodes '{"metadata": {"name": "b2"}}' '{"metadata": {"name": "b1"}}' '{"metadata": {"name": "b"}}' |
		snap-minimise -q --test "$(holds 'map(.metadata.name) | length == 3 and .[2] == "b"')" --level values -o r.json
	[ "$(jq -r '.rawObjects.nodes[].metadata.name' r.json | sort -u | wc -l)" = 3 ]
}

@test "values: amounts have few digits where they cannot be 1" {
	for least in 15=20 150000=200k 99=100 1=1 2.01=3; do
		nodes '{"metadata": {"name": "a"}, "status": {"allocatable": {"cpu": "'"${least%=*}"'"}}}' |
			snap-minimise -q --test "$(holds '.[0].status.allocatable.cpu // 0 | tostring | sub("k"; "000") | tonumber >= '"${least%=*}")" --level values -o r.json
		[ "$(jq -r '.rawObjects.nodes[0].status.allocatable.cpu' r.json)" = "${least#*=}" ] || { echo "$least"; cat r.json; false; }
	done
	nodes '{"metadata": {"name": "a"}, "status": {"allocatable": {"memory": "270582939648"}}}' |
		snap-minimise -q --test "$(holds '.[0].status.allocatable.memory // "" | length > 0 and . < "28" and . > "27"')" --level values -o r.json
	[ "$(jq -r '.rawObjects.nodes[0].status.allocatable.memory' r.json)" = 270G ]
}
