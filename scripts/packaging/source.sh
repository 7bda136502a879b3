#!/bin/sh
# source.sh FOLDER: the sources as they are now into FOLDER, which is made, with the commit in a file, for there is no git (commit.sh).
set -eu
to=${1:?usage: source.sh FOLDER}
mkdir "$to"
to=$(cd "$to" && pwd)
cd "$(dirname "$0")/../.."

# Every file but what is built, with a zero byte behind each.
files() {
	if [ -e .git ] && git ls-files >/dev/null 2>&1; then
		# what is deleted and still in the index is left out
		# shellcheck disable=SC2016 # for the inner shell
		git ls-files -z --cached --others --exclude-standard | xargs -0 sh -c 'for f; do [ ! -e "$f" ] || printf "%s\0" "$f"; done' files
	else
		find . -path ./.git -prune -o -path ./build -prune -o -path './build-*' -prune -o ! -type d -print0
	fi
}
commit=$(scripts/packaging/commit.sh)
files | tar -c --null -T - | tar -xC "$to"
echo "$commit" >"$to/scripts/packaging/commit"
