/* Warns of values that no API server accepts and that were read as they are (common/doubts.h). */
#include "model/objects.h"
#include "model/read/read.h"

static void doubt_share(const struct queue_object *q, const char *resource, const char *share,
	double value, bool memory, struct warnings *w)
{
	if (!doubtful_share(value))
		return;
	if (memory)
		warn_doubt(w, q->meta.name, SEE_CHECK,
			"a queue's spec.resources.%s.%s is " DOUBT_MEMORY_SHARE_NEGATIVE, resource,
			share);
	else
		warn_doubt(w, q->meta.name, SEE_CHECK,
			"a queue's spec.resources.%s.%s is " DOUBT_SHARE_NEGATIVE, resource, share);
}

static void doubt_shares(const struct queue_object *q, const char *resource,
	const struct queue_resource *r, bool memory, struct warnings *w)
{
	doubt_share(q, resource, "quota", r->quota, memory, w);
	doubt_share(q, resource, "limit", r->limit, memory, w);
	doubt_share(q, resource, "overQuotaWeight", r->over_quota_weight, false, w);
}

static void doubt_amounts(const struct node_object *n, struct warnings *w)
{
	for (int i = 0; i < n->allocatable.n; i++) {
		const struct amount *a = &n->allocatable.items[i];

		if (a->quantity.nano < 0)
			warn_doubt(w, n->meta.name, SEE_CHECK,
				"an allocatable resource of a node is " DOUBT_AMOUNT_NEGATIVE);
		else if (doubtful_amount(a->name, a->quantity))
			warn_doubt(w, n->meta.name, SEE_CHECK,
				"an allocatable resource of a node is " DOUBT_AMOUNT_HUGE);
	}
}

static void doubt_pods(const struct objects *o, struct warnings *w)
{
	struct strbuf name = {0};

	for (int i = 0; i < o->pods.n; i++) {
		const struct pod *p = o->pods.items[i];

		if (!p->spec->negative && !p->spec->huge)
			continue;
		strbuf_clear(&name);
		strbuf_addf(&name, STR_FMT "/" STR_FMT, STR_ARG(p->meta.ns), STR_ARG(p->meta.name));
		if (p->spec->negative)
			warn_doubt(w, strbuf_str(&name), SEE_CHECK,
				"a request of a pod is " DOUBT_AMOUNT_NEGATIVE);
		if (p->spec->huge)
			warn_doubt(w, strbuf_str(&name), SEE_CHECK,
				"a request of a pod is " DOUBT_AMOUNT_HUGE);
	}
	strbuf_free(&name);
}

static void doubt_lists(const struct objects *o, struct warnings *w)
{
	struct strbuf where = {0};

	for (int kind = 0; kind < KIND_COUNT && o->null_kinds; kind++) {
		if (!(o->empty_kinds & 1u << kind))
			continue;
		strbuf_clear(&where);
		strbuf_addf(&where, "rawObjects.%s", kind_key((enum kind)kind));
		warn_doubt(w, strbuf_str(&where), SEE_CHECK, DOUBT_LIST_UNREAD);
	}
	strbuf_free(&where);
}

void objects_doubt(const struct objects *o, struct warnings *w)
{
	doubt_lists(o, w);
	for (int i = 0; i < o->queues.n; i++) {
		doubt_shares(o->queues.items[i], "gpu", &o->queues.items[i]->gpu, false, w);
		doubt_shares(o->queues.items[i], "cpu", &o->queues.items[i]->cpu, false, w);
		doubt_shares(o->queues.items[i], "memory", &o->queues.items[i]->memory, true, w);
	}
	for (int i = 0; i < o->nodes.n; i++)
		doubt_amounts(o->nodes.items[i], w);
	doubt_pods(o, w);
}
