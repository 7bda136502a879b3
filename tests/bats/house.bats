#!/usr/bin/env bats
# The house itself: what the build, the installation and the scripts promise.
load ../lib/env

setup() { T=$BATS_TEST_TMPDIR; }

@test "setup.sh --dry-run says nothing when nothing is missing, and asks apt for nothing" {
	mkdir "$T/bin"
	printf '#!/bin/sh\necho all installed\n' >"$T/bin/dpkg-query"
	printf '#!/bin/sh\necho apt-get "$@" >>"%s"\nexit 1\n' "$T/calls" >"$T/bin/apt-get"
	chmod +x "$T"/bin/*
	for args in --dry-run "" --dev --static --arm64 --packages; do
		run env PATH="$T/bin:$PATH" sh "$TOP/scripts/setup.sh" $args
		[ "$status" -eq 0 ]
		[ -z "$output" ]
	done
	[ ! -e "$T/calls" ]
}

@test "setup.sh --dry-run lists each missing package and installs none" {
	mkdir "$T/bin"
	printf '#!/bin/sh\nexit 1\n' >"$T/bin/dpkg-query"
	printf '#!/bin/sh\necho apt-get "$@" >>"%s"\nexit 1\n' "$T/calls" >"$T/bin/apt-get"
	chmod +x "$T"/bin/*
	run env PATH="$T/bin:$PATH" sh "$TOP/scripts/setup.sh" --dry-run
	[ "$status" -eq 0 ]
	[[ $output == "would install:"*" gcc "*"libarchive-dev"*" bats "* ]]
	[[ $output != *clang* && $output != *"|"* ]]
	run env PATH="$T/bin:$PATH" sh "$TOP/scripts/setup.sh" --dry-run --dev
	[[ $output == *" clang-tidy "* ]]
	run env PATH="$T/bin:$PATH" sh "$TOP/scripts/setup.sh" --dry-run --arm64
	[[ $output == *" gcc-aarch64-linux-gnu "*" libssl-dev:arm64"* ]]
	# one that is there for another architecture only is missing
	printf '#!/bin/sh\necho m68k installed\n' >"$T/bin/dpkg-query"
	run env PATH="$T/bin:$PATH" sh "$TOP/scripts/setup.sh" --dry-run
	[[ $output == "would install:"*" gcc "* ]]
	[ ! -e "$T/calls" ]
}

@test "setup.sh reports apt's own words when an installation fails" {
	mkdir "$T/bin"
	printf '#!/bin/sh\nexit 1\n' >"$T/bin/dpkg-query"
	printf '#!/bin/sh\n[ "$1" = -u ] && echo 0\n' >"$T/bin/id"
	printf '#!/bin/sh\necho "E: no such mirror"\nexit 100\n' >"$T/bin/apt-get"
	chmod +x "$T"/bin/*
	run env PATH="$T/bin:$PATH" sh "$TOP/scripts/setup.sh"
	[ "$status" -eq 4 ]
	[[ $output == *"E: no such mirror"*"apt-get"*"failed"* ]]
}

@test "each name of ORDER and MIRROR stands in at least two places" {
	cd "$TOP"
	git grep -ohE '(ORDER|MIRROR)[[:space:]*]+[a-z_]+' -- '*.[ch]' | sed 's/[[:space:]*]\{1,\}/ /' >"$T/names"
	grep -q '^ORDER ' "$T/names"
	grep -q '^MIRROR ' "$T/names"
	run awk '{ n[$1 " " $2]++ } END { for (name in n) if (n[name] < 2) print name }' "$T/names"
	[ -z "$output" ]
}

@test "setup.sh refuses an unknown option" {
	run sh "$TOP/scripts/setup.sh" --no-such
	[ "$status" -eq 2 ]
}

@test "make install puts programs, man pages and completions in place, make uninstall takes them away" {
	cd "$TOP"
	run make -s -o all B="$B" DESTDIR="$T/root" PREFIX=/usr install
	[ "$status" -eq 0 ]
	for d in cmd/*/; do
		p=$(basename "$d")
		[ -x "$T/root/usr/bin/$p" ]
		[ -f "$T/root/usr/share/man/man1/$p.1" ]
		[ -f "$T/root/usr/share/bash-completion/completions/$p" ]
		[ -f "$T/root/usr/share/zsh/site-functions/_$p" ]
		[ -f "$T/root/usr/share/fish/vendor_completions.d/$p.fish" ]
	done
	[ -x "$T/root/usr/bin/kubectl-snap" ]
	[ -x "$T/root/usr/bin/kubectl_complete-snap" ]
	[ -f "$T/root/usr/share/man/man1/kubectl-snap.1" ]
	[ -f "$T/root/usr/share/man/man7/snap.7" ]
	[ -f "$T/root/usr/share/man/man5/snap-snapshot.5" ]
	run make -s -o all B="$B" DESTDIR="$T/root" PREFIX=/usr uninstall
	[ "$status" -eq 0 ]
	[ -z "$(find "$T/root" -type f)" ]
}

