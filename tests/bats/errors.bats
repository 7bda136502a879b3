#!/usr/bin/env bats
# What goes wrong is said in one form, with one exit status, by all programs.
load ../lib/env

setup() {
	T=$BATS_TEST_TMPDIR
	cd "$T"
	: >empty
	echo hello >words
	printf '[]' >list
	printf '{"a":1}' >object
	printf '{"items":[]}' >items
	printf '{"rawObjects":{"pods":[' >half
	mkdir folder
}

# Each reader of snapshots as its user calls it.
readers() {
	cat <<'EOF'
snap-inspect
snap-inspect --check
snap-inspect --list pods
snap-inspect --filter .
snap-replay
snap-replay --tool true
snap-zip
snap-serve --port 0
snap-compare-refs --output-dir out --refs native
EOF
}

@test "what is no snapshot ends with status 3, and the first line names the program and the input" {
	while IFS= read -r call; do
		for file in empty words list object items half folder; do
			run --separate-stderr timeout 20 $call "$file" </dev/null
			[ "$status" -eq 3 ] || { echo "$call $file: status $status: $stderr"; false; }
			[[ ${stderr_lines[0]} == "${call%% *}: $file: "?* ]] || { echo "$call $file: $stderr"; false; }
		done
	done < <(readers)
}

@test "what has no key of a snapshot is called so" {
	while IFS= read -r call; do
		[[ $call != *replay* && $call != *compare* ]] || continue
		run --separate-stderr $call items </dev/null
		[[ $stderr == *": items: not a snapshot: "*"it seems to be what kubectl prints"$'\n'* ]] || { echo "$call: $stderr"; false; }
		run --separate-stderr $call list </dev/null
		[[ $stderr == *": list: not a snapshot: "*object* ]] || { echo "$call: $stderr"; false; }
	done < <(readers)
}

@test "a file that is not there ends with status 4 in one form" {
	{ readers; echo snap-unzip; } >calls
	while IFS= read -r call; do
		run --separate-stderr $call nowhere </dev/null
		[ "$status" -eq 4 ]
		[ "${stderr_lines[0]}" = "${call%% *}: nowhere: cannot open: No such file or directory" ] || { echo "$call: $stderr"; false; }
		[ "${stderr_lines[1]}" = "${call%% *}: try: look at the name: ls -l shows what is there" ]
	done <calls
}

@test "snap-unzip does not read the JSON that it takes out" {
	run -0 snap-unzip object
	[ "$output" = '{"a":1}' ]
}

@test "snap-compare-refs: one snapshot of two is none" {
	run --separate-stderr snap-compare-refs -f tsv --output-dir out --refs native "$TOP/tests/data/demo.json" words
	[ "$status" -eq 3 ]
	[ "$(cut -f1,2 <<<"$output")" = $'ref\tstatus\nnative\tpass\nnative\tfail' ]
	[[ $'\n'$stderr == *$'\nsnap-compare-refs: words: warning: native: fail: not a snapshot: '* ]]
	run --separate-stderr snap-compare-refs --output-dir out --refs native - <words
	[ "$status" -eq 3 ]
	[[ ${stderr_lines[0]} == "snap-compare-refs: <stdin>: warning: native: fail: not a snapshot: "* ]]
}
