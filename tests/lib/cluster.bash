# load ../lib/cluster: servers in the background, and a made-up cluster for the stand-in kubectl. T is the test's own directory.

# serve COMMAND...: starts a server that prints its port; the port goes to PORT. servers_stop ends them all.
serve() {
	local out=$T/server.$RANDOM.$RANDOM
	"$@" >"$out" 2>"$out.err" </dev/null 3>&- &
	echo $! >>"$T/servers"
	wait_for "[ -s '$out' ]" || { cat "$out.err" >&2; return 1; }
	PORT=$(cat "$out")
}

servers_stop() {
	local pid
	[ -e "$T/servers" ] || return 0
	while read -r pid; do kill "$pid" 2>/dev/null || true; done <"$T/servers"
}

# wait_for CONDITION: until it holds; a minute is far more than it takes.
wait_for() {
	local i
	for ((i = 0; i < 1200; i++)); do
		eval "$1" && return 0
		sleep 0.05
	done
	echo "waited in vain for: $1" >&2
	return 1
}

# A cluster with the deployment kai-scheduler-default and no pods; its kubectl comes first in PATH.
cluster_new() {
	KUBECTL_STATE=$T/cluster
	mkdir -p "$KUBECTL_STATE"/{deployments,leases,ports,forward} "$T/bin"
	ln -sf "$TOP/tests/lib/kubectl" "$T/bin/kubectl"
	PATH=$T/bin:$PATH
	export KUBECTL_STATE
	echo prod >"$KUBECTL_STATE/contexts"
	pods=()
	cluster_deployment '"--scheduler-name=kai-scheduler"'
	cluster_write
}

# cluster_deployment ARGS [NAME]: ARGS are the elements of the container's args.
cluster_deployment() {
	printf '{"kind":"Deployment","metadata":{"name":"%s","ownerReferences":[{"kind":"SchedulingShard","name":"main"}]},"spec":{"replicas":2,"selector":{"matchLabels":{"app":"sched"}},
"template":{"metadata":{"labels":{"app":"sched"}},"spec":{"containers":[{"name":"scheduler","args":[%s],"image":"x"}]}}}}\n' \
		"${2:-kai-scheduler-default}" "$1" >"$KUBECTL_STATE/deployments/${2:-kai-scheduler-default}"
}

# cluster_pod NAME PORT [READY]: a pod whose plugin server is at PORT of this machine; READY is True or False.
cluster_pod() {
	pods+=("{\"metadata\":{\"name\":\"$1\",\"labels\":{\"app\":\"sched\"}},\"spec\":{\"containers\":[{\"name\":\"scheduler\",\"image\":\"r/kai:v0.17.0\"}]},\"status\":{\"phase\":\"Running\",\"containerStatuses\":[{\"name\":\"scheduler\",\"imageID\":\"r/kai@sha256:5f\"}],\"conditions\":[{\"type\":\"Initialized\",\"status\":\"True\"},{\"status\":\"${3:-True}\",\"type\":\"Ready\"}]}}")
	echo "$2" >"$KUBECTL_STATE/ports/$1"
	cluster_write
}

# cluster_leader POD [LEASE [RENEWED]]: RENEWED is an RFC 3339 time.
cluster_leader() {
	printf '{"kind":"Lease","spec":{"holderIdentity":"%s_0f9e8d7c-0000-4000-8000-aabbccddeeff","leaseDurationSeconds":15%s}}\n' "$1" \
		"${3:+,\"renewTime\":\"$3\"}" >"$KUBECTL_STATE/leases/${2:-kai-scheduler}"
}

# cluster_next_leader POD TIMES [RENEWED]: the same, once the Lease kai-scheduler was read so often.
cluster_next_leader() {
	cluster_leader "$1" kai-scheduler.next "${3:-2026-11-22T10:00:30.000000Z}"
	echo "$2" >"$KUBECTL_STATE/leases/kai-scheduler.times"
}

cluster_write() {
	local IFS=,
	printf '{"kind":"List","apiVersion":"v1","items":[%s]}\n' "${pods[*]-}" >"$KUBECTL_STATE/pods.json"
}

# No port-forward is left of those that the stand-in started.
no_child_left() {
	local pid
	[ -e "$KUBECTL_STATE/pids" ] || return 0
	while read -r pid; do wait_for "! kill -0 $pid 2>/dev/null" || return 1; done <"$KUBECTL_STATE/pids"
}

# json_big FILE: a snapshot whose ZIP is larger than any pipe.
json_big() {
	awk 'BEGIN { srand(7); printf "{\"rawObjects\":{\"pods\":["; for (i = 0; i < 100000; i++) printf "%s%d", i ? "," : "", rand() * 1e9; print "]}}" }' >"$1"
}

# zip_of JSON ZIP: through the programs under test.
zip_of() {
	serve snap-serve -q --port 0 "$1"
	snap-fetch -q --url "http://127.0.0.1:$PORT" -o "$2"
}
