#!/usr/bin/env bats
# snap-fetch --from api: the objects of the API server, page by page, are the snapshot that the plugin writes.
# shellcheck disable=SC2154 # stderr: run --separate-stderr sets it
load ../lib/env
load ../lib/cluster
bats_require_minimum_version 1.5.0

setup() {
	T=$BATS_TEST_TMPDIR
	mkdir "$T/w"
	cluster_new
	cd "$T/w" || exit
}

C=$BATS_TEST_DIRNAME/../conformance

# The decisions of a replay at this time.
decisions() { snap-replay -q --now 2026-11-22T10:00:00Z "$1" | jq -c 'select(.event != "start" and .event != "end" and .event != "summary") | del(.took)'; }

# same_decisions SNAPSHOT [SIZE]: fetched in pages of SIZE it is replayed as it is itself.
same_decisions() {
	cluster_api "$1" "${2:-3}"
	cluster_deployment "$(jq -c '[.schedulerParams | "--scheduler-name=\(.schedulerName)", "--nodepool-label-key=\(.partitionParams.NodePoolLabelKey // "")",
		"--partition-label-value=\(.partitionParams.NodePoolLabelValue // "")", "--restrict-node-scheduling=\(.restrictSchedulingNodes // false)",
		"--max-consolidation-preemptees", "\(.maxNumberConsolidationPreemptees // 0)", "--use-scheduling-signatures=\(.useSchedulingSignatures // false)",
		"--full-hierarchy-fairness=\(.fullHierarchyFairness // false)", "--allow-consolidating-reclaim=\(.allowConsolidatingReclaim // false)",
		"--schedule-csi-storage=\(.scheduleCSIStorage // false)", "--detailed-fit-errors=\(.detailedFitErrors // false)",
		"--default-staleness-grace-period=\((.globalDefaultStalenessGracePeriod // 0) / 1e9)s"] | map(@json) | join(",")' -r "$T/api.json")"
	cluster_config "$(jq -c .config "$T/api.json")"
	snap-fetch -q --from api -o "$T/api.zip"
	decisions "$1" >"$T/wanted"
	decisions "$T/api.zip" >"$T/got"
	[ -s "$T/wanted" ]
	cmp "$T/wanted" "$T/got" || { diff "$T/wanted" "$T/got" | head -20 >&2; return 1; }
}

@test "a cluster fetched from the API is replayed as the plugin's capture of it" {
	same_decisions "$C/live/15-fractions.zip"
	same_decisions "$C/live/17-mixed.zip"
	same_decisions "$C/topology/004.json" 2
	same_decisions "$C/dra/001.json" 1
	same_decisions "$C/numa/012.json" 500
	same_decisions "$(ls "$C"/storage/*[0-9].json | head -1)"
	same_decisions "$(ls "$C"/fraction/*[0-9].json | head -1)"
}

@test "snapshots are also a filter's input: snap-fetch --from api | snap-replay" {
	cluster_api "$C/live/17-mixed.zip"
	cluster_config "$(jq -c .config "$T/api.json")"
	snap-fetch -q --from api | snap-replay -q --now 2026-11-22T10:00:00Z >"$T/out"
	jq -se 'map(select(.event == "bind" or .event == "pending")) | length > 3' "$T/out"
}

@test "all is listed in pages, finished pods and what no cycle reads are left out" {
	cluster_api "$C/live/17-mixed.zip" 2
	jq -c '.items[0].status.phase = "Succeeded" | .items[0].metadata.name = "is-over" | .items[1].spec.containers[0] += {image: "secret/image", env: [{name: "A", value: "a secret"}]}' \
		"$KUBECTL_STATE/raw/api/v1/pods/1" >"$T/1" && mv "$T/1" "$KUBECTL_STATE/raw/api/v1/pods/1"
	printf '{"kind":"ConfigMapList","items":[{"metadata":{"name":"m","namespace":"n"},"data":{"password":"a secret"}}]}' >"$KUBECTL_STATE/raw/api/v1/configmaps/1"
	snap-fetch -q --from api -o s.zip
	snap-unzip s.zip >s.json
	run ! grep -e secret -e is-over -e managedFields s.json
	jq -e --slurpfile from "$T/api.json" '(.rawObjects.pods | length) == ($from[0].rawObjects.pods | length) - 1
		and (.rawObjects.nodes | map(.metadata.name)) == ($from[0].rawObjects.nodes | map(.metadata.name))
		and .rawObjects.configMaps == [{metadata: {name: "m", namespace: "n", annotations: {}}}]' s.json
	[ "$(grep -c 'raw /api/v1/pods?limit=500&fieldSelector=status.phase!%3DSucceeded,status.phase!%3DFailed' "$KUBECTL_STATE/calls")" = \
		"$(ls "$KUBECTL_STATE/raw/api/v1/pods" | wc -l)" ]
}

