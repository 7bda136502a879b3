#!/usr/bin/env bats
# snap-compare-refs between two versions that the native engine follows: the switches that decide.
load ../lib/env

setup() {
	cd "$BATS_TEST_TMPDIR"
	cases=$TOP/tests/conformance
}
compare() { snap-compare-refs -q --output-dir out "$@"; }
# column NAME [FILE]
column() { awk -F'\t' -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next } { print $c }' "${2:-out/summary.tsv}"; }
decisions() { snap-replay -q --no-timings --show decisions "$@" | jq -c 'select(.pod) | [.action, .event, .pod, .node]' | LC_ALL=C sort; }

@test "one switch decides: named in each format, in both directions" {
	run -1 compare --refs native@v0.16.8,native@v0.17.0,native@v0.16.2,native -f json "$cases/topology/001.json"
	[ "$(jq -c .switches <<<"$output" | xargs)" = "null topology_alias=on null topology_alias=on" ]
	[ "$(column switches | xargs)" = "- topology_alias=on - topology_alias=on" ]
	diff <(cut -f 1-5 out/switches.tsv | grep ^native@) - <<-END
		native@v0.17.0	native@v0.16.8	topology_alias=on	alone	+2 binds, first: default/nb-krypton-82-c6868
		native@v0.17.0	native@v0.16.8	preemption_delay=on	no	-
		native@v0.17.0	native@v0.16.8	stale_override=on	no	-
		native@v0.17.0	native@v0.16.8	dra_extended=on	no	-
		native@v0.17.0	native@v0.16.8	dra_saturates=on	no	-
		native@v0.17.0	native@v0.16.8	numa_devices=on	no	-
		native@v0.17.0	native@v0.16.8	numa_scores=on	no	-
		native@v0.17.0	native@v0.16.8	numa_whole_cpus=on	no	-
	END
	[ "$(head -1 out/switches.tsv)" = $'ref\tfrom\tswitch\tdecides\tchanges\tsnapshot' ]
	[ "$(column snapshot out/switches.tsv | sort -u)" = "$cases/topology/001.json" ]
	[ -z "$(find out -name '*switches*' ! -name switches.tsv)" ]
	run -1 compare --refs native@v0.17.0,native@v0.16.8 -f text "$cases/topology/001.json"
	[[ $output == *$'\n  -2 binds, first: default/nb-krypton-82-c6868\n  decided by topology_alias=off\n'* ]]
}

@test "several decide together, none of which can be left out" {
	case=$cases/preempt/900.json
	run -1 compare --refs native@v0.14.7,native@v0.17.0 -f text "$case"
	[[ $output == *$'\n  decided by generators=on and preemption_delay=on\n'* ]]
	[ "$(awk -F'\t' '$4 == "together" { print $3 }' out/switches.tsv | xargs)" = "generators=on preemption_delay=on" ]
	[ -z "$(awk -F'\t' '$4 == "alone"' out/switches.tsv)" ]
	cmp <(decisions --follows v0.14.7 --switch generators=on --switch preemption_delay=on "$case") <(decisions --follows v0.17.0 "$case")
	for one in generators preemption_delay; do
		run -1 cmp -s <(decisions --follows v0.14.7 --switch $one=on "$case") <(decisions --follows v0.17.0 "$case")
	done
}

@test "compared with a native that agrees with the first ref; native@auto has a version, too" {
	# A tool that decides as v0.16.8: nothing.
	printf '#!/bin/sh\ngrep -v "\\[allocate\\] \\(Creating bind\\|Statement\\)" %q >&2\necho "{\\"total_duration_ms\\": 1}"\n' "$BATS_TEST_TMPDIR/log" >tool
	chmod +x tool
	snap-replay -q --like-snapshot-tool --follows v0.16.8 --log-file log -v 4 "$cases/topology/001.json" >/dev/null
	run -1 compare --refs tool:./tool,native@v0.17.0,native@v0.16.8 -f tsv "$cases/topology/001.json"
	[ "$(column differs | xargs) $(column switches | xargs)" = "no yes no - topology_alias=on -" ] || { cat out/summary.tsv; false; }
	[ "$(column from out/switches.tsv | sort -u)" = native@v0.16.8 ]
	run -1 compare --refs tool:./tool,native@v0.17.0 -f tsv "$cases/topology/001.json"
	[ "$(column switches | xargs)" = "- -" ]
	[ ! -e out/switches.tsv ] # that of the run before is gone
	run -1 compare --refs native@v0.16.8,native@auto "$cases/topology/001.json"
	[ "$(column switches | xargs)" = "- topology_alias=on" ]
}

