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
