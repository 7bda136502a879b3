#!/usr/bin/env bats
# snap-testcase: tests of snapshots, which pass, and fail where something is decided otherwise.
load ../lib/env

setup() {
	T=$BATS_TEST_TMPDIR
	CASES=$TOP/tests/conformance
	mkdir "$T/bats"
	ln -s "$TOP/tests/lib" "$T/lib"
	cd "$T/bats" || return
}

# passes and fails FILE: a bats file as a maintainer would run it
passes() {
	run bats "$1"
	[ "$status" -eq 0 ] || { echo "$output"; return 1; }
}
fails() {
	run bats "$1"
	[ "$status" -eq 1 ] && grep -q "^not ok" <<<"$output" || { echo "$output"; return 1; }
}

@test "a test of a snapshot passes, by each kind of expectation" {
	for what in decisions binds evictions pending; do
		snap-testcase -q --expect "$what" -o "$what.bats" "$CASES/reclaim/012.json"
		passes "$what.bats"
	done
	grep -q '"event":"evict"' decisions.bats
	grep -q '"event":"bind"' decisions.bats
	! grep -q '^{"event":"evict"' binds.bats || false
	[ "$(grep -c '^{"event":"evict"' evictions.bats)" -eq "$(grep -c '^{"event":"evict"' decisions.bats)" ]
	! grep -q '^{"event":"[^e]' evictions.bats || false
	grep -q '^{"event":"pending".*"message"' pending.bats
}

@test "it fails when an expectation is turned, when one is missing and when the snapshot is another" {
	snap-testcase -q -o it.bats "$CASES/reclaim/012.json"
	sed 's/^\({"event":"evict".*\)node-[0-9]*/\1node-7777/' it.bats >turned.bats
	fails turned.bats
	sed '/^{"event":"evict"/d' it.bats >missing.bats
	fails missing.bats
	sed 's/"quota":[0-9]*/"quota":0/g' it.bats >other.bats
	fails other.bats
	snap-testcase -q --expect pending -o it.bats "$CASES/alloc-gang/001.json"
	sed 's/^\({"event":"pending".*\)GPUs/\1GPU/' it.bats >turned.bats
	fails turned.bats
}

@test "no name is left in it, unless with --raw; all its bytes are those of the same snapshot" {
	jq -r '.rawObjects | (.pods + .nodes + .queues + .podGroups)[].metadata.name' "$CASES/reclaim/012.json" >names
	[ "$(wc -l <names)" -gt 5 ]
	snap-testcase -q -o it.bats "$CASES/reclaim/012.json"
	run grep -Ff names it.bats
	[ "$status" -eq 1 ]
	snap-zip -o it.zip "$CASES/reclaim/012.json"
	snap-testcase -q <it.zip | cmp - it.bats
	snap-testcase -q --raw -o raw.bats "$CASES/reclaim/012.json"
	[ "$(grep -oFf names raw.bats | sort -u | wc -l)" -eq "$(sort -u names | wc -l)" ]
	passes raw.bats
	snap-testcase -q -o other.bats "$CASES/reclaim/000.json"
	[ "$(grep @test it.bats)" != "$(grep @test other.bats)" ]
}

@test "names of strangers stay data" {
	jq '(.rawObjects.podGroups[].metadata.name, .rawObjects.pods[].metadata.annotations["pod-group-name"]) |=
			. + "'"'"'\nSNAPSHOT\nEXPECTED\n$(touch evil)`touch evil`\"\\\u001b[31m"' "$CASES/preempt/000.json" >evil.json
	for what in decisions pending; do
		snap-testcase -q --raw --expect "$what" -o evil.bats evil.json
		[ "$(grep -c '^SNAPSHOT$' evil.bats)" -eq 1 ]
		run grep -P '[\x00-\x08\x0b-\x1f\x7f]' evil.bats
		[ "$status" -eq 1 ]
		passes evil.bats
	done
	[ ! -e evil ] && [ ! -e "$T/evil" ]
}

@test "a capture keeps its clock" {
	f=$(ls "$CASES"/live/*.zip | head -n 1)
	for option in -q --raw; do
		snap-testcase -q $option -o live.bats "$f"
		passes live.bats
		now=$(snap-replay --format json --show start "$f" | jq -r .now)
		grep -q -e "--now $now " live.bats
	done
}

@test "what cannot be replayed in full makes no test" {
	jq '.rawObjects.deviceClasses[].spec.selectors = [{cel: {expression: "sets.contains([1], [1])"}}]' "$CASES/dra/900.json" >not.json
	run -1 snap-replay --format json --show decisions not.json
	run -1 --separate-stderr snap-testcase -q --raw -o not.bats not.json
	[[ $stderr == *"not.json: not all of it can be replayed: "*"try: "* ]]
	[ ! -e not.bats ]
}

@test "what is no snapshot is told, and an old file stays" {
	echo old >it.bats
	for text in '[]' '{"a":1}' 'x' '"x"' '{"rawObjects":'; do
		for raw in '' --raw; do
			run -3 --separate-stderr snap-testcase $raw -o it.bats <<<"$text"
			[[ $stderr == "snap-testcase: <stdin>: "* ]]
		done
	done
	[ "$(cat it.bats)" = old ]
	run -2 snap-testcase --expect everything
	[[ $output == *"decisions, binds, evictions or pending"* ]]
	run -2 snap-testcase --format cobol
	run -4 snap-testcase -q -o /dev/full "$CASES/preempt/000.json"
}
