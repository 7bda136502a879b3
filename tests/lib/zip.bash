# load ../lib/zip in a bats file: archives that no honest program makes.

le() { # VALUE BYTES: little endian
	local i byte
	for ((i = 0; i < $2; i++)); do
		printf -v byte '\\x%02x' $(($1 >> 8 * i & 255))
		printf %b "$byte"
	done
}

# mkzip [-l] NAME CONTENT [NAME CONTENT...]: a ZIP of stored members on stdout, whatever the names; with -l they are symbolic links.
mkzip() {
	local mode=$((0100644 << 16)) at=0 count=0 name content
	local dir=$BATS_TEST_TMPDIR/mkzip.dir
	[ "$1" = -l ] && { mode=$((0120777 << 16)); shift; }
	: >"$dir"
	while [ $# -ge 2 ]; do
		name=$1 content=$2
		shift 2
		fields() {
			le 10 2; le 0 4; le 0 4
			printf %s "$content" | gzip -c | tail -c 8 | head -c 4
			le ${#content} 4; le ${#content} 4; le ${#name} 2; le 0 2
		}
		printf 'PK\3\4'; fields; printf %s "$name$content"
		{ printf 'PK\1\2'; le 0x314 2; fields; le 0 6; le $mode 4; le $at 4; printf %s "$name"; } >>"$dir"
		at=$((at + 30 + ${#name} + ${#content})) count=$((count + 1))
	done
	cat "$dir"
	printf 'PK\5\6'; le 0 4; le $count 2; le $count 2; le "$(stat -c %s "$dir")" 4; le $at 4; le 0 2
	rm -f "$dir"
}

# zip_captured JSON INFO ZIP: the archive of a snapshot with capture.json behind it; JSON is a file, INFO the text of capture.json.
zip_captured() {
	local dir=$BATS_TEST_TMPDIR/zip_captured
	mkdir -p "$dir"
	cp "$1" "$dir/snapshot.json"
	printf '%s\n' "$2" >"$dir/capture.json"
	rm -f "$3"
	(cd "$dir" && zip -q - snapshot.json capture.json) >"$3"
}

# zip_flip BYTE BIT ZIP >BAD: with one bit another way; BYTE counts from the beginning of the directory of an archive of snapshot.json alone.
zip_flip() {
	local at=$(($(stat -c %s "$3") - 81 + $1))
	head -c $at "$3"
	printf %b "\\x$(printf %02x $((16#$(tail -c +$((at + 1)) "$3" | head -c 1 | od -An -tx1 | tr -d ' ') ^ 1 << $2)))"
	tail -c +$((at + 2)) "$3"
}
