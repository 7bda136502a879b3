#!/usr/bin/env bats
# snap-replay --explain: the verdict, with which it begins.
load ../lib/env

setup() {
	T=$BATS_TEST_TMPDIR
	S=$TOP/tests/data/explain.json
}

# refute COMMAND...: it fails
refute() { ! "$@"; }

@test "--explain-depth: the verdict alone, a screen, or all" {
	run -0 snap-replay --show start --no-timings -f text --explain red/train --explain-depth verdict "$S"
	grep -q "^why red/train" <<<"$output"
	refute grep -qE "^    visited|in the end" <<<"$output"
	run -0 snap-replay --show start -f json --explain red/train --explain-depth verdict "$S"
	[ "$(jq -r 'select(.event == "explain").kind' <<<"$output")" = verdict ]
	run -0 snap-replay --show start -f json --explain red/train --explain-depth usual "$S"
	[ "$(jq -r 'select(.event == "explain").kind' <<<"$output" | head -n 1)" = verdict ]
	jq -c '.rawObjects.pods += [.rawObjects.pods[] | select(.metadata.name == "more-0") | range(2; 8) as $i
		| .metadata.name = "more-\($i)" | .metadata.uid = "m-\($i)" | del(.spec.containers[0].resources)]' "$S" >"$T/many.json"
	for depth in usual full; do
		snap-replay --show start -f text --explain blue/more --explain-depth $depth "$T/many.json" >"$T/$depth"
	done
	grep -q "visits like these left out" "$T/usual"
	refute grep -q "visits like these left out" "$T/full"
	[ "$(grep -c "    visited as number" "$T/full")" -ge 7 ]
	run -2 --separate-stderr snap-replay --explain red/train --explain-depth much "$S"
	[[ $stderr == *"--explain-depth: unknown word 'much': verdict, usual or full"* ]]
	run -2 --separate-stderr snap-replay --explain-depth full "$S"
	[[ $stderr == *"--explain-depth goes with --explain NAME"* ]]
}
@test "the man page lists each reason and each change of a verdict" {
	for list in REASON CHANGE; do
		case $list in REASON) title=Reasons ;; *) title=Changes ;; esac
		sed -n "/define VERDICT_${list}S(X)/,/define VERDICT_$list(/p" "$TOP/cmd/snap-replay/report/verdict.h" | grep -oE '"[a-z-]+"' | tr -d '"' >"$T/known"
		sed -n "/^\.Ss $title of a verdict/,/^\.El/s/^\.It Li //p" "$TOP/man/snap-replay.1" | tr -d ' ' | tr , '\n' | diff "$T/known" -
	done
}
