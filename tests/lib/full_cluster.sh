#!/bin/sh
# full_cluster.sh NODES: a snapshot of a cluster whose GPUs are all in use: two unlimited departments of four queues each, two pods of 4 GPUs
# on every node, one of each department; and a gang of 64 such pods that wants in. No reclaim can help it: the other department's queues
# may not lose anything.
awk -v n="$1" '
function named(name) { return "{\"metadata\":{\"name\":\"" name "\",\"uid\":\"" name "\"" }
function spaced(name) { return named(name) ",\"namespace\":\"ns\"" }
function comma(i) { return i ? "," : "" }
function queue(name, parent, quota) {
	return named(name) "},\"spec\":{" (parent ? "\"parentQueue\":\"" parent "\"," : "") "\"resources\":{\"gpu\":{\"quota\":" quota \
		",\"limit\":-1,\"overQuotaWeight\":1},\"cpu\":{\"quota\":-1,\"limit\":-1},\"memory\":{\"quota\":-1,\"limit\":-1}}}}"
}
function group(name, hour, min, into) {
	return spaced(name) ",\"creationTimestamp\":\"2026-01-01T" hour ":00:00Z\"},\"spec\":{\"minMember\":" min ",\"queue\":\"" into "\",\"priorityClassName\":\"train\"}}"
}
function pod(name, of, place, phase) {
	return spaced(name) ",\"annotations\":{\"pod-group-name\":\"" of "\"},\"creationTimestamp\":\"2026-01-01T00:00:00Z\"}," \
		"\"spec\":{\"schedulerName\":\"kai-scheduler\"" place ",\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":" \
		"{\"cpu\":\"4\",\"nvidia.com/gpu\":\"4\"}}}]},\"status\":{\"phase\":\"" phase "\"}}"
}
BEGIN {
	printf "{\"config\":{\"actions\":\"allocate, consolidation, reclaim, preempt, stalegangeviction\",\"tiers\":[{\"plugins\":["
	k = split("predicates proportion priority nodeavailability resourcetype elastic subgrouporder taskorder minruntime gpupack " \
		"nodeplacement gpusharingorder sg-nodelocalgreedy sg-multinodegang", plugins, " ")
	for (i = 1; i <= k; i++)
		printf "%s{\"name\":\"%s\"%s}", comma(i - 1), plugins[i],
			(plugins[i] == "nodeplacement" ? ",\"arguments\":{\"cpu\":\"binpack\",\"gpu\":\"binpack\"}" : "")
	printf "]}]},\"schedulerParams\":{\"schedulerName\":\"kai-scheduler\",\"allowConsolidatingReclaim\":true,"
	printf "\"maxNumberConsolidationPreemptees\":16,\"fullHierarchyFairness\":true,\"partitionParams\":{}},\"rawObjects\":{\"queues\":["
	for (d = 0; d < 2; d++) {
		printf "%s%s", comma(d), queue("dept-" d, "", -1)
		for (q = 0; q < 4; q++)
			printf ",%s", queue("queue-" d "-" q, "dept-" d, n)
	}
	printf "],\"nodes\":["
	for (i = 0; i < n; i++)
		printf "%s%s},\"status\":{\"allocatable\":{\"cpu\":\"128\",\"memory\":\"1Ti\",\"nvidia.com/gpu\":\"8\",\"pods\":\"110\"}," \
			"\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}}", comma(i), named("node-" i)
	printf "],\"podGroups\":["
	for (i = 0; i < 2 * n; i++)
		printf "%s,", group("run-" i, "0" i % 10, 1, "queue-" i % 2 "-" int(i / 2) % 4)
	printf "%s],\"pods\":[", group("gang", "10", 64, "queue-0-0")
	for (i = 0; i < 2 * n; i++)
		printf "%s,", pod("run-" i "-0", "run-" i, ",\"nodeName\":\"node-" int(i / 2) "\"", "Running")
	for (i = 0; i < 64; i++)
		printf "%s%s", comma(i), pod("gang-" i, "gang", "", "Pending")
	printf "],\"priorityClasses\":[%s},\"value\":50}]},\"discovery\":{}}\n", named("train")
}'
