#!/usr/bin/env bats
# snap-unzip: what comes out of archives, and what does not.
load ../lib/env
load ../lib/zip

setup() {
	T=$BATS_TEST_TMPDIR
	export LC_ALL=C
	mkdir "$T/here"
	cd "$T/here"
	JSON=$TOP/tests/data/demo.json
	snap-zip "$JSON" >"$T/demo.zip"
}

left() { ls -A "$T/here"; }

@test "times are the same in every time zone" {
	local when='\x05\x39\xa6\x58' sums='\x43\xbf\xa6\xa3\x02\0\0\0\x02\0\0\0\x0d\0\0\0' # 2024-05-06 07:08:10
	printf 'PK\3\4\x14\0\0\0\0\0'"$when$sums"'snapshot.json{}' >dated.zip
	printf 'PK\1\2\x14\0\x14\0\0\0\0\0'"$when$sums"'\0\0\0\0\0\0\0\0\0\0\0\0\0\0snapshot.json' >>dated.zip
	printf 'PK\5\6\0\0\0\0\1\0\1\0\x3b\0\0\0\x2d\0\0\0\0\0' >>dated.zip
	TZ=Asia/Tokyo snap-unzip -l -f json dated.zip >east
	TZ=America/New_York snap-unzip -l -f json dated.zip >west
	grep -q '"modified":"2024-05-06T07:08:10Z"' east
	cmp east west
}

@test "snapshot.json of a ZIP, from a file, stdin and a pipe" {
	snap-unzip "$T/demo.zip" | cmp - "$JSON"
	snap-unzip <"$T/demo.zip" | cmp - "$JSON"
	cat "$T/demo.zip" | snap-unzip - | cmp - "$JSON"
}

@test "a pipe that delivers byte by byte" {
	{ head -c 70 "$T/demo.zip" | while IFS= read -r -d '' -n 1 c || [ -n "$c" ]; do if [ -n "$c" ]; then printf %s "$c"; else printf '\0'; fi; done
	tail -c +71 "$T/demo.zip"; } | snap-unzip | cmp - "$JSON"
}

@test "bare, gzip, xz and zstd pass through, whatever the name" {
	gzip -c "$JSON" >"$T/a.zip"
	snap-unzip "$T/a.zip" | cmp - "$JSON"
	snap-unzip "$JSON" | cmp - "$JSON"
	for tool in xz zstd; do
		command -v $tool >/dev/null || continue
		$tool -c <"$JSON" | snap-unzip | cmp - "$JSON"
	done
	cp "$T/demo.zip" "$T/capture.gzip"
	snap-unzip "$T/capture.gzip" | cmp - "$JSON"
}

