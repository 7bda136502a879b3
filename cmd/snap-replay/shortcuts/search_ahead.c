#include "shortcuts/search_ahead.h"

#include <stdlib.h>
#include <unistd.h>

#include "common/grow.h"
#include "common/mem.h"
#include "common/progress.h"
#include "session/units.h"
#include "shortcuts/certificates.h"
#include "shortcuts/search_record.h"
#include "shortcuts/search_twins.h"
#include "solvers/searches.h"

/* WORTH: a search that has taken so many times as long as to make a twin is worth one. LOOK_EVERY:
 * the clock is read once for so many proposals. */
enum { WORTH = 10, LOOK_EVERY = 16, TEST_MS = 10000, RECORD_MOST = 1 << 28 };

enum mode {
	SEARCHED, /* this process runs the search */
	ASSUMED,  /* a twin takes it that it finds nothing */
	KNOWN     /* a twin has run it, or it repeats an earlier one */
};
/* What else a search may leave behind. */
struct leavings {
	long told;       /* warnings, and waits for the clock */
	uint64_t orders; /* searches.victim_orders */
};
struct search_ahead {
	struct session *session;
	struct search_twins twins;
	long number;      /* of the present search, from 1 */
	uint64_t world;   /* another one after each search that left something behind */
	double search_ms; /* what the last searches took */
	/* Jobs that had pods and a stale unit cache when somebody looked. */
	struct job **stale;
	int n_stale, cap_stale;
	bool looked; /* at all jobs */
	struct certificates *certificates;
	struct watched_turn *turn;
	/* of the search */
	enum mode mode;
	struct search_twin *owner; /* the twin that has run it; NULL: none has */
	bool may;                  /* SEARCHED: twins may be made */
	long proposals;            /* so far */
	double began_ms;
	struct leavings before;
	int stale_before;              /* how many of stale there were when it began */
	bool own_stale;                /* the preemptor has a stale unit cache */
	struct record_head head;       /* of owner's record */
	struct search_record record;   /* KNOWN: the owner's; else what is written */
	struct search_counts counts;   /* KNOWN: after the present probe */
	struct search_record claim;    /* --exhaustive: the owner's */
	const struct strbuf *repeated; /* record of the earlier search; NULL: it repeats none */
};

struct search_ahead *search_ahead_new(
	struct session *s, struct watched_turn *turn, struct pending_jobs *pending)
{
	struct search_ahead *a = xcalloc(1, sizeof *a);

	a->session = s;
	a->certificates = certificates_new(s, pending);
	a->turn = turn;
	return a;
}

static bool is_twin(const struct search_ahead *a)
{
	return a->twins.id != 0;
}

void search_ahead_free(struct search_ahead *a)
{
	if (is_twin(a)) /* the action is over */
		_exit(0);
	search_twins_free(&a->twins);
	record_free(&a->record);
	record_free(&a->claim);
	certificates_free(a->certificates);
	free(a->stale);
	free(a);
}

/* ---- what a search leaves behind ---- */

static bool is_stale_victim(const struct job *j)
{
	return session_unit_is_stale(j) &&
		counts_in(j->counts, SET_ACTIVE_ALLOCATED) + j->active_drift != 0;
}

static void look_for_stale(struct search_ahead *a, struct job *j)
{
	if (!is_stale_victim(j) || (a->n_stale && a->stale[a->n_stale - 1] == j))
		return;
	ARRAY_GROW(a->stale, a->n_stale, a->cap_stale);
	a->stale[a->n_stale++] = j;
}

/* Drops those that are not stale any more. Returns how many are left. */
static int count_stale(struct search_ahead *a)
{
	int n = 0;

	for (int i = 0; i < a->n_stale; i++)
		if (is_stale_victim(a->stale[i]))
			a->stale[n++] = a->stale[i];
	a->n_stale = n;
	return n;
}

/* No stale unit cache has mattered so far: those of other jobs than the preemptor are as they were.
 */
static bool stale_untouched(struct search_ahead *a)
{
	return !a->own_stale && count_stale(a) == a->stale_before;
}

static struct leavings leavings_of(const struct session *s)
{
	struct leavings l = {.orders = s->searches->victim_orders};

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
		s->searches->diagnosed >= s->searches->diagnostics_limit && !s->died &&
		!s->searches->leaked;
}

static bool may_run_ahead(const struct session *s)
{
	return s->searches->threads > 1 && may_be_known(s);
}

static bool is_clean(struct search_ahead *a, bool reversible)
{
	struct leavings now = leavings_of(a->session);

	return reversible && stale_untouched(a) && may_be_known(a->session) &&
		now.told == a->before.told && now.orders == a->before.orders;
}

/* ---- records ---- */

