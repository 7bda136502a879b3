#!/bin/sh
# demo.sh [--installed]: set-up, build, then the main job on a bundled snapshot, each command shown before it runs. With --installed the
# programs of PATH, without set-up and build.
set -u
cd "$(dirname "$0")/.." || exit 4
if [ "${1:-}" != --installed ]; then
	sh scripts/setup.sh && make -s -j"$(getconf _NPROCESSORS_ONLN)" all || exit
	PATH=$PWD/build:$PATH
fi

T=$(mktemp -d) || exit 4
servers=
# shellcheck disable=SC2317,SC2329 # called by the trap
finish() {
	for server in $servers; do
		kill "$server" 2>/dev/null && wait "$server" 2>/dev/null
	done
	rm -rf "$T"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
export XDG_CACHE_HOME="$T/cache"
ln -s "$PWD/tests/data" "$T/data"
cd "$T" || exit 4

failed=0
show() { # COMMAND [STATUS...]: runs it; 0 or one of STATUS is what the demo expects
	command=$1
	shift
	printf '\n$ %s\n' "$command"
	sh -c "$command"
	status=$?
	for expected in 0 "$@"; do
		[ "$status" = "$expected" ] && return
	done
	echo "demo.sh: this ended with status $status" >&2
	failed=1
}
serve() { # COMMAND: runs it in the background, and sets port to the one that it prints
	printf '\n$ %s >address &\n' "$1"
	rm -f address
	sh -c "exec $1" >address &
	servers="$servers $!"
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		[ -s address ] && break
		sleep 0.3
	done
	port=$(grep -oE '[0-9]+' address | tail -n 1)
}
say() { printf '\n# %s\n' "$*"; }

say "A small cluster with nine nodes, six queues and sixteen jobs, packed as the scheduler packs it"
show "snap-zip -o cluster.zip data/demo.json && snap-unzip -l cluster.zip"

say "Something to fetch from: answers /get-snapshot as the scheduler's plugin does"
serve "snap-serve --port 0 cluster.zip"

say "Fetch through a pipe and look; on a cluster it is just: snap-fetch | snap-inspect"
show "snap-fetch --url http://127.0.0.1:$port/get-snapshot | snap-inspect --format text"
show "snap-fetch --url http://127.0.0.1:$port/get-snapshot -o today.zip"

say "Is what the scheduler sees sound? Which pods of the vision team wait?"
show 'snap-inspect --check --format text today.zip'
show "snap-inspect --list pods --filter 'select(.metadata.namespace == \"vision\" and .status.phase == \"Pending\") | .metadata.name' -r today.zip"

say "Run the scheduling cycle on it"
show 'snap-replay --format text today.zip'

say "Why does this job wait?"
show "snap-replay --show pending today.zip | jq -r 'select(.podGroup == \"vision/pg-render-a100\").reasons[].message'"

say "And if the cordoned node came back?"
show "snap-unzip today.zip | jq '(.rawObjects.nodes[] | select(.metadata.name == \"gpu-h100-05\").spec) |= del(.unschedulable, .taints)' | snap-replay --show decisions --format text"

say "And if inference were promised four GPUs more? Then others must go"
show "snap-unzip today.zip | jq '.config.actions = \"allocate, reclaim\" | .rawObjects.queues |= map(.spec.resources.gpu += ({product: {quota: 20}, inference: {quota: 12, limit: 12}}[.metadata.name]))' | snap-zip -o promised.zip"
show 'snap-replay --show decisions --format text promised.zip'

say "What was that change, again?"
show 'snap-diff --format text today.zip promised.zip | cat'

say "Another cluster, without the scheduler: of what cluster-autoscaler answers after its next loop, would one more node help?"
serve "snap-serve --as cluster-autoscaler --scan-interval 1s --port 0 data/import/autoscaler.json"
show "snap-fetch --from cluster-autoscaler --url http://127.0.0.1:$port -o doc.json"
show "snap-inspect --format text doc.json"
show "snap-import --quiet --nodes gpu-asg=1 doc.json | snap-replay --show decisions --format text"

say "What if GPUs had been spread, not packed?"
show "snap-config kai today.zip | sed 's/\"gpupack\"/\"gpuspread\"/; s/\"gpu\":\"binpack\"/\"gpu\":\"spread\"/' | snap-replay --config - --show decisions --format text today.zip"

say "Does the real snapshot-tool decide so, too? (here a recorded run; a git ref would be built)"
show "snap-compare-refs --refs native,tool:data/demo-tool --output-dir compared --format text promised.zip"

say "May the maintainers see it? Other names, the same decisions"
show "snap-redact --map names.ndjson -o redacted.json promised.zip && wc -c redacted.json && head -n 2 names.ndjson"
show "snap-replay --show decisions redacted.json | snap-redact --restore --map names.ndjson >restored.ndjson && snap-replay --show decisions promised.zip | cmp - restored.ndjson"

say "A report of a bug: no names, nothing that the eviction does not need, and a test of it"
show "snap-replay --show decisions redacted.json | jq -r 'select(.event == \"evict\").pod' | head -n 1 >victim && cat victim"
show "snap-redact --quiet --map names.ndjson promised.zip | snap-minimise --keep \"evicted \$(cat victim)=reclaim\" | snap-testcase -o report.bats && wc -c report.bats"
exit $failed
