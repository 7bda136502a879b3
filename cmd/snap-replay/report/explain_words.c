/* Sentences of the explanations that text and NDJSON share. */
#include "model/build/build.h"
#include "report/explain_private.h"

const char *resource_words(const struct session *s, int slot, double *divisor)
{
	*divisor = 1;
	switch (slot) {
	case SLOT_CPU: *divisor = 1000; return "CPUs";
	case SLOT_MEMORY: *divisor = 1 << 30; return "GiB of memory";
	case SLOT_GPU: return "GPUs";
	case SLOT_PODS: return "pods";
	default: return s->c->slots.names[slot].p;
	}
}

struct str subject_key(struct explain *x, const struct subject *u)
{
	if (u->task)
		return u->task->key;
	if (u->of)
		return u->of->job->key;
	return explain_text(x, STR_FMT "/" STR_FMT, STR_ARG(u->outside->meta.ns),
		STR_ARG(u->outside->meta.name));
}

/* rules/01 8.1: another node pool, or the last try of this one marked it. */
struct str outside_words(const struct session *s, const struct subject *u)
{
	if (!in_shard(s->params, &u->outside->meta.labels))
		return STR("in the snapshot, but no part of this cycle: of another node pool");
	return STR(
		"in the snapshot, but no part of this cycle: marked as unschedulable in this node pool, until it changes");
}

static double cut(double x)
{
	if (!(x > -1e15 && x < 1e15))
		return x;
	return (double)(int64_t)(x * 100) / 100; /* two decimals, rounded towards 0 */
}

/* "1,842.5" */
static void amount(struct text *b, double v)
{
	char text[40];

	if (v > -1e15 && v < 1e15 && v == (double)(int64_t)v)
		text_add_number(b, (int64_t)v);
	else
		strbuf_add(text_numbers(b), text, jsonw_format_double(text, cut(v)));
}

/* "3", or "0 to 3". */
static void range(struct text *b, double min, double max)
{
	amount(b, cut(min));
	if (cut(min) == cut(max))
		return;
	text_ours(b, " to ");
	amount(b, cut(max));
}

void refusal_words(struct text *b, const struct session *s, const struct refusal *r)
{
	if (!r->n_shortages) {
		text_add(b, r->reason);
		return;
	}
	for (int i = 0; i < r->n_shortages; i++) {
		const struct shortage *one = &r->shortages[i];
		double unit;
		const char *name = resource_words(s, one->slot, &unit);

		if (one->capacity_max == 0) {
			text_addf(b, "%sno %s", i ? ", " : "",
				one->slot == SLOT_MEMORY ? "memory" : name);
			continue;
		}
		text_addf(b, "%snot enough %s (", i ? ", " : "",
			one->slot == SLOT_MEMORY ? "memory" : name);
		range(b, one->free_min / unit, one->free_max / unit);
		text_ours(b, " of ");
		range(b, one->capacity_min / unit, one->capacity_max / unit);
		text_ours(b, one->slot == SLOT_MEMORY ? " GiB free)" : " free)");
	}
}

void comparison_words(struct text *b, const struct comparison *c)
{
	text_addf(b, "by %s", c->why.step);
	if (c->why.l.n || c->why.r.n)
		text_addf(
			b, ": " STR_FMT " against " STR_FMT, STR_ARG(c->why.l), STR_ARG(c->why.r));
	if (c->first_queue)
		text_addf(b, " (queue " STR_FMT " against queue " STR_FMT ")",
			STR_ARG(c->first_queue->label), STR_ARG(c->second_queue->label));
}

void failure_words(struct text *b, const struct search_failure *f)
{
	text_add(b, f->text);
	if (f->of > 1)
		text_addf(b, " (at most %d of %d pods found a node)", f->most, f->of);
}

/* In the unit of the page's tables of queues. */
static void queue_amount(struct text *b, double v, int slot)
{
	static const double units[] = {[SLOT_CPU] = 1000, [SLOT_MEMORY] = 1e9, [SLOT_GPU] = 1};

	if (v == -1)
		text_ours(b, "unlimited");
	else
		amount(b, cut(v / units[slot]));
}

static void standing_words(struct text *b, const struct standing *q, int slot)
{
	static const char *const names[] = {
		[SLOT_CPU] = " CPUs", [SLOT_MEMORY] = " GB of memory", [SLOT_GPU] = " GPUs"};

	text_addf(b, "queue " STR_FMT " held ", STR_ARG(q->queue->label));
	queue_amount(b, q->allocated, slot);
	text_addf(b, "%s (fair share ", names[slot]);
	queue_amount(b, q->fair_share, slot);
	text_ours(b, ", quota ");
	queue_amount(b, q->quota, slot);
	text_ours(b, ")");
}

void standings_words(struct text *b, const struct happening *h)
{
	standing_words(b, &h->from, h->slot);
	if (h->from.queue == h->to.queue)
		return;
	text_ours(b, ", ");
	standing_words(b, &h->to, h->slot);
}
