#!/bin/sh
# bench.sh BUILD: our programs and their rivals by turns, on snapshots made on the spot. RUNS=N (default 5) runs each, NODES=N sets
# the size (default 4000: about 100 MB of JSON), TOOL=PATH adds the replay of a real snapshot-tool, which takes minutes at 400
# nodes (REPLAY_NODES=N, default 25, is the smallest of the four clusters). CASES=DIR adds recorded clusters: see bench-replay.sh.
# bench-scale.sh, the last part, may be run alone and in parts.
set -eu
B=$1
runs=${RUNS:-5}
nodes=${NODES:-4000}
data=$B/bench/data
run2=$B/bench/run2
mkdir -p "$data"

make_snapshot() { # NAME NODES [OPTION...]: $data/NAME.zip, as loaded as clusters are, with a backlog
	name=$1 n=$2
	shift 2
	"$B/bench/gen_snapshot" -n "$n" -r $((n * 4)) -p $((n / 4)) -q $((4 + n / 100)) "$@" >"$data/$name.json"
	"$B/snap-zip" -o "$data/$name.zip" "$data/$name.json"
}

replay() { # NAME: of $data/NAME.zip, beside the original or else the least there can be, one pass over the bytes
	f=$data/$1.zip
	if [ -n "${TOOL:-}" ]; then
		set -- "$1" "    the original" "$TOOL" -filename "$f" -verbosity 0
	else
		set -- "$1" "    unpacking alone" "$B/snap-unzip" "$f"
	fi
	name=$1
	shift
	"$run2" "$runs" "$name" "$B/snap-replay" --show summary "$f" -- "$@"
}

make_document() { # $data/document.json: what cluster-autoscaler would answer of a big cluster, as many bytes as big.json or a little more
	jq -c '.NodeList[]' "$(dirname "$0")/../tests/data/peers/autoscaler-13.json" | awk -v most="$(wc -c <"$data/big.json")" '
		{ nodes[NR] = $0 }
		END {
			printf "{\"NodeList\":["
			for (i = 0; bytes < most; i++) {
				node = nodes[i % NR + 1]
				gsub(/"(name|nodeName|uid)":"/, "&" i "-", node)
				printf "%s%s", i ? "," : "", node
				bytes += length(node) + 1
			}
			printf "],\"StartTimestamp\":\"2026-11-22T13:23:46Z\",\"EndTimestamp\":\"2026-11-22T13:23:47Z\",\"TemplateNodes\":null}"
		}' >"$data/document.json"
}

make_snapshot big "$nodes"
make_document
echo "on $(uname -m), $(getconf _NPROCESSORS_ONLN) processors"
echo "$(wc -c <"$data/big.json") bytes of JSON, $(wc -c <"$data/big.zip") as ZIP"
echo "shortest, median and longest wall time of $runs runs, CPU time, peak resident set, load average"

echo "JSON reader"
"$B/bench/bench_json" "$data/big.json" "$runs"
counts='.rawObjects | map_values(length)'
echo "counts of all kinds"
"$run2" "$runs" "snap-inspect big.zip" "$B/snap-inspect" "$data/big.zip" -- \
	"unzip -p big.zip | jq" sh -c "unzip -p '$data/big.zip' | jq '$counts'"
echo "JSON out of the archive"
"$run2" "$runs" "snap-unzip big.zip" "$B/snap-unzip" "$data/big.zip" -- "unzip -p big.zip" unzip -p "$data/big.zip"

echo "what cluster-autoscaler answers: a snapshot made of it, and a look at it"
"$run2" "$runs" "snap-import document.json" "$B/snap-import" -q "$data/document.json" -- "jq -c . document.json" jq -c . "$data/document.json"
"$run2" "$runs" "snap-inspect document.json" "$B/snap-inspect" "$data/document.json" -- \
	"jq document.json" jq '.NodeList | length, (map(.Pods | length) | add)' "$data/document.json"

echo "replay, as the cluster grows"
for times in 1 2 4 8; do
	n=$((times * ${REPLAY_NODES:-25}))
	make_snapshot "nodes-$n" "$n"
	replay "nodes-$n"
done
echo "replay where reclaim has the most to do: half of the queues hold a full cluster, the others wait"
make_snapshot reclaim 50 -u -r 400 -p 100 -q 8
replay reclaim
echo "replay of 500 gangs, each constrained to a topology of four levels, on 2,000 nodes; and of the same gangs without"
make_snapshot constrained 2000 -r 2000 -g 500 -c
make_snapshot free 2000 -r 2000 -g 500 -t
"$run2" "$runs" constrained "$B/snap-replay" --show summary "$data/constrained.zip" -- \
	"    without constraints" "$B/snap-replay" --show summary "$data/free.zip"
[ -z "${TOOL:-}" ] || replay constrained
echo "replay of 1,250 nodes with 10,000 GPUs as dynamic resources: 2,500 pods wait and find devices; and of the same GPUs without claims"
make_snapshot devices 1250 -r 500 -p 2500 -q 16 -d
make_snapshot counted 1250 -r 500 -p 2500 -q 16
"$run2" "$runs" devices "$B/snap-replay" --show summary "$data/devices.zip" -- \
	"    without claims" "$B/snap-replay" --show summary "$data/counted.zip"
if [ -n "${TOOL:-}" ]; then # the original dies of thousands of pods that it places ("channel full")
	make_snapshot devices-300 1250 -r 1500 -p 300 -q 16 -d
	replay devices-300
fi
[ -z "${CASES:-}" ] || "$(dirname "$0")/bench-replay.sh" "$B"
echo "searches that end"
"$(dirname "$0")/bench-scale.sh" "$B"