@test "archives of the real plugin" {
	shopt -s nullglob
	set -- "$TOP"/../shared/conformance/captured/*.zip
	[ $# -gt 0 ] || skip "no captured archives here"
	for z; do
		snap-unzip "$z" | cmp - <(unzip -p "$z")
		cat "$z" | snap-unzip -t | grep -q '"members":1'
		snap-unzip "$z" | snap-zip | snap-unzip | cmp - <(unzip -p "$z")
	done
}

@test "zip(1) of a file and of a stream" {
	cp "$JSON" snapshot.json
	zip -q "$T/a.zip" snapshot.json
	zip -q -0 "$T/b.zip" snapshot.json
	zip -q - snapshot.json | cat >"$T/c.zip"
	zip -q -fz- - - <snapshot.json | cat >"$T/d.zip"
	for z in a b c; do snap-unzip "$T/$z.zip" | cmp - "$JSON"; done
	snap-unzip -p - "$T/d.zip" | cmp - "$JSON"
}

@test "-l lists in three formats, for all packings" {
	mkzip a 12 snapshot.json '{}' "b/c d" '' >"$T/z.zip"
	[ "$(snap-unzip -l "$T/z.zip" | jq -r .name)" = $'a\nsnapshot.json\nb/c d' ]
	[ "$(snap-unzip -l "$T/z.zip" | jq -c '[.size, .packed, .method, .modified]' | head -n 1)" = '[2,2,"stored",null]' ]
	[ "$(snap-unzip -l "$T/z.zip" | jq -r .crc32 | head -n 1)" = 4f5344cd ]
	[ "$(snap-unzip --list --format tsv "$T/z.zip" | sed -n 2p)" = $'2\t2\tstored\t\ta' ]
	[ "$(snap-unzip -l -f text "$T/z.zip" | awk 'NR > 1 { print $1, $3 }' | tail -n 1)" = "0 stored" ]
	[ "$(snap-unzip -l "$T/demo.zip" | jq -r '[.name, .size, .method] | @csv')" = "\"snapshot.json\",$(stat -c %s "$JSON"),\"deflated\"" ]
	[ "$(gzip -c "$JSON" | snap-unzip -l | jq -r '[.name, .size, .method, .crc32] | @csv')" = "\"snapshot.json\",$(stat -c %s "$JSON"),\"gzip\"," ]
	[ "$(snap-unzip -l "$JSON" | jq -r .method)" = stored ]
}

@test "-l shows the date where there is one" {
	printf '{}' >snapshot.json
	touch -d 2024-05-06T07:08:10Z snapshot.json
	TZ=UTC zip -q -X "$T/z.zip" snapshot.json
	[ "$(TZ=UTC snap-unzip -l "$T/z.zip" | jq -r .modified)" = 2024-05-06T07:08:10Z ]
}

@test "a member's name cannot steer the terminal" {
	mkzip $'a\e[31mb' 1 >"$T/z.zip"
	run snap-unzip -l -f text "$T/z.zip"
	[ "$status" -eq 0 ]
	[[ ${lines[1]} == *'a\x1b[31mb' ]]
	run --separate-stderr snap-unzip "$T/z.zip"
	[ "$status" -eq 3 ]
	[[ $stderr == *'a\x1b[31mb'* ]]
}

@test "-t adds up what is right and refuses what is not" {
	mkzip a 12 snapshot.json '{}' >"$T/z.zip"
	[ "$(snap-unzip -t "$T/z.zip")" = '{"kind":"zip","members":2,"bytes":4}' ]
	[ "$(snap-unzip -t -f text "$T/z.zip")" = "$T/z.zip: zip, 2 members, 4 bytes, no errors" ]
	[ "$(snap-unzip --test -f tsv <"$T/z.zip" | tail -n 1)" = $'zip\t2\t4' ]
	sed 's/{}/{]/' "$T/z.zip" >"$T/bad.zip"
	run --separate-stderr snap-unzip -t "$T/bad.zip"
	[ "$status" -eq 3 ]
	[ -z "$output" ]
	[[ $stderr == *"bad CRC"*"snapshot.json"* ]]
}

@test "a wrong bit in the directory or in the end record is refused, all but those that mean nothing" {
	for ((byte = 0; byte < 81; byte++)); do
		zip_flip $byte $((byte % 8)) "$T/demo.zip" >"$T/bad.zip"
		want=3
		case $byte in 4 | 5 | 36 | 37 | 38 | 39 | 40 | 41) want=0 ;; esac # made by, attributes
		for how in '-t "$1"' '-o out "$1"' '-d dir < <(cat "$1")'; do
			run --separate-stderr bash -c "snap-unzip $how" - "$T/bad.zip"
			[ "$status" -eq $want ] || { echo "byte $byte, $how: $status"; false; }
			[ "$want" -eq 0 ] || [[ ${stderr_lines[0]} == *"the archive is "*": "* ]]
		done
		[ "$want" -eq 0 ] || [ ! -e out ]
		rm -rf out dir
	done
}

@test "header, data and directory that contradict each other" {
	mkzip a 12 b/c 345 >"$T/z.zip"
	at=$(($(stat -c %s "$T/z.zip") - 22)) # of the end record; in front of it two entries, of 47 and 49 bytes
	expect_words() { # WORDS: what -t says of what comes in
		cat >"$T/bad.zip"
		for how in '"$1"' '<"$1"' '< <(cat "$1")'; do
			run --separate-stderr bash -c "snap-unzip -t $how" - "$T/bad.zip"
			[ "$status" -eq 3 ]
			[[ $stderr == *"$1"* ]] || { echo "$stderr"; false; }
		done
	}
	head -c $at "$T/z.zip" >"$T/front"
	tail -c 22 "$T/z.zip" >"$T/end"
	{ head -c 33 "$T/z.zip"; printf x; tail -c +34 "$T/z.zip"; } | expect_words "what is at byte 33 is neither a member nor the directory"
	{ printf 'MZ'; cat "$T/z.zip"; } | expect_words "not a snapshot"
	{ cat "$T/z.zip"; printf 'x'; } | expect_words "1 bytes follow its end"
	{ cat "$T/front" "$T/end"; tail -c 49 "$T/front"; cat "$T/end"; } | expect_words "the place of its directory is wrong"
	{ head -c -20 "$T/z.zip"; printf '\1'; tail -c 19 "$T/z.zip"; } | expect_words "the archive is"
	# The same two entries the other way round.
	{ head -c -96 "$T/front"; tail -c 49 "$T/front"; tail -c 96 "$T/front" | head -c 47; cat "$T/end"; } | expect_words "its directory disagrees with its member a: name"
	# One entry fewer than there are members, and one more.
	{ head -c -49 "$T/front"; printf 'PK\5\6\0\0\0\0\1\0\1\0\x2f\0\0\0'; tail -c 6 "$T/end"; } | expect_words "its directory lists fewer members than there are"
}

@test "ZIPs of other writers are whole" {
	printf '{}' >snapshot.json
	mkdir d
	head -c 5000 /dev/zero >d/z
	zip -q -r a.zip snapshot.json d
	zip -q -r - snapshot.json d | cat >b.zip
	zip -q -fz -z c.zip snapshot.json <<<"a comment"
	zip -q -fz- - - <snapshot.json | cat >d.zip
	zip -q - - <snapshot.json | cat >e.zip
	zip -q -0 - d/z | cat >f.zip
	zip -q -Z bzip2 g.zip d/z
	count=7
	if command -v bsdtar >/dev/null; then
		bsdtar --format zip -cf h.zip snapshot.json d
		bsdtar --format zip -cf - snapshot.json d | cat >i.zip # filled up to tar's blocks
		count=9
	fi
	for z in *.zip; do
		snap-unzip -t "$z" >"$T/said"
		cat "$z" | snap-unzip -t | cmp - "$T/said"
	done
	[ "$(ls ./*.zip | wc -l)" -eq $count ]
}

@test "-p prints any member, -o puts it into a file" {
	mkzip a 12 snapshot.json '{}' 'b/c d' 345 >"$T/z.zip"
	[ "$(snap-unzip -p 'b/c d' "$T/z.zip")" = 345 ]
	[ "$(cat "$T/z.zip" | snap-unzip --print a)" = 12 ]
	snap-unzip -p a -o out "$T/z.zip"
	[ "$(cat out)" = 12 ]
	[ "$(snap-unzip -p snapshot.json "$JSON" | sha256sum)" = "$(sha256sum <"$JSON")" ]
	run --separate-stderr snap-unzip -p c -o out "$T/z.zip"
	[ "$status" -eq 3 ]
	[[ $stderr == *"no such member"*"try: "* ]]
	[ "$(cat out)" = 12 ]
	mkzip a 1 a 2 >"$T/two.zip"
	run --separate-stderr snap-unzip -p a "$T/two.zip"
	[ "$status" -eq 3 ]
	[[ $stderr == *"two members"* ]]
}

@test "-d extracts folders and files, replacing what is there" {
	mkzip a 12 b/c/d 345 e/ '' snapshot.json '{}' >"$T/z.zip"
	snap-unzip -d out "$T/z.zip"
	[ "$(find out | sort | tr '\n' ' ')" = "out out/a out/b out/b/c out/b/c/d out/e out/snapshot.json " ]
	[ "$(cat out/a out/b/c/d out/snapshot.json)" = '12345{}' ]
	mkzip a new >"$T/z.zip"
	snap-unzip --directory out <"$T/z.zip"
	[ "$(cat out/a out/b/c/d)" = new345 ]
	gzip -c "$JSON" | snap-unzip -d out
	cmp out/snapshot.json "$JSON"
}

@test "-d does not write outside its folder" {
	for name in ../x /tmp/snap-evil a/../../x .. a/..; do
		mkzip good 1 "$name" 2 >"$T/z.zip"
		run --separate-stderr snap-unzip -d out "$T/z.zip"
		[ "$status" -eq 3 ]
		[[ $stderr == *"unsafe name"* ]]
		[ "$(find . ! -name . | sort | tr '\n' ' ')" = "./out ./out/good " ]
		rm -r out
	done
	[ ! -e /tmp/snap-evil ]
	# What the directory calls a link is a plain file with the target in it.
	mkzip -l link /etc >"$T/z.zip"
	snap-unzip -d out "$T/z.zip"
	[ ! -L out/link ]
	[ "$(cat out/link)" = /etc ]
	rm -r out
	mkzip $'a\nb' 1 >"$T/z.zip"
	run --separate-stderr snap-unzip -d out "$T/z.zip"
	[ "$status" -eq 3 ]
	[ -z "$(left)" ]
}

@test "-d does not follow links that are there" {
	mkdir out elsewhere
	ln -s ../elsewhere out/sub
	echo keep >elsewhere/kept
	ln -s ../elsewhere/kept out/file
	mkzip sub/x 1 >"$T/z.zip"
	run --separate-stderr snap-unzip -d out "$T/z.zip"
	[ "$status" -eq 4 ]
	mkzip file 1 >"$T/z.zip"
	run --separate-stderr snap-unzip -d out "$T/z.zip"
	[ "$status" -eq 4 ]
	[ "$(ls elsewhere)" = kept ]
	[ "$(cat elsewhere/kept)" = keep ]
}

@test "-d: a folder that becomes a link while a member is written leads nowhere else" {
	mkdir -p out/sub elsewhere
	mkzip sub/b "$(head -c 3000 /dev/zero | tr '\0' b)" sub/c 3 >"$T/z.zip"
	mkfifo "$T/fifo"
	snap-unzip -d out <"$T/fifo" 2>"$T/err" 3>&- &
	pid=$!
	exec 9>"$T/fifo"
	head -c 1000 "$T/z.zip" >&9
	for ((i = 0; i < 1200; i++)); do
		temporary=$(ls -A out/sub)
		[ -n "$temporary" ] && break
		sleep 0.05
	done
	[[ $temporary == .snap-* ]]
	mv out/sub out/moved
	ln -s ../elsewhere out/sub
	echo evil >"elsewhere/$temporary"
	echo keep >elsewhere/b
	tail -c +1001 "$T/z.zip" >&9
	exec 9>&-
	status=0
	wait $pid || status=$?
	# The first one arrives where its folder went, the second does not go through the link.
	[ "$status" -eq 4 ]
	[[ $(cat "$T/err") == *"out/sub is in the way and not a folder"* ]]
	[ "$(cat elsewhere/b "elsewhere/$temporary")" = $'keep\nevil' ]
	[ "$(ls -A elsewhere | wc -l)" -eq 2 ]
	[ "$(stat -c %s out/moved/b)" -eq 3000 ]
	[ "$(ls -A out/moved)" = b ]
}

@test "-d keeps modes, and a signal leaves no part of a file" {
	mkdir out
	echo old >out/a
	chmod 640 out/a
	mkzip a new b "$(head -c 3000 /dev/zero | tr '\0' b)" >"$T/z.zip"
	mkfifo "$T/fifo"
	(umask 027; env --default-signal=TERM snap-unzip -d out <"$T/fifo") 3>&- &
	pid=$!
	exec 9>"$T/fifo"
	head -c 1000 "$T/z.zip" >&9
	temporary() { find out -name '.snap-*'; }
	for ((i = 0; i < 1200; i++)); do
		[ -n "$(temporary)" ] && [ "$(cat out/a)" = new ] && break
		sleep 0.05
	done
	[ "$(stat -c %a "$(temporary)")" = 600 ]
	child=$(pgrep -P $pid || echo $pid)
	kill -s TERM "$child"
	wait $pid || true
	exec 9>&-
	[ "$(ls -A out)" = a ]
	[ "$(stat -c %a out/a)" = 640 ]
	(umask 027; snap-unzip -d out "$T/z.zip")
	[ "$(stat -c %a out/a out/b | tr '\n' ' ')" = "640 640 " ]
	chmod 400 out/a
	[ -w out/a ] && return # root may
	run --separate-stderr snap-unzip -d out "$T/z.zip"
	[ "$status" -eq 4 ]
	[[ $stderr == *"cannot write to out/a: Permission denied"* ]]
}

@test "names beyond ASCII, whatever the locale" {
	bytes=$'gr\x94\xe1e'
	name=$(printf 'gr\xc3\xb6\xc3\x9fe/\xe5\x90\x8d.txt')
	mkzip "$name" 1 "$bytes" 2 >"$T/z.zip"
	for locale in C C.UTF-8 POSIX; do
		export LC_ALL=$locale
		[ "$(snap-unzip -l "$T/z.zip" | LC_ALL=C.UTF-8 jq -r .name)" = "$name"$'\ngr\\x94\\xe1e' ]
		[ "$(snap-unzip -l -f tsv "$T/z.zip" | cut -f 5)" = $'name\n'"$name"$'\ngr\\x94\\xe1e' ]
		[ "$(snap-unzip -p "$name" "$T/z.zip")" = 1 ]
		[ "$(snap-unzip -p "$bytes" "$T/z.zip")" = 2 ]
		[ "$(snap-unzip -p 'gr\x94\xe1e' "$T/z.zip")" = 2 ]
		snap-unzip -d out "$T/z.zip"
		[ "$(cat "out/$name" "out/$bytes")" = 12 ]
		rm -r out
	done
	export LC_ALL=C
	mkzip aXb 1 | sed 's/aXb/a\x00b/g' >"$T/z.zip"
	for how in -l -t "-d out"; do
		run --separate-stderr snap-unzip $how "$T/z.zip"
		[ "$status" -eq 3 ]
		[[ $stderr == *"zero byte"* ]]
	done
}

@test "-d refuses members that would replace one another" {
	refused() { # WORDS NAME NAME
		[[ $2 == */ ]] && mkzip "$2" '' "$3" 2 >"$T/z.zip" || mkzip "$2" 1 "$3" 2 >"$T/z.zip"
		run --separate-stderr snap-unzip -d out "$T/z.zip"
		[ "$status" -eq 3 ] && [[ ${stderr_lines[0]} == *"$1" ]] || { echo "$2, $3: $stderr"; return 1; }
		[ ! -e out ] || [ -z "$(find out -type f -exec grep -l 2 {} +)" ]
		rm -rf out
	}
	refused "ambiguous: x: two members lead to x" ./x x
	refused "ambiguous: ./x: two members lead to x" x ./x
	refused "ambiguous: a/./b: two members lead to a/b" a//b a/./b
	refused "ambiguous: a/b: two members lead to a/b" a/b a/b
	refused "ambiguous: x/y: an earlier member is the file x" x x/y
	refused "ambiguous: x: earlier members are in the folder x" x/y x
	refused "ambiguous: ./x/.: two members lead to x" x/ ./x/.
	refused "ambiguous: x/: two members lead to x" x x/
	refused "a member has no name" a ''
	refused "is too long" a "$(printf '%0256d' 0)"
	mkzip ./ '' ./a/ '' a/b 1 a// '' >"$T/z.zip"
	run --separate-stderr snap-unzip -d out "$T/z.zip"
	[ "$status" -eq 3 ]
	mkzip ./ '' ./a/ '' a/b 1 "$(printf '%0255d' 0)" 2 >"$T/z.zip"
	snap-unzip -d out "$T/z.zip"
	[ "$(find out -type f | wc -l)" -eq 2 ]
	mkzip d/ data >"$T/z.zip"
	run --separate-stderr snap-unzip -d out2 "$T/z.zip"
	[ "$status" -eq 3 ]
	[ ! -e out2 ]
}

