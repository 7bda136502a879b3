#!/usr/bin/env bats
# What programs write on a terminal: colours, and tables as wide as it is.
load ../lib/env

setup() {
	T=$BATS_TEST_TMPDIR
	base=$TOP/tests/data/inspect.json
	need_terminal
	export TERM=xterm
	unset NO_COLOR
	cd "$T"
	printf 'stty cols "$1"; shift; "$@"\n' >sized
	zip -qj snapshot.zip "$base"
}

# on COLUMNS COMMAND...: its output on a terminal of that width.
on() { script -qec "sh sized $(printf '%q ' "$@")" /dev/null | tr -d '\r'; }
plain() { sed 's/\x1b\[[0-9;]*m//g'; }

@test "colours on a terminal, none where NO_COLOR or a dumb one is, or no terminal" {
	for call in "snap-inspect $base" "snap-inspect --check $base" "snap-inspect no-such" "snap-compare-refs --refs tool:false $base"; do
		want=$'\033\\[3'
		[[ $call != *--check* ]] || want=
		on 100 $call >out || true
		grep -q "$want" out || { cat -v out; false; }
		NO_COLOR=1 on 100 $call >out || true # progress may move the cursor
		run ! grep -q $'\033\\[[0-9;]*m' out
		TERM=dumb on 100 $call >out || true
		run ! grep -q $'\033' out
		$call -f text >out 2>&1 </dev/null || true
		run ! grep -q $'\033' out
	done
	snap-compare-refs -q --refs tool:false -f text "$base" >out || [ $? -eq 125 ]
	run ! grep -q $'\033' out
}

@test "the same colours: errors red, doubts and what is over the quota yellow, over the limit red, good green" {
	on 100 snap-inspect "$base" >out
	grep -q $'\033\\[32msound: ' out
	jq '.config = null' "$base" >bad
	on 100 snap-inspect bad >out
	[ "$(head -2 out)" = $'\033[1mverdict     \033[0m \033[31m1 error, no warnings; doubtful: the configuration\033[0m\n\033[31merror\033[0m: config: '"$(sed -n '2s/.*config: //p' out)" ] || { cat -v out; false; }
	jq '.schedulerParams.schedulerName = ""' "$base" >doubt
	on 100 snap-inspect doubt >out
	grep -q $'\033\\[33mno errors, 1 warning' out
	jq '.rawObjects.queues |= map(if .metadata.name == "team-a" then .spec.resources.gpu = {quota: 1, limit: 5} else . end)' "$base" >over
	on 100 snap-inspect over | grep 'team-a .*GPUs' | grep -q $'\033\\[33m          2\033\\[0m'
	jq '.rawObjects.queues |= map(if .metadata.name == "team-a" then .spec.resources.gpu = {quota: 1, limit: 1} else . end)' "$base" >over
	on 100 snap-inspect over | grep 'team-a .*GPUs' | grep -q $'\033\\[31m          2\033\\[0m'
	on 100 snap-inspect no-such >out || [ $? -eq 4 ]
	grep -q $'^snap-inspect: no-such: \033\\[31mcannot open\033\\[0m: ' out
}

@test "tables are cut to the width, from the right; what is narrow enough is whole" {
	snap-unzip -l -f text snapshot.zip >want
	on 200 snap-unzip -l snapshot.zip | cmp - want
	on 50 snap-unzip -l snapshot.zip >out
	[ "$(cut -c1-49 want)" = "$(sed 's/…$//' out)" ] && [ "$(grep -c '…$' out)" -eq 2 ]
	on 55 snap-inspect "$base" | plain | sed -n '/^queue/,/^$/p' | grep . >out
	snap-inspect -f text "$base" | sed -n '/^queue/,/^$/p' | grep . | cut -c1-54 | sed 's/$/…/' | cmp - out
	on 40 snap-compare-refs -q --output-dir out.d --refs native,tool:false "$base" >out || [ $? -eq 125 ]
	[ "$(plain <out | awk 'NR < 4 { print $1, $2, $3 }')" = $'ref result binds\nnative agrees '"$(jq -s 'map(select(.event == "bind")) | length' out.d/native.ndjson)"$'\ntool:false fail -' ]
	[ "$(plain <out | grep -E '^.{41}')" = "" ] && [ "$(plain <out | head -n 3 | grep -c '…$')" -eq 3 ]
}
