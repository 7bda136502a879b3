#!/usr/bin/env bats
# A program that is killed, whatever it does at that moment, leaves no process, no temporary file, and nothing in anybody's repository.
load ../lib/env
load ../lib/cluster

setup() {
	T=$BATS_TEST_TMPDIR
	[ -r /proc/self/environ ] || skip "no /proc/PID/environ to find processes by"
	env --default-signal=INT true 2>/dev/null || skip "env knows no --default-signal"
	export TMPDIR=$T/tmp HOME=$T XDG_CACHE_HOME=$T/cache
	export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@t GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@t
	unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
	export FIFO=$T/fifo STAGE=none
	WORKTREES=$XDG_CACHE_HOME/snap/worktrees
	mkdir "$TMPDIR" "$T/bin" "$T/here"
	mkfifo "$FIFO"
	cd "$T/here"
	echo '{"config":{"actions":"allocate"},"schedulerParams":{},"rawObjects":{}}' >snapshot.json
	echo old >out
	before_here=$(ls -A)
}
teardown() { servers_stop; }

# A build that is slow says so, leaves files, and has a child that ignores SIGTERM. A check-out is slow in a filter.
make_repo() {
	git init -q -b main "$T/repo"
	cd "$T/repo"
	printf 'build-go:\n\tsh build.sh\n' >Makefile
	echo 'filtered filter=slow' >.gitattributes
	touch filtered
	cat >build.sh <<-'END'
		if [ "$STAGE" = build ]; then
			mkdir -p "$TMPDIR/go-build1/read-only" && touch "$TMPDIR/go-build1/read-only/file" "$GOTMPDIR/file" && chmod 500 "$TMPDIR/go-build1/read-only"
			sh -c 'trap "" TERM; echo ready >"$FIFO"; sleep 600' &
			wait
		fi
		mkdir bin
		printf '#!/bin/sh\necho "{\\"total_duration_ms\\": 1, \\"action_durations_ms\\": {\\"allocate\\": 1}}"\n' >bin/snapshot-tool
		chmod +x bin/snapshot-tool
	END
	git add -A
	git commit -qm one
	git tag one
	git commit -q --allow-empty -m two
	git config filter.slow.smudge 'cat; [ "$STAGE" != checkout ] || { echo ready >"$FIFO"; sleep 600; }'
	git status --porcelain
	cd "$T/here"
	# git that is slow to end after it has added a worktree
	git=$(command -v git)
	cat >"$T/bin/git" <<-END
		#!/bin/sh
		"$git" "\$@" || exit
		case "\$STAGE \$*" in "added "*"worktree add"*) echo ready >"\$FIFO"; sleep 600 ;; esac
	END
	chmod +x "$T/bin/git"
	before=$(repository)
}
# Every byte of it: branches, index, registrations, files.
repository() { (cd "$T/repo" && find . | sort && find . -type f -exec sha256sum {} + | sort); }
marked() { grep -lzs "^MARK=$T\$" /proc/[0-9]*/environ; }
nothing_left() { [ -z "$(marked)" ] && [ -z "$(find "$TMPDIR" "$WORKTREES" -mindepth 1 2>/dev/null)" ] && [ "$(ls -A)" = "$before_here" ] && [ "$(cat out)" = old ]; }

# start COMMAND...: in the background, as a shell starts it that knows no background. PID is its number.
start() {
	(ulimit -c 0 && MARK=$T exec env --default-signal=INT,QUIT,HUP,TERM,PIPE PATH="$T/bin:$PATH" "$@" >"$T/stdout" 2>"$T/stderr" 3>&-) &
	PID=$!
}
# ready: the moment has come.
ready() { timeout 120 cat "$FIFO" >/dev/null || { cat "$T/stderr"; false; }; }
# ended SIGNAL: the program is sent it, and ends by it; nothing is left, at once, or after SIGKILL in a moment.
ended() {
	local status=0
	kill -s "$1" "$PID"
	wait "$PID" || status=$?
	[ "$status" -eq $((128 + $(kill -l "$1"))) ] || { echo "$1: status $status"; cat "$T/stderr"; return 1; }
	if [ "$1" = KILL ]; then wait_for nothing_left; else nothing_left; fi || { echo "left by $1:"; marked; ls -lR "$TMPDIR" "$WORKTREES" .; return 1; }
}
SIGNALS="INT TERM HUP QUIT PIPE KILL"

