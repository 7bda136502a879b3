#!/bin/sh
# fuzz.sh SECONDS TARGET...: libFuzzer over each target for so long; what it finds is kept beside the target, the seeds stay as they are.
set -eu
seconds=$1
shift
for target; do
	name=${target##*/fuzz_}
	found=${target%/*}/found/$name
	mkdir -p "$found"
	echo "== $name, $seconds s"
	"$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=3000 -print_final_stats=1 -artifact_prefix="$found-" \
		"$found" "tests/fuzz/corpus/$name" 2>"$found.log" || { tail -n 40 "$found.log"; exit 1; }
	grep -E 'number_of_executed_units|new_units_added' "$found.log"
done
