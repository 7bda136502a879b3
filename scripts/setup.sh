#!/bin/sh
# setup.sh [--dry-run] [--dev] [--static] [--arm64] [--packages]: installs the Debian packages that building and testing need, where
# they are missing. --dry-run only says which; --dev adds those of make lint, fmt, fuzz, valgrind and bench, --static those of make static,
# --arm64 those of make arm64 (dpkg learns of that architecture), --packages those of make deb. Nothing missing: no apt call, no output.
set -eu

# a|b: any of them will do, the first is installed
libraries='libarchive-dev libdeflate-dev nettle-dev libyaml-dev zlib1g-dev libjq-dev libmicrohttpd-dev'
packages="gcc libc6-dev make git $libraries libcurl4-openssl-dev|libcurl4-gnutls-dev bats jq zip unzip xz-utils zstd procps curl"
dev='clang libclang-rt-dev clang-tidy clang-format llvm cppcheck mandoc shellcheck valgrind g++ libsimdjson-dev libyajl-dev time'
static='libcurl4-openssl-dev libssl-dev libzstd-dev liblzma-dev libbz2-dev'
packaging='build-essential dpkg-dev debhelper lintian'
arm64="gcc-aarch64-linux-gnu $(echo "libc6-dev $libraries $static " | sed 's/ /:arm64 /g')"

dry_run=false
foreign=
for arg; do
	case $arg in
	--dry-run) dry_run=true ;;
	--dev) packages="$packages $dev" ;;
	--static) packages="$packages $static" ;;
	--arm64) packages="$packages $arm64" foreign=arm64 ;;
	--packages) packages="$packages $packaging" ;;
	*)
		echo "usage: setup.sh [--dry-run] [--dev] [--static] [--arm64] [--packages]" >&2
		exit 2
		;;
	esac
done

# A name without an architecture: that of this machine.
installed() {
	case $1 in *:*) of=".*" ;; *) of="($native|all)" ;; esac
	dpkg-query -W -f='${Architecture} ${db:Status-Status}\n' "$1" 2>/dev/null | grep -qE "^$of installed\$"
}

any_installed() {
	for alternative in $(echo "$1" | tr '|' ' '); do
		installed "$alternative" && return
	done
	return 1
}

if ! command -v dpkg-query >/dev/null; then
	echo "setup.sh: not a Debian system; needed is what Debian calls $(echo "$packages" | xargs)" >&2
	exit 0
fi
native=$(dpkg --print-architecture)
missing=
for p in $packages; do
	any_installed "$p" || missing="$missing ${p%%|*}"
done
[ -n "$missing" ] || exit 0
if $dry_run; then
	echo "would install:$missing"
	exit 0
fi

if [ "$(id -u)" = 0 ]; then
	root=
elif command -v sudo >/dev/null; then
	root=sudo
else
	echo "setup.sh: missing packages and neither root nor sudo; as root: apt-get install$missing" >&2
	exit 4
fi
echo "setup.sh: installing$missing" >&2
# An own file for apt's chatter: shown only when it fails.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
run() {
	$root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 "$@" </dev/null >"$log" 2>&1 && return
	cat "$log" >&2
	echo "setup.sh: apt-get $1 failed" >&2
	exit 4
}
if [ -n "$foreign" ] && [ "$native" != "$foreign" ]; then $root dpkg --add-architecture "$foreign"; fi
run update
# shellcheck disable=SC2086 # a list of names
run install --no-install-recommends $missing
