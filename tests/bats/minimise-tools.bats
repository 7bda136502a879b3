#!/usr/bin/env bats
# snap-minimise --keep 'jq PROGRAM', 'differs TOOL', and --confirm: other judges of the events, and another engine.
load ../lib/env
load ../lib/minimise

setup() {
	T=$BATS_TEST_TMPDIR
	cd "$T" || return
	export TMPDIR=$T/tmp HOME=$T
	mkdir "$TMPDIR"
	CASES=$TOP/tests/conformance
	# a stand-in for the real snapshot-tool, whose log evicts ns-b/old-0 by reclaim
	cp "$TOP/tests/data/tool/v4.log" "$TOP/tests/data/tool/v4.json" .
	printf '#!/bin/sh\ncat "%s/v4.log" >&2\ncat "%s/v4.json"\n' "$T" "$T" >tool
	chmod +x tool
}
decided() { snap-replay -q --format json --show summary "$@" | jq -rs 'last.decisions'; }
# What a try that was not needed any more left goes a little later.
nothing_left() {
	for ((i = 0; i < 600; i++)); do
		[ -n "$(ls -A "$TMPDIR")" ] || return 0
		sleep 0.1
	done
	return 1
}
count() { jq '[.rawObjects[] | length] | add' "$1"; }

@test "a jq program has an output for an event; it may read all of them; what it is not is said" {
	f=$CASES/preempt/003.json
	read -r pod action <<<"$(evicted "$f")"
	snap-minimise -q --keep "jq select(.event == \"evict\" and .pod == \"$pod\" and .action == \"$action\")" --jobs 1 -o r.json "$f"
	is_evicted "$pod" "$action" r.json
	one_minimal "$pod" "$action" r.json
	snap-minimise -q --keep "jq select(.event == \"evict\" and .pod == \"$pod\" and .action == \"$action\")" --jobs 4 "$f" | cmp r.json -
	snap-minimise -q --keep 'jq [., inputs | select(.event == "evict").pod] | length >= 2' -o two.json "$f"
	[ "$(snap-replay --format json --show decisions two.json | grep -c '^{"event":"evict"')" -ge 2 ]
	snap-minimise -q --keep "not jq select(.event == \"bind\")" --keep "evicted $pod=$action" -o r.json "$f" ||
		run -1 snap-minimise -q --keep "not jq select(.event == \"bind\")" "$f"
	run -1 --separate-stderr snap-minimise --keep 'jq select(.event == "none")' "$f"
	[[ $stderr == *"'jq select(.event == \"none\")' does not hold"* ]]
	run -2 --separate-stderr snap-minimise --keep 'jq .a +' "$f"
	[[ $stderr == *"--keep: .a +: jq: error: syntax error"* ]]
	run -2 snap-minimise --keep jq "$f"
	run -3 --separate-stderr snap-minimise --keep 'jq .event.x' "$f"
	[[ $stderr == *"the jq program fails: jq: Cannot index string"* ]]
	run -3 snap-minimise --keep 'not jq .event.x' "$f"
}

@test "two engines that differ: few objects are left on which they do" {
	f=$CASES/consolidation/001.json
	printf '#!/bin/sh\nexec snap-replay --follows v0.14.2 "$@"\n' >snap-replay-old
	chmod +x snap-replay-old
	[ "$(decided "$f")" != "$(decided --follows v0.14.2 "$f")" ]
	snap-minimise -q --keep 'differs ./snap-replay-old' --jobs 1 -o r.json "$f"
	[ "$(decided r.json)" != "$(decided --follows v0.14.2 r.json)" ]
	[ "$(count r.json)" -lt "$(($(count "$f") / 3))" ]
	snap-minimise -q --keep 'differs ./snap-replay-old' --jobs 3 "$f" | cmp r.json -
	run -1 snap-minimise -q --keep 'not differs ./snap-replay-old' "$f"
	printf '#!/bin/sh\nexec snap-replay "$@"\n' >snap-replay-same
	chmod +x snap-replay-same
	run -1 --separate-stderr snap-minimise --keep 'differs ./snap-replay-same' "$f"
	[[ $stderr == *"'differs ./snap-replay-same' does not hold"* ]]
	snap-minimise -q --keep 'not differs ./snap-replay-same' -o none.json "$f"
	[ "$(count none.json)" = 0 ]
}

@test "a snapshot-tool that differs, and one that cannot be run, or fails" {
	f=$CASES/preempt/012.json
	snap-minimise -q --keep 'differs ./tool' --keep "evicted $(evicted "$f" | cut -d' ' -f1)" -o r.json "$f"
	[ "$(count r.json)" -le 7 ]
	run -2 --separate-stderr snap-minimise --keep 'differs ./nowhere' "$f"
	[[ $stderr == *"cannot run './nowhere': No such file"* ]]
	run -2 snap-minimise --keep differs "$f"
	printf '#!/bin/sh\necho out of luck >&2\nexit 9\n' >tool
	run -4 --separate-stderr snap-minimise --keep 'differs ./tool' -o no.json "$f"
	[[ $stderr == *"a tool failed: ./tool: exit status 4: "* ]]
	[ ! -e no.json ]
	nothing_left
}

@test "--confirm: the tool runs on the result and shows it, or does not: status 1 with a line" {
	read -r pod action <<<"$(evicted "$CASES/reclaim/012.json")"
	[ "$action" = reclaim ]
	sed "s/${pod#*/}/old-0/g; s/${pod%/*}/ns-b/g" "$CASES/reclaim/012.json" >s.json
	snap-minimise --keep "evicted ns-b/old-0=reclaim" --confirm ./tool -o r.json s.json 2>said
	grep -q 'confirmed: ./tool shows it, too' said
	is_evicted ns-b/old-0 reclaim r.json
	sed -i 's/Evicting task: ns-b/Evicting task: ns-c/' v4.log
	run -1 --separate-stderr snap-minimise -q --keep "evicted ns-b/old-0=reclaim" --confirm ./tool -o again.json s.json
	[[ $stderr == "snap-minimise: s.json: not confirmed: ./tool does not show 'evicted ns-b/old-0=reclaim' of what is left"* ]]
	cmp r.json again.json
	printf '#!/bin/sh\nexit 9\n' >tool
	run -4 --separate-stderr snap-minimise -q --keep "evicted ns-b/old-0=reclaim" --confirm ./tool -o failed.json s.json
	cmp r.json failed.json
	run -2 --separate-stderr snap-minimise --keep 'slower-than 1ns' --confirm ./tool s.json
	[[ $stderr == *"--confirm: a tool shows what is evicted"* ]]
	run -2 --separate-stderr snap-minimise --keep 'evicted ns-b/old-0' --confirm ./nowhere s.json
	[[ $stderr == *"--confirm: cannot run './nowhere': No such file"* ]]
	nothing_left
}
