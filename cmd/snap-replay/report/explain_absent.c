/* Why an action did not come to a pod group: it stayed out of the walk, or the action ended before
 * its turn. */
#include "common/timefmt.h"
#include "report/explain_private.h"

/* "2 Running, 1 Gated" */
static void add_statuses(struct strbuf *b, const int *counts)
{
	const char *before = "";

	for (int i = 0; i < POD_STATUSES; i++)
		if (counts[i]) {
			strbuf_addf(b, "%s%d %s", before, counts[i],
				pod_status_name((enum pod_status)i));
			before = ", ";
		}
}

static void add_gangs(struct strbuf *b, const struct job *j)
{
	const char *before = "";

	for (int i = 0; i < j->n_pod_sets; i++) {
		const struct pod_set *p = j->pod_sets[i];
		int there = counts_in(p->counts, SET_ALIVE) - p->counts[POD_GATED];

		if (there >= p->min)
			continue;
		strbuf_addz(b, before);
		if (j->n_pod_sets > 1)
			strbuf_addf(b, "sub-group " STR_FMT ": ", STR_ARG(p->name));
		strbuf_addf(b, "it needs %d pod%s, and %d %s there", p->min, plural_s(p->min),
			there, there == 1 ? "is" : "are");
		if (p->n_tasks > there) {
			strbuf_addz(b, " (");
			add_statuses(b, p->counts);
			strbuf_addz(b, ")");
		}
		before = "; ";
	}
}

/* The action of this cycle that placed a pod of the job last. */
static const char *placed_by(const struct explained *e)
{
	for (int i = e->n_chapters - 1; i >= 0; i--)
		for (int k = 0; k < e->chapters[i].n_visits; k++)
			if (visit_placed(e->chapters[i].visits[k]))
				return e->chapters[i].action;
	return NULL;
}

static void add_placed(struct strbuf *b, const struct explained *e)
{
	const char *action = placed_by(e);

	add_statuses(b, e->job->counts);
	if (action)
		strbuf_addf(b, "; %s placed %s", action, e->job->n_tasks == 1 ? "it" : "them");
}

static void add_delay(struct strbuf *b, const struct job *j)
{
	strbuf_addz(b, "of ");
	duration_format(b, j->object->preemption_delay);
	strbuf_addz(b, " from its creation or last eviction on");
}

void explain_stays_out(struct session *s, const struct job *j, enum absence why)
{
	struct explain *x = s->trace.state;
	struct explained *e = explain_of(s, j);
	struct chapter *c;
	struct strbuf b = {0};

	if (!e)
		return;
	e->waits = false;
	c = explain_chapter(x, e);
	c->absence = why;
	if (why == ABSENT_NOT_PENDING)
		add_placed(&b, e);
	else if (why == ABSENT_NOT_READY)
		add_gangs(&b, j);
	else if (why == ABSENT_DELAYED)
		add_delay(&b, j);
	else if (why == ABSENT_NOT_PREEMPTIBLE)
		strbuf_addf(&b, "%s makes room only for pod groups that are", s->action);
	c->details = arena_str(&x->arena, strbuf_str(&b));
	strbuf_free(&b);
}

void explain_no_walk(struct session *s, struct str why)
{
	struct explain *x = explain_at(s);

	for (int i = 0; i < x->n_list; i++) {
		struct chapter *c = explain_chapter(x, x->list[i]);

		c->absence = ABSENT_NO_WALK;
		c->details = why;
	}
}

void explain_end_action(struct explain *x)
{
	for (int i = 0; i < x->n_list; i++) {
		struct explained *e = x->list[i];
		struct chapter *c = e->waits ? explain_chapter(x, e) : NULL;

		if (!c || c->n_visits)
			continue;
		c->absence = ABSENT_ENDED;
		if (x->ended_by)
			c->details = explain_text(x,
				"the search for " STR_FMT
				" used up the time of the action (search budget); %d of %d pod groups had their turn",
				STR_ARG(x->ended_by->key), x->pops, x->entered);
	}
}
