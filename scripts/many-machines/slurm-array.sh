#!/bin/sh
#SBATCH --job-name=snap-compare
#SBATCH --cpus-per-task=2
#SBATCH --requeue
# slurm-array.sh PLAN: one line of a plan, as a task of a Slurm array. By hand:
#
#	snap-compare-refs --plan --refs v0.17.0,main --output-dir /shared/out /shared/snapshots/*.zip >plan
#	sbatch --array=1-$(wc -l <plan)%50 scripts/many-machines/slurm-array.sh "$PWD/plan"
#	snap-compare-refs --collect /shared/out
#
# All nodes have this program and the folders that the plan names. The same array again does what is left.
set -eu
line=$(sed -n "${SLURM_ARRAY_TASK_ID}p" "$1")
[ -n "$line" ] || {
	echo "slurm-array.sh: $1 has no line $SLURM_ARRAY_TASK_ID" >&2
	exit 2
}
exec sh -c "$line"
