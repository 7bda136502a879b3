#!/usr/bin/env bats
# snap-inspect --filter is jq: same output, same exit status for a table of programs and options.
load ../lib/env

setup() {
	T=$BATS_TEST_TMPDIR
	base=$TOP/tests/data/inspect.json
	command -v jq >/dev/null || skip "no jq here"
	# For a sanitized build: what libjq itself leaks is told by its callers, so the whole stack is wanted.
	export ASAN_OPTIONS=fast_unwind_on_malloc=0 LSAN_OPTIONS=suppressions=$TOP/tests/lib/lsan.supp:print_suppressions=0
}

# same [OPTION...] PROGRAM: on the whole snapshot.
same() {
	local options=("${@:1:$#-1}") program=${*: -1} want=0 got=0
	jq "${options[@]}" "$program" "$base" >"$T/want" 2>"$T/want.err" || want=$?
	snap-inspect "${options[@]}" --filter "$program" "$base" >"$T/got" 2>"$T/got.err" || got=$?
	[ "$want" = "$got" ] && cmp -s "$T/want" "$T/got" && [ "$(test -s "$T/want.err"; echo $?)" = "$(test -s "$T/got.err"; echo $?)" ] && return
	echo "options ${options[*]}, program $program: status $got, jq's $want"
	diff "$T/want" "$T/got" | head -20
	cat "$T/got.err"
	return 1
}

# same_list KIND [OPTION...] PROGRAM: on each object, which to jq is a stream of inputs.
same_list() {
	local kind=$1 options=("${@:2:$#-2}") program=${*: -1} want=0 got=0
	jq -c ".rawObjects.${kind}[]?" "$base" | jq "${options[@]}" "$program" >"$T/want" 2>"$T/want.err" || want=$?
	snap-inspect --list "$kind" "${options[@]}" --filter "$program" "$base" >"$T/got" 2>"$T/got.err" || got=$?
	[ "$want" = "$got" ] && cmp -s "$T/want" "$T/got" && return
	echo "--list $kind, options ${options[*]}, program $program: status $got, jq's $want"
	diff "$T/want" "$T/got" | head -20
	cat "$T/got.err"
	return 1
}

# One program a line.
programs() {
	cat <<'EOF'
.
.config
.config.actions
.config.actions | split(", ")
.rawObjects | map_values(length)
.rawObjects.pods[].metadata.name
.rawObjects.pods[] | select(.status.phase == "Pending") | .metadata.name
[.rawObjects.pods[].spec.containers[].resources.requests["nvidia.com/gpu"]?]
.rawObjects.pods | group_by(.metadata.namespace) | map({key: .[0].metadata.namespace, value: length}) | from_entries
.rawObjects.configMaps[0].data.text
.rawObjects.queues | map(.spec.resources.gpu.limit)
[.rawObjects.queues[].spec.resources.gpu.quota] | add
.nothing
.nothing, .config.actions
.config.actions, .nothing
.rawObjects.csiDrivers == []
empty
null
false
true
[]
{}
"a\tb\u0000\u001f\u007f é \ud83d\ude00"
1e1000, -0, 0.1, 100000000000000000000, 3.0, 1.5e300, 12345678901234567890
[limit(3; .rawObjects.pods[])] | length
[paths] | length
to_entries | map(.key)
keys, length, type
.rawObjects.pods | first(.[] | select(.spec.nodeName)).metadata.name
reduce .rawObjects.nodes[] as $n (0; . + ($n.status.allocatable["nvidia.com/gpu"] | tonumber))
.rawObjects.pods[] | [.metadata.namespace, .metadata.name] | @tsv
.rawObjects.pods[0] | @json, @base64, @html, @sh "\(.metadata.name)", @uri, @csv "\([1, "a\"b"])"
.schedulerParams.partitionParams.NodePoolLabelKey | test("^kai")
.rawObjects.pods[0].metadata.creationTimestamp | fromdate | todate
def f(x): x * 2; f(21)
$ENV.HOME | type
$ARGS
$__loc__
input
[inputs]
try error("x") catch .
error("x")
error
error({a: 1})
.config.actions, error("late")
.[0]
.config | .actions | .x
halt
"bye\n" | halt_error
{a: 1} | halt_error(7)
"x" | halt_error(0)
1, halt, 2
foo
.[
}
$nope
"unterminated
limit(5; repeat(1))
getpath(["rawObjects", "pods", 0, "metadata"]) | tojson | length
ascii, @text
walk(if type == "object" then del(.metadata) else . end) | tojson | length
. as {config: {actions: $a}} | $a
splits("x")
.config.actions | stderr
[1, "a"] | stderr | length
"a" | debug
.rawObjects.pods |= length | .rawObjects.pods
del(.rawObjects) | .discovery.serverVersion |= with_entries(.value |= ascii_upcase)
EOF
}