# at STAGE COMMAND...: the command, struck in that stage of a build by each signal.
at() {
	export STAGE=$1
	for sig in $SIGNALS; do
		start "${@:2}"
		ready
		ended $sig
		[ "$(repository)" = "$before" ]
	done
}

@test "struck in the middle of git worktree add" {
	make_repo
	at checkout snap-replay --ref one --repo "$T/repo" -o out snapshot.json
}

@test "struck when the worktree was just added" {
	make_repo
	at added snap-replay --ref one --repo "$T/repo" -o out snapshot.json
}

@test "struck during a build" {
	make_repo
	mkdir results && before_here=$(ls -A)
	at build snap-compare-refs --refs one --repo "$T/repo" --output-dir results -o out snapshot.json
	[ -z "$(ls -A "$XDG_CACHE_HOME/snap/tools")" ]
	STAGE=none snap-compare-refs -q --refs one --repo "$T/repo" --output-dir results -o out snapshot.json
	[ "$(repository)" = "$before" ]
}

@test "struck while a tool runs" {
	printf '#!/bin/sh\nsh -c '\''trap "" TERM; echo ready >"$FIFO"; sleep 600'\'' &\nwait\n' >tool
	chmod +x tool
	mkdir results && before_here=$(ls -A)
	for sig in $SIGNALS; do
		# from standard input: the tool is given a copy
		start sh -c 'exec snap-replay --tool ./tool -o out <snapshot.json'
		ready
		ended $sig
		start snap-compare-refs --refs tool:./tool --output-dir results -o out snapshot.json
		ready
		ended $sig
	done
}

@test "struck while kubectl forwards a port" {
	printf '#!/bin/sh\nsh -c '\''trap "" TERM; echo ready >"$FIFO"; sleep 600'\'' &\nwait\n' >"$T/bin/kubectl"
	chmod +x "$T/bin/kubectl"
	for sig in $SIGNALS; do
		start snap-fetch --pod a -o out
		ready
		ended $sig
	done
}

@test "struck while the output is written" {
	head -c 1000 /dev/zero >zeros
	zip -q some.zip zeros
	before_here=$(ls -A)
	serve "$B/tests/badserver" stall 100 "$PWD/some.zip"
	for sig in $SIGNALS; do
		start snap-fetch --url "http://127.0.0.1:$PORT" -o out
		wait_for 'ls .snap-* 2>/dev/null'
		ended $sig
	done
}

@test "git is killed in the middle of git worktree add: an error, and nothing is left" {
	make_repo
	export STAGE=checkout
	start snap-replay --ref one --repo "$T/repo" -o out snapshot.json
	ready
	# all of git's processes are of one group
	group=$(ps -o pgid= -p "$(pgrep -f 'worktree add.*'"$T" | head -n 1)" | tr -d ' ')
	kill -KILL -- "-$group"
	status=0
	wait "$PID" || status=$?
	[ "$status" -eq 4 ]
	grep -q "cannot check out: .*killed by signal 9" "$T/stderr"
	nothing_left
	[ "$(repository)" = "$before" ]
}

@test "the first process of a container ends by a signal, too" {
	unshare --user --map-root-user --pid --fork true 2>/dev/null || skip "no PID namespaces"
	printf '#!/bin/sh\necho ready >"$FIFO"\nsleep 600\n' >tool
	chmod +x tool
	before_here=$(ls -A)
	start unshare --user --map-root-user --pid --fork snap-replay --tool ./tool -o out snapshot.json
	ready
	kill -TERM "$(pgrep -P "$PID")"
	status=0
	wait "$PID" || status=$?
	[ "$status" -eq 143 ]
	wait_for nothing_left
}

