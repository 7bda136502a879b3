#!/usr/bin/env bats
# One poisoned snapshot through every program and mode: what strangers wrote never steers the terminal, never breaks a line. Modes come
# from --help and the completions, so that a new one is looked at without a word here.
load ../lib/env
load ../lib/cluster

# Colour, bell, carriage return, newline, tab, backspace, DEL, C1 controls, marks of direction, separators, what takes no room. The word
# behind the newline would begin a line of its own.
P=$'\e[31m\a\r\nMARK\t\b\x7f\u9b\u85\u202e\u2066\u200f\u061c\u2028\ufeff\u200b'
# What must not be there: raw controls, as bytes or as UTF-8, and the rest of the above; a line that begins with the word.
BAD='[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|(?<![\x80-\xff])[\x80-\xbf]|\xe2\x80[\x8b-\x8f\xa8-\xae]|\xe2\x81[\xa0-\xaf]|\xd8\x9c|\xef\xbb\xbf|^\s*MARK'

setup() {
	T=$BATS_TEST_TMPDIR
	mkdir "$T/here"
	cd "$T/here"
	evil=$T/evil$P.json # a file's name is as foreign as what is in it
	unset GIT_DIR
	export GIT_CEILING_DIRECTORIES=$T
}
teardown() { servers_stop; }

# clean FILE [TABS]: nothing bad in it; TABS: tabs are the format's own.
clean() {
	local bad=$BAD
	[ -n "${2:-}" ] || bad="$bad|\t"
	! LC_ALL=C grep -aqP "$bad" "$1"
}

# harmless COMMAND...: what it says on both streams is clean, and it ends with a status of ours. TABS=1 before it: stdout may have tabs.
runs=0
harmless() {
	local status=0
	"$@" >"$T/out" 2>"$T/err" </dev/null || status=$?
	runs=$((runs + 1))
	case $status in [0-5] | 125) ;; *) status=bad ;; esac
	if [ "$status" != bad ] && clean "$T/out" "${TABS:-}" && clean "$T/err" "${LOG_TABS:-}"; then return; fi
	echo "status $status:$(printf ' %q' "$@")"
	LC_ALL=C grep -aP "$BAD|\t" "$T/out" "$T/err" | cat -v | head -n 5 | cut -c 1-500
	return 1
}

