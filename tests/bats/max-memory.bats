#!/usr/bin/env bats
# --max-memory: what needs more ends with status 5, whoever asked for the memory, and leaves nothing behind.
load ../lib/env

setup() {
	T=$BATS_TEST_TMPDIR
	mkdir "$T/here"
	cd "$T/here"
	demo=$TOP/tests/data/demo.json
	case $(basename "$B") in
	asan | valgrind) skip "the system cannot count the memory of a program that runs so" ;;
	esac
}

# bomb BEGIN END: JSON of 3 MB that packs well, between them a list of objects of which nothing is known.
bomb() {
	printf '{"config":{"actions":"allocate"},"schedulerParams":{},"rawObjects":{%s[{}' "$1"
	head -c 1000000 /dev/zero | sed 's/\x0/,{}/g'
	printf ']%s}}\n' "$2"
}

# stopped PROGRAM INPUT LIMIT: what `run --separate-stderr` saw is the limit's message.
stopped() {
	echo "status $status, stderr: $stderr"
	[ "$status" -eq 5 ]
	[ "${stderr_lines[0]}" = "$1: $2: too much memory: it takes more than $3" ]
	[[ ${stderr_lines[1]} == "$1: try: "*--max-memory* ]]
	[ "${#stderr_lines[@]}" -eq 2 ]
}

@test "a small file that says a lot: status 5, the old output stays, nothing is left behind" {
	bomb '"pods":[{"metadata":{"name":"a"},"spec":{"tolerations":' '}}]' | snap-zip -9 -o "$T/bomb.zip"
	[ "$(wc -c <"$T/bomb.zip")" -lt 10000 ]
	echo old >events
	run --separate-stderr snap-replay --max-memory 24MiB -o events "$T/bomb.zip"
	stopped snap-replay "$T/bomb.zip" 24.0MiB
	run --separate-stderr bash -c 'bomb() { snap-unzip "$1"; }; bomb "$1" | snap-replay --max-memory 24MiB -o events' - "$T/bomb.zip"
	stopped snap-replay "<stdin>" 24.0MiB
	[ "$(cat events)" = old ]
	[ "$(ls -A)" = events ]
	run --separate-stderr snap-replay --max-memory 4GiB "$T/bomb.zip"
	[ "$status" -eq 0 ]
}

@test "objects that are left out take no memory" {
	for kind in pods nodes queues podGroups persistentVolumes resourceSlices; do
		bomb "\"$kind\":" | snap-replay --quiet --max-memory 24MiB >/dev/null
	done
}

@test "what a jq program takes counts" {
	echo old >out
	for more in "" "--list pods"; do
		run --separate-stderr snap-inspect --max-memory 64MiB $more -F '[range(1e9)] | length' -o out "$demo"
		stopped snap-inspect "$demo" 64.0MiB
	done
	[ "$(cat out)" = old ]
	[ "$(ls -A)" = out ]
	run snap-inspect --max-memory 64MiB -F '[range(1e3)] | length' "$demo"
	[ "$status" -eq 0 ]
	[ "$output" -eq 1000 ]
}

@test "the report of a snapshot is read with little memory, however much it says" {
	bomb '"pods":' | snap-inspect --max-memory 24MiB --check >/dev/null || [ $? -eq 1 ]
}

@test "documents and logs of other sources: of what is large nearly nothing is held" {
	document() {
		printf '{"StartTimestamp":"2026-03-14T09:26:51Z","NodeList":['
		yes "{\"Node\":null,\"Pods\":null,\"other\":\"$(head -c 9000 /dev/zero | tr '\0' x)\"}," | head -n 6000
		printf '{}]}'
	}
	document | snap-inspect --max-memory 24MiB >out
	[ "$(sed -n 2p out | jq .nodes)" -eq 0 ]
	{ yes 'I0314 09:26:53.589793       1 x.go:1] "other"' | head -n 1000000; cat "$TOP/tests/data/peers/dump-05.log"; } | snap-inspect --max-memory 24MiB >out
	[ "$(sed -n 2p out | jq .nodes)" -eq 11 ]
}

@test "snap-import: what is kept counts, and more than the limit is not taken" {
	{
		printf '{"kind":"List","apiVersion":"v1","items":['
		seq -f '{"kind":"Pod","metadata":{"namespace":"a","name":"p%.0f"}},' 1 200000
		printf '{"kind":"Node","metadata":{"name":"n"}}]}\n'
	} >list.json
	echo old >out
	for limit in 24 64; do
		run --separate-stderr snap-import --max-memory "${limit}MiB" -o out list.json
		stopped snap-import list.json "$limit.0MiB"
	done
	[ "$(cat out)" = old ]
	run snap-import --max-memory 4GiB -o out list.json
	[ "$status" -eq 0 ]
}

@test "snap-inspect --rawfile: a file that never ends" {
	run -5 --separate-stderr timeout 60 snap-inspect --max-memory 64MiB --rawfile a /dev/zero -F . "$demo"
	[[ $stderr == *"too much memory"* ]]
}

@test "the system's own limit is not taken for --max-memory, and a tool has memory of its own" {
	ulimit -v 200000
	run --separate-stderr snap-inspect -F '[range(1e9)] | length' "$demo"
	[ "$status" -eq 4 ]
	[[ $stderr == *"out of memory"*"ulimit"* ]]
	printf '#!/bin/sh\nulimit -d >"%s/limit"\n' "$T" >"$T/tool"
	chmod +x "$T/tool"
	run snap-replay --max-memory 64MiB --tool "$T/tool" "$demo"
	[ "$(cat "$T/limit")" = "$(ulimit -d)" ]
}

@test "--max-memory wants a size of some use" {
	for p in snap-inspect snap-replay; do
		for size in "" 1 15MiB 3x -1; do
			run --separate-stderr "$p" --max-memory "$size" "$demo"
			[ "$status" -eq 2 ]
			[[ $stderr == "$p: --max-memory: "* ]]
		done
		run "$p" --max-memory 16MiB "$demo"
		[ "$status" -eq 0 ]
	done
}

@test "snap-fetch --from api: 100,000 pods in the memory of a page" {
	load ../lib/cluster
	cluster_new
	cluster_api "$demo" 1000
	local pods=$KUBECTL_STATE/raw/api/v1/pods
	jq -nc '{items: [range(500) | {metadata: {name: "pod-PAGE-\(.)", namespace: "n", uid: "PAGE-\(.)", labels: {a: ("x" * 300)}}, spec: {containers: [{name: "c", resources: {requests: {cpu: "1"}}}]}, status: {phase: "Pending"}}]}' >"$T/page"
	for ((i = 1; i <= 200; i++)); do
		sed -e "s/PAGE/$i/g" -e 's|^{|{"metadata":{"continue":"page/'$((i + 1))'="},|' "$T/page" >"$pods/$i"
	done
	sed "s/PAGE/200/g" "$T/page" >"$pods/200"
	export MALLOC_ARENA_MAX=1 # else a thread that finds the heap in use reserves 64 MiB of addresses for one of its own
	(ulimit -v 60000 && snap-fetch -q --from api --raw -o "$T/big.zip")
	[ "$(snap-unzip "$T/big.zip" | wc -c)" -gt 40000000 ]
	# of pods that are adopted the names of their groups are kept as well
	(ulimit -v 100000 && snap-fetch -q --from api --adopt pod --raw -o "$T/big.zip")
	snap-unzip "$T/big.zip" | grep -o '"name":"n[.]pod-' | wc -l | grep -qx 100000
}