@test "config and parameters are those of the deployment, what its file lacks is built in" {
	cluster_api "$C/live/17-mixed.zip" 50
	cluster_deployment '"--scheduler-name", "mine", "--schedule-period=1m30s", "--full-hierarchy-fairness=false", "--detailed-fit-errors", "--partition-label-value=a"'
	cluster_config 'actions: "allocate"   # YAML
queueDepthPerAction:
  allocate: 7
'
	snap-fetch -q --from api -o s.zip
	snap-unzip s.zip | jq -e '.config.actions == "allocate" and .config.queueDepthPerAction.allocate == 7 and (.config.tiers[0].plugins | length) > 15
		and (.schedulerParams | .schedulerName == "mine" and .schedulePeriod == 90e9 and .fullHierarchyFairness == false and .detailedFitErrors
			and .useSchedulingSignatures and .maxNumberConsolidationPreemptees == 16
			and .partitionParams == {NodePoolLabelKey: "kai.scheduler/node-pool", NodePoolLabelValue: "a"})
		and .discovery.serverVersion.major == "1" and (.discovery.resources | map(.groupVersion) | index("scheduling.run.ai/v2"))
		and .source.format == "kubernetes-api" and .source.assumptions == []'
	snap-unzip -p capture.json s.zip | jq -e '.capturedAt and .deployment == "kai-scheduler-default" and .namespace == "kai-scheduler" and (has("missing") | not)'
	# a folder that is mounted, with another name for the key
	jq -c '.spec.template.spec |= (.volumes[0].configMap.items = [{key: "config.yaml", path: "sub/x.yaml"}] | .containers[0] |= (.volumeMounts = [{name: "c", mountPath: "/etc/config/"}]
		| .args[-1] = "--scheduler-conf=/etc/config/sub/x.yaml"))' "$KUBECTL_STATE/deployments/kai-scheduler-default" >"$T/d" && mv "$T/d" "$KUBECTL_STATE/deployments/kai-scheduler-default"
	snap-fetch -q --from api -o s.zip
	snap-unzip s.zip | jq -e '.config.queueDepthPerAction.allocate == 7'
}

@test "a configuration that cannot be read ends it: no guess" {
	cluster_api "$C/live/17-mixed.zip" 50
	cluster_config 'actions: [allocate'
	run -4 --separate-stderr snap-fetch --from api -o s.zip
	[[ $stderr == *"the scheduler's configuration cannot be read: --scheduler-conf /etc/config/config.yaml: "* ]]
	rm "$KUBECTL_STATE/configmaps/the-config"
	run -4 --separate-stderr snap-fetch --from api -o s.zip
	[[ $stderr == *"configmap the-config not found"*"try: "* ]]
	cluster_deployment '"--schedule-period=soon"'
	run -4 --separate-stderr snap-fetch --from api -o s.zip
	[[ $stderr == *"an argument of the scheduler cannot be read: --schedule-period has the value 'soon'"*"try: 'kubectl get deployment kai-scheduler-default -n kai-scheduler -o yaml'"* ]]
	[ ! -e s.zip ]
}

