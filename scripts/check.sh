#!/bin/sh
# check.sh: set-up, build, all tests, and all of them again with the address and undefined-behaviour sanitizers.
# The last line is "N passed, N failed, N skipped" over both runs; exit 1 when anything failed or nothing ran.
set -u
cd "$(dirname "$0")/.." || exit 4
B=build/check
jobs=$(getconf _NPROCESSORS_ONLN)

totals() {
	cat "$B/results/totals" "$B/asan/results/totals" 2>/dev/null |
		awk '{ p += $1; f += $3; s += $5 } END { printf "%d passed, %d failed, %d skipped\n", p, f + broken, s; exit !(p && !(f + broken)) }' broken="$broken"
}

broken=0
rm -f "$B/results/totals" "$B/asan/results/totals"
for step in 'sh scripts/setup.sh --static' "make -s -j$jobs B=$B check" "make -s -j$jobs B=$B asan"; do
	echo "== $step"
	$step && continue
	# A step that failed without a test to show for it (no compiler, a build error) counts as one failure.
	case $step in
	*asan) [ -e "$B/asan/results/totals" ] || broken=1 ;;
	*check) [ -e "$B/results/totals" ] || broken=1 ;;
	*) broken=1 ;;
	esac
	[ $broken = 0 ] || break
done
totals
