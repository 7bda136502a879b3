#include <stdlib.h>
#include "common/grow.h"
#include "common/map.h"
#include "peer_document.h"

/* "NAMESPACE/NAME" in the arena. */
static struct str pod_id(struct peer_reader *x, const struct peer_pod *pod)
{
	strbuf_clear(&x->key);
	strbuf_addstr(&x->key, pod->ns);
	strbuf_addc(&x->key, '/');
	strbuf_addstr(&x->key, pod->name);
	return arena_str(&x->arena, strbuf_str(&x->key));
}

/* ---- reading ---- */

static void read_pods(struct peer_document *d, struct peer_entry *t)
{
	struct peer_reader *x = &d->x;
	struct str key;

	if (!peer_enter(x->r))
		return;
	while (json_element(x->r)) {
		struct peer_pod pod = {0};

		if (!peer_enter(x->r) || !json_key(x->r, &key))
			continue;
		peer_pod_sum(x, &pod, &d->sum, key);
		t->pods++;
		if (pod.node.n || json_failed(x->r))
			continue;
		ARRAY_GROW(d->nominees, d->n_nominees, d->cap_nominees);
		d->nominees[d->n_nominees++] = (struct peer_nominee){.id = pod_id(x, &pod)};
	}
}

/* {"Node":...,"Pods":...} or null. False: it has no node. */
static bool read_entry(struct peer_document *d, struct peer_entry *t)
{
	struct peer_reader *x = &d->x;
	size_t nominee = d->n_nominees;
	bool found = false;
	struct str key;

	*t = (struct peer_entry){.group = NO_GROUP};
	sum_clear(&d->sum);
	if (!peer_enter(x->r))
		return false;
	while (json_key(x->r, &key)) {
		if (str_eq(key, STR("Pods"))) {
			read_pods(d, t);
		} else if (!str_eq(key, STR("Node"))) {
			json_skip(x->r);
		} else if (peer_enter(x->r) && json_key(x->r, &key)) {
			found = true;
			peer_node_read(x, &t->node, key);
		}
	}
	for (; nominee < d->n_nominees; nominee++)
		d->nominees[nominee].node = t->node.name;
	sum_add(&d->sum, RESOURCE_PODS, t->pods * 1000);
	t->requested = sum_take(&d->sum, &x->arena);
	sum_add_amounts(&d->sum, &t->node.allocatable, 1);
	sum_add_amounts(&d->sum, &t->requested, -1);
	t->free = sum_take(&d->sum, &x->arena);
	t->altered = t->node.unready && str_starts(t->node.reason, STR(INVENTED_REASON));
	return found && !json_failed(x->r);
}

static void read_nodes(void *ctx)
{
	struct peer_document *d = ctx;

	if (!peer_enter(d->x.r))
		return;
	while (json_element(d->x.r)) {
		ARRAY_GROW(d->nodes, d->n_nodes, d->cap_nodes);
		d->n_nodes += read_entry(d, &d->nodes[d->n_nodes]);
	}
}

static void read_asked(void *ctx)
{
	struct peer_document *d = ctx;
	struct str key;

	if (!peer_enter(d->x.r))
		return;
	while (json_element(d->x.r)) {
		if (!peer_enter(d->x.r) || !json_key(d->x.r, &key))
			continue;
		ARRAY_GROW(d->asked, d->n_asked, d->cap_asked);
		d->asked[d->n_asked] = (struct peer_asked){0};
		peer_pod_read(&d->x, &d->asked[d->n_asked++].pod, key);
	}
}

static void read_templates(void *ctx)
{
	struct peer_document *d = ctx;
	struct str key;

	if (!peer_enter(d->x.r))
		return;
	while (json_key(d->x.r, &key)) {
		ARRAY_GROW(d->groups, d->n_groups, d->cap_groups);
		d->groups[d->n_groups] = (struct peer_group){.id = arena_str(&d->x.arena, key)};
		read_entry(d, &d->groups[d->n_groups++].template);
	}
}

/* ---- order ---- */

#define UPCOMING "-upcoming-"

