#!/usr/bin/env bats
# The engine's map and its rules: what a comment or a table names is there.
load ../lib/env

setup() { cd "$TOP"; }

fail() {
	echo "$1"
	return 1
}

# headings FOLDER: "NN SECTION" of every numbered heading of the rules, "NN idea K" of every item of a chapter of test ideas.
headings() {
	awk '
		FNR == 1 { part = substr(FILENAME, match(FILENAME, /[0-9][0-9]-[^\/]*$/), 2); ideas = 0; fence = 0 }
		/^```/ { fence = !fence }
		fence { next }
		/^#+ [A-I0-9]/ { s = $2; sub(/\.$/, "", s); print part, s }
		/^#+ / { ideas = /Test ideas$/ }
		ideas && /^[0-9]+\. / { sub(/\.$/, "", $1); print part, "idea", $1 }' "$1"/[0-9][0-9]-*.md
}

# cited FILE...: "FILE: NN REST" of each citation, comments that go on in the next line joined.
cited() {
	awk '
		function flush(   n, i, part) {
			n = split(text, part, "rules/")
			for (i = 2; i <= n; i++)
				if (part[i] ~ /^[0-9][0-9]/)
					print file ": " substr(part[i], 1, 72)
			text = ""
		}
		FNR == 1 { flush(); file = FILENAME }
		{ sub(/^[ \t]*(\/?\*+|#+|\/\/|\.\\")?[ \t]*/, ""); text = text $0 " " }
		END { flush() }' "$@"
}

# resolve FOLDER: citations of the input that no heading answers. A citation is a section or "idea K", or several of them with
# commas, "and" and "to" between.
resolve() {
	headings "$1" >"$BATS_TEST_TMPDIR/headings"
	awk -v heads="$BATS_TEST_TMPDIR/headings" '
		BEGIN {
			while ((getline line < heads) > 0)
				known[line] = 1
			item = " (ideas? )?([A-I]?[0-9]+(\\.[0-9]+)*|[A-I]([^A-Za-z]|$))"
			more = "(,|,? and| to)" item
		}
		{
			part = $2
			rest = substr($0, length($1) + length(part) + 2)
			if (rest ~ /^-[a-z-]+\.md/)
				next # a path
			idea = 0
			for (n = 0; match(rest, "^" (n ? more : item)); n++) {
				one = substr(rest, 1, RLENGTH)
				rest = substr(rest, RLENGTH + 1)
				idea = idea || one ~ /idea/
				sub(/^.* /, "", one)
				sub(/[^A-Z0-9]$/, "", one)
				one = part " " (idea ? "idea " : "") one
				if (!(one in known))
					print $1, one
			}
			if (!n)
				print $1, part, "without a section"
		}'
}

# Every file that may cite: not the rules themselves, and no data.
files() {
	find cmd common tests man scripts completions README.md Makefile -type f \
		! -path 'tests/conformance/*' ! -path 'tests/data/*' ! -path 'tests/json/*' ! -path 'tests/fuzz/*' \
		! -path cmd/snap-replay/rules/'*' ! -path tests/bats/map.bats
}

@test "every citation of the rules names a heading" {
	# shellcheck disable=SC2046 # no file here has a blank in its name
	cited $(files) >"$BATS_TEST_TMPDIR/cited"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/cited")" -gt 300 ]
	run resolve cmd/snap-replay/rules <"$BATS_TEST_TMPDIR/cited"
	[ -z "$output" ] || fail "$output"
}

@test "what the rules cite of each other is there" {
	sed -E 's|\b([01][0-9]) §|rules/\1 |g' cmd/snap-replay/rules/[0-9]*.md >"$BATS_TEST_TMPDIR/rules.md"
	sed -E '/^\|/s/\b([01][0-9]) ([0-9])/rules\/\1 \2/g' cmd/snap-replay/rules/README.md >>"$BATS_TEST_TMPDIR/rules.md"
	cited "$BATS_TEST_TMPDIR/rules.md" >"$BATS_TEST_TMPDIR/cited"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/cited")" -gt 150 ]
	run resolve cmd/snap-replay/rules <"$BATS_TEST_TMPDIR/cited"
	[ -z "$output" ] || fail "$output"
}

@test "a citation of what is not there is found" {
	printf '%s\n' '/* rules/04 9.5, rules/04 99, rules/04 9.3 and' ' * 9.99; rules/03 idea 7, rules/03 idea 99, rules/07 A1, rules/07 E,' \
		' * rules/05 of old, rules/03 ideas 1 to 98, rules/01 4.2, 4.3. */' >"$BATS_TEST_TMPDIR/x.c"
	run bash -c "$(declare -f cited headings resolve); cited $BATS_TEST_TMPDIR/x.c | sed 's|^.*/x.c|x.c|' | resolve cmd/snap-replay/rules"
	[ "$output" = "x.c: 04 99
x.c: 04 9.99
x.c: 03 idea 99
x.c: 05 without a section
x.c: 03 idea 98" ] || fail "$output"
}

@test "nothing cites a section without its file, or a paper that is not in the tree" {
	# shellcheck disable=SC2046
	run grep -nE '\bkai/[0-9]|cli\.md|style\.md|/\* (Section |---- )[0-9]|behaviour reference|\(section [0-9]|\b[Tt]est ideas? [0-9]|[Ss]hort cut [0-9]' $(files)
	[ "$status" -eq 1 ] || fail "$output"
}

# paths FILE...: what the map and the rules name in backquotes that is a path in this tree, or link to.
paths() {
	{
		grep -hoE '`[^` ]+`' "$@" | tr -d '`' | grep -E '/$|\.(c|h|md|bats)$' | grep -vE 'NAME|\.io/|^runai'
		grep -hoE '\]\([^)]+\)' "$@" | sed -E 's/^..//; s/\)$//; s|^\.\./||'
		grep -hoE '\btests/(unit|bats|lib|conformance)/[A-Za-z0-9_/.-]*[A-Za-z0-9]' "$@"
	} | sort -u
}

# unknown FILE...: paths that are neither beside the map nor at the top.
unknown() {
	paths "$@" | while read -r path; do
		compgen -G "cmd/snap-replay/$path" || compgen -G "cmd/snap-replay/rules/$path" || compgen -G "$path*" || echo "nowhere: $path"
	done | sed -n 's/^nowhere: //p'
}

@test "every path in the map and the rules is there, and the map is short" {
	[ "$(paths cmd/snap-replay/README.md | wc -l)" -gt 40 ]
	run unknown cmd/snap-replay/README.md cmd/snap-replay/rules/*.md
	[ -z "$output" ] || fail "$output"
	[ "$(wc -l <cmd/snap-replay/README.md)" -le 200 ]
	grep -qF 'cmd/snap-replay/README.md' README.md
	printf 'see `session/nowhere.h`, `session/session.h` and [here](rules/README.md)\n' >"$BATS_TEST_TMPDIR/map.md"
	[ "$(unknown "$BATS_TEST_TMPDIR/map.md")" = session/nowhere.h ]
}

# allowed MAP: "FOLDER OTHER" for every pair of the map's table of folders, and of the folders that those may include.
allowed() {
	awk -F'|' '
		/^\| folder \| holds \| may include/ { table = 1; next }
		table && !/^\|/ { exit }
		!table || /^\| -/ { next }
		{
			n = split($2, own, "`"); m = split($4, other, "`")
			for (i = 2; i <= n; i += 2) {
				folder = own[i]; sub(/\/.*/, "", folder)
				print folder, folder
				print folder, "common"
				if ($4 ~ /all above/)
					for (above in seen)
						may[folder, above]
				for (k = 2; k <= m; k += 2) {
					sub(/\/.*/, "", other[k])
					may[folder, other[k]]
					for (above in seen)
						if ((other[k], above) in may)
							may[folder, above]
				}
				seen[folder]
			}
		}
		END { for (pair in may) { split(pair, p, SUBSEP); print p[1], p[2] } }' "$1"
}

# included TOP: "FOLDER OTHER FILE" for every file below the folders of TOP that includes a header of another folder. Headers at the top
# of TOP belong to no folder.
included() {
	(cd "$1" && grep -rE '^#include "[a-z_]+/' --include='*.[ch]' ./*/) |
		sed -E 's|^\./(([a-z_]+)/[^:]*):#include "([a-z_]+)/.*|\2 \3 \1|' | sort -u
}

# trespass FOLDER MAP: includes that the map does not allow.
trespass() {
	allowed "$2" >"$BATS_TEST_TMPDIR/allowed"
	included "$1" | awk -v allowed="$BATS_TEST_TMPDIR/allowed" '
		BEGIN { while ((getline line < allowed) > 0) may[line] = 1 }
		!(($1 " " $2) in may) { print $3 ": " $2 "/" }'
}

@test "no folder includes what the map's table does not allow" {
	[ "$(included cmd/snap-replay | wc -l)" -gt 100 ]
	run trespass cmd/snap-replay cmd/snap-replay/README.md
	[ -z "$output" ] || fail "$output"
}

@test "an include against the table is found" {
	mkdir -p "$BATS_TEST_TMPDIR/engine/low/deep" "$BATS_TEST_TMPDIR/engine/high"
	printf '#include "high/a.h"\n#include "common/mem.h"\n' >"$BATS_TEST_TMPDIR/engine/low/deep/b.c"
	printf '#include "low/b.h"\n' >"$BATS_TEST_TMPDIR/engine/high/a.c"
	printf '| folder | holds | may include |\n| --- | --- | --- |\n| `low/` | | `common/` |\n| `high/` | | `low/` |\n' >"$BATS_TEST_TMPDIR/map.md"
	run trespass "$BATS_TEST_TMPDIR/engine" "$BATS_TEST_TMPDIR/map.md"
	[ "$output" = "low/deep/b.c: high/" ] || fail "$output"
}

# unused MAP FOLDER: words of the map's glossary that no source of the folder has, neither in comments nor in names.
unused() {
	grep -rhE '[a-z]' --include='*.[ch]' "$2" | tr '_\n*' '   ' | tr -s ' \t' ' ' >"$BATS_TEST_TMPDIR/sources"
	awk '/^## / { glossary = /^## Glossary/ } glossary' "$1" | grep -oE '\*\*[^*]+\*\*' | tr -d '*' | sed 's/, /\n/g' |
		while read -r word; do
			grep -qiwF -e "$word" -e "${word%s}" -e "${word}s" "$BATS_TEST_TMPDIR/sources" || echo "$word"
		done
}

@test "the sources use every word of the glossary" {
	run unused cmd/snap-replay/README.md cmd/snap-replay
	[ -z "$output" ] || fail "$output"
	printf '## Glossary\n\n- **bound, clone**: x. **Net**: y.\n\n## Else\n\n**nothing**\n' >"$BATS_TEST_TMPDIR/map.md"
	mkdir "$BATS_TEST_TMPDIR/sources.d"
	printf '/* Bounds */\nstruct net_of;\n' >"$BATS_TEST_TMPDIR/sources.d/x.c"
	[ "$(unused "$BATS_TEST_TMPDIR/map.md" "$BATS_TEST_TMPDIR/sources.d")" = clone ]
}

@test "functions that a comment names with their file are defined there" {
	# "a(), b() and c() of FILE", in a comment of one line or several
	named=$(find cmd/snap-replay -name '*.[ch]' -exec cat {} + | sed -E 's/^[ \t]*(\/?\*+)[ \t]*//' | tr '\n' ' ' |
		grep -oE '([a-z0-9_]+\(\)(,| and)? )+of [a-z-]+/[a-z_/-]+\.[ch]')
	[ -n "$named" ]
	while read -r line; do
		file=${line##* }
		for f in $(grep -oE '[a-z0-9_]+\(' <<<"$line"); do
			grep -qE "^[a-z].*\b${f%?}\(" "$file" || fail "$file has no $f)"
		done
	done <<<"$named"
}