@test "README: make install into a folder" {
	cd "$TOP"
	command=$(sed -n 's|^    make && make \(install PREFIX=\)/usr/local$|\1|p' README.md)
	[ -n "$command" ]
	# shellcheck disable=SC2086 # words
	make -s -o all B="$B" $command"$T/own"
	run -0 "$T/own/bin/kubectl-snap" zip --version
	run -0 "$T/own/bin/snap-replay" --version
}

@test "make uninstall of what was never installed is done, and makes nothing" {
	cd "$TOP"
	run make -s B="$B" DESTDIR="$T/root" PREFIX=/usr uninstall
	[ "$status" -eq 0 ]
	[ -z "$output" ]
	[ ! -e "$T/root" ]
}

# Names of the libraries that a program asks the loader for; the sanitizers' own are none of its business.
needed() { readelf -d "$B/$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\.so.*/\1/p' | grep -vE '^lib(asan|ubsan)$'; }

@test "a program links only what it uses" {
	for p in $(cd "$TOP/cmd" && ls); do
		case $p in
		snap-inspect | snap-compare-refs | snap-minimise) others='libcurl|libmicrohttpd' ;;
		snap-fetch) others='libjq|libmicrohttpd' ;;
		snap-serve) others='libjq|libcurl' ;;
		*) others='libjq|libcurl|libmicrohttpd' ;;
		esac
		[ -e "$B/../valgrind" ] && [ ! -e "$B/$p" ] && skip "programs are wrapped"
		run readelf --program-headers "$B/$p"
		[ "$status" -eq 0 ]
		grep -q INTERP <<<"$output" || continue # static: nobody is asked
		run needed "$p"
		[ -n "$output" ]
		run grep -E "^($others)" <<<"$output"
		[ "$status" -eq 1 ]
	done
}

@test "nothing else lies at the top level" {
	cd "$TOP"
	git rev-parse --git-dir >/dev/null 2>&1 || skip "not a checkout"
	run git ls-files
	[ "$(cut -d/ -f1 <<<"$output" | LC_ALL=C sort -u | tr '\n' ' ')" = \
		".ci .clang-format .clang-tidy .git-blame-ignore-revs .gitignore LICENSE Makefile README.md cmd common completions man scripts tests " ]
}

@test "no program includes from another program's folder, and common/ from none" {
	cd "$TOP"
	run grep -rnE '#include "(\.\./)*cmd/|#include "(\.\./)+snap-' cmd common --include='*.[ch]'
	[ "$status" -eq 1 ]
	run grep -rn '#include "\.\./' common
	[ "$status" -eq 1 ]
}

