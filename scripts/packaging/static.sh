#!/bin/sh
# static.sh BUILD: links all programs of BUILD once more, into BUILD/static, so that they run without any file of the system.
# make static calls it, with the compiler in CC and the options for linking in LDFLAGS.
#
# A library without an archive (lib*.a) is left out if our programs can do without it: what they would call of it is linked to
# absent.c, and stderr names it. Any other name that no archive has ends this with status 1: no program becomes dynamic silently.
# Debian has no archive of jq, Kerberos, LDAP's SASL and gnutls' tail.
set -eu
build=${1:?usage: static.sh BUILD}
cc=${CC:-cc}
here=$(dirname "$0")
out=$build/static

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# The options that link those of the libraries that have an archive.
archives() {
	for name; do
		case $($cc -print-file-name="lib$name.a") in
		/*) printf ' -l:lib%s.a' "$name" ;;
		esac
	done
}

libraries() {
	case $1 in
	snap-fetch) archives curl ssh2 nghttp2 psl idn2 unistring ssl crypto brotlidec brotlicommon ;;
	snap-serve) archives microhttpd ;;
	esac
	archives jq onig archive lzma zstd bz2 acl deflate nettle yaml z m
}

# What stands for the symbol; nothing: it must not be missing.
stand_in() {
	case $1 in
	jq_* | jv_*) echo absent_jq ;;
	gss_* | GSS_*) echo absent_kerberos ;;
	ldap_* | ber_*) echo absent_ldap ;;
	RTMP_*) echo absent_rtmp ;;
	gnutls_global_init | gnutls_global_deinit) echo absent_start ;;
	gnutls_*) echo absent_gnutls ;;
	esac
}

# link PROGRAM OPTION...
# Sections of which nothing is used are left out.
link() {
	program=$1
	shift
	# shellcheck disable=SC2046,SC2086 # words are meant
	$cc -pthread -s -Wl,--gc-sections "$@" ${LDFLAGS:-} -o "$out/$program" "$build/obj/cmd/$program/$program.o" "$build/version.o" \
		"$build/parts/$program.a" "$build/libengine.a" "$build/libsnap.a" "$work/absent.o" -Wl,--start-group $(libraries "$program") -Wl,--end-group
}

# glibc warns of names of hosts and users: for those it would load what /etc/nsswitch.conf asks for. Without that file it needs
# nothing but /etc/hosts and /etc/resolv.conf.
warnings() {
	grep -v -e 'in statically linked applications requires at runtime' -e ': in function ' "$1"
}

# make_static PROGRAM
make_static() {
	log=$work/log
	if ! link "$1" -static -Wl,--warn-unresolved-symbols 2>"$log"; then
		cat "$log" >&2
		return 1
	fi
	sed -n "s/.*undefined reference to \`\(.*\)'.*/\1/p" "$log" | sort -u >"$work/missing"
	set -- "$1" -static-pie
	left_out=
	while read -r symbol; do
		by=$(stand_in "$symbol")
		if [ -z "$by" ]; then
			echo "static.sh: $1: $symbol: no archive has it" >&2
			echo 'try: sh scripts/setup.sh --static' >&2
			return 1
		fi
		set -- "$@" "-Wl,--defsym=$symbol=$by"
		by=${by#absent_}
		case $by,$left_out, in
		start,* | *",$by,"*) ;;
		*) left_out="$left_out,$by" ;;
		esac
	done <"$work/missing"
	if ! link "$@" 2>"$log"; then
		cat "$log" >&2
		return 1
	fi
	warnings "$log" >&2 || :
	[ -z "$left_out" ] || echo "static.sh: $1: without ${left_out#,}" >&2
}

mkdir -p "$out"
$cc -std=c17 -O2 -fPIE -c -o "$work/absent.o" "$here/absent.c"
for main in "$build"/obj/cmd/*/snap-*.o; do
	program=$(basename "$main" .o)
	[ "$(basename "$(dirname "$main")")" = "$program" ] || continue
	make_static "$program"
done
