# Upon tool_repo: a line of 40 commits, of which each leaves a stand-in of the real snapshot-tool.

# make_line BAD SCRIPT [BROKEN...]: commits and tags c1 to c40. From c$BAD on SCRIPT is evaluated first: it may change $log and $ms,
# what the tool logs and the milliseconds that it says, and set $end, what it does behind that. Those of BROKEN do not build.
make_line() {
	local i log ms end bad=$1 script=$2
	shift 2
	git -C "$T/repo" checkout -q -f -b line v1
	for i in {1..40}; do
		log=$DATA/v4.log ms=20 end=
		[ "$i" -lt "$bad" ] || eval "$script"
		rm -f "$T/repo/broken"
		case " $* " in *" $i "*) touch "$T/repo/broken" ;; esac
		{ summary "$ms" 1; echo "$end"; } | commit_tool "c$i" "$log"
	done
}
bisect() { snap-compare-refs --repo "$T/repo" --output-dir out "$@" snapshot.zip; }
# What the table of the last run says of each ref that was tried: "c1 good c9 skipped".
verdicts() { paste -d' ' <(column subject | tr ' ' '\n') <(column verdict | tr ' ' '\n') | xargs; }
# The refs with a verdict.
which() { verdicts | xargs -n 2 | sed -n "s/ $1\$//p" | xargs; }
