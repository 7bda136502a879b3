#include <stdlib.h>
#include "common/grow.h"
#include "common/mem.h"
#include "peer_dump.h"

/* Thousandths of whole units. */
static int64_t thousands(int64_t n)
{
	return n > INT64_MAX / 1000 ? INT64_MAX : n * 1000;
}

static int64_t number_of(struct str text)
{
	int64_t n = 0;

	for (size_t i = 0; i < text.n && is_digit(text.p[i]); i++)
		n = add_saturating(n > INT64_MAX / 10 ? INT64_MAX : n * 10, text.p[i] - '0');
	return n;
}

static struct amounts_of amounts(struct peer_reader *x, const struct dump_amounts *a, int64_t pods)
{
	struct str rest = a->scalars, name, value;

	sum_clear(&x->one);
	sum_add(&x->one, RESOURCE_CPU, a->milli_cpu);
	sum_add(&x->one, RESOURCE_MEMORY, thousands(a->memory));
	sum_add(&x->one, RESOURCE_STORAGE, thousands(a->ephemeral));
	sum_add(&x->one, RESOURCE_PODS, thousands(pods));
	while (dump_scalar(&rest, &name, &value))
		sum_add(&x->one, names_put(&x->resources, name, NULL), thousands(number_of(value)));
	return sum_take(&x->one, &x->arena);
}

static void take_amounts(struct peer_reader *x, struct peer_cached *c)
{
	c->allocatable = amounts(x, &c->node->allocatable, c->node->allocatable.pods);
	/* The scheduler counts pods by listing them. */
	c->requested = amounts(x, &c->node->requested, c->pods);
	sum_clear(&x->one);
	sum_add_amounts(&x->one, &c->allocatable, 1);
	sum_add_amounts(&x->one, &c->requested, -1);
	c->free = sum_take(&x->one, &x->arena);
}

static int by_name(const void *a, const void *b)
{
	const struct dump_node *x = ((const struct peer_cached *)a)->node,
			       *y = ((const struct peer_cached *)b)->node;
	int c = str_cmp(x->name, y->name);

	return c ? c : (x > y) - (x < y);
}

static void sort_nodes(struct peer_dump *d)
{
	const struct dump *dump = &d->dump;

	d->n_nodes = dump->n_nodes;
	d->nodes = xcalloc(d->n_nodes + 1, sizeof *d->nodes);
	d->order = xcalloc(d->n_nodes + 1, sizeof *d->order);
	for (size_t i = 0; i < d->n_nodes; i++)
		d->nodes[i].node = &dump->nodes[i];
	qsort(d->nodes, d->n_nodes, sizeof *d->nodes, by_name);
	for (size_t i = 0; i < d->n_nodes; i++)
		d->order[d->nodes[i].node - dump->nodes] = (long)i;
}

static void count_pods(struct peer_dump *d)
{
	struct map waiting = {0}; /* nominated ones stand in the queue twice */

	for (size_t i = 0; i < d->dump.n_pods; i++) {
		const struct dump_pod *p = &d->dump.pods[i];
		bool fresh, starting = str_eq(p->phase, STR("Pending"));

		if (p->node < 0) {
			map_put(&waiting, p->uid, &fresh);
			d->pending += fresh;
			continue;
		}
		d->nodes[d->order[p->node]].pods++;
		d->nodes[d->order[p->node]].starting += starting;
		d->scheduled++;
		d->starting += starting;
	}
	map_free(&waiting);
}

static bool found(void *ctx, const struct dump *dump, long number, struct error *e)
{
	struct peer_dump *d = ctx;

	(void)dump;
	(void)e;
	d->count = number;
	return true;
}

bool peer_summary_next(struct str *rest, struct str *name, int64_t *n)
{
	while (rest->n) {
		const char *end = str_find(*rest, ';');
		struct str one = {rest->p, end ? (size_t)(end - rest->p) : rest->n};
		size_t taken = one.n + (end != NULL);

		*rest = (struct str){rest->p + taken, rest->n - taken};
		while (one.n && *one.p == ' ')
			one = (struct str){one.p + 1, one.n - 1};
		const char *colon = str_find(one, ':');
		if (!colon)
			continue;
		*name = (struct str){one.p, (size_t)(colon - one.p)};
		*n = number_of((struct str){colon + 1, one.n - name->n - 1});
		return true;
	}
	return false;
}

bool peer_dump_read(struct peer_dump *d, struct feed *f, long number, struct error *e)
{
	*d = (struct peer_dump){0};
	peer_reader_begin(&d->x);
	if (!dump_read(f, number, found, d, &d->dump, e))
		return false;
	d->number = number ? number : d->count;
	sort_nodes(d);
	count_pods(d);
	for (size_t i = 0; i < d->n_nodes; i++) {
		take_amounts(&d->x, &d->nodes[i]);
		d->deleted += d->nodes[i].node->deleted;
	}
	return true;
}

void peer_dump_free(struct peer_dump *d)
{
	dump_free(&d->dump);
	peer_reader_free(&d->x);
	free(d->nodes);
	free(d->order);
	free(d->api_nodes);
	free(d->api_pods);
	free(d->findings);
}