/* Where the last `part` in the text begins; its end: nowhere. */
static size_t last_part(struct str text, struct str part)
{
	for (size_t at = text.n; at > 0; at--)
		if (str_starts((struct str){text.p + at - 1, text.n - at + 1}, part))
			return at - 1;
	return text.n;
}

/* "template-node-for-GROUP-RANDOM-upcoming-N" with * for the random number, which differs from
 * capture to capture. */
static struct str without_random(struct peer_reader *x, struct str name)
{
	size_t end = last_part(name, STR(UPCOMING)), at = end;

	if (!str_starts(name, STR(TEMPLATE_NAME)))
		return name;
	while (at > 0 && is_digit(name.p[at - 1]))
		at--;
	if (at == end || at == 0 || name.p[at - 1] != '-')
		return name;
	strbuf_clear(&x->key);
	strbuf_add(&x->key, name.p, at);
	strbuf_addc(&x->key, '*');
	strbuf_add(&x->key, name.p + end, name.n - end);
	return arena_str(&x->arena, strbuf_str(&x->key));
}

static int by_shown(const void *a, const void *b)
{
	const struct peer_entry *x = a, *y = b;
	int c = str_cmp(x->shown, y->shown);

	return c ? c : str_cmp(x->node.name, y->node.name);
}

static int by_id(const void *a, const void *b)
{
	return str_cmp(((const struct peer_group *)a)->id, ((const struct peer_group *)b)->id);
}

static int by_pod(const void *a, const void *b)
{
	const struct peer_pod *x = &((const struct peer_asked *)a)->pod,
			      *y = &((const struct peer_asked *)b)->pod;
	int c = str_cmp(x->ns, y->ns);

	if (c == 0)
		c = str_cmp(x->name, y->name);
	return c ? c : str_cmp(x->uid, y->uid);
}

static void order(struct peer_document *d)
{
	for (size_t i = 0; i < d->n_nodes; i++)
		d->nodes[i].shown = without_random(&d->x, d->nodes[i].node.name);
	for (size_t i = 0; i < d->n_groups; i++)
		d->groups[i].template.shown =
			without_random(&d->x, d->groups[i].template.node.name);
	if (d->n_nodes)
		qsort(d->nodes, d->n_nodes, sizeof *d->nodes, by_shown);
	if (d->n_groups)
		qsort(d->groups, d->n_groups, sizeof *d->groups, by_id);
	if (d->n_asked)
		qsort(d->asked, d->n_asked, sizeof *d->asked, by_pod);
}

/* ---- all ---- */

static void count(struct peer_document *d)
{
	for (size_t i = 0; i < d->n_nodes; i++) {
		const struct peer_entry *t = &d->nodes[i];

		d->placeholders += t->node.placeholder;
		if (t->node.placeholder)
			continue;
		d->real++;
		d->altered += t->altered;
		d->unready += t->node.unready && !t->altered;
		d->cordoned += t->node.cordoned;
		d->pods += t->pods;
	}
}

static void find_nominees(struct peer_document *d)
{
	struct map nodes = {0};

	for (size_t i = 0; i < d->n_nominees; i++)
		map_put(&nodes, d->nominees[i].id, NULL)->value = &d->nominees[i];
	for (size_t i = 0; i < d->n_asked; i++) {
		const struct peer_nominee *n = map_get(&nodes, pod_id(&d->x, &d->asked[i].pod));

		if (n)
			d->asked[i].stands_on = n->node;
	}
	map_free(&nodes);
}

bool peer_document_read(struct peer_document *d, struct json *r, struct error *e)
{
	*d = (struct peer_document){.x.r = r};
	peer_reader_begin(&d->x);
	d->members = (struct snapshotz){.r = r,
		.ctx = d,
		.nodes = read_nodes,
		.asked = read_asked,
		.templates = read_templates};
	if (!snapshotz_read(&d->members, e))
		return false;
	order(d);
	count(d);
	peer_groups_join(d);
	find_nominees(d);
	peer_room_find(d);
	return true;
}

void peer_document_free(struct peer_document *d)
{
	snapshotz_free(&d->members);
	peer_reader_free(&d->x);
	sum_free(&d->sum);
	free(d->nodes);
	free(d->groups);
	free(d->asked);
	free(d->nominees);
}
