#!/bin/sh
# bench-replay.sh BUILD: snap-replay on recorded clusters, those that are in CASES=DIR, a folder of conformance cases. TOOL=PATH, a
# real snapshot-tool, runs beside it by turns; it takes minutes at medium and large and is run there with LONG=1 only, once. RUNS=N
# (default 5) runs each; ours is ended after LIMIT=SECONDS (default 120).
set -eu
B=$1
runs=${RUNS:-5}

beside() { # RUNS FILE NAME [OPTION...]: with an empty RUNS ours alone
	n=$1 f=$CASES/$2 name=$3
	shift 3
	if [ ! -e "$f" ]; then
		echo "  $name: no $f"
	elif [ -n "$n" ] && [ -n "${TOOL:-}" ]; then
		"$B/bench/run2" -t "${LIMIT:-120}" "$n" "$name" "$B/snap-replay" --show summary "$@" "$f" -- \
			"    the original" "$TOOL" -filename "$f" -verbosity 0
	else
		"$B/bench/run2" -t "${LIMIT:-120}" "$runs" "$name" "$B/snap-replay" --show summary "$@" "$f"
		echo "      the original was not run${TOOL:+: LONG=1 does}"
	fi
}

echo "replay of recorded clusters: shortest, median and longest wall time, CPU time, peak resident set, load average"
for name in s-50 s-100 s-200 r-500 r-2000 a-2000; do
	beside "$runs" "scale/$name.zip" "$name"
done
beside "$runs" scale/s-50.zip "s-50, ours allocate alone" --actions allocate
for name in medium large; do
	beside "${LONG:+1}" "captured/$name.zip" "$name"
done