@test "-d leaves nothing of a member that is not whole" {
	head -c 2000 "$T/demo.zip" >"$T/cut.zip"
	run --separate-stderr snap-unzip -d out "$T/cut.zip"
	[ "$status" -eq 3 ]
	[ -z "$(left)" ]
	mkzip a 1 a 2 >"$T/two.zip"
	run --separate-stderr snap-unzip -d out "$T/two.zip"
	[ "$status" -eq 3 ]
	[ "$(cat out/a)" = 1 ]
}

@test "two members snapshot.json are refused, one in a folder does not count" {
	mkzip snapshot.json '{}' snapshot.json '{"a":1}' >"$T/z.zip"
	run --separate-stderr snap-unzip "$T/z.zip"
	[ "$status" -eq 3 ]
	[[ $stderr == *"two members are called snapshot.json"* ]]
	mkzip x/snapshot.json '{}' >"$T/z.zip"
	run --separate-stderr snap-unzip "$T/z.zip"
	[ "$status" -eq 3 ]
	[[ $stderr == *"no member snapshot.json"*"snap-unzip -p x/snapshot.json"* ]]
	mkzip x/snapshot.json '{"a":1}' snapshot.json '{}' >"$T/z.zip"
	[ "$(snap-unzip "$T/z.zip")" = '{}' ]
}

