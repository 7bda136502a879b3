# load ../lib/env in a bats file: the programs under test come first in PATH. B is the build directory (tests/run sets it).
TOP=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
B=${B:-$TOP/build}
export TOP B
case $PATH in
"$B":*) ;;
*) PATH=$B:$PATH ;;
esac
bats_require_minimum_version 1.5.0
