#!/usr/bin/env bats
# The demo runs from any folder, twice, and leaves nothing behind; its snapshot is decided as the real scheduler decided.
load ../lib/env

setup() { T=$BATS_TEST_TMPDIR; }

# The programs under test may be in another build directory: the demo's own build step is replaced, the rest is as it is.
demo() { # [FILE FOLDER]: what it leaves in FILE at its end is copied to FOLDER
	mkdir -p "$T/repo/scripts" "$T/bin" "$T/tmp"
	ln -sfn "$TOP/tests" "$T/repo/tests"
	ln -sfn "$B" "$T/repo/build"
	sed "s|^exit |${1:+cp '$1' '$2'\n}&|" "$TOP/scripts/demo.sh" >"$T/repo/scripts/demo.sh"
	printf 'exit 0\n' >"$T/repo/scripts/setup.sh"
	printf '#!/bin/sh\nexit 0\n' >"$T/bin/make"
	chmod +x "$T/bin/make"
	(cd / && TMPDIR=$T/tmp PATH=$T/bin:$PATH sh "$T/repo/scripts/demo.sh")
}

@test "the demo succeeds twice, shows its commands and leaves nothing behind" {
	for _ in 1 2; do
		run demo
		[ "$status" -eq 0 ] || { echo "$output"; false; }
		for p in $(cd "$TOP/cmd" && ls); do
			grep -q "^\$ .*$p" <<<"$output" || { echo "the demo does not show $p"; false; }
		done
		[ -z "$(ls -A "$T/tmp")" ]
	done
	# Whatever the demo started worked in its temporary folder.
	run bash -c 'readlink /proc/[0-9]*/cwd 2>/dev/null | grep -F "$1/tmp/"' - "$T"
	[ "$status" -eq 1 ]
}

@test "the demo ends with a reclaim, decided as the real scheduler decided it" {
	run demo
	[ "$status" -eq 0 ]
	real() { sed -n "s/.*$1/\\1/p" "$TOP/tests/data/demo.tool.log" | sort; }
	diff <(real 'Evicting task: \(.*\)') <(awk '$2 == "evict" { print $3 }' <<<"$output" | sort)
	[ "$(real 'Evicting task: \(.*\)' | wc -l)" -eq 2 ]
	table=$(sed -n '/^ref  *result/,/^$/p' <<<"$output" | sed 1d)
	[ "$(awk '/^[a-z]/ { print $1, $2, $3, $4 }' <<<"$table")" = $'native agrees 9 2\ntool:data/demo-tool agrees 9 2' ]
}

@test "the demo's snapshot leaves five pod groups pending, each with a reason" {
	run bash -c 'snap-replay --show pending "$TOP/tests/data/demo.json" | jq -r "select(.event == \"pending\") | select(.reasons | length > 0) | .podGroup" | sort | tr "\n" " "'
	[ "$output" = "inference/pg-batch-summaries llm/pg-eval-7b llm/pg-pretrain-70b search/pg-rank-distill vision/pg-render-a100 " ]
}

@test "the demo ends with a report below 20 kB, which is a test that passes" {
	mkdir -p "$T/kept/bats"
	ln -s "$TOP/tests/lib" "$T/kept/lib"
	run demo report.bats "$T/kept/bats"
	[ "$status" -eq 0 ]
	[ "$(wc -c <"$T/kept/bats/report.bats")" -lt 20000 ]
	grep -q '"event":"evict","action":"reclaim"' "$T/kept/bats/report.bats"
	bats "$T/kept/bats/report.bats"
}
