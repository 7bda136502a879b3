#!/usr/bin/env bats
# Bad input and bad outputs: every program says in one form what is wrong, ends with the right status and leaves nothing behind.
load ../lib/env

# Programs that read a snapshot and nothing else.
READERS="snap-unzip snap-zip snap-inspect snap-replay"

setup() {
	T=$BATS_TEST_TMPDIR
	mkdir "$T/here"
	cd "$T/here"
	demo=$TOP/tests/data/demo.json
}

# The last thing every test looks at: no temporary file, whatever happened.
nothing_left() { [ -z "$(ls -A "$T/here")" ] || { ls -lA "$T/here"; false; }; }

# failed STATUS PROGRAM: what `run --separate-stderr` saw is an error in the form of all programs.
failed() {
	[ "$status" -eq "$1" ] && [[ ${stderr_lines[0]} == "$2: "?*": "?* ]] && [ "${#stderr_lines[@]}" -le 2 ] && return
	printf '%s: status %s, expected %s; stderr:\n%s\n' "$2" "$status" "$1" "$stderr"
	return 1
}

# Each reader on FILE as an operand and through a pipe.
readers_refuse() { # FILE [STATUS]
	local p
	for p in $READERS; do
		run --separate-stderr "$p" "$1"
		failed "${2:-3}" "$p"
		run --separate-stderr bash -c '"$1" <"$2"' - "$p" "$1"
		failed "${2:-3}" "$p"
	done
}

@test "one byte that is no JSON" {
	printf x >"$T/x"
	readers_refuse "$T/x"
	nothing_left
}

@test "JSON nested deeper than 512 levels is over a limit, and nothing worse" {
	deep() { printf '{"rawObjects":{"pods":[{"x":%s}]}}' "$(head -c "$1" </dev/zero | tr '\0' "$2")$(head -c "$1" </dev/zero | tr '\0' "$3")"; }
	deep 509 '[' ']' >"$T/deep"
	for p in snap-zip snap-inspect snap-replay; do
		run --separate-stderr "$p" "$T/deep"
		failed 5 "$p"
		[[ ${stderr_lines[0]} == "$p: $T/deep: over a limit: nested deeper than 512 levels at byte "*" (rawObjects.pods[0].x[0]"* ]]
		[ -n "${stderr_lines[1]}" ] # what to try
	done
	deep 2000000 '[' ']' >"$T/abyss"
	run --separate-stderr snap-inspect --filter . "$T/abyss"
	failed 5 snap-inspect
	deep 508 '[' ']' >"$T/just"
	snap-zip -o "$T/just.zip" "$T/just"
	run ! grep -q . <(snap-replay "$T/just" 2>&1 | grep "over a limit")
	nothing_left
}

@test "nothing at all" {
	: >"$T/empty"
	readers_refuse "$T/empty"
	readers_refuse /dev/null
}

@test "a directory as FILE" {
	mkdir "$T/dir"
	for p in $READERS snap-serve; do
		run --separate-stderr "$p" "$T/dir"
		failed 3 "$p"
		[[ $stderr == *"directory"* ]]
	done
}

@test "a FILE that is not there" {
	for p in $READERS snap-serve; do
		run --separate-stderr "$p" "$T/no-such"
		[ "$status" -eq 3 ] || [ "$status" -eq 4 ]
		failed "$status" "$p"
		[[ $stderr == *"No such file"* ]]
	done
}

cuts() { # ARCHIVE: cut at every 997th byte
	local size at p
	size=$(wc -c <"$1")
	for ((at = 997; at < size; at += 997)); do
		head -c "$at" "$1" >"$T/cut"
		for p in snap-unzip snap-inspect snap-replay; do
			run --separate-stderr "$p" "$T/cut"
			failed 3 "$p" || { echo "cut at $at of $size"; return 1; }
			run --separate-stderr bash -c 'cat "$2" | "$1"' - "$p" "$T/cut"
			failed 3 "$p" || { echo "cut at $at of $size, through a pipe"; return 1; }
		done
		run --separate-stderr snap-unzip -t "$T/cut"
		failed 3 snap-unzip
		run --separate-stderr snap-unzip -o out "$T/cut"
		failed 3 snap-unzip
	done
	nothing_left
}

