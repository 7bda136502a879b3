# What snap-inspect --check says about $base, a snapshot, after a change. $T: a folder of the test.
# finds STATUS CHANGE CODE SEVERITY PATH [OBJECT]: after the change (a jq program) that is the only finding.
finds() {
	local want
	want=$(jq -nc --arg c "$3" --arg s "$4" --arg p "$5" --arg o "${6:-}" '[$s, $c, $p, (if $o == "" then null else $o end)]')
	jq -c "$2" "$base" >"$T/s"
	run snap-inspect --check "$T/s"
	local got
	output=$(sed 1d <<<"$output") # the verdict has tests of its own
	got=$(jq -c '[.severity, .code, .path, .object]' <<<"$output")
	[ "$status" -eq "$1" ] && [ "$got" = "$want" ] && jq -e '.text | length > 5' <<<"$output" >/dev/null && return
	printf 'expected status %s and %s, got %s and %s\n' "$1" "$want" "$status" "$output"
	return 1
}

# silent CHANGE: after it there is nothing to say.
silent() {
	jq -c "$1" "$base" >"$T/s"
	run -0 snap-inspect --check "$T/s"
	[ "$output" = '{"verdict":"sound: no errors, no warnings","errors":0,"warnings":0,"notes":0}' ] && return
	printf '%s: %s\n' "$1" "$output"
	return 1
}
