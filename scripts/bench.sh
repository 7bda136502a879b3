#!/bin/sh
# bench.sh BUILD: our programs and their rivals by turns, on snapshots made on the spot. RUNS=N (default 5) runs each, NODES=N sets the
# size (default 4000: about 100 MB of JSON), TOOL=PATH adds the replay of a real snapshot-tool, which takes minutes at 400 nodes
# (REPLAY_NODES=N, default 25, is the smallest of the four clusters).
set -eu
B=$1
runs=${RUNS:-5}
nodes=${NODES:-4000}
data=$B/bench/data
run2=$B/bench/run2
mkdir -p "$data"

make_snapshot() { # NODES FILE: as loaded as clusters are, with a backlog
	"$B/bench/gen_snapshot" -n "$1" -r $(($1 * 4)) -p $(($1 / 4)) -q $((4 + $1 / 100)) >"$2"
}

make_snapshot "$nodes" "$data/big.json"
"$B/snap-zip" -o "$data/big.zip" "$data/big.json"
echo "on $(uname -m), $(getconf _NPROCESSORS_ONLN) processors; $(wc -c <"$data/big.json") bytes of JSON, $(wc -c <"$data/big.zip") as ZIP"
echo "shortest, median and longest wall time of $runs runs, CPU time, peak resident set"

echo "JSON reader"
"$B/bench/bench_json" "$data/big.json" "$runs"
counts='.rawObjects | map_values(length)'
echo "counts of all kinds"
"$run2" "$runs" "snap-inspect big.zip" "'$B/snap-inspect' '$data/big.zip'" "unzip -p big.zip | jq" "unzip -p '$data/big.zip' | jq '$counts'"
echo "JSON out of the archive"
"$run2" "$runs" "snap-unzip big.zip" "'$B/snap-unzip' '$data/big.zip'" "unzip -p big.zip" "unzip -p '$data/big.zip'"

echo "replay, as the cluster grows"
for times in 1 2 4 8; do
	n=$((times * ${REPLAY_NODES:-25}))
	f=$data/replay-$n
	make_snapshot "$n" "$f.json"
	"$B/snap-zip" -o "$f.zip" "$f.json"
	ours="'$B/snap-replay' --show summary '$f.zip'"
	if [ -n "${TOOL:-}" ]; then
		"$run2" "$runs" "snap-replay, $n nodes" "$ours" "snapshot-tool, $n nodes" "'$TOOL' -filename '$f.zip' -verbosity 0 2>/dev/null"
	else
		"$run2" "$runs" "snap-replay, $n nodes" "$ours"
	fi
done
