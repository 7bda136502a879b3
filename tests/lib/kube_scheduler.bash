# load ../lib/kube_scheduler behind ../lib/cluster: schedulers of a made-up cluster, whose log has LOG and then, for each signal, the last dump in it.

schedulers_new() {
	mkdir -p "$KUBECTL_STATE"/{logs,exec}
	LOG=$TOP/tests/data/import/dump.log
	{
		echo 'I0314 09:26:53.589791       1 comparer.go:64] "Cache mismatch" missedPods=["u-4"] redundantPods=[]'
		sed -n '/nodes=<$/,$p' "$LOG"
	} >"$T/dump"
}
# schedulers NAMESPACE: where they are; nothing is in the other namespace.
schedulers() {
	NS=$1 items=()
	echo '{"items":[]}' | tee "$KUBECTL_STATE/pods-kube-system.json" >"$KUBECTL_STATE/pods-openshift-kube-scheduler.json"
}
# scheduler POD NODE [SPEC [ARGS]]: a pod whose log has a record and which dumps its cache.
scheduler() {
	items+=("{\"metadata\":{\"name\":\"$1\"},\"spec\":{\"nodeName\":\"$2\",${3:+$3,}\"containers\":[{\"name\":\"kube-scheduler\",\"command\":[\"kube-scheduler\"${4:+,$4}]}]},\"status\":{\"phase\":\"Running\"}}")
	local IFS=,
	echo "{\"items\":[${items[*]}]}" >"$KUBECTL_STATE/pods-$NS.json"
	cat "$LOG" >"$KUBECTL_STATE/logs/$1"
	sed "s/cpu-1/on-$2/" "$T/dump" >"$KUBECTL_STATE/exec/$1"
}
holder() { echo "{\"spec\":{\"holderIdentity\":\"$1\",\"leaseDurationSeconds\":15}}" >"$KUBECTL_STATE/leases/${2:-kube-scheduler}"; }
