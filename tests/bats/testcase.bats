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

# go_of CASE [OPTION...]: its test for the scheduler, in CASE_test.go with _ for /
go_of() {
	local case=$1
	shift
	snap-testcase -q --format go -o "${case//\//_}_test.go" "$@" "$CASES/$case.json"
}
clean_go() { # FILE...: as gofmt lays out
	command -v gofmt >/dev/null || return 0
	[ -z "$(gofmt -l "$@")" ] || { gofmt -d "$@"; return 1; }
}

@test "go: the fakes' cluster, how each pod ends, and the counts" {
	go_of reclaim/012 || [ $? -eq 1 ]
	go_of preempt/000
	clean_go ./*_test.go
	jobs=$(jq '.rawObjects.podGroups | length' "$CASES/preempt/000.json")
	[ "$(grep -c '^		{Name: .*Tasks: ' preempt_000_test.go)" -eq "$jobs" ]
	[ "$(grep -c 'State: pod_status' preempt_000_test.go)" -eq "$(jq '.rawObjects.pods | length' "$CASES/preempt/000.json")" ]
	grep -q '^	nodes\["node-0001"\] = .*GPUs: [0-9]' preempt_000_test.go
	grep -q '^	expected\["podgroup-[0-9]*-0"\] = .*Status: pod_status.Binding, NodeName: "node-0001"' preempt_000_test.go
	grep -q 'NumberOfCacheBinds: 1, NumberOfCacheEvictions: 0, NumberOfPipelineActions: 0}' preempt_000_test.go
	go_of preempt/000 --expect binds
	[ "$(grep -c '^	expected\[' preempt_000_test.go)" -eq 1 ]
	go_of preempt/000 --expect pending
	[ "$(grep -c '^	expected\[.*Status: pod_status.Pending' preempt_000_test.go)" -eq "$(grep -c '^	expected\[' preempt_000_test.go)" ]
}

@test "go: what the fakes cannot say is listed, and not written where the decisions would differ" {
	jq '.rawObjects.pods[0].spec.volumes = [{name: "a", persistentVolumeClaim: {claimName: "b"}}]
		| .rawObjects.persistentVolumeClaims = [{metadata: {name: "b", namespace: .rawObjects.pods[0].metadata.namespace}, spec: {volumeName: "c"}, status: {phase: "Bound"}}]
		| .rawObjects.nodes[0].spec.taints = [{key: "x", effect: "PreferNoSchedule"}]' "$CASES/preempt/000.json" >more.json
	run -1 --separate-stderr snap-testcase --format go --raw -o more_test.go more.json
	for place in nodes.spec.taints.effect pods.spec.volumes.persistentVolumeClaim.claimName; do
		grep -qF "$place (1)" <<<"$stderr"
		[ ! -e more_test.go ] || grep -qxF "//   $place (1)" more_test.go
	done
	jq '.rawObjects.nodes[].spec.taints = [{key: "x", effect: "NoSchedule"}]' "$CASES/preempt/000.json" >taints.json
	run -1 --separate-stderr snap-testcase -q --format go -o taints_test.go taints.json
	[[ $stderr == *"the fakes make another cluster: there pod namespace-"*" ends as Binding on 'node-0001', in the snapshot as Pending on ''"* ]]
	[ ! -e taints_test.go ]
}

@test "go: names are literals, whatever is in them" {
	jq '(.rawObjects.nodes[].metadata.name) = "n\"\\\u001b`\u202e\n)}" | .rawObjects.queues[].spec.displayName = "*/"' "$CASES/preempt/000.json" >evil.json
	snap-testcase --format go --raw -o evil_test.go evil.json
	grep -qF 'nodes["n\"\\\x1b`\xe2\x80\xae\n)}"]' evil_test.go || grep -qF 'nodes["n\"\\\x1b`\xe2\x80\xae\x0a)}"]' evil_test.go
	run grep -P '[^\x09\x0a\x20-\x7e]' evil_test.go
	[ "$status" -eq 1 ]
	clean_go evil_test.go
}

@test "go-snapshot: a test and the snapshot beside it" {
	snap-testcase -q --format go-snapshot -o tests/evicted_test.go "$CASES/reclaim/012.json"
	clean_go tests/evicted_test.go
	grep -qF 'os.ReadFile("testdata/evicted.json")' tests/evicted_test.go
	[ "$(grep -c '^	expected\["' tests/evicted_test.go)" -eq "$(jq '.rawObjects.pods | length' tests/testdata/evicted.json)" ]
	snap-replay --format json --show decisions tests/testdata/evicted.json | grep -q '"event":"evict"'
	for wrong in '' tests/x.go _test.go tests/_test.go; do
		run -2 snap-testcase --format go-snapshot ${wrong:+-o "$wrong"} "$CASES/reclaim/012.json"
		[[ $output == *"NAME_test.go"* ]]
	done
}

# Twenty cases of several families that the fakes can say all of.
twenty() {
	local case n=0
	for case in alloc-gang/001 alloc-gang/004 alloc-gang/007 alloc-gang/010 alloc-gang/013 consolidation/000 consolidation/003 \
		consolidation/004 consolidation/010 consolidation/013 consolidation/019 consolidation/025 fairness/019 fairness/024 preempt/000 preempt/007 \
		preempt/012 preempt/019 preempt/021 preempt/024 reclaim/004 reclaim/006 reclaim/009 reclaim/016; do
		if go_of "$case" 2>/dev/null; then n=$((n + 1)); fi
	done
	[ "$n" -ge 20 ]
}

@test "go: twenty tests compile and pass on v0.17.0, and fail when an expectation is turned" {
	[ -n "${KAI_CHECKOUT:-}" ] || skip "KAI_CHECKOUT=FOLDER is not set: a work tree of KAI Scheduler v0.17.0"
	command -v go >/dev/null || skip "go is not installed"
	twenty
	folder=$KAI_CHECKOUT/pkg/scheduler/actions/integration_tests/snapshots
	mkdir "$folder"
	cp ./*_test.go "$folder"
	run go -C "$folder" test -count=1 -v .
	sed -i '0,/Status: pod_status\.[A-Za-z]*/s//Status: pod_status.Unknown/' "$folder"/*_test.go
	turned=$(go -C "$folder" test -count=1 -v . 2>&1) || true
	rm -r "$folder"
	[ "$status" -eq 0 ] || { echo "$output"; false; }
	[ "$(grep -c '^--- PASS: TestSnapshot' <<<"$output")" -ge 20 ]
	[ "$(grep -c '^--- FAIL: TestSnapshot' <<<"$turned")" -eq "$(grep -c '^--- PASS: TestSnapshot' <<<"$output")" ]
	! grep -q '^--- PASS' <<<"$turned" || false
}