@test "an encrypted archive" {
	cp "$JSON" snapshot.json
	zip -q -P secret "$T/z.zip" snapshot.json
	run --separate-stderr snap-unzip "$T/z.zip"
	[ "$status" -eq 3 ]
	[[ $stderr == *"encrypted"*"try: "* ]]
	[ "$(snap-unzip -l "$T/z.zip" | jq -r .name)" = snapshot.json ]
}

@test "a ZIP cut at every 997th byte says so, with -o nothing is left" {
	size=$(stat -c %s "$T/demo.zip")
	for ((n = 0; n < size; n += 997)); do
		head -c $n "$T/demo.zip" >"$T/cut"
		run --separate-stderr snap-unzip -o out "$T/cut"
		[ "$status" -eq 3 ]
		[[ $n -eq 0 || $stderr == *"cut short"* ]]
		run --separate-stderr bash -c 'head -c "$1" "$2" | snap-unzip -o out' - $n "$T/demo.zip"
		[ "$status" -eq 3 ]
		[ -z "$(left)" ]
	done
}

@test "the last bytes of a ZIP are needed too" {
	size=$(stat -c %s "$T/demo.zip")
	for ((n = size - 90; n < size; n++)); do
		run --separate-stderr bash -c 'head -c "$1" "$2" | snap-unzip >/dev/null' - $n "$T/demo.zip"
		[ "$status" -eq 3 ]
		[[ $stderr == *"cut short"* ]]
	done
}

