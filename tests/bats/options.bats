#!/usr/bin/env bats
# --help, the man page and the three completions of each program know the same options.
load ../lib/env

PROGRAMS="snap-fetch snap-unzip snap-zip snap-inspect snap-serve snap-replay snap-compare-refs"

# A long option, or a letter with the long option that it stands for. The ways of the sources differ, so each is brought to
# one option a line: "--output", "-o".
words() { grep -oE -- '(^|[^A-Za-z0-9_-])(--[a-z][a-z0-9-]*|-[A-Za-z0-9])([^A-Za-z0-9-]|$)' | grep -oE -- '--?[A-Za-z0-9][a-z0-9-]*' | sort -u; }

# Lines of the help text that start with an option; of each only what stands before the description (two blanks or more).
# Ranges such as -1..-9 are spelled out.
of_help() {
	"$1" --help | sed -n 's/^ *\(-.*\)/\1/p' | sed 's/   *[^ -].*//' | spread | words
}
# Arguments of .It lines: ".It Fl o , Fl -output Ar path".
of_man() {
	sed -n 's/^\.It Fl /Fl /p' "$TOP/man/$1.1" | sed 's/\\-/-/g' | grep -oE 'Fl +[^ ,]+' | sed 's/^Fl */-/' | spread | words
}
of_bash() { sed 's/#.*//' "$TOP/completions/bash/$1" | grep -v '^complete ' | spread | words; }
# '(-o --output)'{-o,--output}'[text]:...': braces and plain specs in front of the bracket.
of_zsh() { sed 's/\[[^]]*\].*//; s/([^)]*)//g' "$TOP/completions/zsh/_$1" | grep -v '^ *_arguments -' | tr '{},' '   ' | sed "s/'/ /g" | spread | words; }
# complete -c PROGRAM -s o -l output ...
of_fish() {
	grep '^complete -c '"$1 " "$TOP/completions/fish/$1.fish" | sed "s/ -d '[^']*'//; s/ -d \"[^\"]*\"//; s/ -a '[^']*'//; s/ -a \"[^\"]*\"//" |
		grep -oE ' -[slo] [^ ]+' | sed 's/^ -s /-/; s/^ -l /--/; s/^ -o /-/' | sort -u
}
# "-1..-9" is nine options.
spread() { sed -E 's/-1( ?\.\.\.? ?|\\?[-–])-?9/-1 -2 -3 -4 -5 -6 -7 -8 -9/'; }

same() { # PROGRAM SOURCE: what only one of --help and SOURCE has
	diff <("of_help" "$1" | sed 's/^/help: /;s/^help: //') <("of_$2" "$1") >"$BATS_TEST_TMPDIR/diff" && return
	echo "$1: < only in --help, > only in $2:"
	grep '^[<>]' "$BATS_TEST_TMPDIR/diff"
	return 1
}

every_program() {
	local bad=0 p
	for p in $PROGRAMS; do
		[ -n "$(of_help "$p")" ] || { echo "$p --help shows no options"; bad=1; }
		same "$p" "$1" || bad=1
	done
	return $bad
}

@test "there is a program for each name and no other" {
	[ "$(cd "$TOP/cmd" && echo * | tr ' ' '\n' | sort)" = "$(echo "$PROGRAMS" | tr ' ' '\n' | sort)" ]
}
@test "man pages have the options of --help" { every_program man; }
@test "bash completions have the options of --help" { every_program bash; }
@test "zsh completions have the options of --help" { every_program zsh; }
@test "fish completions have the options of --help" { every_program fish; }

@test "--help goes to stdout with status 0, as do --version; both name the program" {
	for p in $PROGRAMS; do
		for o in -h --help -V --version; do
			run --separate-stderr "$p" $o
			[ "$status" -eq 0 ]
			[[ $output == *"$p"* ]]
			[ -z "$stderr" ]
		done
	done
}

@test "an option that is not in --help is refused with status 2, two lines and nothing on stdout" {
	for p in $PROGRAMS; do
		run --separate-stderr "$p" --no-such-option
		[ "$status" -eq 2 ]
		[ -z "$output" ]
		[[ $stderr == "$p: "*"--help"* ]]
	done
}

@test "each option of --help is understood by the program" {
	for p in $PROGRAMS; do
		for o in $(of_help "$p"); do
			# --version behind it ends the program whether or not the option takes it as its argument
			run "$p" "$o" --version --version </dev/null
			[[ $output != *"unrecognized option"* && $output != *"unknown option"* && $output != *"invalid option"* ]] || { echo "$p $o: $output"; false; }
		done
	done
}

@test "completion scripts are syntactically sound" {
	for p in $PROGRAMS; do
		bash -n "$TOP/completions/bash/$p"
		! command -v zsh >/dev/null || zsh -n "$TOP/completions/zsh/_$p"
		! command -v fish >/dev/null || fish --no-execute "$TOP/completions/fish/$p.fish"
	done
}
