/* PodFitsHostPorts (rules/06 8.1). The used ports of a node are a set, as in the original: a pod
 * that goes takes its ports out, even if another pod has the same ones (rules/06 2.3). So the set
 * depends on the events so far and cannot be made from the pods on the node. */
#include <stdlib.h>

#include "common/grow.h"
#include "plugins/predicates/predicates.h"
#include "model/selectors.h"
#include "session/plugin.h"

struct port_set {
	const struct host_port **items;
	int n, cap;
};
struct ports {
	struct port_set *nodes; /* by node.index */
	int n_nodes;
};

static bool same_port(const struct host_port *a, const struct host_port *b)
{
	return a->port == b->port && same_text(a->protocol, b->protocol);
}

static int find(const struct port_set *s, const struct host_port *p)
{
	for (int i = 0; i < s->n; i++)
		if (same_port(s->items[i], p) && same_text(s->items[i]->ip, p->ip))
			return i;
	return -1;
}

static void insert(struct port_set *s, const struct host_port *p)
{
	if (find(s, p) >= 0)
		return;
	ARRAY_GROW(s->items, s->n, s->cap);
	s->items[s->n++] = p;
}

static void add_pod(struct ports *ports, const struct node *n, const struct task *t)
{
	for (int i = 0; i < t->pod->spec->n_ports; i++)
		insert(&ports->nodes[n->index], &t->pod->spec->ports[i]);
}

static void on_add(void *ctx, struct task *t)
{
	add_pod(ctx, t->node, t);
}

static void on_remove(void *ctx, struct task *t)
{
	struct port_set *s = &((struct ports *)ctx)->nodes[t->node->index];

	for (int i = 0; i < t->pod->spec->n_ports; i++) {
		int at = find(s, &t->pod->spec->ports[i]);

		if (at >= 0)
			s->items[at] = s->items[--s->n];
	}
}

static void close_ports(void *state)
{
	struct ports *ports = state;

	for (int i = 0; i < ports->n_nodes; i++)
		free(ports->nodes[i].items);
}

static bool any_host_port(const struct cluster *c)
{
	for (int i = 0; i < c->n_tasks; i++)
		if (c->tasks[i].pod->spec->n_ports)
			return true;
	return false;
}

void ports_open(struct predicates *p)
{
	struct session *s = p->session;
	struct ports *ports;

	if (!any_host_port(s->c))
		return;
	ports = p->ports = ARENA_NEW(&s->arena, struct ports);
	ports->n_nodes = s->c->n_nodes;
	ports->nodes = ARENA_ARRAY(&s->arena, (size_t)s->c->n_nodes, struct port_set);
	for (int i = 0; i < s->c->n_nodes; i++)
		for (int k = 0; k < s->c->nodes[i].n_view; k++)
			add_pod(ports, &s->c->nodes[i], s->c->nodes[i].view[k]);
	hook_add_on_storage_add(s, on_add, ports, "predicates");
	hook_add_on_storage_remove(s, on_remove, ports, "predicates");
	session_on_close(s, close_ports, ports);
}

struct prefilter ports_prefilter(struct predicates *p, const struct task *t)
{
	(void)p;
	return t->pod->spec->n_ports ? prefilter_ok() : prefilter_skip();
}

static bool conflicts(const struct port_set *used, const struct host_port *want)
{
	bool anywhere = str_eq(want->ip, STR("0.0.0.0"));

	for (int i = 0; i < used->n; i++)
		if (same_port(used->items[i], want) &&
			(anywhere || str_eq(used->items[i]->ip, STR("0.0.0.0")) ||
				same_text(used->items[i]->ip, want->ip)))
			return true;
	return false;
}

bool ports_filter(const struct predicates *p, const struct task *t, const struct node *n)
{
	for (int i = 0; i < t->pod->spec->n_ports; i++)
		if (conflicts(&p->ports->nodes[n->index], &t->pod->spec->ports[i]))
			return false;
	return true;
}
