# A small repository whose tags build stand-ins of the real snapshot-tool, and a snapshot to replay.

make_tool_repo() {
	T=$BATS_TEST_TMPDIR
	DATA=$TOP/tests/data/tool
	export TMPDIR=$T/tmp HOME=$T XDG_CACHE_HOME=$T/cache
	export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@t GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@t
	unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
	mkdir "$TMPDIR" "$T/repo" "$T/here"
	cd "$T/here"
	printf '{"config":{"actions":"allocate"},"schedulerParams":{},"rawObjects":{}}' >snapshot.json
	zip -q snapshot.zip snapshot.json
	make_repo
	command -v go >/dev/null || stand_in_go
}
# Where neither docker nor go is there, a build that fails is nobody's fault.
stand_in_go() {
	mkdir "$T/go"
	printf '#!/bin/sh\nexit 1\n' >"$T/go/go"
	chmod +x "$T/go/go"
	PATH=$PATH:$T/go
}

# commit_tool TAG LOG <SCRIPT: the tool prints LOG and a summary, then runs SCRIPT
commit_tool() {
	cp "$2" "$T/repo/log"
	cat >"$T/repo/end.sh"
	git -C "$T/repo" add -A
	git -C "$T/repo" commit -q --allow-empty -m "$1"
	git -C "$T/repo" tag "$1"
}
make_repo() {
	git init -q -b main "$T/repo"
	printf 'build-go:\n\tsh build.sh "$(SERVICE_NAME)"\n' >"$T/repo/Makefile"
	cat >"$T/repo/build.sh" <<-'END'
		echo built >>"$BUILDS"
		[ "$1" = snapshot-tool ] || exit 1
		if [ -e slow ]; then echo $$ >"$BUILDS.started"; exec sleep 600; fi
		if [ -e broken ]; then echo "cannot build this"; exit 1; fi
		mkdir -p bin
		{ echo '#!/bin/sh'; echo 'cat >&2 <<"LOG"'; cat log; echo LOG; cat end.sh; } >bin/tool
		chmod +x bin/tool
		for a in amd64 arm64 arm riscv64; do cp bin/tool bin/snapshot-tool-$a; done
	END
	export BUILDS=$T/builds
	summary() { echo "echo '{\"total_duration_ms\": $1, \"action_durations_ms\": {\"allocate\": $2, \"reclaim\": 7}}'"; }
	summary 20 3 | commit_tool v1 "$DATA/v4.log"
	summary 30 4 | commit_tool v2 "$DATA/v4.log"
	grep -v 'task <ns-a/train-1>' "$DATA/v4.log" >"$T/fewer.log"
	summary 40 5 | commit_tool fewer "$T/fewer.log"
	echo 'echo $$ >"$HOME/tool.pid"; exec sleep 600' | commit_tool hangs "$DATA/v4.log"
	echo 'exit 2' | commit_tool crashes "$DATA/panic.log"
	touch "$T/repo/broken"
	summary 1 1 | commit_tool broken "$DATA/v4.log"
	rm "$T/repo/broken" && touch "$T/repo/slow"
	summary 1 1 | commit_tool slow "$DATA/v4.log"
	git -C "$T/repo" rm -q slow
	summary 50 6 | commit_tool feature/x "$DATA/v4.log"
	echo changed >>"$T/repo/Makefile"
	echo new >"$T/repo/untracked"
}
compare() { snap-compare-refs --repo "$T/repo" --output-dir out "$@"; }
column() { awk -F'\t' -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next } { printf "%s ", $c }' "${2:-out/summary.tsv}"; }
gone() { [ -n "$1" ] && ! kill -0 "$1" 2>/dev/null; }
# All that a checkout is: HEAD, index, files, and that git has no leftovers.
state() { (cd "$T/repo" && git rev-parse HEAD && git symbolic-ref HEAD && sha256sum .git/index && git status --porcelain && git worktree list --porcelain | grep ^worktree && find . -path ./.git -prune -o -type f -exec sha256sum {} + | sort); }