static void show_progress(void *of)
{
	struct search *q = of;

	progress_show(q->session->progress, q->job->key, q->counts.proposed, "scenario");
}

static bool read_one(struct search_ahead *a, struct twin *t, struct search *q)
{
	struct record_head *h = &a->head;

	record_clear(&a->record);
	if (!twin_read(t, h, sizeof *h, show_progress, q) || h->size > RECORD_MOST)
		return false;
	strbuf_reserve(&a->record.bytes, h->size);
	a->record.bytes.len = h->size;
	return twin_read(t, a->record.bytes.s, h->size, show_progress, q);
}

/* Reads the record of the present search. Those before it were run here, too. */
static bool read_record(struct search_ahead *a, struct twin *t, struct search *q)
{
	bool read;

	do
		read = read_one(a, t, q);
	while (read && a->head.number < a->number);
	return read && a->head.number == a->number && a->head.job == q->job->index;
}

/* In a twin, at the end of a search that it ran. It has claimed the next one before anybody knows.
 */
static void tell(struct search_ahead *a, const struct search *q, bool solved)
{
	if (search_twins_can(&a->twins, a->session, a->number + 1))
		search_twins_claim(&a->twins, a->number + 1, a->world);
	a->head = (struct record_head){.size = a->record.bytes.len,
		.number = a->number,
		.job = q->job->index,
		.solved = solved,
		.proves = a->turn->top && !a->turn->differs,
		.world = a->world,
		.ms = search_clock_ms() - a->began_ms};
	twin_write(&a->twins.self, &a->head, sizeof a->head);
	twin_write(&a->twins.self, a->record.bytes.s, a->record.bytes.len);
}

/* ---- twins ---- */

static double worth_ms(const struct search_ahead *a)
{
	return WORTH * (a->twins.fork_ms > 0 ? a->twins.fork_ms : 1);
}

/* As many processes are to work as there are threads. waits: this one does not. A new twin takes it
 * that the present search, which another one has, finds nothing. */
static void make_twins(struct search_ahead *a, bool waits)
{
	struct searches *all = a->session->searches;

	search_twins_fill(
		&a->twins, all->threads - (waits ? 0 : 1), all->always_ahead ? TEST_MS : 0);
	if (!is_twin(a))
		return;
	a->mode = ASSUMED;
	a->session->sink.to = NULL;
	a->session->progress = NULL;
}

/* With --exhaustive the search is run all the same. */
static void keep_as_claim(struct search_ahead *a)
{
	struct search_record r = a->claim;

	a->claim = a->record;
	a->record = r;
	record_clear(&a->record);
	a->mode = SEARCHED;
}

/* A twin has claimed the search. */
static void follow(struct search_ahead *a, struct search_twin *t, struct search *q)
{
	a->owner = t;
	a->mode = KNOWN;
	if (!read_record(a, &t->twin, q)) {
		search_twins_stop(&a->twins, t);
		record_clear(&a->record);
		a->owner = NULL;
		a->mode = SEARCHED;
	} else if (a->session->exhaustive) {
		keep_as_claim(a);
	}
}

static bool can_claim(struct search_ahead *a)
{
	return search_twins_can(&a->twins, a->session, a->number);
}

static void begin_here(struct search_ahead *a, struct search *q)
{
	bool always = a->session->searches->always_ahead;
	struct search_twin *t;

	a->may = may_run_ahead(a->session) && can_claim(a);
	if (!a->may) {
		search_twins_stop_others(&a->twins, NULL);
		return;
	}
	t = search_twins_find(&a->twins, search_twins_claim(&a->twins, a->number, a->world));
	if (t ? !twin_has_word(&t->twin, always ? 0 : (int)worth_ms(a)) : always)
		make_twins(a, t != NULL);
	if (t && !is_twin(a))
		follow(a, t, q);
}

static void begin_in_twin(struct search_ahead *a)
{
	if (!search_twins_can(&a->twins, a->session, a->number))
		_exit(0);
	if (search_twins_claim(&a->twins, a->number, a->world) != a->twins.id)
		a->mode = ASSUMED;
}

/* ---- searches that repeat an earlier one ---- */

static bool find_repeated(struct search_ahead *a, struct search *q)
{
	*a->turn = (struct watched_turn){0};
	a->repeated = may_be_known(a->session) && !a->own_stale
		? certificates_find(a->certificates, q, a->turn)
		: NULL;
	return a->repeated && !a->session->exhaustive;
}

/* A twin need not run it. */
static void take_repeated(struct search_ahead *a)
{
	if (is_twin(a)) {
		a->mode = ASSUMED;
		return;
	}
	a->mode = KNOWN;
	strbuf_addstr(&a->record.bytes, strbuf_str(a->repeated));
	if (a->twins.claims && can_claim(a))
		search_twins_claim(&a->twins, a->number, a->world);
}

