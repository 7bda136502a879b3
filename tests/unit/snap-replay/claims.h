/* Small clusters with devices: the words of which a snapshot is made (rules/07 C). Its pods are in
 * group g of queue q, its nodes have room for all of them. */
#ifndef SNAP_TEST_CLAIMS_H
#define SNAP_TEST_CLAIMS_H
#include "acts.h"
#include "cmd/snap-replay/model/task_claims.h"

#define CLAIM_PLUGINS EVICTING_PLUGINS ",{'name':'dynamicresources'}"
#define CLAIM_PARAMS FIXTURE_PARAMS ",'queueLabelKey':'kai.scheduler/queue'"
#define CLASSES \
	"'deviceClasses':[{'metadata':{'name':'dev'},'spec':{}},{'metadata':{'name':'gpu'},'spec':{'extendedResourceName':'x.com/dev'}}]"
#define DEVICE(name) "{'name':'" name "'}"
#define DEVICE_AT(name, numa) "{'name':'" name "','attributes':{'numa':{'int':" numa "}}}"
#define SLICE_OF(name, where, pool, generation, count, devices) \
	"{'metadata':{'name':'" name "'},'spec':{'driver':'d'," where ",'pool':{'name':'" pool \
	"','generation':" generation ",'resourceSliceCount':" count "},'devices':[" devices "]}}"
#define SLICE(node, devices) SLICE_OF(node, "'nodeName':'" node "'", node, "1", "1", devices)
#define ASKS_MORE(name, more) \
	"{'name':'" name "','exactly':{'deviceClassName':'dev','allocationMode':'ExactCount'" more \
	"}}"
#define ASKS(name, count) ASKS_MORE(name, ",'count':" count)
#define CLAIM_MORE(name, labels, more, requests, status) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'" name \
	"','resourceVersion':'1','labels':{" labels "}},'spec':{'devices':{" more \
	"'requests':[" requests "]}},'status':{" status "}}"
#define CLAIM(name, requests) CLAIM_MORE(name, "", "", requests, "")
#define HELD(name, device, node, pods) \
	CLAIM_MORE(name, "", "", ASKS("r", "1"), \
		"'allocation':{'devices':{'results':[{'request':'r','driver':'d','pool':'" node \
		"','device':'" device \
		"'}]},'nodeSelector':{'nodeSelectorTerms':[{'matchFields':[{'key':'metadata.name'," \
		"'operator':'In','values':['" node "']}]}]}},'reservedFor':[" pods "]")
#define HOLDS(pod) "{'resource':'pods','name':'" pod "','uid':'" pod "'}"
#define REFERS(name, claim) "{'name':'" name "','resourceClaimName':'" claim "'}"
#define CLAIMING(name, group, where, references, phase) \
	POD_MORE(name, group, "", "", where "'resourceClaims':[" references "],", "'cpu':'1'", \
		phase)
#define WANTS(name, claim) CLAIMING(name, "g", "", REFERS("c", claim), "Pending")
#define USES(name, group, claim, node) \
	CLAIMING(name, group, "'nodeName':'" node "',", REFERS("c", claim), "Running")
#define WITH_CLAIMS(nodes, slices, claims, pods) \
	CLASSES ",'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" nodes \
					 "],'resourceSlices':[" slices \
					 "],'resourceClaims':[" claims "],'podGroups':[" JOB( \
						 "g", "q", "low", "01", "1") "],'pods':[" pods "]"
#define ONE_NODE(slices, claims, pods) WITH_CLAIMS(CPU_NODE("n1"), slices, claims, pods)

/* What the task's references and extended resources hold: "a b, c"; "-": an entry without devices.
 */
static inline struct str claims_held(const struct task *t)
{
	static char text[256];
	size_t n = 0;
	const struct device_allocation *parts[17] = {0};
	int n_parts = 0;

	text[0] = 0;
	for (int i = 0; t->claims && i < t->claims->n && i < 16; i++)
		if (t->claims->items[i].known)
			parts[n_parts++] = t->claims->items[i].allocation;
	if (t->extended && t->extended->allocation)
		parts[n_parts++] = t->extended->allocation;
	for (int i = 0; i < n_parts; i++) {
		n += (size_t)snprintf(
			text + n, sizeof text - n, "%s%s", i ? ", " : "", parts[i] ? "" : "-");
		for (int k = 0; parts[i] && k < parts[i]->n; k++)
			n += (size_t)snprintf(text + n, sizeof text - n, "%s" STR_FMT, k ? " " : "",
				STR_ARG(parts[i]->devices[k].name));
	}
	return str_of(text);
}

#endif
