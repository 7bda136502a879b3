# load ../lib/env in a bats file: the programs under test come first in PATH. B is the build directory (tests/run sets it).
TOP=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
B=${B:-$TOP/build}
export TOP B
case $PATH in
"$B":*) ;;
*) PATH=$B:$PATH ;;
esac
bats_require_minimum_version 1.5.0

# What a minimal root may lack: each skips the test with a word. In the test itself, not in a subshell.
need_terminal() {
	command -v script >/dev/null || skip "script is not installed"
	script -qec true /dev/null </dev/null >/dev/null 2>&1 || skip "no pseudo-terminals here"
}
need_localhost() {
	getent hosts localhost >/dev/null || skip "no address for localhost here (/etc/hosts)"
}
