#!/bin/sh
# lint.sh: clang-format, a build with clang, clang-tidy and cppcheck over the C sources, mandoc over the man pages, shellcheck over the scripts. Says nothing when clean.
set -u
cd "$(dirname "$0")/.." || exit 4
status=0
defines='-D_POSIX_C_SOURCE=200809L -D_FILE_OFFSET_BITS=64 -DZLIB_CONST -I. -Icmd/snap-replay'

sources() {
	git ls-files --cached --others --exclude-standard "$@" | while read -r f; do [ -e "$f" ] && echo "$f"; done
}

sources '*.c' '*.h' '*.cpp' | xargs clang-format --dry-run --Werror || status=1
# The second compiler's warnings.
make -s -j"$(getconf _NPROCESSORS_ONLN)" B=build/clang CC=clang WERROR=-Werror tests || status=1
# shellcheck disable=SC2086 # lists of words
sources 'cmd/*.c' 'common/*.c' 'tests/*.c' | grep -v '^tests/bench/' |
	xargs -P "$(getconf _NPROCESSORS_ONLN)" -n 4 sh -c 'clang-tidy --quiet --warnings-as-errors="*" "$@" -- -std=c17 '"$defines"' 2>/dev/null' lint || status=1
# shellcheck disable=SC2086
cppcheck --quiet --std=c11 --enable=warning,portability,performance --inline-suppr --error-exitcode=1 \
	--suppress=missingIncludeSystem --suppress=unmatchedSuppression --suppressions-list=scripts/cppcheck.txt $defines cmd common tests/unit tests/lib tests/fuzz tests/hostile tests/mutants || status=1
sources 'man/*.[157]' | xargs mandoc -Tlint -Wwarning || status=1
shellcheck scripts/*.sh scripts/*/*.sh scripts/kubectl-snap/* tests/run tests/mutants/run tests/output/run .ci/run || status=1
shellcheck --severity=warning tests/faults/run tests/faults/serve_once || status=1
sources 'tests/*.bats' 'tests/*.bash' 'completions/bash/*' | xargs shellcheck --shell=bash --exclude=SC1090,SC1091,SC2030,SC2031,SC2154,SC2164 --severity=warning || status=1
exit $status