@test "a configuration that cannot be had is made of the SchedulingShard, as the operator makes it" {
	cluster_api "$C/live/17-mixed.zip" 50
	local deployment=$KUBECTL_STATE/deployments/kai-scheduler-default i
	# tests/data/shards.json: what the operator v0.17.0 made of each, by its own functions
	for i in {0..7}; do
		jq -c ".[$i]" "$TOP/tests/data/shards.json" >shard
		rm -f "$KUBECTL_STATE/forbidden"
		cluster_deployment "$(jq -r '.args | map(select(startswith("--scheduler-conf") | not) | @json) | join(",")' shard)"
		cluster_config "$(jq -r '."config.yaml"' shard)"
		snap-fetch -q --from api -o wanted.zip
		snap-unzip wanted.zip | jq -S '.config, .schedulerParams' >wanted
		snap-unzip -p capture.json wanted.zip | jq -e '.settings == "configmap the-config" and .shard == "main"'
		cluster_shard main "$(jq -c .spec shard)"
		echo 'get configmaps' >"$KUBECTL_STATE/forbidden"
		snap-fetch -q --from api -o got.zip
		snap-unzip got.zip | jq -S '.config, .schedulerParams' | diff wanted -
		snap-unzip -p capture.json got.zip | jq -e '.settings == "schedulingshard main" and .missing == "configmap the-config"'
		snap-unzip got.zip | jq -e '.source.assumptions | any(startswith("config is what KAI\u0027s operator makes of schedulingshard main: configmap the-config: forbidden"))'
		# neither the Deployment: its name tells the shard's
		cluster_shard default "$(jq -c .spec shard)"
		echo 'get deployments' >>"$KUBECTL_STATE/forbidden"
		snap-fetch -q --from api -o got.zip
		snap-unzip got.zip | jq -S '.config, .schedulerParams' | diff wanted -
		snap-unzip -p capture.json got.zip | jq -e '.settings == "schedulingshard default" and .missing == "deployment kai-scheduler-default"'
		[ "$i" -eq 0 ] || continue
		rm "$deployment"
		snap-fetch -q --from api -o got.zip
		snap-unzip -p capture.json got.zip | jq -e '.settings == "schedulingshard default"'
	done
}

@test "the operator's Config tells names that a shard does not" {
	cluster_api "$C/live/17-mixed.zip" 50
	cluster_shard b '{"partitionLabelValue": "pool-b"}'
	mkdir -p "$KUBECTL_STATE/raw/apis/kai.scheduler/v1/configs/kai-config"
	echo '{"spec":{"global":{"schedulerName":"mine","nodePoolLabelKey":"pool","queueLabelKey":"q"}}}' >"$KUBECTL_STATE/raw/apis/kai.scheduler/v1/configs/kai-config/1"
	snap-fetch -q --from api --deployment mine-b -o s.zip
	snap-unzip s.zip | jq -e '.schedulerParams | .schedulerName == "mine" and .queueLabelKey == "q" and .partitionParams == {NodePoolLabelKey: "pool", NodePoolLabelValue: "pool-b"}'
	run -4 --separate-stderr snap-fetch --from api --deployment kai-scheduler-b -o t.zip
	[[ $stderr == *"deployment kai-scheduler-b not found: "* && ! -e t.zip ]]
}

@test "a shard that cannot be read is no guess either" {
	cluster_api "$C/live/17-mixed.zip" 50
	rm "$KUBECTL_STATE/deployments/kai-scheduler-default"
	cluster_shard default '{"plugins": {"elastic": {"priority": "high"}}}'
	run -4 --separate-stderr snap-fetch --from api -o s.zip
	[[ $stderr == *"the SchedulingShard cannot be read: the priority of 'elastic' is no whole number"* ]]
	echo 'x' >"$KUBECTL_STATE/raw/apis/kai.scheduler/v1/schedulingshards/default/1"
	run -4 --separate-stderr snap-fetch --from api -o s.zip
	[[ $stderr == *"kubectl's answer cannot be read: schedulingshards: "* ]]
	[ ! -e s.zip ]
}