@test "programs on the whole snapshot, plain, with -c and -e, with -r and --tab" {
	while IFS= read -r program; do
		same "$program"
		same -ce "$program"
		same -r --tab "$program"
	done < <(programs)
}

@test "programs on each object of a kind" {
	for kind in pods queues resourceClaims; do
		while IFS= read -r program; do
			same_list $kind -c "$program"
			same_list $kind -re "$program"
		done < <(printf '%s\n' . .metadata.name '.metadata | select(.name == "dept" or .name == "dns")' '.spec.nodeName' \
			'select(.spec.parentQueue == null)' empty 'input' '[., input] | length' '[inputs.metadata.name]' 'first(inputs)' \
			'select(.metadata.name == "half-0")' 'if .metadata.name == "half-0" then false else empty end' \
			'error(.metadata.name)' 'if .metadata.name == "half-0" then error("no") else .metadata.uid end' \
			'false' 'null, 1' '.[')
	done
}

# jq 1.6 goes on to the next input, against its manual.
@test "halt and halt_error end everything" {
	run -0 snap-inspect -l pods -F 'if .metadata.name == "half-0" then halt else 1 end' "$base"
	[ "$output" = $'1\n1' ]
	run -7 --separate-stderr snap-inspect -l pods -F '"bye" | halt_error(7)' "$base"
	[ "$output" = "" ]
	[ "$stderr" = bye ]
}

@test "--arg and --argjson" {
	same --arg name train-0 '.rawObjects.pods[] | select(.metadata.name == $name)'
	same --arg a 1 --argjson b 1 '[$a, $b, $ARGS.named]'
	same --argjson b '{"x":[1,2.50,null]}' -c '$b'
	same --arg a -x '$a'
	same --arg a first --arg a second '$a'
	same --arg a first --argjson a 2 '$a'
	same --arg a '' '$a'
	same --argjson n 100000000000000000000 '$n'
}

# What jq takes for values, and how it writes them: each line is options and a program.
jq_options() {
	cat <<'EOF'
-n .
-n input
-n [inputs]|length
-n input,input
-ne null
-s length
-sc .[0].config
-sn input|length
-sn [inputs]|length
--slurp --null-input .
--stream -c .
--stream -c input
-s --stream length
-sc --stream .[0:3]
-n --stream reduce inputs as $e (0; . + 1)
-n --stream fromstream(inputs)
-nc --stream fromstream(1|truncate_stream(inputs))
-e --stream empty
-e --stream false
-S .
-Sc [keys, .config]
--sort-keys .config
-j .config.actions, 1, null
-j "a\u0000b", "\n"
-a "\u00e9\u0000\ud83d\ude00"
-ac {"\u00e9": .config.actions}
-C .
-Cc [1, "a", null, true, {"a": {}}, []]
-CS .config
-CM .config
-MC .config
-C --tab .config
--indent 0 .config
--indent 1 .config
--indent 7 .config
--indent 3 --tab .config
--tab --indent 3 .config
--tab -c .config
-c --tab .config
-c --indent 1 .config
EOF
}

