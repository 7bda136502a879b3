#!/bin/sh
# commit.sh: the commit that this folder is of, "+" behind it when files have changed since. An archive of the sources has it in a file
# (source.sh writes that); without one, and outside of a checkout of its own, it is "unknown".
cd "$(dirname "$0")/../.." || exit 4
if [ -s scripts/packaging/commit ]; then
	cat scripts/packaging/commit
elif [ -e .git ]; then
	git describe --always --dirty=+ --exclude='*' --abbrev=12 2>/dev/null || echo unknown
else
	echo unknown
fi