@test "a cluster without the scheduler: kinds that are missing are told, owners get pod groups" {
	cluster_api "$C/live/17-mixed.zip" 2
	rm "$KUBECTL_STATE/deployments/kai-scheduler-default"
	rm -r "$KUBECTL_STATE/raw/apis/scheduling.run.ai" "$KUBECTL_STATE/raw/apis/kai.scheduler"
	sed -i -e /scheduling.run.ai/d -e /kai.scheduler/d "$KUBECTL_STATE/api-versions"
	for f in "$KUBECTL_STATE"/raw/api/v1/pods/*; do
		jq -c '.items[] |= (del(.metadata.annotations) | .metadata.ownerReferences = [{apiVersion: "batch/v1", kind: "Job", name: ("job-" + .metadata.name[0:3]), uid: "u", controller: true}])' \
			"$f" >"$T/1" && mv "$T/1" "$f"
	done
	run -0 --separate-stderr snap-fetch --from api -o s.zip
	[[ $stderr == *"no pod groups of KAI Scheduler: a replay places nothing; --adopt owner makes some"* ]]
	snap-unzip -p capture.json s.zip | jq -e '.missing == "queues, podgroups, bindrequests, topologies"'
	run -0 --separate-stderr snap-fetch --from api --adopt owner -o s.zip
	[[ $stderr == *"assumed: config and schedulerParams: what is built into the scheduler"*"there is no deployment kai-scheduler-default in kai-scheduler"* ]]
	snap-unzip s.zip | jq -e '(.rawObjects.pods | map(select(.spec.nodeName == null) | .metadata.annotations["pod-group-name"]) | unique) as $named
		| ($named | length) > 1 and $named == (.rawObjects.podGroups | map(.metadata.name) | sort)
		and (.rawObjects.podGroups | all(.spec.queue == "imported" or (.spec.queue | type) == "string"))
		and (.source.assumptions | any(contains("without a pod group adopted")) and any(contains("the server has no queues, podgroups")))'
	snap-replay -q s.zip | jq -se 'map(select(.event == "bind")) | length > 0'
	snap-fetch -q --from api --adopt pod -o p.zip
	snap-unzip p.zip | jq -e '(.rawObjects.pods | map(select(.spec.nodeName == null)) | length) == (.rawObjects.podGroups | length)'
}

@test "what may not be listed is left out and named; without pods or nodes there is none" {
	cluster_api "$C/live/17-mixed.zip" 50
	echo 'list configmaps' >"$KUBECTL_STATE/forbidden"
	run -0 --separate-stderr snap-fetch --from api -o s.zip
	[[ $stderr == *"configmaps: "*"left out: "*forbidden* ]]
	snap-unzip -p capture.json s.zip | jq -e '.missing == "configmaps"'
	snap-unzip s.zip | jq -e '.rawObjects.configMaps == null and (.source.assumptions | any(contains("may not be listed: configmaps")))'
	rm s.zip
	echo 'list nodes' >"$KUBECTL_STATE/forbidden"
	run -4 --separate-stderr snap-fetch --from api -o s.zip
	[[ $stderr == *"nodes: forbidden: "*"--from api --print-role"* ]]
	echo 'get deployments' >"$KUBECTL_STATE/forbidden"
	run -4 --separate-stderr snap-fetch --from api -o s.zip
	[[ $stderr == *"deployment kai-scheduler-default: forbidden: "*"try: 'snap-fetch --from api --print-role -n kai-scheduler'"* ]]
	[ ! -e s.zip ]
	# without KAI Scheduler there is nothing to be found there
	sed -i -e /scheduling.run.ai/d -e /kai.scheduler/d "$KUBECTL_STATE/api-versions"
	run -0 --separate-stderr snap-fetch --from api --adopt owner -o s.zip
	[[ $stderr == *"what is built into the scheduler"*"deployment kai-scheduler-default in kai-scheduler is forbidden"* ]]
	snap-unzip -p capture.json s.zip | jq -e '.settings == "built in" and (.missing | startswith("deployment kai-scheduler-default, queues, podgroups"))'
}

@test "a page that is cut, no list, of another kind, or comes again ends it" {
	cluster_api "$C/live/17-mixed.zip" 2
	local pods=$KUBECTL_STATE/raw/api/v1/pods
	fetch() { run -4 --separate-stderr snap-fetch --from api --retries 0 -o s.zip; }
	cp "$pods/2" "$T/two"
	head -c 300 "$T/two" >"$pods/2"
	fetch
	[[ $stderr == *"kubectl's answer cannot be read: pods: invalid JSON: "*"try: once more, with more --retries than 0" ]]
	echo '{"code":200}' >"$pods/2"
	fetch
	[[ $stderr == *"it is no list: it has no items"* ]]
	jq -c '.kind = "NodeList"' "$T/two" >"$pods/2"
	fetch
	[[ $stderr == *"a NodeList in place of a list of pods"* ]]
	jq -c '.metadata.continue = "page/2="' "$T/two" >"$pods/2"
	fetch
	[[ $stderr == *"pods: the same page comes again"* ]]
	for text in '[]' '{"items":{}}' '{"items":[7]}' '{"items":[{"metadata":{"name":7}}]}' '{"items":[],"items":[]}' '{"items":[]} x' '{"kind":"Status","items":[]}'; do
		echo "$text" >"$pods/2"
		fetch
		[[ $stderr == *"kubectl's answer cannot be read: pods: "* ]] || { echo "$stderr"; return 1; }
	done
	[ -z "$(ls -A)" ]
	printf '{"kind":"PodList","metadata":null,"items":null}' >"$pods/1"
	snap-fetch -q --from api -o s.zip
	snap-unzip s.zip | jq -e '.rawObjects.pods == null'
}

@test "a page that breaks off is asked for again: not a byte differs, to a file and to a pipe" {
	cluster_api "$C/live/17-mixed.zip" 2
	local pods=$KUBECTL_STATE/raw/api/v1/pods how
	snap-fetch -q --from api -o whole.zip
	for how in cut killed lost refused; do
		echo "2 $how" >"$pods/page.2.broken"
		run -0 --separate-stderr snap-fetch --from api -o s.zip
		[[ $stderr == *"snap-fetch: pods: "*"; try 2 of 3 follows"*"; try 3 of 3 follows"* ]]
		cmp s.zip whole.zip
		echo "1 $how" >"$pods/page.2.broken"
		snap-fetch -q --from api 2>err | cmp - whole.zip
		echo "2 $how" >"$pods/page.2.broken"
		run -4 --separate-stderr snap-fetch --from api --retries 1 -o none.zip
		[[ $stderr == *"try 2 of 2 follows"*"snap-fetch: the API server: "* ]]
		[ ! -e none.zip ]
		# the pages before it are not asked for again
		rm "$KUBECTL_STATE/calls"
		echo "1 $how" >"$pods/page.2.broken"
		snap-fetch -q --from api -o s.zip 2>err
		[ "$(grep -c 'v1/pods?[^ ]*Failed ' "$KUBECTL_STATE/calls")" = 1 ]
		[ "$(grep -c 'v1/pods?.*continue=page%2F2%3D' "$KUBECTL_STATE/calls")" = 2 ]
	done
}

@test "a list that has expired is begun anew, as long as nothing is written" {
	cluster_api "$C/live/17-mixed.zip" 2
	local pods=$KUBECTL_STATE/raw/api/v1/pods
	snap-fetch -q --from api -o whole.zip
	echo "1 expired" >"$pods/page.2.broken"
	run -0 --separate-stderr snap-fetch --from api -o s.zip
	[[ $stderr == *"the list has expired: pods: Error from server (Expired): "*"; try 2 of 3 follows"* ]]
	cmp s.zip whole.zip
	rm s.zip "$KUBECTL_STATE/calls"
	echo "9 expired" >"$pods/page.2.broken"
	run -4 --separate-stderr snap-fetch --from api --retries 1 -o s.zip
	[[ $stderr == *"; try 2 of 2 follows"*"the list has expired: pods: "*"try: the list was too slow"* ]]
	[ "$(grep -c 'v1/pods?.*continue=page%2F2%3D' "$KUBECTL_STATE/calls")" = 2 ]
	[ ! -e s.zip ]
}

@test "what has gone to a pipe cannot be begun anew: -o can" {
	cluster_api "$C/live/17-mixed.zip" 2
	# far more than fits into one piece of the ZIP
	local pods=$KUBECTL_STATE/raw/api/v1/pods
	jq -c --rawfile words <(head -c 400000 /dev/urandom | base64 -w0) '.items[0].metadata.annotations.long = $words' "$pods/1" >"$T/1" && mv "$T/1" "$pods/1"
	echo "9 expired" >"$pods/page.2.broken"
	status=0
	snap-fetch --from api 2>err >part.zip || status=$?
	[ "$status" -eq 4 ]
	grep 'try: -o FILE: the server forgets a list' err
	[ -s part.zip ]
	[ "$(grep -c 'v1/pods?.*continue=page%2F2%3D' "$KUBECTL_STATE/calls")" = 1 ]
}

@test "a kubectl that hangs in the middle of a page: out of time, no file, no child" {
	cluster_api "$C/live/17-mixed.zip" 2
	echo "9 hang" >"$KUBECTL_STATE/raw/api/v1/pods/page.2.broken"
	run -5 --separate-stderr snap-fetch --from api --timeout 3 -o s.zip
	[[ $stderr == *"time-out: kubectl get pods did not end after 3s"* ]]
	[ -z "$(ls -A)" ]
	snap-fetch -q --from api -o s.zip &
	wait_for "[ \"\$(grep -c 'v1/pods?.*continue=page%2F2%3D' '$KUBECTL_STATE/calls')\" = 2 ]"
	kill -TERM $!
	status=0
	wait $! || status=$?
	[ "$status" -eq 143 ]
	[ -z "$(ls -A)" ]
}

@test "control characters of kubectl and of objects reach no terminal" {
	cluster_api "$C/live/17-mixed.zip" 2
	local pods=$KUBECTL_STATE/raw/api/v1/pods
	jq -c '.items[0].metadata.name = "a\u001b[31mred\u0007"' "$pods/2" >"$T/2" && mv "$T/2" "$pods/2"
	run -0 --separate-stderr snap-fetch --from api -o s.zip
	snap-unzip s.zip >s.json
	run -1 grep -c $'[\x01-\x08\x0b-\x1f]' s.json
	for text in $'{"kind":"\\u001b[31mList","items":[]}' $'{"\x1b[31m":' $'\x1b]0;title\x07'; do
		echo "$text" >"$pods/2"
		run -4 --separate-stderr snap-fetch --from api --retries 0 -o x.zip
		[[ $stderr == *pods* && $stderr != *$'\x1b'* && $stderr != *$'\x07'* ]]
	done
	printf 'error: \033[31mred\a' >"$pods/page.2.says"
	run -4 --separate-stderr snap-fetch --from api --retries 0 -o x.zip
	[[ $stderr == *"kubectl failed on pods: "*red* && $stderr != *$'\x1b'* && $stderr != *$'\x07'* ]]
}

@test "the time is the server's, and local where it does not tell" {
	cluster_api "$C/live/17-mixed.zip" 50
	snap-fetch -q --from api -o s.zip
	snap-unzip -p capture.json s.zip | jq -e '.capturedAt == "2026-11-20T10:00:00Z" and (has("clock") | not)'
	snap-unzip s.zip | jq -e '.source.capturedAt == "2026-11-20T10:00:00Z"'
	for text in '{"metadata":{"creationTimestamp":null}}' '{"metadata":{"creationTimestamp":"soon"}}' '[' none; do
		echo "$text" >"$KUBECTL_STATE/whoami"
		[ "$text" != none ] || rm "$KUBECTL_STATE/whoami"
		snap-fetch -q --from api -o s.zip
		snap-unzip -p capture.json s.zip | jq -e '.clock == "local" and .capturedAt > "2026-11-20T10:00:00Z"'
		snap-unzip s.zip | jq -e '.source.assumptions | any(startswith("the time is that of the machine"))'
	done
}

@test "a page that is too large is asked for in smaller ones" {
	cluster_api "$C/live/17-mixed.zip" 50
	cat >"$T/bin/large" <<-'X'
		#!/bin/sh
		case "$*" in
		*v1/configmaps?limit=60*) printf '{"items":[' && while printf '{"data":{"a":"%0100000d"}},' 0 2>/dev/null; do :; done ;;
		esac
		exec kubectl "$@"
	X
	chmod +x "$T/bin/large"
	snap-fetch -q --from api --kubectl "$T/bin/large" -o s.zip
	grep -q 'v1/configmaps?limit=7 ' "$KUBECTL_STATE/calls"
	sed -i 's/limit=60\*/*/' "$T/bin/large"
	rm s.zip
	run -5 --separate-stderr snap-fetch --from api --kubectl "$T/bin/large" -o s.zip
	[[ $stderr == *"kubectl writes too much: more than 64MiB about configmaps"* ]]
	[ ! -e s.zip ]
}

