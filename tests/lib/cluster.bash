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

# cluster_api SNAPSHOT [SIZE]: the API server lists the objects of a snapshot, in pages of SIZE, with what a server adds to them.
cluster_api() {
	local key path size=${2:-3}
	snap-unzip -q "$1" >"$T/api.json"
	rm -rf "$KUBECTL_STATE/raw"
	while read -r key path; do
		mkdir -p "$KUBECTL_STATE/raw/$path"
		jq -c --arg key "$key" --argjson size "$size" '(.rawObjects[$key] // []) as $all | range(0; [($all | length), 1] | max; $size) as $at
			| {kind: "List", apiVersion: "v1", metadata: ({resourceVersion: "77"} + if $at + $size < ($all | length) then
				{continue: "page/\($at / $size + 2)=", remainingItemCount: 1} else {} end),
				items: ($all[$at:$at + $size] | map(.metadata.managedFields = [{manager: "kubelet"}]))}' "$T/api.json" |
			split -l 1 -a 6 --numeric-suffixes=1 - "$KUBECTL_STATE/raw/$path/"
		(cd "$KUBECTL_STATE/raw/$path" && for f in *; do mv "$f" "p$((10#$f))"; done && for f in p*; do mv "$f" "${f#p}"; done)
		case $path in apis/*) path=${path#apis/} ;; *) path=${path#api/} ;; esac
		echo "${path%/*}"
	done <<-END | sort -u >"$KUBECTL_STATE/api-versions"
		pods api/v1/pods
		nodes api/v1/nodes
		queues apis/scheduling.run.ai/v2/queues
		podGroups apis/scheduling.run.ai/v2alpha2/podgroups
		bindRequests apis/scheduling.run.ai/v1alpha2/bindrequests
		priorityClasses apis/scheduling.k8s.io/v1/priorityclasses
		configMaps api/v1/configmaps
		persistentVolumes api/v1/persistentvolumes
		persistentVolumeClaims api/v1/persistentvolumeclaims
		csiStorageCapacities apis/storage.k8s.io/v1/csistoragecapacities
		storageClasses apis/storage.k8s.io/v1/storageclasses
		csiDrivers apis/storage.k8s.io/v1/csidrivers
		resourceClaims apis/resource.k8s.io/v1/resourceclaims
		resourceSlices apis/resource.k8s.io/v1/resourceslices
		deviceClasses apis/resource.k8s.io/v1/deviceclasses
		topologies apis/kai.scheduler/v1alpha1/topologies
		nodeResourceTopologies apis/topology.node.k8s.io/v1alpha2/noderesourcetopologies
	END
	jq '{clientVersion: {gitVersion: "v1.32.0"}, serverVersion: (.discovery.serverVersion // {major: "1", minor: "34", gitVersion: "v1.34.0"})}' \
		"$T/api.json" >"$KUBECTL_STATE/version"
	echo '{"kind":"SelfSubjectReview","apiVersion":"authentication.k8s.io/v1","metadata":{"creationTimestamp":"2026-11-20T10:00:00Z"},"status":{"userInfo":{"username":"dev"}}}' \
		>"$KUBECTL_STATE/whoami"
}

# cluster_shard NAME SPEC: a SchedulingShard, in a cluster with KAI's operator.
cluster_shard() {
	local dir=$KUBECTL_STATE/raw/apis/kai.scheduler/v1/schedulingshards/$1
	mkdir -p "$dir"
	jq -nc --arg name "$1" --argjson spec "$2" '{apiVersion: "kai.scheduler/v1", kind: "SchedulingShard", metadata: {name: $name}, $spec}' >"$dir/1"
	grep -qx kai.scheduler/v1 "$KUBECTL_STATE/api-versions" || echo kai.scheduler/v1 >>"$KUBECTL_STATE/api-versions"
}

# cluster_config JSON: a ConfigMap that the deployment's --scheduler-conf names.
cluster_config() {
	mkdir -p "$KUBECTL_STATE/configmaps"
	jq -n --arg text "$1" '{kind: "ConfigMap", metadata: {name: "the-config"}, data: {"config.yaml": $text}}' >"$KUBECTL_STATE/configmaps/the-config"
	jq -c '.spec.template.spec.volumes = [{name: "c", configMap: {name: "the-config"}}] | .spec.template.spec.containers[0] |= (.volumeMounts =
		[{name: "c", mountPath: "/etc/config/config.yaml", subPath: "config.yaml"}] | .args += ["--scheduler-conf=/etc/config/config.yaml"])' \
		"$KUBECTL_STATE/deployments/kai-scheduler-default" >"$T/d.json" && mv "$T/d.json" "$KUBECTL_STATE/deployments/kai-scheduler-default"
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
