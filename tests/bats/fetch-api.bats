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
	[[ $stderr == *"an argument of the scheduler cannot be read: --schedule-period has the value 'soon'"* ]]
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
}

@test "a page that is cut, no list, or comes again ends it" {
	cluster_api "$C/live/17-mixed.zip" 2
	local pods=$KUBECTL_STATE/raw/api/v1/pods
	cp "$pods/2" "$T/two"
	head -c 300 "$T/two" >"$pods/2"
	run -4 --separate-stderr snap-fetch --from api -o s.zip
	[[ $stderr == *"kubectl's answer cannot be read: pods: invalid JSON: "* ]]
	echo '{"kind":"Status","code":200}' >"$pods/2"
	run -4 --separate-stderr snap-fetch --from api -o s.zip
	[[ $stderr == *"pods: it is no list: it has no items"* ]]
	jq -c '.metadata.continue = "page/2="' "$T/two" >"$pods/2"
	run -4 --separate-stderr snap-fetch --from api -o s.zip
	[[ $stderr == *"pods: the same page comes again"* ]]
	for text in '[]' '{"items":{}}' '{"items":[7]}' '{"items":[{"metadata":{"name":7}}]}'; do
		echo "$text" >"$pods/2"
		run -4 --separate-stderr snap-fetch --from api -o s.zip
		[[ $stderr == *"kubectl's answer cannot be read: pods: unexpected value"* ]] || { echo "$stderr"; return 1; }
	done
	[ -z "$(ls -A)" ]
	printf '{"kind":"PodList","metadata":null,"items":null}' >"$pods/1"
	snap-fetch -q --from api -o s.zip
	snap-unzip s.zip | jq -e '.rawObjects.pods == null'
}

@test "an expired page is tried again from the start, as long as nothing is written" {
	cluster_api "$C/live/17-mixed.zip" 2
	echo 'Error from server (Expired): The provided continue parameter is too old to display a consistent list result' >"$KUBECTL_STATE/raw/api/v1/pods/page.2.says"
	run -4 --separate-stderr snap-fetch --from api --retries 1 -o s.zip
	[[ $stderr == *"; try 2 of 2 follows"*"kubectl failed on pods: Error from server (Expired)"*"try: the list was too slow"* ]]
	[ "$(grep -c 'continue=page%2F2%3D' "$KUBECTL_STATE/calls")" = 2 ]
	[ ! -e s.zip ]
}

@test "what does not go with the API is refused" {
	for option in '--pod x' '--url x:1' '--local-port 1' '--remote-port 1'; do
		read -ra words <<<"$option"
		run -2 --separate-stderr snap-fetch --from api "${words[@]}"
		[[ $stderr == *"${option%% *} does not go with --from api"* ]]
	done
	run -2 --separate-stderr snap-fetch --adopt owner
	[[ $stderr == *"--adopt does not go with --from kai"* ]]
	run -2 --separate-stderr snap-fetch --from api --adopt all
	[[ $stderr == *"--adopt: unknown word 'all': owner or pod"* ]]
}