@test "nothing is searched where the versions agree, or where more than the version differs" {
	run -0 compare --refs native@v0.16.8,native@v0.17.0 "$cases/alloc-gang/001.json"
	[ "$(column switches | xargs)" = "- -" ] && [ ! -e out/switches.tsv ]
	run compare --refs native:live,native@v0.16.8,tool:/bin/false "$cases/topology/001.json"
	[ "$(column differs | head -2 | xargs)" = "no yes" ]
	[ "$(column switches | sort -u)" = - ] && [ ! -e out/switches.tsv ]
}

# A snap-replay that decides as the script `decide` says, whose $follows and $switches are those of the arguments.
stand_in() {
	mkdir -p bin
	cp "$B/snap-compare-refs" bin/
	cat >decide
	cat >bin/snap-replay <<-'END'
		#!/bin/sh
		switches=
		while [ $# -gt 0 ]; do
			case $1 in
			--follows) follows=$2 ;;
			--switch) switches="$switches ${2%=on}" ;;
			--output) output=$2 ;;
			esac
			shift
		done
		here=$(dirname "$0")/..
		echo "$follows$switches" >>"$here/calls"
		. "$here/decide"
		cat >"$output" <<EVENTS
		{"event":"start","follows":"kai-scheduler $follows"}
		{"event":"bind","action":"allocate","pod":"p/$outcome","node":"n"}
		{"event":"summary","total_duration_ms":1,"decisions":"$(echo "$outcome" | sha256sum | cut -c1-64)"}
		EVENTS
	END
	chmod +x bin/snap-replay
	echo '{}' >s.json
}
stood_in() { bin/snap-compare-refs --output-dir out --refs native@v0.16.8,native@v0.17.0 "$@" s.json; }

@test "each of several alone; those that change nothing alone may decide together; a hopeless search" {
	stand_in <<-'END'
		outcome=old
		case $follows$switches in v0.17.0 | *stale_override* | *numa_scores*) outcome=new ;; esac
	END
	run -1 stood_in -q -f text
	[[ $output == *$'\n  decided by stale_override=on or numa_scores=on\n'* ]]
	[ "$(wc -l <calls)" -eq 10 ]
	stand_in <<-'END'
		outcome=old
		case $follows$switches in v0.17.0 | *preemption_delay*dra_extended*numa_scores*) outcome=new ;; *topology_alias*) outcome=other ;; esac
	END
	run -1 stood_in -q -f text
	[[ $output == *$'\n  decided by preemption_delay=on, dra_extended=on and numa_scores=on\n'* ]]
	stand_in <<-'END'
		outcome=$follows
	END
	run -1 stood_in -q -f json
	[ "$(jq -c .switches <<<"$output" | xargs)" = "null null" ]
	[ "$(column decides out/switches.tsv | sort -u)" = - ]
}

@test "a replay with a switch that fails is told of, and that switch is unknown" {
	stand_in <<-'END'
		outcome=old
		case $switches in *dra_extended*) echo "snap-replay: s.json: no luck" >&2; exit 4 ;; esac
		case $follows$switches in v0.17.0 | *numa_scores*) outcome=new ;; esac
	END
	run -1 --separate-stderr stood_in -f tsv
	[[ $stderr == *"snap-compare-refs: s.json: warning: v0.16.8 with dra_extended=on: no luck"* ]]
	[ "$(column switches | xargs)" = "- numa_scores=on" ]
	[ "$(column decides out/switches.tsv | xargs)" = "no no no - no no alone no" ]
}

@test "a signal while switches are turned: the table without them, nothing is left" {
	stand_in <<-'END'
		outcome=$follows
		case $switches in *numa_scores*) echo $$ >"$here/pid"; exec sleep 600 ;; esac
	END
	bin/snap-compare-refs -q --output-dir out -f tsv --refs native@v0.16.8,native@v0.17.0 s.json >table 2>err &
	job=$!
	until [ -s pid ]; do sleep 0.05; done
	kill -TERM $job
	status=0
	wait $job || status=$?
	[ "$status" -eq 143 ]
	[ "$(column differs table | xargs) $(column switches table | xargs)" = "no yes - -" ]
	diff table out/summary.tsv
	run -1 kill -0 "$(cat pid)"
	[ -z "$(find out -name '*switches*')" ] && [ ! -s err ]
}