@test "a bomb ends with status 5 and nothing is left" {
	{ printf '{"config":"'; head -c 64M /dev/zero | tr '\0' x; printf '"}'; } | snap-zip -1 -o "$T/bomb.zip"
	for how in "" -t -l "-p snapshot.json" "-d out"; do
		run --separate-stderr bash -c 'snap-unzip $1 --max-size 10MiB "$2" >/dev/null' - "$how" "$T/bomb.zip"
		[ "$status" -eq 5 ]
		[[ $stderr == *"too big"*"10240KiB"*"--max-size"* ]]
	done
	run --separate-stderr snap-unzip --max-size 64MiB -o out "$T/bomb.zip"
	[ "$status" -eq 5 ]
	[ -z "$(left)" ]
	[ "$(snap-unzip --max-size 65MiB "$T/bomb.zip" | wc -c)" -eq $(((64 << 20) + 13)) ]
	run --separate-stderr bash -c 'snap-unzip "$1" | gzip -1c | snap-unzip --max-size 10MiB >/dev/null' - "$T/bomb.zip"
	[ "$status" -eq 5 ]
}

@test "a closed or full stdout" {
	run --separate-stderr bash -c 'snap-unzip "$1" >&-' - "$T/demo.zip"
	[ "$status" -eq 4 ]
	[[ $stderr == *"cannot write to standard output: "* ]]
	for how in "" -l -t --help --version; do
		run --separate-stderr bash -c 'snap-unzip $1 "$2" >/dev/full' - "$how" "$T/demo.zip"
		[ "$status" -eq 4 ]
		[[ $stderr == *"No space left on device"* ]]
	done
	run --separate-stderr snap-unzip -o /dev/full "$T/demo.zip"
	[ "$status" -eq 4 ]
	[ -c /dev/full ]
}

