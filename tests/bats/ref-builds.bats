#!/usr/bin/env bats
# Builds of refs: what is kept, what is remembered of those that fail, the work tree as a ref, and the signs of life.
load ../lib/env
load ../lib/tool_repo

setup() { make_tool_repo; }

builds() { sed "/^$/d" "$BUILDS" 2>/dev/null | wc -l; }

@test "a build that failed is remembered with its log until --rebuild" {
	before=$(state)
	run --separate-stderr compare -f tsv --refs broken snapshot.zip
	[ "$status" -eq 1 ]
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
	compare -q --build "$build" --refs v1 snapshot.zip >/dev/null || [ $? -eq 1 ]
	[ "$(column status)" = "fail " ]
	rm "$T/sick"
	compare -q --build "$build" --refs v1 --rebuild snapshot.zip >/dev/null
	compare -q --build "$build" --refs v1 --no-build snapshot.zip >/dev/null
	[ "$(column status) $(builds)" = "pass  1" ]
	[ -z "$(ls "$XDG_CACHE_HOME"/snap/tools/*.log 2>/dev/null)" ]
	compare -q --build "$build" --refs v1 --rebuild snapshot.zip >/dev/null
	[ "$(builds)" -eq 2 ]
	touch "$T/sick"
	compare -q --build "$build" --refs v1 --rebuild snapshot.zip >/dev/null || [ $? -eq 1 ]
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