@test "a ZIP cut at every 997th byte: stored" {
	cp "$demo" "$T/snapshot.json"
	(cd "$T" && zip -q -0 stored.zip snapshot.json)
	cuts "$T/stored.zip"
}

@test "a ZIP cut at every 997th byte: deflated, as a stream writes it" {
	(cd "$T" && cp "$demo" snapshot.json && zip -q - snapshot.json | cat >streamed.zip)
	cuts "$T/streamed.zip"
}

@test "JSON cut at every 997th byte" {
	size=$(wc -c <"$demo")
	for ((at = 997; at < size; at += 997)); do
		head -c "$at" "$demo" >"$T/cut"
		for p in snap-inspect snap-replay; do
			run --separate-stderr "$p" "$T/cut"
			failed 3 "$p"
			[[ $stderr == *"byte $at"* || $stderr == *"line"* ]]
		done
	done
}

@test "each byte of the archive's headers changed: an error or the whole snapshot, never something else" {
	(cd "$T" && cp "$demo" snapshot.json && zip -q h.zip snapshot.json)
	size=$(wc -c <"$T/h.zip")
	for at in $(seq 0 45) $(seq $((size - 110)) $((size - 1))); do
		{ head -c "$at" "$T/h.zip"; printf '\377'; tail -c +$((at + 2)) "$T/h.zip"; } >"$T/bad.zip"
		run --separate-stderr bash -c 'snap-unzip "$1" >"$2"' - "$T/bad.zip" "$T/out"
		if [ "$status" -eq 0 ]; then cmp "$demo" "$T/out"; else failed "$status" snap-unzip && [ "$status" -eq 3 ]; fi
	done
}

@test "a ZIP bomb" {
	{ printf '{"rawObjects":{"pods":["'; head -c 64M /dev/zero | tr '\0' a; printf '"]}}'; } >"$T/snapshot.json"
	(cd "$T" && zip -q bomb.zip snapshot.json)
	run --separate-stderr bash -c 'snap-unzip --max-size 1MiB "$1" | wc -c' - "$T/bomb.zip"
	[ "$output" -le 1048576 ]
	for way in '"$1"' '<"$1"' '-t "$1"' '-o out "$1"' '-d dir "$1"'; do
		run --separate-stderr bash -c "snap-unzip --max-size 1MiB $way >/dev/null" - "$T/bomb.zip"
		failed 5 snap-unzip
	done
	[ ! -e out ]
	[ -z "$(find . -type f)" ]
	run --separate-stderr bash -c 'snap-unzip --max-size 100MiB "$1" | wc -c' - "$T/bomb.zip"
	[ "$output" -eq "$(wc -c <"$T/snapshot.json")" ]
}

@test "10,000 levels of nesting" {
	deep=$(printf '%010000d' 0 | tr 0 '[')
	printf '%s' "$deep" >"$T/open"
	printf '%s%s' "$deep" "$(tr '[' ']' <<<"$deep")" >"$T/closed"
	printf '{"config":{},"schedulerParams":{},"rawObjects":{"pods":[{"metadata":%s%s}]}}' "$deep" "$(tr '[' ']' <<<"$deep")" >"$T/within"
	for f in open closed within; do
		for p in snap-inspect snap-replay; do
			run --separate-stderr "$p" "$T/$f"
			failed 3 "$p"
		done
	done
}

@test "invalid UTF-8" {
	for bytes in '\377' '\300\200' '\355\240\200' '\364\220\200\200' '\303'; do
		printf '{"config":{},"schedulerParams":{},"rawObjects":{"pods":[{"metadata":{"name":"a'"$bytes"'b"}}]}}' >"$T/bad"
		for p in snap-inspect snap-replay; do
			run --separate-stderr "$p" "$T/bad"
			failed 3 "$p"
			[[ $stderr == *UTF-8* ]]
		done
	done
}