@test "a reader that goes away ends it quietly" {
	run --separate-stderr bash -c 'set -o pipefail; { cat "$1"; head -c 4M /dev/zero | tr "\0" " "; } | snap-unzip | head -c 1 >/dev/null' - "$JSON"
	[ "$status" -eq 141 ]
	[ -z "$stderr" ]
}

@test "a file size limit or a full file system leaves the old file alone" {
	{ cat "$JSON"; head -c 4M /dev/zero | tr '\0' ' '; } | snap-zip -o "$T/big.zip"
	echo old >out
	run --separate-stderr bash -c 'ulimit -f 100; snap-unzip -o out "$1"' - "$T/big.zip"
	[ "$status" -eq 4 ]
	[[ $stderr == *"cannot write to out: File too large"* ]]
	[ "$(left)" = out ]
	[ "$(cat out)" = old ]
}

@test "a full file system" {
	mkdir "$T/small"
	mount -t tmpfs -o size=1M none "$T/small" 2>/dev/null || skip "cannot mount a file system here"
	{ cat "$JSON"; head -c 4M /dev/zero | tr '\0' ' '; } | snap-zip -o "$T/big.zip"
	echo old >"$T/small/out"
	run --separate-stderr snap-unzip -o "$T/small/out" "$T/big.zip"
	files=$(ls -A "$T/small") text=$(cat "$T/small/out")
	umount "$T/small"
	[ "$status" -eq 4 ]
	[[ $stderr == *"No space left on device"*"try: "* ]]
	[ "$files" = out ]
	[ "$text" = old ]
}

