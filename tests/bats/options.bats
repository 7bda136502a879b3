#!/usr/bin/env bats
# --help, the man page and the three completions of each program know the same options.
load ../lib/env

PROGRAMS="snap-config snap-diff snap-fetch snap-import snap-unzip snap-zip snap-inspect snap-serve snap-redact snap-minimise snap-replay snap-compare-refs snap-testcase"

# The options among the words of the input, one a line.
words() { tr -s " ,{}'\t" '\n' | grep -E '^(--[a-z][a-z0-9-]*|-[A-Za-z0-9])$' | sort -u; }
# "-1..-9" is nine options.
spread() { sed -E 's/-1 ?(Ns )?\.\. ?(Ns )?(Fl )?-?9/-1 -2 -3 -4 -5 -6 -7 -8 -9/'; }

# Lines of the help text that start with an option; of each only what stands before the description (two blanks or more).
of_help() { "$1" --help | sed -n 's/^ *\(-.*\)/\1/p' | sed 's/   *[^ -].*//' | spread | words; }
# Lines of the page's lists: ".It Fl o , Fl -output Ar path".
of_man() { sed -n 's/^\.It \(Fl .*\)/\1/p' "$TOP/man/$1.1" | sed 's/Fl /-/g' | spread | words; }
# What the completion offers for a dash.
of_bash() {
	(
		complete() { while [ $# -gt 1 ]; do [ "$1" = -F ] && function=$2; shift; done; }
		. "$TOP/completions/bash/$1"
		COMP_WORDS=("$1" -) COMP_CWORD=1 COMP_LINE="$1 -" COMP_POINT=$((${#1} + 2))
		"$function" "$1" - "$1"
		printf '%s\n' "${COMPREPLY[@]}"
	) | words
}
# Specifications such as '(-o --output)'{-o,--output}'[text]:...' and '*--arg=[text]:...': what excludes goes, as does the text.
of_zsh() { grep -v '^#' "$TOP/completions/zsh/_$1" | sed -n "s/^[[:blank:]]*\(['{*].*\)/\1/p" | sed 's/\[.*//; s/([^)]*)//; s/[*=+]/ /g' | words; }
# complete -c PROGRAM -s o -l output -d 'text' ...
of_fish() {
	grep "^complete -c $1 " "$TOP/completions/fish/$1.fish" | sed "s/'[^']*'/text/g; s/\"[^\"]*\"/text/g" |
		awk '{ for (i = 1; i <= NF; i++) if ($i ~ /^-[slo]$/) { print ($i == "-l" ? "--" : "-") $(i + 1); i++ } else if ($i ~ /^-[adnwc]$/) i++ }' | words
}

same() { # PROGRAM SOURCE: what only one of --help and SOURCE has
	diff <(of_help "$1") <("of_$2" "$1") >"$BATS_TEST_TMPDIR/diff" && return
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

@test "--version tells release, commit and which scheduler native follows" {
	release=$(sed -n '1s/^snap-tools (\(.*\)) .*/\1/p' "$TOP/scripts/packaging/debian/changelog")
	follows=$(snap-replay --help | sed -n 's/.*as that scheduler (default: \(.*\)), or auto/\1/p')
	commit=$("$TOP/scripts/packaging/commit.sh")
	[[ -n $release && -n $follows ]]
	[[ $commit =~ ^([0-9a-f]{12}\+?|unknown)$ ]]
	for p in $PROGRAMS; do
		run -0 --separate-stderr "$p" --version
		[ "${lines[0]}" = "$p $release" ]
		# those of a build may be older than the last commit
		[[ ${lines[1]} =~ ^commit\ ([0-9a-f]{12}\+?|unknown)$ ]]
		[ "${lines[2]}" = "native follows KAI Scheduler $follows" ]
		[ "${#lines[@]}" -eq 3 ]
	done
}

@test "the commit is that of the checkout, of the archive's file, or unknown" {
	cd "$BATS_TEST_TMPDIR"
	mkdir -p top/scripts/packaging
	cp "$TOP/scripts/packaging/commit.sh" top/scripts/packaging
	git init -q . # another checkout around it is none of its own
	[ "$(sh top/scripts/packaging/commit.sh)" = unknown ]
	mv .git top
	cd top
	git add .
	git -c user.name=a -c user.email=a@b commit -q -m one
	[ "$(sh scripts/packaging/commit.sh)" = "$(git rev-parse --short=12 HEAD)" ]
	echo '#' >>scripts/packaging/commit.sh
	[ "$(sh scripts/packaging/commit.sh)" = "$(git rev-parse --short=12 HEAD)+" ]
	echo 0123456789ab >scripts/packaging/commit
	[ "$(sh scripts/packaging/commit.sh)" = 0123456789ab ]
}

@test "--help has 80 columns" {
	for p in $PROGRAMS; do
		run "$p" --help
		[ "${#lines[@]}" -gt 5 ]
		for line in "${lines[@]}"; do
			[ "${#line}" -le 80 ] && [[ $line != *$'\t'* ]] || { echo "$p: $line"; false; }
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

# said WORDS PROGRAM ARGUMENT...: the first line on standard error, with status 2 and nothing on standard output.
said() {
	run --separate-stderr "${@:2}" </dev/null
	[ "$status" -eq 2 ] && [ -z "$output" ] && [ "$stderr" = "$2: $1"$'\n'"try '$2 --help'" ] && return
	echo "${*:2}: status $status: $stderr"
	return 1
}

@test "what is wrong with an option is said in the same words by all programs" {
	for p in $PROGRAMS; do
		said "unknown option '--no-such-option'" "$p" --no-such-option
		said "unknown option '--no-such'" "$p" --no-such=http://user:secret@host
		said "unknown option '-Y'" "$p" -qYo x
		said "unknown option '--'" "$p" --=x
		said "option '--quiet' takes no argument" "$p" --qui=3
		[ "$p" = snap-serve ] || said "option '-o' needs an argument" "$p" -qo
		[ "$p" = snap-serve ] || said "option '--output' needs an argument" "$p" --output
	done
	said "option '--idle-timeout' needs an argument" snap-serve --idle
	said "option '--arg' needs an argument" snap-inspect --arg
	said "option '--arg' needs two arguments, a name and a value" snap-inspect --arg x
	said "option '--ar' is ambiguous: --arg, --argjson or --args" snap-inspect --ar x y
	said "option '--re' is ambiguous: --remote-port or --retries" snap-fetch --re=5
	said "option '--re' is ambiguous: --refs, --repo, --repeat or --rebuild" snap-compare-refs --re x
}

@test "a list may have blanks beside its commas" {
	run -0 snap-replay --show ' queues ,pods' "$TOP/tests/data/demo.json"
	[ "$(jq -r .event <<<"$output" | sort -u | tr '\n' ' ')" = "pod queue " ] || { jq -r .event <<<"$output" | sort -u; false; }
	cd "$BATS_TEST_TMPDIR"
	run -0 snap-compare-refs -q -f tsv --output-dir out --refs ' native , native:live ,' "$TOP/tests/data/demo.json"
	[ "$(cut -f1 <<<"$output" | tr '\n' ' ')" = "ref native native:live " ]
}

@test "completion scripts are syntactically sound" {
	for p in $PROGRAMS; do
		bash -n "$TOP/completions/bash/$p"
		! command -v zsh >/dev/null || zsh -n "$TOP/completions/zsh/_$p"
		! command -v fish >/dev/null || fish --no-execute "$TOP/completions/fish/$p.fish"
	done
}

# The words that a completion offers for an option, sorted, one a line: a PROGRAM and a long OPTION.
offered_bash() {
	complete() { while [ $# -gt 1 ]; do [ "$1" = -F ] && function=$2; shift; done; }
	. "$TOP/completions/bash/$1"
	COMP_WORDS=("$1" "$2" "") COMP_CWORD=2 COMP_LINE="$1 $2 " COMP_POINT=$((${#1} + ${#2} + 2))
	"$function" "$1" "" "$2"
	printf '%s\n' "${COMPREPLY[@]}" | sort
}
offered_zsh() {
	local kinds
	kinds=$(sed -n 's/^kinds=(\(.*\))$/\1/p' "$TOP/completions/zsh/_$1")
	sed -nE "s/^.*[,)'*]$2[}=]*'?\\[[^]]*\\]:[^:]*:(.*)' .*$/\\1/p" "$TOP/completions/zsh/_$1" |
		sed "s/^_values -s , [a-z]* //; s/[()]//g; s/\\\$kinds/$kinds/" | tr ' ' '\n' | sort
}
offered_fish() { sed -n "s/^complete -c $1 .*-l ${2#--} .*-a '\([^']*\)'.*/\1/p" "$TOP/completions/fish/$1.fish" | sed 's/^(__snap_[a-z_]*_list \(.*\))$/\1/' | tr ' ' '\n' | sort; }

# The words that the program names where it does not know one: "...: a, b or c".
known() {
	"$1" "$2" ? </dev/null 2>&1 | head -1 | sed "s/.*'?': //" | sed 's/,* or /, /; s/, /\n/g' | sort
}

@test "completions offer the words that the program knows, no others" {
	for what in "snap-replay --actions" "snap-replay --show" "snap-inspect --list" "snap-replay --format" \
		"snap-inspect --format" "snap-config --format" "snap-diff --format" "snap-compare-refs --format" \
		"snap-import --adopt" "snap-import --from" "snap-import --profile" "snap-testcase --format" "snap-testcase --expect"; do
		set -- $what
		known "$@" >"$BATS_TEST_TMPDIR/known"
		[ "$(wc -l <"$BATS_TEST_TMPDIR/known")" -gt 1 ]
		for shell in bash zsh fish; do
			(offered_$shell "$@") >"$BATS_TEST_TMPDIR/offered"
			diff "$BATS_TEST_TMPDIR/known" "$BATS_TEST_TMPDIR/offered" || { echo "$what: < known, > offered by $shell"; false; }
		done
	done
}

@test "completions offer the versions and switches that snap-replay knows, no others" {
	{
		echo auto
		for v in v0.{12..20}.{0..30}; do ! snap-replay --follows $v --version >/dev/null 2>&1 || echo $v; done
	} | sort >"$BATS_TEST_TMPDIR/versions"
	snap-replay --switch ?=on 2>&1 </dev/null | head -1 | sed "s/.*'?': //; s/ or /, /; s/, /\n/g" | sed 'h; s/$/=on/p; x; s/$/=off/' | sort >"$BATS_TEST_TMPDIR/switches"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/versions")" -gt 10 ] && [ "$(wc -l <"$BATS_TEST_TMPDIR/switches")" -gt 30 ]
	for shell in bash zsh fish; do
		(offered_$shell snap-replay --follows) | diff "$BATS_TEST_TMPDIR/versions" -
		(offered_$shell snap-replay --switch) | diff "$BATS_TEST_TMPDIR/switches" -
	done
	sed '1d; s/^/native@/' "$BATS_TEST_TMPDIR/versions" >"$BATS_TEST_TMPDIR/natives"
	for file in bash/snap-compare-refs zsh/_snap-compare-refs fish/snap-compare-refs.fish; do
		grep -o 'native@v[0-9.]*[0-9]' "$TOP/completions/$file" | sort -u | diff "$BATS_TEST_TMPDIR/natives" - || { echo "$file"; false; }
	done
	for name in $(sed -n 's/=on//p' "$BATS_TEST_TMPDIR/switches"); do
		grep -q "^\.It Cm $name Pq" "$TOP/man/snap-replay.1" || { echo "$name"; false; }
	done
}

@test "completions offer the modes, engines and architectures of --help, no others" {
	run snap-replay --help
	[[ $(tr -s ' \n' ' ' <<<"$output") == *"--search-budget MODE off (default): "*"; steps[:COST]: "*"; wall: "* ]]
	[[ $output == *"--engine native "* ]]
	for what in "off steps wall:snap-replay --search-budget" "native:snap-replay --engine" \
		"amd64 arm64:snap-replay --arch" "amd64 arm64:snap-compare-refs --arch"; do
		set -- ${what#*:}
		for shell in bash zsh fish; do
			[ "$( (offered_$shell "$@") | tr '\n' ' ')" = "${what%%:*} " ] || { echo "$what, $shell: $( (offered_$shell "$@") )"; false; }
		done
	done
}

# What bash offers for words as it splits them: at blanks, and at each "=".
bash_offers() {
	(
		complete() { while [ $# -gt 1 ]; do [ "$1" = -F ] && function=$2; shift; done; }
		. "$TOP/completions/bash/$1"
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
		"$function" "$1" "${*: -1}" "${*: -2:1}"
		printf '%s ' "${COMPREPLY[@]}"
	)
}
# What fish offers for a line.
fish_offers() { fish --no-config -c "source '$TOP/completions/fish/${1%% *}.fish'; complete -C '$1'" | cut -f1 | tr '\n' ' '; }

@test "completions offer values behind --option=, and of a list what it does not have yet" {
	[ "$(bash_offers snap-replay --format = '')" = "json text tsv " ] # where bash splits off what follows
	[ "$(bash_offers snap-replay --format =)" = "json text tsv " ]
	[ "$(bash_offers snap-replay --format = t)" = "text tsv " ]
	[ "$(bash_offers snap-inspect --list = podG)" = "podGroups " ]
	[ "$(bash_offers snap-unzip --format = js)" = "json " ]
	[ "$(bash_offers snap-serve --port = 80)" = "8081 " ]
	[ "$(bash_offers snap-fetch --timeout = 1)" = "10m 1h " ]
	[ "$(bash_offers snap-replay --show queues,p)" = "queues,pending queues,pods " ]
	[ "$(bash_offers snap-replay --show = queues,pods,p)" = "queues,pods,pending " ]
	[ "$(bash_offers snap-replay --actions allocate,reclaim,)" = "allocate,reclaim,consolidation allocate,reclaim,preempt allocate,reclaim,stalegangeviction " ]
	[ "$(bash_offers snap-compare-refs --refs native,native:)" = "native,native:live " ]
	[ "$(bash_offers snap-compare-refs --refs native@v0.16.8,native@v0.17.)" = "native@v0.16.8,native@v0.17.0 native@v0.16.8,native@v0.17.1 " ]
	# where bash splits at "@" and ":"
	[ "$(bash_offers snap-compare-refs --refs native @)" = "$(sed 's/native@//; s/$/ /' <<<"$(bash_offers snap-compare-refs --refs native@ | tr ' ' '\n' | grep .)" | tr -d '\n')" ]
	[ "$(bash_offers snap-compare-refs --refs native @ v0.17.)" = "v0.17.0 v0.17.1 " ]
	[ "$(bash_offers snap-compare-refs --refs = native @ v0.16.8,native @ v0.17.)" = "v0.17.0 v0.17.1 " ]
	[ "$(bash_offers snap-compare-refs --refs native : l)" = "live " ]
	cd "$BATS_TEST_TMPDIR"
	touch a-file
	[ "$(bash_offers snap-zip --output = a-)" = "a-file " ]
	# zsh: each option with an argument takes it behind "=", but for those of two words.
	[ -z "$(grep -hE "\\]:[^:]*:[^:]*' " "$TOP"/completions/zsh/_* | grep -v "^[[:blank:]]*'[1*]:" | grep -v '=[}\[]')" ]
	command -v fish >/dev/null || skip "fish is not installed"
	[ "$(fish_offers 'snap-replay --format=')" = "--format=json --format=text --format=tsv " ]
	[ "$(fish_offers 'snap-inspect --list=podG')" = "--list=podGroups " ]
	[ "$(fish_offers 'snap-replay --show queues,p')" = "queues,pending queues,pods " ]
	[ "$(fish_offers 'snap-replay --show=queues,pods,pe')" = "--show=queues,pods,pending " ]
	[ "$(fish_offers 'snap-compare-refs --refs native,native:')" = "native,native:live " ]
	[ "$(fish_offers 'snap-compare-refs --refs native@v0.16.8,native@v0.17.')" = "native@v0.16.8,native@v0.17.0 native@v0.16.8,native@v0.17.1 " ]
}

@test "--help and the man page of snap-replay name the words of --show" {
	known snap-replay --show >"$BATS_TEST_TMPDIR/known"
	snap-replay --help | tr '\n' ' ' | sed 's/.*--show WHAT,... *//; s/ (default.*//; s/, */\n/g' | sort | diff "$BATS_TEST_TMPDIR/known" -
	for word in $(cat "$BATS_TEST_TMPDIR/known"); do
		sed -n '/^\.It Fl -show/,/^\.It Fl -explain/p' "$TOP/man/snap-replay.1" | grep -qw "$word" || { echo "$word"; false; }
	done
}

@test "the man page of snap-replay describes each event that is written" {
	events=$(sed -nE 's/.*event_begin\(ev, "([a-z]+)"\).*/\1/p' "$TOP"/cmd/snap-replay/*/*.c | sort -u)
	[ "$(wc -w <<<"$events")" -ge 7 ]
	listed=$(sed -n '/^\.Ss Events/,/^\.S[sh] /s/^\.It Li //p' "$TOP/man/snap-replay.1" | tr -d ,)
	for e in $events bind pipeline evict pending unplaced unsupported warning; do
		grep -qw -- "$e" <<<"$listed" || { echo "no $e"; false; }
	done
}
