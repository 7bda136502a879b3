/* Checks of the node's object: its conditions (rules/06 7.4) and, if scheduling is restricted,
 * which kind of worker it is (rules/06 10.2). */
#include "plugins/predicates/predicates.h"

bool node_conditions_pass(const struct node_object *n, struct verdict *why)
{
	static const struct {
		const char *type, *good;
		struct str text;
	} watched[] = {
		{"Ready", "True", STR_INIT("node has NotReady condition")},
		{"MemoryPressure", "False", STR_INIT("node has MemoryPressure condition")},
		{"DiskPressure", "False", STR_INIT("node has DiskPressure condition")},
		{"PIDPressure", "False", STR_INIT("node has PIDPressure condition")},
		{"NetworkUnavailable", "False", STR_INIT("node has NetworkUnavailable condition")},
	};
	bool ok = true;

	if (n->unschedulable)
		ok = refuse(why, STR("node is unschedulable"));
	for (int i = 0; i < n->n_conditions; i++)
		for (size_t k = 0; k < sizeof watched / sizeof *watched; k++)
			if (str_eq(n->conditions[i].type, str_of(watched[k].type)) &&
				!str_eq(n->conditions[i].status, str_of(watched[k].good)))
				ok = refuse(why, watched[k].text);
	return ok;
}

unsigned char node_bits_of(const struct node_object *n)
{
	return (unsigned char)((node_conditions_pass(n, NULL) ? NODE_READY : 0) |
		(label_of(&n->meta, LABEL_GPU_WORKER) ? NODE_GPU_WORKER : 0) |
		(label_of(&n->meta, LABEL_CPU_WORKER) ? NODE_CPU_WORKER : 0));
}

bool worker_fits(
	struct predicates *p, const struct task *t, const struct node *n, struct verdict *why)
{
	bool gpu = task_needs_gpu(t);
	const char *kind = gpu ? "gpu" : "cpu";

	if (!p->session->params->restrict_nodes ||
		p->node_bits[n->index] & (gpu ? NODE_GPU_WORKER : NODE_CPU_WORKER))
		return true;
	if (!why)
		return false;
	return refuse(why,
		session_text(p->session,
			"%s task: <" STR_FMT "> can't run on non %s nodes, node: <" STR_FMT ">",
			kind, STR_ARG(t->key), kind, STR_ARG(n->name)));
}
