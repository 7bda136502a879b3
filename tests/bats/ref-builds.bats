#!/usr/bin/env bats
# Builds of refs: what is kept, what is remembered of those that fail, the work tree as a ref, and the signs of life.
load ../lib/env
load ../lib/tool_repo

setup() { make_tool_repo; }

builds() { sed "/^$/d" "$BUILDS" 2>/dev/null | wc -l; }

@test "a build that failed is remembered with its log until --rebuild" {
	before=$(state)
	run --separate-stderr compare -f tsv --refs broken snapshot.zip
	[ "$status" -eq 125 ]
	[ "$(column status)" = "fail " ]
	for _ in 1 2; do
		run --separate-stderr compare -f tsv --refs broken,v1 snapshot.zip
		[ "$(column status)" = "fail pass " ]
		[[ $stderr == *"broken: fail: the build failed: "*"cannot build this"*" (tried at 20"*"Z)"* ]]
		grep -q '^\$ make build-go' out/broken.log
		grep -q "cannot build this" out/broken.log
		grep -q "^try: --rebuild" out/broken.log
		[ "$(builds)" -eq 2 ]
	done
	run --separate-stderr snap-replay --ref broken --repo "$T/repo" --no-build snapshot.zip
	[ "$status" -eq 4 ]
	[[ $stderr == *"cannot build this"*" (tried at "* ]]
	[ "$(builds)" -eq 2 ]
	run --separate-stderr snap-replay --ref broken --repo "$T/repo" --rebuild snapshot.zip
	[ "$status" -eq 4 ]
	[[ $stderr == *"cannot build this"* && $stderr != *"tried at"* ]]
	[ "$(builds)" -eq 3 ]
	[ "$(state)" = "$before" ]
}

@test "--rebuild: what can be built by now is forgotten as broken, what cannot any longer is not kept" {
	build='[ -e "$HOME/sick" ] && { echo sick; exit 1; }; make build-go SERVICE_NAME=snapshot-tool'
	touch "$T/sick"
	compare -q --build "$build" --refs v1 snapshot.zip >/dev/null || [ $? -eq 125 ]
	[ "$(column status)" = "fail " ]
	rm "$T/sick"
	compare -q --build "$build" --refs v1 --rebuild snapshot.zip >/dev/null
	compare -q --build "$build" --refs v1 --no-build snapshot.zip >/dev/null
	[ "$(column status) $(builds)" = "pass  1" ]
	[ -z "$(ls "$XDG_CACHE_HOME"/snap/tools/*.log 2>/dev/null)" ]
	compare -q --build "$build" --refs v1 --rebuild snapshot.zip >/dev/null
	[ "$(builds)" -eq 2 ]
	touch "$T/sick"
	compare -q --build "$build" --refs v1 --rebuild snapshot.zip >/dev/null || [ $? -eq 125 ]
	run compare -f tsv --build "$build" --refs v1 snapshot.zip
	[ "$(column status)" = "fail " ]
	run --separate-stderr compare --refs v1 --no-build --rebuild snapshot.zip
	[ "$status" -eq 2 ]
	[[ $stderr == *"--no-build or --rebuild, not both"* ]]
}

@test "what is no fault of the commit is not remembered" {
	for command in no-such-program 'kill -TERM $$'; do
		for _ in 1 2; do
			run --separate-stderr compare -f tsv --build "$command" --refs v1 snapshot.zip
			[ "$(column status)" = "fail " ]
			[[ $stderr != *"tried at"* ]]
		done
	done
	# make fails for want of docker, and there is no go
	mkdir "$T/bin"
	for p in sh env git rm cat mkdir chmod; do ln -s "$(command -v $p)" "$T/bin/$p"; done
	printf '#!/bin/sh\necho "docker: not found"\nexit 2\n' >"$T/bin/make"
	chmod +x "$T/bin/make"
	for _ in 1 2; do
		run --separate-stderr env PATH="$T/bin" "$(command -v snap-compare-refs)" --repo "$T/repo" --output-dir out -f tsv --refs v1 snapshot.zip
		[[ $stderr == *"docker: not found"* && $stderr != *"tried at"* ]]
	done
}

