#include "shortcuts/repeated_searches.h"

#include <stdlib.h>

#include "common/grow.h"
#include "common/mem.h"
#include "session/units.h"
#include "shortcuts/bounds.h"
#include "shortcuts/certificates.h"
#include "shortcuts/known_failures.h"
#include "solvers/searches.h"

/* What else a search may leave behind. */
struct leavings {
	long told;       /* warnings, and waits for the clock */
	long recorded;   /* victims in simulations that recorded why pods find no node */
	uint64_t orders; /* searches.victim_orders */
};
struct repeated_searches {
	struct session *session;
	/* Jobs that had pods and a stale unit cache when somebody looked. */
	struct job **stale;
	int n_stale, cap_stale;
	bool looked; /* at all jobs */
	struct certificates *certificates;
	struct watched_turn *turn;
	struct known_failures *failures;
	/* of the search */
	const struct strbuf *repeated; /* record of the earlier search; NULL: it repeats none */
	bool is_known;                 /* it is not run: it repeats one, without --exhaustive */
	struct strbuf record; /* the struct search_counts of the search behind each probe */
	struct leavings before;
	int stale_before; /* how many of stale there were when it began */
	bool own_stale;   /* the preemptor has a stale unit cache */
};

struct repeated_searches *repeated_searches_new(struct session *s, struct watched_turn *turn,
	struct pending_jobs *pending, struct known_failures *failures)
{
	struct repeated_searches *r = xcalloc(1, sizeof *r);

	r->session = s;
	r->certificates = certificates_new(s, pending);
	r->turn = turn;
	r->failures = failures;
	return r;
}

void repeated_searches_free(struct repeated_searches *r)
{
	strbuf_free(&r->record);
	certificates_free(r->certificates);
	free(r->stale);
	free(r);
}

/* ---- what a search leaves behind ---- */

static bool is_stale_victim(const struct job *j)
{
	return session_unit_is_stale(j) &&
		counts_in(j->counts, SET_ACTIVE_ALLOCATED) + j->active_drift != 0;
}

static void look_for_stale(struct repeated_searches *r, struct job *j)
{
	if (!is_stale_victim(j) || (r->n_stale && r->stale[r->n_stale - 1] == j))
		return;
	ARRAY_GROW(r->stale, r->n_stale, r->cap_stale);
	r->stale[r->n_stale++] = j;
}

/* Drops those that are not stale any more. Returns how many are left. */
static int count_stale(struct repeated_searches *r)
{
	int n = 0;

	for (int i = 0; i < r->n_stale; i++)
		if (is_stale_victim(r->stale[i]))
			r->stale[n++] = r->stale[i];
	r->n_stale = n;
	return n;
}

/* No stale unit cache has mattered so far: those of other jobs than the preemptor are as they were.
 */
static bool stale_untouched(struct repeated_searches *r)
{
	return !r->own_stale && count_stale(r) == r->stale_before;
}

static struct leavings leavings_of(const struct session *s)
{
	const struct searches *all = s->searches;
	struct leavings l = {.orders = all->victim_orders,
		.recorded = searches_record(all) ? all->diagnosed : all->diagnostics_limit};

	for (int i = 0; i < s->warnings->n; i++)
		l.told += s->warnings->items[i].count;
	for (int i = 0; i < CLOCK_WAITS; i++)
		l.told += s->clock.jobs[i];
	return l;
}

/* The end of a search may be known without running it. */
static bool may_be_known(const struct session *s)
{
	return !s->trace.tracer && s->log.verbosity < 0 && s->searches->budget.mode == BUDGET_OFF &&
		bounds_may_begin(s) && !s->died && !s->searches->leaked;
}

bool repeated_searches_clean(struct repeated_searches *r, bool reversible)
{
	struct leavings now = leavings_of(r->session);

	return reversible && stale_untouched(r) && may_be_known(r->session) &&
		now.told == r->before.told && now.orders == r->before.orders &&
		now.recorded == r->before.recorded;
}

/* Looks at all jobs once. */
static void find_stale(struct repeated_searches *r, const struct search *q)
{
	bool first = !r->looked && may_be_known(r->session);

	for (int i = 0; first && i < r->session->c->n_jobs; i++)
		look_for_stale(r, r->session->c->jobs[i]);
	r->looked |= first;
	r->stale_before = count_stale(r);
	r->own_stale = session_unit_is_stale(q->job);
}

/* ---- a search ---- */

void repeated_searches_begin(struct repeated_searches *r, struct search *q)
{
	r->record.len = 0;
	find_stale(r, q);
	*r->turn = (struct watched_turn){0};
	r->repeated = may_be_known(r->session) && !r->own_stale
		? certificates_find(r->certificates, q, r->turn)
		: NULL;
	r->is_known = r->repeated && !r->session->exhaustive;
	r->before = leavings_of(r->session);
}

bool repeated_searches_probe(struct repeated_searches *r)
{
	return r->is_known;
}

/* Of a search that is not run, the counts come from the record. */
void repeated_searches_probe_ends(struct repeated_searches *r, struct search *q)
{
	if (r->is_known && r->record.len < r->repeated->len)
		memcpy(&q->counts, r->repeated->s + r->record.len, sizeof q->counts);
	strbuf_add(&r->record, (const char *)&q->counts, sizeof q->counts);
}

bool repeated_searches_end(
	struct repeated_searches *r, const struct search *q, bool undone, bool reversible)
{
	bool clean = r->is_known || repeated_searches_clean(r, reversible);
	bool repeats =
		!r->repeated || (undone && str_eq(strbuf_str(r->repeated), strbuf_str(&r->record)));

	if (!undone || !clean) {
		certificates_forget(r->certificates);
		known_failures_forget(r->failures);
	} else if (!r->repeated && r->turn->top && !r->turn->differs) {
		certificates_add(r->certificates, &r->record);
	}
	for (int i = 0; !undone && i < q->taken.n; i++)
		look_for_stale(r, q->taken.items[i]->job);
	return repeats;
}