# same_args OPTION... [--]: as same, with the options and the program of a line; a program may have blanks.
lines_same() { # FUNCTION [ARGUMENT]: for each line of standard input
	while IFS= read -r line; do
		options=()
		while [[ $line == -* ]]; do
			options+=("${line%% *}")
			[[ $line != "--indent "* ]] || { line=${line#* }; options+=("${line%% *}"); }
			line=${line#* }
		done
		"$@" "${options[@]}" "$line"
	done
}

@test "jq's options of input and output, on the whole snapshot" { lines_same same < <(jq_options); }
@test "jq's options of input and output, on each object of a kind" {
	lines_same same_list queues < <(jq_options | sed 's/\.config\.actions/.metadata.name/; s/\.config/.metadata/')
	lines_same same_list resourceClaims < <(jq_options | head -20)
}

@test "--slurpfile and --rawfile" {
	printf '{"x":[1,2.50,"\u00e9\\u0000"],"b":{}} 3 "q"\n[]' >"$T/texts"
	printf 'a\n\xff\0b' >"$T/bytes"
	: >"$T/empty"
	for file in texts empty; do
		same --slurpfile a "$T/$file" '$a, $ARGS.named'
		same --rawfile a "$T/$file" '$a'
	done
	same --rawfile a "$T/bytes" '$a | length'
	same --arg a 1 --slurpfile a "$T/texts" --rawfile b "$T/texts" '$a, $b'
	same --slurpfile a "$T/texts" --argjson a 1 '$a'
	same --slurpfile a "$T/none" '$a'
	same --rawfile a "$T" '$a'
	same --slurpfile a "$T/bytes" '$a'
	run -2 --separate-stderr snap-inspect --slurpfile a "$T/none" -F . "$base"
	[ "${stderr_lines[0]}" = "snap-inspect: --slurpfile: $T/none: cannot read: No such file or directory" ]
}

@test "--args and --jsonargs: what stands behind them is no file" {
	for args in "--args a b" "--jsonargs 1 {} null" "--args a --jsonargs [1] --args b" "--args -- -x --y" "--args" "--jsonargs"; do
		[ "$(snap-inspect -cF '$ARGS' "$base" $args)" = "$(jq -c '$ARGS' "$base" $args)" ]
		[ "$(snap-inspect -cF '$ARGS, .config.actions' $args <"$base")" = "$(jq -c '$ARGS, .config.actions' "$base" $args)" ]
	done
	run -2 --separate-stderr snap-inspect -F . --jsonargs '{' "$base"
	[ "${stderr_lines[0]}" = "snap-inspect: --jsonargs: not JSON: '{'" ]
}

@test "--from-file: the program is in a file, with comments" {
	printf '# which\n.config.actions # these\n' >"$T/p.jq"
	[ "$(snap-inspect --from-file "$T/p.jq" -r "$base")" = "$(jq -rf "$T/p.jq" "$base")" ]
	run -2 --separate-stderr snap-inspect --from-file "$T/p.jq" --filter . "$base"
	run -2 --separate-stderr snap-inspect --from-file "$T/none" "$base"
	[ "${stderr_lines[0]}" = "snap-inspect: --from-file: $T/none: cannot read: No such file or directory" ]
}

@test "--seq: as jq, whose --seq wants an RS before its input too" {
	{ printf '\036'; cat "$base"; } >"$T/seq"
	for options in "" -r -c -j; do
		jq --seq $options '.config, "a", 1' "$T/seq" >"$T/want"
		snap-inspect --seq $options -F '.config, "a", 1' "$base" | cmp - "$T/want"
	done
}

@test "--raw-output0, which jq has since 1.7: as -r, with a NUL for each newline" {
	snap-inspect --raw-output0 -F '.config.actions, "a\nb", 1' "$base" >"$T/got"
	printf 'allocate, reclaim\0a\nb\0001\0' | cmp - "$T/got"
	run -5 --separate-stderr snap-inspect --raw-output0 -F '1, "a\u0000b", 2' "$base"
	[[ $stderr == *"Cannot dump a string containing NUL with --raw-output0 option" ]]
}

@test "-n waits for standard input only where the program reads it" {
	mkfifo "$T/endless"
	exec 9<>"$T/endless"
	[ "$(timeout 60 snap-inspect -n -F '1 + 1' <"$T/endless")" = 2 ]
	[ "$(timeout 60 snap-inspect -n -F '1 + 1' - <"$T/endless")" = 2 ]
	exec 9>&-
	[ "$(snap-inspect -n -F 'input | keys | length' <"$base")" = "$(jq 'keys | length' "$base")" ]
	[ "$(snap-inspect -n -l pods -F '[inputs] | length' <"$base")" = "$(jq '.rawObjects.pods | length' "$base")" ]
	run -3 --separate-stderr snap-inspect -n -F input </dev/null
	[ "${stderr_lines[0]}" = "snap-inspect: <stdin>: empty: no bytes came" ]
	run -5 --separate-stderr snap-inspect -n -F 'error("x")' </dev/null
	[ "$stderr" = "snap-inspect: <stdin>: --filter: error: x" ]
	run -4 snap-inspect -n -F 1 no-such
}

@test "jq's options go with a program only" {
	for option in -r -c -e -n -s -S -j -a -C -M --tab --seq --stream --raw-output0 --args "--indent 3" "--arg a b"; do
		run -2 --separate-stderr snap-inspect $option "$base"
		[[ ${stderr_lines[0]} == "snap-inspect: --"*" goes with --filter" ]]
	done
	run -2 --separate-stderr snap-inspect --indent 8 -F . "$base"
}

@test "--stream needs little memory, and refuses what is no snapshot or cut short" {
	[ "$(ldd "$B/snap-inspect" 2>/dev/null | grep -c asan)" -eq 0 ] || skip "sanitizers need memory of their own"
	{ printf '{"config":{},"rawObjects":{"pods":['; seq 100000 | sed 's/.*/{"metadata":{"name":"pod-&","labels":{"a":"b"}}},/'; printf '{}]}}'; } >"$T/big"
	/usr/bin/time -f %M -o "$T/rss" snap-inspect --stream -n -F 'reduce inputs as $e (0; . + 1)' "$T/big" >"$T/n"
	[ "$(cat "$T/n")" -gt 200000 ]
	[ "$(tail -n 1 "$T/rss")" -lt 40000 ]
	run -3 --separate-stderr snap-inspect --stream -c -F . - <<<'{"items":[]}'
	[[ $stderr == "snap-inspect: <stdin>: not a snapshot: "* ]]
	run -3 --separate-stderr snap-inspect --stream -c -F . - <<<'{"config":1,"rawObjects":{"pods":[{'
	[ "${lines[0]}" = '[["config"],1]' ]
	[[ $stderr == "snap-inspect: <stdin>: invalid JSON: "* ]]
}

@test "options before and after, short and long, are the same" {
	want=$(snap-inspect -rF .config.actions "$base")
	[ "$want" = "allocate, reclaim" ]
	[ "$(snap-inspect "$base" --filter .config.actions --raw-output)" = "$want" ]
	[ "$(snap-inspect --raw-output --compact-output --exit-status --filter=.config.actions "$base")" = "$want" ]
}

@test "a program that does not compile, or fails: messages on stderr alone" {
	run -3 --separate-stderr snap-inspect --filter '.[' "$base"
	[ -z "$output" ]
	[[ $stderr == "snap-inspect: --filter: jq: error: "* ]]
	run -5 --separate-stderr snap-inspect --filter '1, error("no such")' "$base"
	[ "$output" = 1 ]
	[[ $stderr == "snap-inspect: $base: --filter: error: no such" ]]
}

@test "debug and stderr go to standard error" {
	run -0 --separate-stderr snap-inspect --filter '.config.actions | debug' -r "$base"
	[ "$output" = "allocate, reclaim" ]
	[[ $stderr == *'["DEBUG:","allocate, reclaim"]'* ]]
}

@test "JSON that jq would take and the scheduler would not is refused, whatever the program" {
	for text in '{"config":NaN}' '{"config":1} {"config":2}' '{"config":"'$'\xff''"}' '{"config":[1,]}' "{'a':1}" '{"config":01}'; do
		printf '%s' "$text" >"$T/s"
		run -3 --separate-stderr snap-inspect --filter . "$T/s"
		[[ $stderr == "snap-inspect: $T/s: invalid JSON: "* ]]
	done
}

@test "a ZIP gives what bare JSON gives" {
	cp "$base" "$T/snapshot.json"
	(cd "$T" && zip -q s.zip snapshot.json)
	[ "$(snap-inspect -c -F .rawObjects "$T/s.zip")" = "$(jq -c .rawObjects "$base")" ]
}