@test "two members snapshot.json" {
	(cd "$T" && cp "$demo" snapshot.json && cp "$demo" snapshot.jsoa && zip -q two.zip snapshot.json snapshot.jsoa)
	LC_ALL=C sed -i 's/snapshot\.jsoa/snapshot.json/g' "$T/two.zip"
	for p in snap-unzip snap-inspect snap-replay; do
		run --separate-stderr "$p" "$T/two.zip"
		failed 3 "$p"
		[[ $stderr == *snapshot.json* ]]
	done
}

@test "an archive without snapshot.json" {
	(cd "$T" && echo '{}' >other.json && zip -q other.zip other.json)
	readers_refuse "$T/other.zip"
}

@test "a wrong checksum" {
	(cd "$T" && cp "$demo" snapshot.json && zip -q -0 crc.zip snapshot.json)
	LC_ALL=C sed -i '0,/gpu-h100-05/s//gpu-h100-06/' "$T/crc.zip"
	for p in snap-unzip snap-inspect; do
		run --separate-stderr "$p" "$T/crc.zip"
		failed 3 "$p"
	done
	run --separate-stderr snap-unzip -t "$T/crc.zip"
	failed 3 snap-unzip
}

@test "config null: the scheduler's defaults, with a warning" {
	jq -c '.config = null' "$demo" >"$T/null"
	run --separate-stderr snap-replay --no-timings "$T/null"
	[ "$status" -le 1 ]
	[[ $stderr$output == *config* ]]
	jq -es 'any(.event == "warning" and (tostring | contains("config")))' <<<"$output"
	run snap-inspect --check "$T/null"
	[ "$status" -eq 1 ]
	[[ $output == *config* ]]
}

@test "rawObjects or schedulerParams null or missing: an error of snap-replay, a finding of snap-inspect" {
	for change in '.rawObjects = null' 'del(.rawObjects)' '.schedulerParams = null' 'del(.schedulerParams)'; do
		jq -c "$change" "$demo" >"$T/null"
		key=$(grep -oE 'rawObjects|schedulerParams' <<<"$change")
		run --separate-stderr snap-replay "$T/null"
		failed 3 snap-replay
		[[ $stderr == *"$key"* ]]
		run snap-inspect --check "$T/null"
		[ "$status" -eq 1 ]
		[[ $output == *"$key"* ]]
	done
}

@test "a kind that is no list, a null element, a number for a string" {
	for change in '.rawObjects.pods = {}' '.rawObjects.nodes[0] = null' '.rawObjects.queues[0].metadata.name = 5' '.rawObjects.podGroups = "x"'; do
		jq -c "$change" "$demo" >"$T/bad"
		run --separate-stderr snap-replay "$T/bad"
		failed 3 snap-replay
		[[ $stderr == *rawObjects* ]]
	done
}

# The programs with each way to write to standard output.
writers() {
	local p
	for p in "snap-unzip" "snap-zip" "snap-inspect" "snap-inspect --list pods" "snap-replay" "snap-inspect --help" "snap-replay --version"; do
		"$@" "$p" || return 1
	done
}
closed() {
	run --separate-stderr bash -c "$1 '$demo' >&-"
	failed 4 "${1%% *}"
}
full() {
	run --separate-stderr bash -c "$1 '$demo' >/dev/full"
	failed 4 "${1%% *}"
}
@test "a closed standard output" { writers closed; nothing_left; }
@test "a full standard output" {
	[ -c /dev/full ] || skip "no /dev/full here"
	writers full
	nothing_left
}
@test "a reader of the pipe that goes away ends the program quietly" {
	for p in snap-unzip "snap-inspect --list pods" snap-replay; do
		run --separate-stderr bash -c "$p '$demo' | head -c 1 >/dev/null; exit \${PIPESTATUS[0]}"
		# 141 is SIGPIPE; 0 where all of it fitted into the pipe
		[ "$status" -eq 141 ] || [ "$status" -eq 0 ]
		[ -z "$stderr" ] || [ "$status" -eq 0 ]
	done
}

