#!/bin/sh
# static.sh BUILD: links all programs of BUILD once more, into BUILD/static, so that they run without any file of the system; and all of
# them as one program, snap, into BUILD/static/one, which acts by the name that it is called with. It is a third of all in size.
# make static calls it, with the compiler in CC, the options for linking in LDFLAGS, snap-replay's objects beside the engine in BESIDE, and
# MORE (below).
#
# A library without an archive (lib*.a) is left out if our programs can do without it: what they would call of it is linked to
# absent.c, and stderr names it. Any other name that no archive has ends this with status 1: no program becomes dynamic silently.
# Debian has no archive of jq, Kerberos, LDAP's SASL and gnutls' tail. Of SSH, Brotli, HTTP/2 and names beyond ASCII it has, and they
# are left out, too: snap-fetch asks by HTTP/1.1 only, and those would be a third of it.
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
	snap-fetch | snap) archives curl ssl crypto ;;
	esac
	case $1 in
	snap-serve | snap) archives microhttpd ;;
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
	nghttp2_*) echo absent_http2 ;;
	libssh2_init | libssh2_exit) echo absent_start ;;
	libssh2_*) echo absent_ssh ;;
	idn2_* | psl_*) echo absent_idn ;;
	Brotli*) echo absent_brotli ;;
	esac
}

# more PROGRAM: parts of other programs that it links; MORE has them as PROGRAM=ARCHIVE.
more() {
	for link in ${MORE:-}; do
		[ "${link%%=*}" != "$1" ] || echo "${link#*=}"
	done
}

# objects PROGRAM: those beside the libraries.
objects() {
	case $1 in
	snap) echo "$work"/one/*.o ;;
	*) echo "$build/obj/cmd/$1/$1.o" "$build/parts/$1.a" "$(more "$1")" ;;
	esac
}

# file PROGRAM: where it goes.
file() {
	case $1 in
	snap) echo "$out/one/snap" ;;
	*) echo "$out/$1" ;;
	esac
}

# link PROGRAM OPTION...
# Sections of which nothing is used are left out.
link() {
	program=$1
	shift
	# shellcheck disable=SC2046,SC2086 # words are meant
	$cc -pthread -s -Wl,--gc-sections -Wl,-z,pack-relative-relocs "$@" ${LDFLAGS:-} -o "$(file "$program")" $(objects "$program") \
		"$build/version.o" "$build/libengine.a" "$build/libsnap.a" "$work/absent.o" -Wl,--start-group $(libraries "$program") -Wl,--end-group
}

# An object for each program, of which only the main function is seen from outside, under another name: parts of two programs may have
# the same names. The engine, which several link, stays outside.
make_parts() {
	objcopy=$($cc -print-prog-name=objcopy)
	mkdir -p "$work/one" "$out/one"
	for program in $programs; do
		parts=$build/parts/$program.a
		[ "$program" != snap-replay ] || parts=$BESIDE
		parts="$parts $(more "$program")"
		main=main_$(echo "$program" | tr - _)
		# shellcheck disable=SC2086 # a list of files
		"$($cc -print-prog-name=ld)" -r -o "$work/one/$program.o" "$build/obj/cmd/$program/$program.o" $parts
		"$objcopy" --redefine-sym "main=$main" "$work/one/$program.o"
		"$objcopy" --keep-global-symbol="$main" "$work/one/$program.o"
		echo "PROGRAM(\"$program\", $main)"
	done >"$work/programs.h"
	$cc -std=c17 -O2 -fPIE -I"$work" -c -o "$work/one/main.o" "$here/one.c"
}

# Tables for unwinding the stack are a megabyte of snap. In C they serve threads that are cancelled or end themselves, and no program
# of ours and no library in it has those; unwinds MAP fails where that holds.
no_tables='-Wl,--no-eh-frame-hdr -Wl,-T,'$work/no_tables.ld
echo 'SECTIONS { /DISCARD/ : { *(.eh_frame) } } INSERT BEFORE .rodata;' >"$work/no_tables.ld"
unwinds() { grep -E '^ \.text +0x0*[1-9a-f][0-9a-f]* .*\(pthread_(cancel|exit)\.o\)' "$1"; }

# glibc warns of names of hosts and users: for those it would load what /etc/nsswitch.conf asks for. Without that file it needs
# nothing but /etc/hosts and /etc/resolv.conf.
warnings() {
	grep -v -e 'pack-relative-relocs ignored' -e 'in statically linked applications requires at runtime' -e ': in function ' "$1"
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
	# shellcheck disable=SC2086 # words are meant
	if ! link "$@" $no_tables -Wl,--trace -Wl,-Map="$log.map" 2>"$log" >"$log.trace"; then
		cat "$log" >&2
		return 1
	fi
	if unwinds "$log.map" >&2; then
		echo "static.sh: $1: a thread is cancelled or ends itself, and there are no tables for that" >&2
		return 1
	fi
	warnings "$log" >&2 || :
	# The name of an archive ends at a bracket or with the line: a folder of objects may be called tmp.aXYZ.
	sed -n -e 's/^(*\(\/[^():]*\.a\)[()].*/\1/p' -e 's/^\(\/[^():]*\.a\)$/\1/p' "$log.trace" | grep -vF "$build/" | sort -u >"$work/libraries"
	[ -z "$left_out" ] || echo "static.sh: $1: without ${left_out#,}" >&2
}

mkdir -p "$out"
$cc -std=c17 -O2 -fPIE -c -o "$work/absent.o" "$here/absent.c"
programs=$(cd "$here/../../cmd" && echo snap-*)
for program in $programs; do make_static "$program"; done
make_parts
make_static snap
# Archives of the system of which something is inside.
mv "$work/libraries" "$out/one/libraries"
# What the one program is called by: links to it, without more room.
for program in $programs; do ln -f "$out/one/snap" "$out/one/$program"; done