@test "a signal ends it by that signal and leaves nothing behind" {
	for sig in INT TERM HUP QUIT; do
		echo old >out
		mkfifo "$T/fifo"
		env --default-signal=$sig bash -c 'ulimit -c 0; exec snap-unzip -o out' <"$T/fifo" 3>&- &
		pid=$!
		exec 9>"$T/fifo"
		cat "$JSON" >&9
		for ((i = 0; i < 600; i++)); do
			[ "$(left | wc -l)" -eq 2 ] && break
			sleep 0.05
		done
		[ "$(left | wc -l)" -eq 2 ]
		kill -s $sig $pid
		status=0
		wait $pid || status=$?
		exec 9>&-
		rm "$T/fifo"
		[ "$status" -eq $((128 + $(kill -l $sig))) ]
		[ "$(left)" = out ]
		[ "$(cat out)" = old ]
	done
}

@test "wrong usage is one line and status 2" {
	for args in "-x" "--nonsense" "-l -t" "-p" "-d a -o b" "a b" "-f xml -l" "--format json" "--max-size 3x" "--max-size 0"; do
		run --separate-stderr snap-unzip $args
		[ "$status" -eq 2 ]
		[ -z "$output" ]
		[ "${#stderr_lines[@]}" -eq 2 ]
		[ "${stderr_lines[1]}" = "try 'snap-unzip --help'" ]
	done
}