# words PROGRAM OPTION: what the completion offers as its argument.
words() {
	(
		complete() { while [ $# -gt 1 ]; do [ "$1" = -F ] && function=$2; shift; done; }
		. "$TOP/completions/bash/$1"
		COMP_WORDS=("$1" "$2" "") COMP_CWORD=2 COMP_LINE="$1 $2 " COMP_POINT=$((${#1} + ${#2} + 2))
		"$function" "$1" "" "$2"
		printf '%s\n' "${COMPREPLY[@]}"
	) 2>/dev/null | grep .
}
# modes PROGRAM: its options, one a line, with an argument where they take one of a few words. Of the others the tests below give some.
modes() {
	local option
	"$1" --help | sed -nE 's/^ *(-[a-zA-Z0-9], )?--([a-z-]+)(  .*)?$/--\2/p' | grep -vE '^--(help|version|quiet)$'
	for option in $("$1" --help | sed -nE 's/^ *(-[a-zA-Z0-9], )?--([a-z-]+)[ =]([A-Z]+|[A-Z]+,\.\.\.)( .*)?$/--\2/p'); do
		words "$1" "$option" | sed "s/^/$option=/"
	done
}

# A snapshot in which all names and what refers to them are poisoned in the same way, so that it is replayed to the end.
poison_names() {
	jq -c --arg p "$P" '
		([.rawObjects[]? // [] | .[]?.metadata? | (.name, .namespace, .uid) | strings] | unique) as $names
		| (reduce $names[] as $n ({}; .[$n] = true)) as $known
		| walk(if type == "string" and $known[.] then . + $p else . end)' "$1"
}
# What of a document is text, by the last key of its path: "name", "nodeName", ...
string_keys() { jq -r '[paths(strings) | map(strings) | last] | unique[]' "$1"; }
poison_key() { jq -c --arg p "$P" --arg k "$2" 'walk(if type == "object" and (.[$k] | type) == "string" then .[$k] += $p elif type == "object" and (.[$k] | type) == "array" then .[$k] |= map(if type == "string" then . + $p else . end) else . end)' "$1"; }
# Keys instead of values: labels, resources, unknown members.
poison_members() { jq -c --arg p "$P" 'walk(if type == "object" and (has("metadata") or has("rawObjects") or has("pods")) then . + {($p): $p} elif type == "object" then with_entries(.key += (if .key | test("[./]") then $p else "" end)) else . end)' "$1"; }

cases() { printf '%s\n' "$TOP/tests/data/demo.json" "$TOP/tests/conformance/reclaim/019.json" "$TOP/tests/conformance/mig/016.json" "$TOP/tests/conformance/storage/"0*[0-9].json | grep -v decisions | head -n 4; }

@test "the test sees what it looks for" {
	printf 'harmless\tx\n' >out
	! clean out || { echo "not seen: a tab"; false; }
	clean out tabs
	for c in '\e' '\a' '\r' '\b' '\177' '\302\233' '\233' '\302\205' '\342\200\256' '\342\201\246' '\342\200\217' '\330\234' '\342\200\250' '\357\273\277' '\342\200\213' '\nMARK' '\n   MARK'; do
		printf "a${c}b\n" >out
		! clean out tabs || { echo "not seen: $c"; false; }
	done
	printf 'caf\303\251 \342\202\254 \360\237\230\200 \\x1b MARK\n' >out
	clean out
	[ "$(modes snap-replay | grep -c '^--show=')" -ge 8 ]
	[ "$(modes snap-inspect | grep -c '^--list=')" -ge 17 ]
	modes snap-replay | grep -qx -- --no-timings
	modes snap-inspect | grep -qx -- --check
	modes snap-unzip | grep -qx -- --list
}

@test "snap-replay and snap-inspect: poisoned names, in every mode" {
	for case in $(cases); do
		poison_names "$case" >"$evil"
		for p in snap-replay snap-inspect; do
			mapfile -t modes < <(modes $p)
			[ "${#modes[@]}" -gt 5 ]
			for mode in "${modes[@]}"; do
				for f in text json; do
					tabs=
					case $p$mode in
					snap-replay*) more=(-v 9) ;;
					*--tab | *--raw-output | *--compact-output | *--exit-status) more=(--filter .) tabs=1 ;;
					*) more=() ;;
					esac
					TABS=$tabs LOG_TABS=1 harmless $p "$mode" "${more[@]}" -f $f "$evil"
				done
			done
		done
		mapfile -t names < <(jq -r '.rawObjects | (.podGroups // [])[], (.pods // [])[:3][] | "\(.metadata.namespace) \(.metadata.name)"' "$case" | head -n 12)
		explain=()
		for name in "${names[@]}"; do explain+=(--explain "${name% *}$P/${name#* }$P"); done
		for f in text json; do LOG_TABS=1 harmless snap-replay --show all -v 6 "${explain[@]}" -f $f "$evil"; done
		grep -aq 'MARK' "$T/out"
		harmless snap-replay --explain "x$P" "$evil"
		harmless snap-replay --explain "${names[0]#* }" "$evil"
	done
	[ "$runs" -gt 150 ]
}

@test "snap-replay and snap-inspect: each text of a snapshot poisoned, one field after the other" {
	for case in "$TOP/tests/data/demo.json" "$TOP/tests/conformance/reclaim/019.json"; do
		mapfile -t keys < <(string_keys "$case")
		[ "${#keys[@]}" -gt 20 ]
		for key in "${keys[@]}"; do
			poison_key "$case" "$key" >"$evil"
			LOG_TABS=1 harmless snap-replay --show all --all -v 9 -f text "$evil"
			harmless snap-inspect -f text "$evil"
			harmless snap-inspect --check -f text "$evil"
		done
		poison_members "$case" >"$evil"
		TABS=1 harmless snap-replay --show all -f tsv "$evil"
		for f in text json; do
			LOG_TABS=1 harmless snap-replay --show all --all -v 9 -f $f "$evil"
			harmless snap-inspect -f $f "$evil"
			harmless snap-inspect --check -f $f "$evil"
		done
	done
}

@test "broken JSON, unknown names and wrong arguments: messages are clean" {
	demo=$TOP/tests/data/demo.json
	printf '{"rawObjects":{"pods":[{"metadata":{"%s' "$(printf '%s' "$P" | tr -d '\n\r\t\a\b\33')" >"$evil"
	for p in snap-replay snap-inspect "snap-unzip -o out" "snap-zip -o out"; do harmless $p "$evil"; done
	printf '%s' "$P" >"$evil"
	for p in snap-replay snap-inspect "snap-unzip -o out" "snap-zip -o out" snap-serve; do
		harmless $p "$evil"
		harmless $p "$evil.none"
		harmless $p "--$P"
		harmless $p a "$P"
	done
	for p in snap-replay snap-inspect snap-unzip snap-zip snap-serve snap-fetch snap-compare-refs; do
		for option in $($p --help | sed -nE 's/^ *(-[a-zA-Z0-9], )?--([a-z-]+)[ =][A-Z]+.*$/--\2/p' | grep -vE '^--(output|output-dir|log-file|build|tool|kubectl)$'); do
			harmless timeout 60 $p "$option" "$P" "$demo"
		done
	done
	cp "$demo" "$evil"
	harmless snap-replay -o "$T/none$P/x" "$evil"
	harmless snap-replay --log-file "$T/none$P/x" "$evil"
	harmless snap-replay --tool "$T/none$P" "$evil"
}

@test "snap-inspect --filter: results and jq's own messages" {
	poison_names "$TOP/tests/data/demo.json" >"$evil"
	name='.rawObjects.pods[0].metadata.name'
	quoted=${P/MARK/mark} # a program that does not compile is told with its own lines
	# before jq 1.7 the library itself wrote what builtin stderr is given, as JSON
	own=("$name | stderr" "{a: $name} | stderr")
	[ "$(snap-inspect -F '"x" | stderr | empty' "$TOP/tests/data/demo.json" 2>&1)" = x ] || own=()
	for program in "${own[@]}" "$quoted" "\"$quoted" "$name | error" 'error({a: '"$name"'})' "$name | tonumber" "$name + 1" ".[$name]" "[$name] | .[$name]" \
		"$name | debug" "$name | gsub(\"MARK\"; \"mark\") | halt_error" "{a: $name} | halt_error" '$x' "input_filename" "$name | ascii" \
		"\"$quoted\" | error" "include \"$quoted\"; ."; do
		for o in --exit-status --compact-output; do
			LOG_TABS=1 harmless snap-inspect -F "$program" $o "$evil"
			LOG_TABS=1 harmless snap-inspect -l pods -F "$program" $o "$evil"
		done
	done
	harmless snap-inspect -F . --arg "$P" "$P" --argjson "$P" "$P" "$evil"
	sed -i "s/mark\"/mark\", \"x\": \"$(printf '\302\233\177')\"/" "$evil"
	for kind in $(words snap-inspect --list); do harmless snap-inspect -l "$kind" "$evil"; done
}

@test "snap-inspect -r: byte by byte, but not onto a terminal" {
	need_terminal
	jq -n --arg p "$P" '{rawObjects: {pods: [{metadata: {name: $p}}]}}' >s.json
	snap-inspect -rF '.rawObjects.pods[0].metadata.name' s.json >raw
	printf '%s\n' "$P" | cmp - raw
	TERM=dumb script -qec "snap-inspect -rF '.rawObjects.pods[0].metadata.name' s.json" /dev/null | tr -d '\r' >shown
	printf '%s\n' '\x1b[31m\x07\x0d' 'MARK'$'\t''\x08\x7f\x9b\x85\u202e\u2066\u200f\u061c\u2028\ufeff\u200b' | cmp - shown
	# all else is JSON, on a terminal and elsewhere, and the same to whoever reads it
	TERM=dumb script -qec "snap-inspect -cF . s.json" /dev/null | tr -d '\r' >shown
	clean shown
	cmp <(jq -c . s.json) <(jq -c . shown)
}

# The log of a snapshot-tool, poisoned where it names something.
poisoned_log() {
	local p=${P//$'\n'/}
	sed -E "s/(<|\[|task: |pod |queue |Failed )([a-zA-Z0-9])/\1$(printf '%s' "$p" | sed 's/[&/\[]/\\&/g')\2/g" "$TOP/tests/data/demo.tool.log"
	printf 'loose %s\n' "$p"
	printf '2026-11-22T14:51:55.213Z\tERROR\tx/y.go:1\t[a] [%s] failed %s\n' "$p" "$p"
}

@test "snap-replay --tool: the tool's log, its errors, its panic" {
	cp "$TOP/tests/data/demo.json" "$evil"
	poisoned_log >log
	cp "$TOP/tests/data/demo.tool.json" summary
	grep -aq $'\a' log
	for end in 'exit 0' 'exit 1' "printf 'panic: %s\\n\\ngoroutine 1 [running]:\\nx/%s(0x1)\\n\\t/a/%s/b.go:1 +0x1\\n' \"\$p\" \"\$p\" \"\$p\" >&2; exit 2" \
		"printf '2026-11-22T14:51:55.213Z\\tFATAL\\tx/y.go:1\\t%s\\n' \"\$p\" >&2; exit 1" 'kill -9 $$'; do
		printf '#!/bin/bash\np=$(cat %q/p)\ncat %q/log >&2\ncat %q/summary\n%s\n' "$PWD" "$PWD" "$PWD" "$end" >"tool$P"
		printf '%s' "${P//$'\n'/}" >p
		chmod +x "tool$P"
		for f in text json; do
			harmless snap-replay --tool "./tool$P" -f $f "$evil"
			LOG_TABS=1 harmless snap-replay --tool "./tool$P" -v 9 -f $f "$evil"
			harmless snap-replay --tool "./tool$P" --log-file kept -f $f "$evil"
			clean kept tabs
		done
		for f in text tsv json; do
			TABS=1 harmless snap-compare-refs --refs "native,tool:./tool$P" --output-dir "runs$P" -f $f "$evil"
			for made in runs*/*; do
				case $made in *.ndjson) ;; *) clean "$made" tabs ;; esac
			done
			rm -r "runs$P"
		done
	done
	harmless snap-compare-refs --refs "v1$P" -f text "$evil"
	git init -q repo
	printf 'all:\n\t@printf "%%b" "\\033[31m\\a\\nMARK\\177\\n"; exit 1\nbuild-go: all\n' >repo/Makefile
	git -C repo add . && git -C repo -c user.name=t -c user.email=t@example.com commit -qm "one"
	XDG_CACHE_HOME=$T/cache harmless snap-compare-refs --repo repo --refs HEAD --build 'make' --output-dir built -f text "$evil"
	XDG_CACHE_HOME=$T/cache harmless snap-replay --repo repo --ref HEAD -f text "$evil"
}

@test "archives: names of members, capture.json" {
	mkdir z && cd z
	poison_names "$TOP/tests/data/demo.json" >snapshot.json
	jq -n --arg p "$P" '{capturedAt: "2026-11-22T10:00:00Z", namespace: $p, deployment: $p, pod: $p, image: $p, imageID: $p, version: $p, leaseHolder: $p, shard: $p, serverVersion: $p, program: $p}' >capture.json
	echo x >"x$P"
	zip -q "$T/a.zip" snapshot.json capture.json "x$P"
	cp "$T/a.zip" "$evil"
	cd ..
	for f in text tsv json; do
		for mode in $(modes snap-unzip); do TABS=$([ $f = tsv ] && echo 1) harmless snap-unzip "$mode" -f $f -o "out$f" "$evil" || { echo "$mode"; false; }; done
		for mode in --list --test; do TABS=$([ $f = tsv ] && echo 1) harmless snap-unzip "$mode" -f $f "$evil"; done
	done
	harmless snap-unzip -p "no$P" "$evil"
	harmless snap-unzip -d "d$P" "$evil"
	harmless snap-unzip -t "$evil"
	for f in text json; do
		harmless snap-inspect -f $f "$evil"
		harmless snap-inspect --check -f $f "$evil"
		harmless snap-replay --show all -f $f "$evil"
	done
	jq -c '.capturedAt += "'"x\\u001b"'"' z/capture.json >c && mv c z/capture.json
	(cd z && zip -q "$T/b.zip" snapshot.json capture.json)
	for o in --check --format=text; do harmless snap-inspect $o "$T/b.zip"; done
	harmless snap-replay -f text "$T/b.zip"
}

@test "snap-fetch: kubectl's words and a cluster somebody else edits" {
	cluster_new
	p=${P//$'\n'/}
	for sign in 'error: EOF' 'context was not found' 'Unauthorized' 'tls: failed to find' 'host must be a URL' 'error loading config' 'dial tcp' '(Forbidden)' '(NotFound)' 'x'; do
		printf 'first %s\nE1121 08:27:21.093316 %s\nerror: %s %s\n' "$p" "$p" "$sign" "$p" >"$KUBECTL_STATE/says"
		harmless snap-fetch --retries 0 -o out.zip
	done
	rm "$KUBECTL_STATE/says"
	for reply in "$P" "{\"kind\":\"$p\"}" "$(jq -nc --arg p "$P" '{kind: $p, metadata: {name: $p}, spec: {($p): $p}}')" \
		"$(jq -nc --arg p "$P" '{kind: "Deployment", spec: {selector: {matchLabels: {app: $p}}, template: {spec: {containers: [{name: $p, args: [$p, "--plugin-server-port=" + $p]}]}}}}')"; do
		printf '%s\n' "$reply" >"$KUBECTL_STATE/deployments/kai-scheduler-default"
		harmless snap-fetch --retries 0 -o out.zip
	done
	cluster_deployment '"--scheduler-name=kai-scheduler"'
	serve snap-serve -q --port 0 "$TOP/tests/data/demo.json"
	cluster_pod one "$PORT"
	cluster_leader "one"
	for file in pods.json leases/kai-scheduler version; do
		cp "$KUBECTL_STATE/$file" keep 2>/dev/null || echo '{"serverVersion":{"gitVersion":"v1.32.0"}}' >keep
		jq -c --arg p "$P" 'walk(if type == "string" then . + $p else . end)' keep >"$KUBECTL_STATE/$file"
		harmless snap-fetch --retries 0 -o out.zip
		jq -c --arg p "$P" '(.. | .image?, .imageID?, .holderIdentity?, .gitVersion? | strings) += $p' keep >"$KUBECTL_STATE/$file"
		harmless snap-fetch --retries 0 -o out.zip
		[ ! -e out.zip ] || harmless snap-inspect -f text out.zip
		cp keep "$KUBECTL_STATE/$file"
	done
	echo "words $p" >"$KUBECTL_STATE/forward/one"
	harmless snap-fetch --retries 0 -o out.zip
	harmless snap-fetch --url "http://127.0.0.1:1/$P" --retries 0 -o "out$P"
	harmless snap-fetch --url "http://user$P:secret$P@127.0.0.1:1" --retries 0 -o out.zip
	harmless snap-fetch --print-role
}

@test "snap-serve: the log of requests" {
	cp "$TOP/tests/data/demo.json" "$evil"
	snap-serve --port 0 "$evil" >port 2>log </dev/null 3>&- &
	echo $! >>"$T/servers"
	wait_for '[ -s port ]'
	for path in /get%1b%5b31m%0aMARK%07%c2%9b%e2%80%ae /get-snapshot%0d%0aMARK '/%9b%ff' $'/raw\e[31m\a\x9b\u202e'; do
		exec 4<>"/dev/tcp/127.0.0.1/$(cat port)"
		printf 'GET %s HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n' "$path" >&4
		cat <&4 >reply
		exec 4<&-
	done
	exec 4<>"/dev/tcp/127.0.0.1/$(cat port)"
	printf 'G\e[31mET / HTTP/1.0\r\nHost: \e[31m\r\n\r\n' >&4
	cat <&4 >reply
	exec 4<&-
	wait_for 'grep -q MARK log'
	clean log
}