# uses_only ARCHIVE WANTED PATTERN PROGRAM...: of what is in the archive a program uses WANTED, and nothing but what PATTERN matches
uses_only() {
	local archive=$1 wanted=$2 pattern=$3 p
	shift 3
	nm -g --defined-only "$archive" | awk 'NF == 3 { print $3 }' | sort -u >"$T/archive"
	nm -g --defined-only "$B/libsnap.a" | awk 'NF == 3 { print $3 }' | sort -u >"$T/library"
	for p; do
		nm -g --defined-only "$B/parts/$p.a" | awk 'NF == 3 { print $3 }' | sort -u >"$T/own"
		nm -u "$B/parts/$p.a" "$B/obj/cmd/$p/$p.o" | awk '{ print $2 }' | sort -u |
			comm -23 - "$T/own" | comm -23 - "$T/library" | comm -12 - "$T/archive" >"$T/used"
		grep -qx "$wanted" "$T/used"
		run grep -v "$pattern" "$T/used"
		[ -z "$output" ] || { echo "$p: $output"; false; }
		# what a program and the archive both define would be a matter of chance
		run comm -12 "$T/own" "$T/archive"
		[ -z "$output" ] || { echo "$p and ${archive##*/}: $output"; false; }
	done
}

@test "programs that link the engine or new names use nothing of them but their header in common/" {
	cd "$TOP"
	run grep -rlF '#include "common/engine.h"' cmd/snap-replay --include='*.[ch]'
	[ "$output" = cmd/snap-replay/engine.c ]
	run grep -rlF '#include "common/redact.h"' cmd/snap-redact --include='*.[ch]'
	[ "$output" = cmd/snap-redact/redact.c ]
	run grep -h '#include' common/engine.h common/redact.h
	[ "$(grep -vc '"common/' <<<"$output")" -eq 0 ]
	[ -f "$B/libengine.a" ] && [ ! -e "$B/../valgrind" ] || skip "no archive here"
	users=$(sed -n 's/^LINKS_\(snap-[a-z]*\) = .*$(ENGINE)$/\1/p' Makefile)
	[ -n "$users" ]
	# shellcheck disable=SC2086 # names without blanks
	uses_only "$B/libengine.a" engine_open '^engine_' $users
	users=$(sed -n 's/^LINKS_\(snap-[a-z]*\) = $(REDACT) .*/\1/p' Makefile)
	[ -n "$users" ]
	# shellcheck disable=SC2086
	uses_only "$B/parts/snap-redact.a" redact_text '^redact_text$' $users
}

@test "text for people goes through common/text.h, strings into it through the functions that make them harmless" {
	cd "$TOP"
	# what writes with stdio: each of these writes what is ours, or what is harmless already
	run grep -rlE '\b(v?f?d?printf|fputs|puts|fwrite|f?putc|putchar|perror|warnx?|errx?)\(' cmd common --include='*.c'
	[ "$(sort <<<"$output" | tr '\n' ' ')" = "cmd/snap-fetch/snap-fetch.c cmd/snap-inspect/filter.c cmd/snap-replay/session/log.c cmd/snap-serve/snap-serve.c common/program.c " ]
	# what goes in as it is: a literal, or one of these
	# shellcheck disable=SC2046 # names without blanks
	run sed -E -s ':a; /text_ours\([^;]*$/{N; s/\n[[:space:]]*/ /; ba}; /text_ours\(/!d' $(find cmd common -name '*.c')
	run grep -vE '"|CELL_|colour_of|severity_name|indent\)|, end\)' <<<"$output"
	[ "$status" -eq 1 ] || { echo "$output"; false; }
	# past them: the raw strings of --filter alone
	run grep -rhE 'strbuf_[a-z]+\(&[^,]*made,' cmd --include='*.c'
	[ "${#lines[@]}" -eq 1 ] && [[ $output == *"jq_string(value)"* ]]
}

@test "groff formats the man pages without a warning" {
	command -v groff >/dev/null || skip "groff is not installed"
	for page in "$TOP"/man/*.[157]; do
		for width in 80 78n; do
			run --separate-stderr groff -mdoc -ww -Tutf8 -rLL="${width%n}n" "$page"
			[ "$status" -eq 0 ]
			[ -z "$stderr" ] || { echo "$stderr"; false; }
		done
	done
}

@test "the man pages are clean under mandoc" {
	command -v mandoc >/dev/null || skip "mandoc is not installed"
	run mandoc -Tlint -Wwarning "$TOP"/man/*.[157]
	[ "$status" -eq 0 ]
	[ -z "$output" ]
}

@test "the runner counts failures, skips and tests that died" {
	mkdir -p "$T/b" "$T/t"
	# Not at the start of a line here: bats would take them for tests of this file.
	printf '@%s { %s; }\n' 'test "good"' true 'test "bad"' false 'test "left out"' 'skip "why not"' >"$T/t/x.bats"
	run env -i PATH=/usr/bin:/bin "$TOP/tests/run" "$T/b" "$T/t/x.bats"
	[ "$status" -eq 1 ]
	[ "${lines[-1]}" = "1 passed, 1 failed, 1 skipped" ]
	echo 'syntax (error' >"$T/t/x.bats"
	run env -i PATH=/usr/bin:/bin "$TOP/tests/run" "$T/b" "$T/t/x.bats"
	[ "$status" -eq 1 ]
	[[ ${lines[-1]} == "0 passed, "*" failed, 0 skipped" ]]
	[[ ${lines[-1]} != *" 0 failed"* ]]
}

@test "make fmt lays out every file, tracked or new" {
	command -v clang-format >/dev/null || skip "clang-format is not installed"
	cp "$TOP/Makefile" "$TOP/.clang-format" "$T"
	cd "$T"
	git init -q
	printf 'int  old( void );\n' >a.c
	git add .
	printf 'int  fresh( void );\n' >b.h
	make B="$T/build" fmt
	[ "$(cat a.c b.h)" = $'int old(void);\nint fresh(void);' ]
}

@test "a blank line stands below the declarations that a function begins with" {
	cd "$TOP"
	words='static|const|struct|enum|unsigned|int|bool|char|double|long|[a-z0-9_]+_t|FILE|va_list|jv|z_stream|CURLcode|uint128|__m128i|__m256i|__m512i|yajl_handle'
	# shellcheck disable=SC2016,SC2046 # awk's own; names without blanks
	run awk -v words="^\t($words)[ *]" '
		FNR == 1 { head = inside = 0 }
		inside { if ($0 ~ /^\t\}.*;/ || (!braces && $0 ~ /;( *\/\*.*)?$/)) inside = 0; next }
		head && $0 ~ words { n++; inside = $0 !~ /;( *\/\*.*)?$/; braces = $0 ~ /\{$/; next }
		head && n && $0 !~ /^(\t+ *([^\t]* )?\*.*|\t\/\*.*|\}|#.*|)$/ { print FILENAME ":" FNR ": " $0 }
		{ head = $0 == "{"; n = 0 }' $(find cmd common tests -name '*.c')
	[ -z "$output" ] || { echo "$output" | head -20; false; }
}

@test "keys of labels and annotations stand in common/keys.h alone" {
	cd "$TOP"
	keys=$(sed -n 's/^\tX([A-Z_]*, "\(.*\)").*/\1/p' common/keys.h)
	[ "$(wc -l <<<"$keys")" -gt 20 ]
	run grep -rnFf <(sed 's/.*/"&"/' <<<"$keys") cmd --include='*.[ch]'
	[ "$status" -eq 1 ] || { echo "$output"; false; }
	# labels_get takes what a snapshot names
	calls=$(find cmd -name '*.c' -exec cat {} + | tr '\n' ' ' | grep -oE 'labels_get\([^;]*;')
	run grep '"' <<<"$calls"
	[ "$status" -eq 1 ] || { echo "$output"; false; }
}

@test "pending_words.c names the file of each sentence of pending" {
	cd "$TOP/cmd/snap-replay"
	head=$(sed '/\*\//q' report/pending_words.c)
	files=$(grep -oE '[a-z_]+/[a-z_/]+\.c' <<<"$head" | sort -u)
	[ "$(wc -l <<<"$files")" -gt 8 ]
	for f in $files; do [ -f "$f" ] || { echo "$f"; false; }; done
	reasons=0
	while read -r reason file; do
		reasons=$((reasons + 1))
		grep -q "\"$reason\"" "${file%;}" || { echo "$reason $file"; false; }
	done < <(sed -nE 's/^ \* ([A-Z][A-Za-z]+) +([a-z_/]+\.c;?).*/\1 \2/p' <<<"$head")
	[ "$reasons" -eq 7 ]
}