# older_claims VERSION FILTER: the server has claims, slices and classes in this version only, in its form.
older_claims() {
	local kind dir=$KUBECTL_STATE/raw/apis/resource.k8s.io
	sed -i "s|resource.k8s.io/v1\$|resource.k8s.io/$1|" "$KUBECTL_STATE/api-versions"
	mv "$dir/v1" "$dir/$1"
	for kind in resourceclaims resourceslices deviceclasses; do
		for f in "$dir/$1/$kind"/*; do
			jq -c "$2" "$f" >"$T/1" && mv "$T/1" "$f"
		done
	done
}

V1BETA1='.items[]? |= (if .spec.devices | type == "object" then .spec.devices.requests[]? |= (. + (.exactly // {}) | del(.exactly))
		elif .spec.devices then .spec.devices[]? |= ({name, basic: del(.name)}) else . end)'

@test "claims of an older version are those of v1: the same decisions" {
	local case v
	for case in dra/001 dra/004 dra/010 dra/016; do
		for v in v1beta2 v1beta1; do
			cluster_api "$C/$case.json" 2
			cluster_deployment '"--scheduler-name=kai-scheduler"'
			cluster_config "$(jq -c .config "$T/api.json")"
			snap-fetch -q --from api -o v1.zip
			older_claims "$v" "$([ "$v" = v1beta2 ] && echo . || echo "$V1BETA1")"
			snap-fetch -q --from api -o s.zip
			decisions v1.zip >wanted
			decisions s.zip >got
			cmp wanted got
			snap-unzip v1.zip | jq -S '.rawObjects' >wanted
			snap-unzip s.zip | jq -S '.rawObjects' | diff wanted -
			# a server that does not tell its versions
			rm "$KUBECTL_STATE/api-versions"
			snap-fetch -q --from api -o s.zip
			snap-unzip s.zip | jq -S '.rawObjects' | diff wanted -
		done
	done
	jq -e '.resourceClaims and .resourceSlices and .deviceClasses' wanted
}

@test "--print-role has every right that is used" {
	run -0 snap-fetch --from api --print-role -n ns1
	[[ $output == *"kind: ClusterRole"*"kind: Role"*"namespace: ns1"* ]]
	for right in '[pods, nodes, configmaps, persistentvolumes, persistentvolumeclaims]' '[queues, podgroups, bindrequests]' priorityclasses storageclasses \
		'[resourceclaims, resourceslices, deviceclasses]' topologies noderesourcetopologies '[schedulingshards, configs]' '[deployments]'; do
		[[ $output == *"resources: "*"$right"* ]]
	done
}

@test "a deployment or namespace that was asked for is not passed over" {
	cluster_api "$C/live/17-mixed.zip"
	rm "$KUBECTL_STATE"/deployments/*
	snap-fetch -q --from api -o s.zip
	for options in '--deployment nosuch' '-n nosuch' '--deployment kai-scheduler-default -n kai-scheduler'; do
		# shellcheck disable=SC2086 # options
		run -4 --separate-stderr snap-fetch --from api $options -o t.zip
		[[ $stderr == *"deployment "*" not found: "*"try: 'kubectl get deployments,pods -n "*"', then --namespace or --deployment" ]]
		[ ! -e t.zip ]
	done
}

@test "what does not go with the API is refused" {
	for option in '--pod x' '--url x:1' '--local-port 1' '--remote-port 1' --no-verify; do
		read -ra words <<<"$option"
		run -2 --separate-stderr snap-fetch --from api "${words[@]}"
		[[ $stderr == *"${option%% *} does not go with --from api"* ]]
	done
	run -2 --separate-stderr snap-fetch --adopt owner
	[[ $stderr == *"--adopt does not go with --from kai"* ]]
	run -2 --separate-stderr snap-fetch --from api --adopt all
	[[ $stderr == *"--adopt: unknown word 'all': owner or pod"* ]]
}
