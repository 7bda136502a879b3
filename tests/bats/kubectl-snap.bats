#!/usr/bin/env bats
# kubectl snap: which program runs, with what, and what completion offers.
load ../lib/env

setup() {
	T=$BATS_TEST_TMPDIR
	SNAP=$TOP/scripts/kubectl-snap/kubectl-snap
	mkdir "$T/bin"
	cp "$TOP"/scripts/kubectl-snap/* "$T/bin"
	unset KUBECONFIG
}

# Programs beside the plugin that show what they are given.
stand_ins() {
	for p in $(cd "$TOP/cmd" && echo snap-*); do
		printf '#!/bin/sh\nprintf "%%s|" "${0##*/}" "$@" "${KUBECONFIG-}"\n' >"$T/bin/$p"
		chmod +x "$T/bin/$p"
	done
}

@test "a program runs with its arguments as they are, and its status is that of the plugin" {
	stand_ins
	for p in $(cd "$TOP/cmd" && echo snap-*); do
		[ "$("$T/bin/kubectl-snap" "${p#snap-}" 'a b' '' '*' --kubeconfi)" = "$p|a b||*|--kubeconfi||" ]
	done
	[ "$("$T/bin/kubectl-snap" snap-zip x)" = "snap-zip|x||" ]
	run -3 "$SNAP" unzip /dev/null
	run -2 "$SNAP" unzip --no-such
}

@test "options of kubectl go to snap-fetch, and to no other" {
	stand_ins
	cd "$T/bin"
	[ "$(./kubectl-snap --context c -n ns --kubeconfig 'k f' fetch -q)" = "snap-fetch|--context|c|--namespace|ns|-q|k f|" ]
	[ "$(./kubectl-snap --context=c --namespace=ns --kubeconfig=k fetch)" = "snap-fetch|--context|c|--namespace|ns|k|" ]
	[ "$(./kubectl-snap -nns fetch --kubeconfig k -q --kubeconfig=l)" = "snap-fetch|--namespace|ns|-q|l|" ]
	[ "$(./kubectl-snap fetch --context c a --kubeconfig 'k f' 'b c')" = "snap-fetch|--context|c|a|b c|k f|" ]
	[ "$(./kubectl-snap --context c -n ns replay --namespace x f)" = "snap-replay|--namespace|x|f||" ]
	KUBECONFIG=own run -0 ./kubectl-snap fetch
	[ "$output" = "snap-fetch|own|" ]
}

@test "alone it is the overview: each program in the words of snap(7), 80 columns" {
	run -0 --separate-stderr "$SNAP"
	[ -z "$stderr" ]
	[ "$("$SNAP" --help)" = "$output" ]
	[ "$("$SNAP" --context c)" = "$output" ]
	for line in "${lines[@]}"; do [ "${#line}" -le 80 ]; done
	# "NAME WORDS" of each program, without the breaks of lines
	sed -n '/^  fetch/,/^$/p' <<<"$output" | awk '/^  [a-z]/ { if (n++) print "" } NF { printf "%s ", $0 } END { print "" }' | tr -s ' ' | sed 's/^ //; s/ $//' >"$T/shown"
	awk '/^\.It Xr snap-/ { printf "%s%s", n++ ? "\n" : "", substr($3, 6); on = 1; next } /^\.El/ { if (n) exit } on { printf " %s", $0 }' "$TOP/man/snap.7" |
		sed 's/\.Xr //g; s/ \([0-9]\) / /g' >"$T/page"
	echo >>"$T/page"
	[ "$(wc -l <"$T/shown")" = "$(cd "$TOP/cmd" && echo snap-* | wc -w)" ]
	diff "$T/shown" "$T/page"
}

@test "wrong usage: a line, what to try, status 2, and nothing raw" {
	for args in "--no-such" "nowhere" "--context" "fetch --kubeconfig"; do
		# shellcheck disable=SC2086 # words
		run -2 --separate-stderr "$SNAP" $args
		[ -z "$output" ]
		[[ $stderr == "kubectl-snap: "*$'\n'"try 'kubectl snap --help'" ]]
	done
	run -2 "$SNAP" $'a\e[31m\nb'
	[ "${lines[0]}" = "kubectl-snap: no such program: 'a??31m?b'" ]
	run -2 "$SNAP" --token=secret fetch
	[[ $output != *secret* ]]
}

@test "where one static program is all of them, that is called" {
	printf '#!/bin/sh\nprintf "%%s|" "$@"\n' >"$T/bin/snap"
	chmod +x "$T/bin/snap"
	[ "$("$T/bin/kubectl-snap" --context c fetch -q)" = "snap-fetch|--context|c|-q|" ]
	[ "$("$T/bin/kubectl-snap" zip x)" = "snap-zip|x|" ]
}

@test "a program that is not installed is named" {
	run -4 env PATH=/usr/bin:/bin "$T/bin/kubectl-snap" zip
	[ "${lines[0]}" = "kubectl-snap: snap-zip: neither beside kubectl-snap nor in PATH" ]
	# a link to the plugin, as krew makes it: the programs are where the plugin is
	stand_ins
	ln -s "$T/bin/kubectl-snap" "$T/kubectl-snap"
	[ "$(PATH=/usr/bin:/bin "$T/kubectl-snap" zip)" = "snap-zip||" ]
}

offers() { "$TOP/scripts/kubectl-snap/kubectl_complete-snap" "$@" | tr '\n' ' '; }

@test "completion: programs, their options and values, and files where those are due" {
	for p in $(cd "$TOP/cmd" && echo snap-*); do [[ " $(offers '') " == *" ${p#snap-} "* ]]; done
	[ "$(offers re)" = "redact replay :4 " ]
	[ "$(offers --context c re)" = "redact replay :4 " ]
	[ "$(offers replay --format js)" = "json :4 " ]
	[ "$(offers replay --format=t)" = "--format=text --format=tsv :4 " ]
	[ "$(offers replay --show queues,p)" = "queues,pending queues,pods :4 " ]
	[ "$(offers snap-fetch --from kube)" = "kube-scheduler :4 " ]
	[ "$(offers nowhere '')" = ":4 " ]
	[[ $(offers zip --o) == "--output :4 " ]]
	cd "$T"
	touch 'a file' b
	[ "$(offers zip '')" = ":0 " ]
	[ "$(offers zip -o a)" = ":0 " ]
	[ "$(offers --kubeconfig a)" = ":0 " ]
}

@test "completion asks kubectl for contexts and namespaces" {
	printf '#!/bin/sh\ncase "$*" in\n"config get-contexts -o name") printf "prod\\nstage\\n" ;;\n"get namespaces --context prod "*) printf "kai ns" ;;\nesac\n' >"$T/bin/kubectl"
	chmod +x "$T/bin/kubectl"
	PATH=$T/bin:$PATH
	[ "$(offers --context '')" = "prod stage :4 " ]
	[ "$(offers --context prod -n k)" = "kai :4 " ]
	[ "$(offers fetch --context s)" = "stage :4 " ]
}

@test "a real kubectl finds the plugin and its completion" {
	command -v kubectl >/dev/null || skip "kubectl is not installed"
	stand_ins
	# other versions to try, too
	for kubectl in kubectl ${KUBECTLS:-}; do
		export PATH=$T/bin:$PATH HOME=$T
		"$kubectl" plugin list 2>/dev/null | grep -qxF "$T/bin/kubectl-snap"
		[ "$("$kubectl" snap fetch --context c 'a b' --kubeconfig k)" = "snap-fetch|--context|c|a b|k|" ]
		[ "$("$kubectl" snap --context c -n ns fetch)" = "snap-fetch|--context|c|--namespace|ns||" ]
		[ "$("$kubectl" snap replay -n ns)" = "snap-replay|-n|ns||" ]
		[ "$("$kubectl" snap)" = "$("$SNAP")" ]
		run ! "$kubectl" snap nowhere
		# older ones ask no plugin for completion
		[ "$("$kubectl" version --client -o json | jq '.clientVersion.minor | sub("[^0-9].*"; "") | tonumber')" -ge 26 ] || continue
		run --separate-stderr "$kubectl" __complete snap re
		[[ $output == "redact"$'\n'"replay"$'\n'":4" ]]
		cp -r "$TOP/completions" "$T/bin"
		run --separate-stderr "$kubectl" __complete snap replay --format js
		[[ $output == "json"$'\n'":4" ]]
	done
}
