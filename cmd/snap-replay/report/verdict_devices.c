/* The verdict on a pod for whose claims no node has devices. */
#include "report/verdict.h"

static int64_t missing_of(const struct device_details *d)
{
	int64_t n = 0;

	for (int i = 0; i < d->n && n < INT32_MAX; i++)
		n += devices_missing(&d->items[i]);
	return n;
}

/* The node of l lacks less than that of r, or as much, but has more that could help. */
static bool nearer(const struct device_details *l, const struct device_details *r)
{
	int64_t missing = missing_of(l), other = missing_of(r);
	int free = 0, freeable = 0;

	for (int i = 0; i < l->n; i++) {
		free += l->items[i].free;
		freeable += l->items[i].allocated_fit;
	}
	for (int i = 0; i < r->n; i++) {
		free -= r->items[i].free;
		freeable -= r->items[i].allocated_fit;
	}
	if (missing != other)
		return missing < other;
	return free ? free > 0 : freeable > 0;
}

/* Of the refusals for want of devices the nearest; *nodes: of all of them. */
static const struct refusal *nearest(const struct look *l, int *nodes)
{
	const struct refusal *best = NULL;

	*nodes = 0;
	for (int i = 0; i < l->n_refusals; i++) {
		const struct refusal *r = &l->refusals[i];

		if (!r->devices.n)
			continue;
		*nodes += r->nodes;
		if (!best || nearer(&r->devices, &best->devices))
			best = r;
	}
	return best;
}

/* The first request that lacks devices; NULL: each has enough, only all together have not. */
static const struct device_want *lacking(const struct device_details *d)
{
	for (int i = 0; i < d->n; i++)
		if (devices_missing(&d->items[i]))
			return &d->items[i];
	return NULL;
}

static void needs(struct strbuf *b, const struct device_want *w)
{
	strbuf_addz(b, "needs ");
	if (w->all)
		strbuf_addz(b, "all devices");
	else
		strbuf_add_count(b, w->count, "device");
	strbuf_addf(b, " of class " STR_FMT " on one node (claim " STR_FMT ", request " STR_FMT ")",
		STR_ARG(w->request->device_class), STR_ARG(w->claim->meta.name),
		STR_ARG(w->request->name));
}

static void refused(struct strbuf *b, const struct device_refusal *r, bool first)
{
	const char *dots;
	struct str shown = expression_shown(r->expression, &dots);

	strbuf_addf(b, "%s %d %s ", first ? ":" : ",", r->devices, r->devices == 1 ? "is" : "are");
	if (r->why == REFUSED_CONDITIONS)
		strbuf_addz(b, "refused for binding conditions");
	else if (r->why == REFUSED_COUNTERS)
		strbuf_addz(b, "refused for shared counters");
	else
		strbuf_addf(b, "refused by selector #%d of the %s, " STR_FMT "%s", r->number,
			r->of_class ? "class" : "request", STR_ARG(shown), dots);
}

static void has(
	struct strbuf *b, const struct device_want *w, const struct node *n, const char *comma)
{
	strbuf_addf(b, STR_FMT "%s has ", STR_ARG(n->name), comma);
	if (!w->devices) {
		strbuf_addz(b, "no devices");
		return;
	}
	strbuf_addf(b, "%d free of ", w->free);
	strbuf_add_count(b, w->devices, "device");
	if (w->allocated)
		strbuf_addf(b, ": %d %s allocated", w->allocated, w->allocated == 1 ? "is" : "are");
	for (int i = 0; i < w->n_refusals; i++)
		refused(b, &w->refusals[i], !i && !w->allocated);
	if (w->attribute.p)
		strbuf_addf(b, ", and at most %d of those free agree in " STR_FMT, w->agreeing,
			STR_ARG(w->attribute));
}

/* Freed devices help if they are such that the request takes, and none must agree with others. */
static void change(struct session *s, struct explain_verdict *v, const struct device_want *w,
	const struct node *n)
{
	int64_t missing = devices_missing(w);
	struct change *c;

	if (!w->attribute.p && w->allocated_fit >= missing && w->allocated_fit)
		c = change_add(explain_at(s), v, CHANGE_FREE_ROOM, n->name,
			"%lld more device%s of class " STR_FMT " free on " STR_FMT
			", which has %d allocated that would do",
			(long long)missing, plural_s((int)missing),
			STR_ARG(w->request->device_class), STR_ARG(n->name), w->allocated_fit);
	else
		c = change_add(explain_at(s), v, CHANGE_LARGER_NODE, STR(""),
			"a node with %lld device%s of class " STR_FMT
			" that the selectors accept%s",
			(long long)(w->count ? w->count : 1), w->count > 1 ? "s" : "",
			STR_ARG(w->request->device_class),
			w->attribute.p ? " and that agree as the claim demands" : "");
	figure_add(&c->figures, "missing", (double)missing, "devices");
}

int verdict_devices(struct session *s, struct explain_verdict *v, const struct look *l, bool also)
{
	int nodes;
	const struct refusal *r = nearest(l, &nodes);
	const struct device_want *w = r ? lacking(&r->devices) : NULL;

	if (!r)
		return 0;
	strbuf_addz(&v->b, also ? "; " : "");
	if (!w) {
		strbuf_addz(&v->b, "each request of its claims finds enough devices on ");
		strbuf_addf(
			&v->b, STR_FMT ", but not all of them together", STR_ARG(r->example->name));
	} else {
		bool more = missing_of(&r->devices) > devices_missing(w);

		needs(&v->b, w);
		if (nodes == 1)
			strbuf_addz(&v->b, "; the one node with room, ");
		else
			strbuf_addf(&v->b, "; the best of %d nodes with room, ", nodes);
		has(&v->b, w, r->example, ",");
		strbuf_addz(&v->b, more ? "; other requests lack devices, too" : "");
		figure_add(&v->figures, "neededDevices", (double)w->count, "devices");
		figure_add(&v->figures, "freeDevices", (double)w->agreeing, "devices");
		if (!more)
			change(s, v, w, r->example);
	}
	figure_add(&v->figures, "nodesWithoutDevices", nodes, "nodes");
	return nodes;
}

void verdict_device_want(struct strbuf *b, const struct device_details *d, const struct node *n)
{
	const struct device_want *w = lacking(d);

	if (!w)
		return;
	strbuf_addz(b, ": it ");
	needs(b, w);
	strbuf_addz(b, ", ");
	has(b, w, n, "");
}
