#!/bin/sh
# parallel-ssh.sh HOSTS PLAN: runs the lines of a plan on several machines, by GNU parallel over ssh. By hand:
#
#	snap-compare-refs --plan --refs v0.17.0,main --output-dir /shared/out /shared/snapshots/*.zip >plan
#	sh scripts/many-machines/parallel-ssh.sh hosts plan
#	snap-compare-refs --collect /shared/out
#
# HOSTS has a machine a line, before it how many lines it may run at once: "4/user@host"; ":" is this machine. All of them have this program and the folders that the plan names.
# A line that fails, as on a machine that is down, is tried on another one, up to three times. Run again, this does what is left.
set -eu
[ $# -eq 2 ] || {
	echo "usage: parallel-ssh.sh HOSTS PLAN" >&2
	exit 2
}
exec parallel --will-cite --sshloginfile "$1" --retries 3 <"$2"