# What a run leaves when the power goes while git works: a folder, and a record that git has locked.
make_stale() {
	make_repo
	mkdir -p "$WORKTREES/123456789abc-aaaaaa/tmp" "$XDG_CACHE_HOME/snap/locks"
	cd "$WORKTREES/123456789abc-aaaaaa"
	touch lock tmp/file
	printf '%s' "$T/repo/.git/worktrees/snap-123456789abc-aaaaaa" >"$PWD/admin"
	git -C "$T/repo" worktree add -q --detach "$PWD/snap-123456789abc-aaaaaa" one
	echo initializing >"$T/repo/.git/worktrees/snap-123456789abc-aaaaaa/locked"
	cd "$T/here"
}

@test "a build that leaves a process behind, or writes without an end" {
	make_repo
	leaves='sh build.sh; (while :; do mkdir -p x/y; touch x/y/z; done) </dev/null >/dev/null 2>&1 & sleep 0'
	MARK=$T snap-compare-refs -q --build "$leaves" --refs one --repo "$T/repo" --output-dir "$T/results" snapshot.json >/dev/null
	[ -z "$(ls -A "$WORKTREES")" ]
	wait_for '[ -z "$(marked)" ]'
	run -125 env MARK="$T" snap-compare-refs --build 'exec yes' --refs one --repo "$T/repo" --output-dir "$T/results" snapshot.json
	[[ $output == *": fail: the build writes too much: "*": more than 64 MiB"* ]]
	nothing_left
	[ "$(repository)" = "$before" ]
}

@test "a worktree that nobody holds any longer is removed by the next run, the repository's record included" {
	make_stale
	mkdir "$WORKTREES/123456789abc-empty1"
	snap-replay --ref one --repo "$T/repo" -o result snapshot.json
	[ -z "$(ls -A "$WORKTREES")" ]
	[ "$(repository)" = "$before" ]
}

@test "a worktree whose lock somebody holds is left alone" {
	make_stale
	command -v flock >/dev/null || skip "flock is not installed"
	stale=$(repository)
	flock "$WORKTREES/123456789abc-aaaaaa/lock" snap-replay --ref one --repo "$T/repo" -o result snapshot.json
	[ "$(ls -A "$WORKTREES")" = 123456789abc-aaaaaa ]
	[ "$(repository)" = "$stale" ]
}

@test "a record that does not belong to the folder is not removed" {
	make_stale
	mkdir -p "$T/repo/.git/worktrees/own"
	printf '%s' "$T/repo/.git/worktrees/own" >"$WORKTREES/123456789abc-aaaaaa/admin"
	snap-replay --ref one --repo "$T/repo" -o result snapshot.json
	[ -d "$T/repo/.git/worktrees/own" ]
}

@test "a run in another PID namespace does not touch the worktree of one that builds" {
	unshare --user --map-root-user --pid --fork true 2>/dev/null || skip "no PID namespaces"
	make_repo
	export STAGE=build
	start snap-replay --ref one --repo "$T/repo" -o out snapshot.json
	ready
	tree=$(ls -d "$WORKTREES"/*/snap-*)
	STAGE=none unshare --user --map-root-user --pid --fork snap-replay --ref main --repo "$T/repo" -o result snapshot.json
	grep -q '"event":"summary"' result
	[ -e "$tree/build.sh" ]
	rm result
	ended TERM
	[ "$(repository)" = "$before" ]
}

@test "what the repository's configuration names is not run" {
	make_repo
	printf '#!/bin/sh\ntouch "%s/run"\n' "$T" >"$T/repo/.git/hooks/post-checkout"
	chmod +x "$T/repo/.git/hooks/post-checkout"
	git -C "$T/repo" config core.fsmonitor "$T/repo/.git/hooks/post-checkout"
	snap-replay --ref one --repo "$T/repo" -o result snapshot.json
	[ ! -e "$T/run" ]
}
