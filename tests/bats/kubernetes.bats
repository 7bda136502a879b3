#!/usr/bin/env bats
# scripts/kubernetes: a Job and a CronJob that keep captures; what they may do, and that it is enough.
load ../lib/env
load ../lib/cluster

setup() {
	T=$BATS_TEST_TMPDIR
	FOLDER=$TOP/scripts/kubernetes
	cd "$T"
}
teardown() { servers_stop; }

# What kubectl understands of a manifest, by the types that it was built with: what it does not know gets lost.
understood() { kubectl set image --local -f "$1" capture=x -o json; }
has_all() {
	understood "$1" >json || return
	jq -r '.. | objects | keys[]' json | sort -u >known
	sed -nE 's/^[ -]*([A-Za-z]+):.*/\1/p' "$1" | sort -u >told
	[ -z "$(comm -23 told known)" ]
}

@test "kubectl knows each key of the jobs" {
	command -v kubectl >/dev/null || skip "kubectl is not installed"
	for manifest in "$FOLDER"/*job.yaml; do has_all "$manifest" || { echo "$manifest"; comm -23 told known; false; }; done
	sed s/concurrencyPolicy/concurencyPolicy/ "$FOLDER/capture-cronjob.yaml" >bad.yaml
	run ! has_all bad.yaml
}

@test "an API server takes the manifests" {
	command -v kubectl >/dev/null || skip "kubectl is not installed"
	# one to try with, of which the environment knows: nobody's cluster is asked unasked
	[ -n "${SNAP_TEST_KUBECONFIG:-}" ] || skip "no API server here (SNAP_TEST_KUBECONFIG)"
	export KUBECONFIG=$SNAP_TEST_KUBECONFIG
	kubectl create --dry-run=server --validate=strict -f "$FOLDER/capture-job.yaml"
	for part in role cronjob; do kubectl apply --dry-run=server --validate=strict -f "$FOLDER/capture-$part.yaml"; done
	sed s/concurrencyPolicy/concurencyPolicy/ "$FOLDER/capture-cronjob.yaml" >bad.yaml
	run ! kubectl apply --dry-run=server --validate=strict -f bad.yaml
}

rules() { sed -n '/^rules:/,/^---/p' | sed '/^---/d'; }

@test "the Role is what snap-fetch asks for, of one namespace, and the only one" {
	[ -n "$(rules <"$FOLDER/capture-role.yaml")" ]
	diff <(snap-fetch --print-role | rules) <(rules <"$FOLDER/capture-role.yaml")
	run ! grep -E 'Cluster(Role|RoleBinding)' "$FOLDER"/*.yaml
	[ "$(sed -n 's/^ *namespace: //p' "$FOLDER"/*.yaml | sort -u)" = kai-scheduler ]
}

@test "Job and CronJob have the same pod: not root, nothing more than it needs" {
	sed -n '/^      restartPolicy/,$p' "$FOLDER/capture-job.yaml" >pod
	[ -s pod ]
	sed -n '/^          restartPolicy/,$p' "$FOLDER/capture-cronjob.yaml" | sed 's/^    //' | diff pod -
	for line in 'runAsNonRoot: true' 'readOnlyRootFilesystem: true' 'allowPrivilegeEscalation: false' 'drop: \[ALL\]' 'type: RuntimeDefault' 'serviceAccountName: snap-capture'; do
		grep -q "^ *$line$" pod
	done
	[ "$(sed -n 's/^ *runAsUser: //p' pod)" = "$(sed -n 's/^USER \(.*\):.*/\1/p' "$TOP/scripts/packaging/Containerfile")" ]
}

@test "what the container runs captures into the volume, under the job's name" {
	arguments=$(sed -n 's/^ *args: \[\(.*\)\]$/\1/p' "$FOLDER/capture-job.yaml" | tr -d ,)
	[[ $arguments == "fetch "*" /captures/\$(CAPTURE).zip" ]]
	mkdir captures
	cluster_new
	serve snap-serve -q --port 0 "$TOP/tests/data/demo.json"
	cluster_pod a "$PORT"
	cluster_leader a
	arguments=${arguments//\$(CAPTURE)/snap-capture-29400000}
	# shellcheck disable=SC2086 # words
	run "$TOP/scripts/kubectl-snap/kubectl-snap" ${arguments/\/captures/captures}
	[ "$status" -eq 0 ] || { echo "$output"; false; }
	snap-unzip captures/snap-capture-29400000.zip | grep -q rawObjects
}