# On a file system of 16 KiB, in a mount namespace of its own.
on_small_disk() {
	unshare -rm sh -c 'mount -t tmpfs -o size=16k none "$1" && cd "$1" && echo old >out && shift && "$@"; status=$?; cat out; ls -A | grep -v "^out$"; exit $status' - "$T/here" "$@"
}
@test "a full disk: the old file survives, nothing is left over" {
	unshare -rm true 2>/dev/null || skip "no mount namespaces here"
	unshare -rm mount -t tmpfs none "$T/here" 2>/dev/null || skip "no tmpfs here"
	for i in 1 2 3 4 5 6 7 8; do jq -c ".rawObjects.pods[].metadata.labels.x = \"$i\" | .rawObjects.pods" "$demo" | jq -c '.[]'; done |
		jq -cs '{config: {}, schedulerParams: {}, rawObjects: {pods: .}, noise: [range(9000) | (. * 7919 % 104729 * 65537 % 1000003) | tostring]}' >"$T/large"
	for p in snap-unzip "snap-inspect --list pods" "snap-zip -1"; do
		# shellcheck disable=SC2086
		run --separate-stderr on_small_disk $p -o out "$T/large"
		failed 4 "${p%% *}"
		[[ $stderr == *"No space left"* ]]
		[ "$output" = old ]
	done
}

@test "an output folder that is a file" {
	for p in snap-unzip snap-zip snap-inspect snap-replay; do
		run --separate-stderr "$p" -o "$demo/out" "$demo"
		failed 4 "$p"
	done
	nothing_left
}

@test "jq runs out of memory" {
	(ulimit -v 100000; exec snap-inspect --version) >"$T/version" 2>&1 || skip "sanitizers take more address space"
	{ printf '{"config": {}, "filler": ["'; head -c 200000000 /dev/zero | tr '\0' x; printf '"]}'; } >"$T/large.json"
	run --separate-stderr bash -c 'ulimit -v 100000; snap-inspect --filter .config "$1"' - "$T/large.json"
	failed 4 snap-inspect
	nothing_left
}

@test "a ZIP whose end comes byte by byte" {
	snap-zip -o "$T/whole.zip" "$demo"
	size=$(wc -c <"$T/whole.zip")
	{
		head -c $((size - 90)) "$T/whole.zip"
		for i in $(seq $((size - 90)) $((size - 1))); do
			sleep 0.01
			dd if="$T/whole.zip" bs=1 skip="$i" count=1 status=none
		done
	} | snap-unzip -t >"$T/out"
	nothing_left
}

# What a search books by node has a place for pods whose node is not there; the sanitizers see where it has not.
@test "victims on a node that is not in the snapshot are told apart from those on nodes" {
	n=0
	for c in "$TOP"/tests/conformance/reclaim/*.json "$TOP"/tests/conformance/preempt/*.json; do
		case $c in *.decisions.json) continue ;; esac
		node=$(jq -r '[.rawObjects.pods[]?.spec.nodeName // empty][0] // empty' "$c")
		[ -n "$node" ] || continue
		jq --arg n "$node" '(first(.rawObjects.pods[] | select(.spec.nodeName == $n)) | .spec.nodeName) = "gone"' "$c" >"$T/in.json"
		run -0 "$B/snap-replay" --quiet --no-timings --exhaustive --format json "$T/in.json"
		exhaustive=$output
		run -0 "$B/snap-replay" --quiet --no-timings --victim-notes 0 --format json "$T/in.json"
		[ "$output" = "$exhaustive" ]
		n=$((n + 1))
	done
	[ "$n" -ge 10 ]
}