@test "each stage of a build has a line, which names the command" {
	hash=$(git -C "$T/repo" rev-parse v1 | cut -c1-12)
	run --separate-stderr compare --refs v1 snapshot.zip
	[[ $stderr == *"v1: checking out"*"v1: building $hash: make build-go SERVICE_NAME=snapshot-tool"*"snapshot.zip: v1: pass"* ]]
	run --separate-stderr compare --refs v1 --build 'sh build.sh snapshot-tool' snapshot.zip
	[[ $stderr == *"v1: building $hash: sh build.sh snapshot-tool"* ]]
	run --separate-stderr compare -q --refs v2 snapshot.zip
	[ -z "$stderr" ]
	mkdir "$T/bin"
	printf '#!/bin/sh\nexit 1\n' | tee "$T/bin/docker" "$T/bin/make" >"$T/bin/go"
	chmod +x "$T"/bin/*
	PATH=$T/bin:$PATH run --separate-stderr compare --refs fewer --arch amd64 snapshot.zip
	[[ $stderr == *"env GOARCH=amd64 go build -buildvcs=false -o bin/snapshot-tool-amd64 ./cmd/snapshot-tool (make failed, and there is no docker)"* ]]
}

@test "worktree: the files as they are, changed, new and deleted; nothing of them is touched" {
	cd "$T/repo"
	git checkout -q --force v1
	echo ignored >.gitignore && git add .gitignore && git commit -qm ignore
	echo "echo sick" >ignored
	echo staged >staged && git add staged
	rm build.sh
	printf 'build-go:\n\tcp new-build.sh kept; ls -a >$(HOME)/files; git status --porcelain >$(HOME)/status; sh new-build.sh snapshot-tool\n' >Makefile
	git show v1:build.sh >new-build.sh
	chmod +x new-build.sh
	ln -s nowhere link
	objects() { find .git -type f ! -path '*/worktrees/*' -exec sha256sum {} + | sort; }
	before=$(state) objects=$(objects)
	cd "$T/here"
	compare -q --refs worktree,HEAD snapshot.zip >/dev/null
	[ "$(column status) $(builds)" = "pass pass  2" ]
	[[ $(column commit) =~ ^$(git -C "$T/repo" rev-parse HEAD)-dirty-[0-9a-f]{12}\ $(git -C "$T/repo" rev-parse HEAD)\ $ ]]
	[ "$(grep -v '^\.\.*$' "$T/files" | tr '\n' ' ')" = ".git .gitignore Makefile end.sh kept link log new-build.sh staged untracked " ]
	[ "$(grep -c . "$T/status")" -ge 6 ]
	[ "$(state)" = "$before" ]
	(cd "$T/repo" && [ "$(objects)" = "$objects" ])
	[ -z "$(ls -A "$XDG_CACHE_HOME/snap/worktrees")$(ls -A "$TMPDIR")" ]
	# the same files: the same build; others: another
	first=$(column commit)
	compare -q --refs worktree snapshot.zip >/dev/null
	[ "$(builds)" -eq 2 ]
	echo more >>"$T/repo/new"
	compare -q --refs worktree snapshot.zip >/dev/null
	[ "$(builds)" -eq 3 ]
	[ "$(column commit)" != "${first% * }" ]
}

@test "worktree without changes is HEAD; from a folder below, and in snap-replay --ref" {
	git -C "$T/repo" checkout -q --force v2
	rm "$T/repo/untracked"
	compare -q --refs worktree,v2 snapshot.zip >/dev/null
	[ "$(column commit)" = "$(git -C "$T/repo" rev-parse v2 v2 | tr '\n' ' ')" ]
	[ "$(builds)" -eq 1 ]
	mkdir "$T/repo/below"
	echo x >"$T/repo/below/x"
	echo y >"$T/repo/beside"
	snap-replay --ref worktree --repo "$T/repo/below" snapshot.zip >events
	[ "$(jq -r 'select(.event == "start") | .follows' events)" = worktree ]
	compare -q --refs worktree snapshot.zip >/dev/null
	[ "$(builds)" -eq 2 ]
	git clone -q --bare "$T/repo" "$T/bare"
	run --separate-stderr snap-replay --ref worktree --repo "$T/bare" snapshot.zip
	[ "$status" -eq 3 ]
	[[ ${stderr_lines[0]} == *": cannot copy the work tree: git: "*"work tree"* ]]
	[ -z "$(ls -A "$XDG_CACHE_HOME/snap/worktrees")" ]
}

cache() { snap-compare-refs --cache "$@"; }
# OF CACHE: the lines of a list in tsv, without their sizes and times
short() { cut -f 1,2,6,8 | tr '\t' ' '; }

@test "--cache list shows each build: what, how, how large, when; prune removes what failed or was not used for long" {
	[ "$(cache list -f tsv)" = "$(printf 'ref\tstatus\tsize\tused\ttook_ms\tarch\tcommit\tcommand\twhy')" ]
	compare -q --arch amd64 --refs v1,broken,v2 snapshot.zip >/dev/null || [ $? -eq 125 ]
	compare -q --arch amd64 --build 'sh build.sh snapshot-tool' --refs v2 snapshot.zip >/dev/null
	[ "$(cache list -f tsv | short | grep -v ^broken | LC_ALL=C sort)" = "$(printf '%s\n' 'ref status arch command' \
		'v1 built amd64 make build-go SERVICE_NAME=snapshot-tool' 'v2 built amd64 make build-go SERVICE_NAME=snapshot-tool' 'v2 built amd64 sh build.sh snapshot-tool')" ]
	[ "$(cache list -f json | jq -r 'select(.ref == "v1") | .commit')" = "$(git -C "$T/repo" rev-parse v1)" ]
	cache list -f json | jq -se 'map(select(.ref == "broken").why | contains("cannot build this")) == [true]' >/dev/null
	cache list -f json | jq -se 'map(select(.status == "built") | .size > 0 and .took_ms >= 0 and (.used | startswith("20"))) == [true, true, true]' >/dev/null
	[ "$(cache list -f text | awk 'NR > 1 { print $2 }' | sort | uniq -c | xargs)" = "1 broken 3 built" ]
	# v1 was used long ago
	touch -d '40 days ago' "$XDG_CACHE_HOME/snap/tools/$(git -C "$T/repo" rev-parse v1)"*
	[ "$(cache prune -f tsv --older-than 41d | cut -f 1,2 | xargs)" = "ref status broken broken" ]
	compare -q --arch amd64 --refs v1 --no-build snapshot.zip >/dev/null
	[ "$(cache prune -f tsv | wc -l)" -eq 1 ]
	touch -d '40 days ago' "$XDG_CACHE_HOME/snap/tools/$(git -C "$T/repo" rev-parse v1)"*
	[ "$(cache prune -o removed -f tsv; cut -f 1,2 removed | xargs)" = "ref status v1 built" ]
	[ -z "$(find "$XDG_CACHE_HOME/snap" -name "$(git -C "$T/repo" rev-parse v1)*")" ]
	[ "$(cache list -f tsv | tail -n +2 | cut -f 1 | xargs)" = "v2 v2" ]
	compare -q --arch amd64 --refs v1 snapshot.zip >/dev/null
	[ "$(column status)" = "pass " ]
}

@test "prune leaves what a run uses or builds" {
	compare -q --refs v1 snapshot.zip >/dev/null
	key=$(git -C "$T/repo" rev-parse v1)
	touch -d '40 days ago' "$XDG_CACHE_HOME"/snap/tools/"$key"*
	for lock in "$XDG_CACHE_HOME"/snap/locks/"$key"*; do
		exec 9<>"$lock"
		flock -s 9
		[ "$(cache prune -f tsv | wc -l)" -eq 1 ]
		exec 9>&-
	done
	# a run holds them while it replays
	snap-compare-refs --repo "$T/repo" --output-dir out -q --refs hangs snapshot.zip >/dev/null 2>&1 3>&- &
	pid=$!
	until [ -s "$T/tool.pid" ]; do kill -0 $pid; sleep 0.05; done
	touch -d '40 days ago' "$XDG_CACHE_HOME"/snap/tools/*
	[ "$(cache prune -f tsv | tail -n +2 | cut -f 1)" = v1 ]
	kill -TERM $pid
	wait $pid || [ $? -eq 143 ]
	touch -d '40 days ago' "$XDG_CACHE_HOME"/snap/tools/*
	[ "$(cache prune -f tsv | tail -n +2 | cut -f 1)" = hangs ]
}

@test "--cache: a damaged record, a tool without one, wrong usage, a cache that is not there" {
	compare -q --refs v1 snapshot.zip >/dev/null
	for content in '' '{' '[]' '{"ref":1}' '{"ended":"soon"}' $'\xff'; do
		printf %s "$content" >"$(echo "$XDG_CACHE_HOME"/snap/tools/*.json)"
		[ "$(cache list -f tsv | tail -n +2 | cut -f 1,2)" = $'-\tbuilt' ]
		cache list -f json | jq -e '.ref == null and .took_ms == null' >/dev/null
		compare -q --refs v1 --no-build snapshot.zip >/dev/null
	done
	for wrong in "--cache" "--cache empty" "--cache list --refs v1" "--cache list x.zip" "--cache list --older-than 1d" "--refs v1 --older-than 1d" "--cache prune --older-than 0"; do
		run --separate-stderr snap-compare-refs $wrong
		[ "$status" -eq 2 ]
		[ -z "$output" ]
	done
	XDG_CACHE_HOME=$T/none run --separate-stderr cache prune
	[ "$status" -eq 0 ]
	[ -z "$output$stderr" ]
	run --separate-stderr env -u XDG_CACHE_HOME -u HOME snap-compare-refs --cache list
	[ "$status" -eq 4 ]
	[[ $stderr == *"neither XDG_CACHE_HOME nor HOME is set"* ]]
	touch "$T/file"
	XDG_CACHE_HOME=$T/file run --separate-stderr cache list
	[ "$status" -eq 4 ]
}
