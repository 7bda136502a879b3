#!/bin/sh
# bench-scale.sh BUILD: searches that end. snap-replay, all actions, on full clusters with a backlog: for each size and seed the wall
# time (shortest, median, longest), CPU time, peak resident set, and whether the goals are met: 30 s and 300 MB, or those that
# stand beside a cluster. One that has not ended after LIMIT=SECONDS (default 30) is stopped, and its line says so.
# SIZES="500 1000" and SEEDS="1 2" choose cells of the matrix; SHAPES="full" rows (see tests/bench/gen_snapshot.c; default: full
# deep deeper mixed huge recorded; deeper has as deep trees of many more queues); RUNS=N (default 3) runs each. CASES=DIR, a folder of conformance cases, has the recorded clusters;
# TOOL=PATH, a real snapshot-tool, is what the CPU time of s-50 is compared with. THREADS=N is passed on.
set -eu
B=$1
runs=${RUNS:-3}
limit=${LIMIT:-30}
data=$B/bench/data
mkdir -p "$data"

replay() { # GOALS NAME FILE [-- NAME COMMAND...]
	goals=$1 name=$2 file=$3
	shift 3
	"$B/bench/run2" -t "$limit" -g "$goals" "$runs" "$name" "$B/snap-replay" ${THREADS:+--threads "$THREADS"} --show summary "$file" "$@"
}

made() { # NAME OPTION...: a cluster made on the spot, and deleted
	name=$1
	shift
	"$B/bench/gen_snapshot" -l "$@" >"$data/scale.json"
	replay 30,300 "$name" "$data/scale.json"
	rm "$data/scale.json"
}

matrix() { # NAME SHAPE WHAT QUEUES NODES-OF-ONE-MORE
	row=$1 shape=$2 queues=$4 each=$5
	echo "$3: nodes, seed"
	for n in ${SIZES:-500 1000 2000 3000 5000}; do
		for seed in ${SEEDS:-1 2 3 4 5}; do
			made "$row $n $seed" -k "$shape" -n "$n" -r $((n * 6)) -p $((n * 2)) -q $((queues + n / each)) -s "$seed"
		done
	done
}

recorded() { # GOALS FILE [-- NAME COMMAND...]
	goals=$1 file=$CASES/$2
	shift 2
	if [ -e "$file" ]; then
		replay "$goals" "$(basename "$file" .zip)" "$file" "$@"
	else
		echo "  no $file"
	fi
}

all_recorded() {
	echo "recorded clusters"
	for file in "$CASES"/slow/*.zip; do
		recorded 30,300 "slow/$(basename "$file")"
	done
	recorded 2,300 captured/large.zip
	recorded 0.1,300 captured/medium.zip
	if [ -n "${TOOL:-}" ]; then
		recorded 30,300,60 scale/s-50.zip -- "    the original" "$TOOL" -filename "$CASES/scale/s-50.zip" -verbosity 0
	else
		recorded 30,300 scale/s-50.zip
	fi
}

for chosen in ${SHAPES:-full deep deeper mixed huge recorded}; do
	case $chosen in
	full) matrix full full "full clusters" 8 100 ;;
	deep) matrix deep deep "full clusters with queue trees of six levels" 8 100 ;;
	deeper) matrix deeper deep "the same with a queue for each four nodes" 0 4 ;;
	mixed) matrix mixed mixed "full clusters of small gangs of many shapes" 8 100 ;;
	huge)
		echo "4,000 nodes, 60,000 attempts to run a pod, 20,000 pending pods"
		made "huge" -k full -n 4000 -r 60000 -p 20000 -q 48 -s 5
		;;
	recorded) [ -z "${CASES:-}" ] || all_recorded ;;
	*)
		echo "bench-scale.sh: no shape $chosen" >&2
		exit 2
		;;
	esac
done
