#!/bin/sh
# hostile.sh BUILD N SEED FOLDER...: N mutants of the recorded cases in FOLDER through each program in BUILD/hostile, on all processors.
# Exit 1 when one of them crashed, hung, or wrote what it must not; the command that does it again is printed.
set -eu
B=$1 n=$2 seed=$3
shift 3
part=500
found=$(mktemp -d)
trap 'rm -rf "$found"' EXIT
trap 'exit 130' INT TERM HUP
# shellcheck disable=SC2016 # the inner shell's
for first in $(seq 1 "$part" "$n"); do
	last=$((first + part - 1 < n ? first + part - 1 : n))
	for p in "$B"/hostile/snap-*; do
		[ "${p%.*}" != "$p" ] || echo "$p $seed $first-$last $*"
	done
done | xargs -P "$(getconf _NPROCESSORS_ONLN)" -L 1 sh -c '
	log=$0/${1##*/}.$3
	"$@" >"$log" 2>&1 </dev/null || cat "$log"' "$found" || :
awk '
	/^# status/ { for (i = 3; i < NF; i += 2) status[$i + 0] += $(i + 1); next }
	/^(not )?ok 1 - / { sub(/^(not )?ok 1 - /, ""); mutants[$1] += $2; runs += $7; wrong += $9; ended++ }
	/^not ok/ { failed++ }
	END {
		for (p in mutants) print p, mutants[p], "mutants"
		printf "%d runs: status 0: %d, 1: %d, 2: %d, 3: %d, 5: %d; %d wrong\n", runs, status[0], status[1], status[2], status[3], status[5], wrong
		exit !(ended && !failed)
	}' "$found"/snap-*
