/* Searches ahead: which of them this process runs itself, and what it takes over from twins. */
#include "scene.h"
#include "cmd/snap-replay/shortcuts/search_ahead.h"

/* v and w hold the node, a wants a GPU. */
static const char raw[] = "'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" GPU_NODE(
	"n0", "2") "],'podGroups':[" JOB("v", "q", "low", "01", "1") "," JOB("w", "q", "low", "02",
	"1") "," JOB("a", "q", "high", "11", "1") "],'pods':[" RUNNING("v1", "v", "1",
	"n0") "," RUNNING("w1", "w", "1", "n0") "," PENDING("a1", "a", "1") "]";

/* What searches do, a letter each: "-" finds nothing, "v" finds the victim v1, "i", "w" and "c"
 * find nothing, and were not reversible, warned or dropped the unit cache of v. */
struct play {
	struct scene s;
	struct search_ahead *ahead;
	struct pending_jobs *pending;
	struct watched_turn turn;
	bool knows_better; /* a solution that is taken over fails here */
	struct strbuf did; /* by search: "-", "v"; of those that were run here: upper case, "_" */
};

static void finish(struct play *p, char does, char shows)
{
	struct search *q = &p->s.q;

	search_ahead_probe_ends(p->ahead, q);
	ok(search_ahead_ends(p->ahead, q, does != 'v', does != 'i'), "no claim is wrong");
	strbuf_addc(&p->did, shows);
}

static void run_here(struct play *p, char does)
{
	struct search *q = &p->s.q;
	struct proposal found = p->s.p;

	search_ahead_searched(p->ahead);
	q->counts.proposed = (unsigned char)does;
	if (does == 'w')
		warn_input(&p->s.f.warnings, STR("a"), "something is odd");
	if (does == 'c')
		job_drop_cache(pod(&p->s, "v1")->job);
	if (does == 'v') {
		found.potential = (struct batches){0};
		add_victims(&p->s, &found.potential, "v1");
		search_ahead_solved(p->ahead, &found);
	}
	finish(p, does, does == 'v' ? 'V' : '_');
}

static void one(struct play *p, char does)
{
	struct search *q = &p->s.q;
	struct batches found = {0};

	q->counts = (struct search_counts){0};
	search_ahead_begins(p->ahead, q);
	switch (search_ahead_probe(p->ahead, q, &found)) {
	case PROBE_UNKNOWN: run_here(p, does); return;
	case PROBE_FAILS: finish(p, does, '-'); break;
	case PROBE_SUCCEEDS:
		if (p->knows_better) {
			run_here(p, does);
			return;
		}
		ok(found.n == 1 && found.items[0].n == 1 &&
				found.items[0].tasks[0] == pod(&p->s, "v1") &&
				found.items[0].job == pod(&p->s, "v1")->job,
			"the victims are those that the twin found");
		finish(p, does, 'v');
	}
	ok(q->counts.proposed == (unsigned char)does || q->counts.proposed == 0,
		"so are the counts");
}

static void play(int threads, const char *does, const char *want, void (*prepare)(struct play *p))
{
	struct play p = {0};

	scene_open(&p.s, raw);
	p.s.f.searches.threads = threads;
	p.s.f.searches.always_ahead = true;
	if (prepare)
		prepare(&p);
	p.pending = pending_jobs_new(&p.s.f.session);
	p.ahead = search_ahead_new(&p.s.f.session, &p.turn, p.pending);
	strbuf_addz(&p.did, "");
	for (int i = 0; does[i]; i++)
		one(&p, does[i]);
	search_ahead_free(p.ahead); /* twins end here */
	pending_jobs_free(p.pending);
	is_text(strbuf_str(&p.did), want);
	strbuf_free(&p.did);
	scene_close(&p.s);
}

/* The job has a cache, though no pod of it is to be placed. */
static void make_stale(struct play *p, const char *job, const char *running)
{
	struct job *j = fixture_job(&p->s.f, job);

	j->unit[0] = pod(&p->s, running);
	j->n_unit = 1;
	j->unit_cached = true;
}

static void victim_is_stale(struct play *p)
{
	make_stale(p, "v", "v1");
}

static void preemptor_is_stale(struct play *p)
{
	make_stale(p, "a", "v1");
}

static void log_lines(struct play *p)
{
	p->s.f.session.log.verbosity = 0;
}

static void have_budget(struct play *p)
{
	p->s.f.searches.budget.mode = BUDGET_STEPS;
}

static void keep_notes(struct play *p)
{
	p->s.f.searches.diagnostics_limit = 2000;
}

static void know_better(struct play *p)
{
	p->knows_better = true;
}

int main(void)
{
	play(1, "---", "___", NULL);
	play(2, "---", "_--", NULL);
	play(4, "---", "_--", NULL);
	/* what a twin finds is taken, and those behind it are of that world */
	play(2, "-v-", "_v-", NULL);
	play(2, "-vv", "_vv", NULL);
	/* what is found here ends the twins: they took it that nothing is */
	play(2, "v--", "V_-", NULL);
	/* a search that left something behind, here and in a twin */
	play(2, "i--", "__-", NULL);
	play(2, "w--", "__-", NULL);
	play(2, "-i-", "___", NULL);
	play(2, "-w-", "___", NULL);
	/* a stale cache that stays, that is dropped here, and in a twin */
	play(2, "---", "_--", victim_is_stale);
	play(2, "c--", "__-", victim_is_stale);
	play(2, "-c-", "___", victim_is_stale);
	play(2, "cc-", "_--", NULL);
	play(2, "---", "___", preemptor_is_stale);
	/* somebody listens, or the search is not the same */
	play(2, "---", "___", log_lines);
	play(2, "---", "___", have_budget);
	play(2, "---", "___", keep_notes);
	/* a solution that does not hold here */
	play(2, "-v-", "_V_", know_better);
	return tap_end();
}