/* Behind a clean search that found nothing. */
static void keep_certificate(struct search_ahead *a)
{
	bool proves = a->mode == SEARCHED ? !a->turn->differs
					  : a->mode == KNOWN && a->owner && a->head.proves;

	if (a->turn->top && proves)
		certificates_add(a->certificates, &a->record.bytes);
}

/* ---- a search ---- */

/* Looks at all jobs once. */
static void find_stale(struct search_ahead *a, const struct search *q)
{
	bool first = !a->looked && may_be_known(a->session);

	for (int i = 0; first && i < a->session->c->n_jobs; i++)
		look_for_stale(a, a->session->c->jobs[i]);
	a->looked |= first;
	a->stale_before = count_stale(a);
	a->own_stale = session_unit_is_stale(q->job);
}

void search_ahead_begins(struct search_ahead *a, struct search *q)
{
	a->number++;
	a->mode = SEARCHED;
	a->owner = NULL;
	a->proposals = 0;
	a->may = false;
	record_clear(&a->record);
	find_stale(a, q);
	if (find_repeated(a, q))
		take_repeated(a);
	else if (is_twin(a))
		begin_in_twin(a);
	else
		begin_here(a, q);
	a->began_ms = search_clock_ms();
	a->before = leavings_of(a->session);
}

bool search_ahead_gives_up(struct search_ahead *a, bool reversible)
{
	if (!a->may || a->mode != SEARCHED || a->proposals++ % LOOK_EVERY ||
		search_clock_ms() - a->began_ms < worth_ms(a))
		return false;
	a->may = false; /* once is enough */
	if (reversible && stale_untouched(a))
		make_twins(a, false);
	return is_twin(a);
}

enum probe_end search_ahead_probe(
	struct search_ahead *a, struct search *q, struct batches *potential)
{
	enum probe_end end;

	if (a->mode != KNOWN)
		return a->mode == ASSUMED ? PROBE_FAILS : PROBE_UNKNOWN;
	end = record_take(&a->record, q, &a->counts, potential);
	if (end == PROBE_UNKNOWN)
		search_ahead_searched(a);
	return end;
}

void search_ahead_searched(struct search_ahead *a)
{
	if (a->mode != KNOWN)
		return;
	a->mode = SEARCHED;
	a->owner = NULL;
	a->turn->top = NULL; /* the record has more than this search */
	search_twins_stop_others(&a->twins, NULL);
}

void search_ahead_solved(struct search_ahead *a, const struct proposal *p)
{
	a->turn->top = NULL; /* the next probe is for several pods */
	if (a->mode == SEARCHED)
		record_solution(&a->record, p);
}

void search_ahead_probe_ends(struct search_ahead *a, struct search *q)
{
	if (a->mode == KNOWN)
		q->counts = a->counts;
	else if (a->mode == SEARCHED)
		record_probe(&a->record, &q->counts);
}

/* Decides which twins are right about this search. */
static void end_here(struct search_ahead *a, bool solved, bool clean)
{
	double ms = a->mode == KNOWN ? a->head.ms : search_clock_ms() - a->began_ms;

	bool leads =
		a->owner && (a->search_ms >= worth_ms(a) || a->session->searches->always_ahead);

	a->search_ms = (a->search_ms + ms) / 2;
	if (solved || !clean)
		search_twins_stop_others(&a->twins, leads && clean ? a->owner : NULL);
}

/* With --exhaustive. */
static bool ended_as_known(const struct search_ahead *a, bool undone)
{
	struct str ended = strbuf_str(&a->record.bytes);

	return a->mode != SEARCHED ||
		((!a->owner ||
			 (a->head.solved == !undone &&
				 str_eq(strbuf_str(&a->claim.bytes), ended))) &&
			(!a->repeated || (undone && str_eq(strbuf_str(a->repeated), ended))));
}

bool search_ahead_ends(struct search_ahead *a, struct search *q, bool undone, bool reversible)
{
	bool clean = a->mode != SEARCHED || is_clean(a, reversible),
	     good = ended_as_known(a, undone);

	if (undone && clean && !a->repeated)
		keep_certificate(a);
	if (!undone || !clean) {
		a->world = a->owner && clean ? a->head.world : search_twins_new_world(&a->twins);
		certificates_forget(a->certificates);
	}
	for (int i = 0; !undone && i < q->taken.n; i++)
		look_for_stale(a, q->taken.items[i]->job);
	if (!is_twin(a)) {
		end_here(a, !undone, clean);
		return good;
	}
	if (!clean)
		_exit(0);
	if (a->mode == SEARCHED)
		tell(a, q, !undone);
	return true;
}
