#!/usr/bin/env bats
# What is left behind, and what is said, when the machine fails: crashes, memory, files that cannot be opened. tests/faults has the rest.
load ../lib/env

setup() {
	T=$BATS_TEST_TMPDIR
	export TMPDIR=$T/tmp
	mkdir "$TMPDIR" "$T/here"
	cd "$T/here" || exit
	demo=$TOP/tests/data/demo.json
	mkfifo "$T/pipe"
}
wait_for() {
	local i
	for ((i = 0; i < 1200; i++)); do
		eval "$1" && return
		sleep 0.05
	done
	return 1
}
# zip_slowly: snap-zip -o out of a pipe that fd 7 keeps open; it has made its temporary file, and waits.
zip_slowly() {
	snap-zip -o out <"$T/pipe" 2>"$T/err" 3>&- 7>&- &
	pid=$!
	exec 7>"$T/pipe"
	printf '{"config":{},' >&7
	wait_for "ls .snap-* >'$T/names' 2>&1"
}

@test "a crash removes temporaries, leaves the old file, says so and ends with 4" {
	[ "$(basename "$B")" != asan ] || skip "the sanitizers catch these"
	for signal in SEGV ABRT BUS FPE ILL; do
		echo old >out
		zip_slowly
		kill -s "$signal" "$pid"
		status=0
		wait "$pid" || status=$?
		exec 7>&-
		[ "$status" -eq 4 ]
		[ "$(ls -A)" = out ]
		[ "$(cat out)" = old ]
		[[ $(head -n 1 "$T/err") == "snap-zip: crashed: signal $(kill -l "$signal"): "* ]]
		[[ $(tail -n 1 "$T/err") == "snap-zip: try: "* ]]
	done
}

@test "nobody else can read a result before it is whole; then it has the usual mode, or that of the old file" {
	umask 027
	zip_slowly
	[ "$(stat -c %a .snap-*)" = 600 ]
	echo '"rawObjects":{}}' >&7
	exec 7>&-
	wait "$pid"
	[ "$(stat -c %a out)" = 640 ]
	chmod 604 out
	zip_slowly
	[ "$(stat -c %a .snap-*)" = 600 ]
	echo '"rawObjects":{}}' >&7
	exec 7>&-
	wait "$pid"
	[ "$(stat -c %a out)" = 604 ]
	[ "$(ls -A)" = out ]
}

@test "a new result in a folder with a default ACL has what the ACL says" {
	command -v setfacl >/dev/null || skip "no setfacl here"
	setfacl -d -m u::rwx,g::r-x,o::---,u:1:rw- . || skip "no ACLs here"
	echo x >wanted
	snap-zip -q -o out "$demo"
	[ "$(getfacl -c out)" = "$(getfacl -c wanted)" ]
}

@test "an output that cannot be written to: why, and what to try" {
	for p in snap-unzip snap-zip snap-inspect snap-replay; do
		for to in /dev/null/out "$T/here"; do
			run --separate-stderr "$p" -q -o "$to" "$demo"
			[ "$status" -eq 4 ]
			[[ ${stderr_lines[-2]} == "$p: "*"cannot write to $to: "* ]]
			[[ ${stderr_lines[-1]} == "$p: try: "?* ]]
		done
		run --separate-stderr "$p" -q no-such
		[ "$status" -eq 4 ]
		[[ ${stderr_lines[0]} == "$p: no-such: cannot open: "* ]]
		[[ ${stderr_lines[1]} == "$p: try: "?* ]]
	done
}

@test "a log that cannot be written whole is no success" {
	[ -c /dev/full ] || skip "no /dev/full here"
	run --separate-stderr snap-replay -q -v 6 --log-file /dev/full -o out "$demo"
	[ "$status" -eq 4 ]
	[[ $stderr == "snap-replay: $demo: cannot write the log /dev/full: "*"snap-replay: try: "* ]]
	[ ! -e out ]
}

@test "memory runs out anywhere in a member that libarchive decompresses: status 4 and a line" {
	[ -x "$B/tests/inject" ] || skip "nothing can be preloaded here"
	run "$TOP/tests/faults/run" "$B" unzip-lzma unzip-bzip2
	[ "$status" -eq 0 ]
}

@test "little memory, whatever is little: done, or status 4 and a line" {
	[ "$(basename "$B")" != asan ] || skip "the sanitizers want all the memory"
	[ ! -e "$B/../valgrind" ] || skip "and so does valgrind"
	cp "$demo" snapshot.json
	zip -qm snapshot.zip snapshot.json
	for p in "snap-replay --show summary" "snap-inspect -f text" snap-zip snap-unzip; do
		failed=0 first=500
		# before main the system ends it, in ways of its own
		# shellcheck disable=SC2086
		while ! (ulimit -v $first; exec ${p%% *} --version) >/dev/null 2>&1; do first=$((first + 50)); done
		for ((kb = first; kb < first + 30000; kb += kb < first + 3000 ? 100 : 1500)); do
			status=0
			# shellcheck disable=SC2086
			(ulimit -v $kb; exec $p -q -o out snapshot.zip) 2>"$T/err" || status=$?
			[ "$status" -eq 0 ] && continue
			echo "$p with $kb KB: status $status, $(cat "$T/err")"
			[ "$status" -eq 4 ]
			grep -q "^${p%% *}: " "$T/err"
			failed=$((failed + 1))
			[ -z "$(ls -A "$TMPDIR")$(find . -mindepth 1 ! -name out ! -name snapshot.zip)" ]
		done
		[ "$failed" -gt 0 ]
	done
}
