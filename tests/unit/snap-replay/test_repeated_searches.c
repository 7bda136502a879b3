/* Repeated searches (shortcuts/repeated_searches.h): which are run, and what makes others run. */
#include "scene.h"
#include "cmd/snap-replay/shortcuts/repeated_searches.h"

#define QUEUE_OF(name, parent, hour) \
	"{'metadata':{'name':'" name "','creationTimestamp':'2026-01-01T" hour \
	":00:00Z'},'spec':{'parentQueue':'" parent "','resources':{'cpu':" UNLIMITED_RESOURCE \
	",'memory':" UNLIMITED_RESOURCE ",'gpu':{'quota':-1,'limit':-1,'overQuotaWeight':1}}}}"
/* v, in s below u, holds the node; a, b and c, which are alike, wait in q below t. */
static const char raw[] =
	"'queues':[" QUEUE_OF("t", "", "01") "," QUEUE_OF("u", "", "02") "," QUEUE_OF("q", "t",
		"03") "," QUEUE_OF("s", "u", "04") "]," PRIORITIES ",'nodes':[" GPU_NODE("n0",
		"2") "],'podGroups':[" JOB("v", "s", "low", "01", "1") "," JOB("a", "q", "low",
		"02", "1") "," JOB("b", "q", "low", "03", "1") "," JOB("c", "q", "low", "04",
		"1") "],'pods':[" RUNNING("v1", "v", "2", "n0") "," PENDING("a1", "a",
		"1") "," PENDING("b1", "b", "1") "," PENDING("c1", "c", "1") "]";

/* What a search does: "-" nothing, "v" finds a solution, "i", "w", "c" and "l" find nothing, but
 * were not reversible, warned, dropped the unit cache of v, drew victims by lot; "d" had another
 * order of queues than a certificate takes; "n" simulated a noted victim. */
struct play {
	struct scene s;
	struct repeated_searches *repeated;
	struct pending_jobs *pending;
	struct watched_turn turn;
	struct strbuf did; /* by search: "-" not run, "_" run */
};

static void search(struct play *p, char does)
{
	struct search *q = &p->s.q;

	if (does == 'w')
		warn_input(&p->s.f.warnings, STR("a"), "something is odd");
	if (does == 'c')
		job_drop_cache(pod(&p->s, "v1")->job);
	p->s.f.searches.victim_orders += does == 'l';
	p->s.f.searches.diagnosed += does == 'n';
	q->counts.proposed = 7;
	if (does == 'v')
		p->turn.top = NULL;
	p->turn.differs = does == 'd';
}

static void one(struct play *p, int number, char does)
{
	static const char *const jobs[] = {"a", "b", "c"};
	struct search *q = &p->s.q;
	bool is_run;

	q->job = fixture_job(&p->s.f, jobs[number]);
	q->counts = (struct search_counts){0};
	repeated_searches_begin(p->repeated, q);
	is_run = !repeated_searches_probe(p->repeated);
	if (is_run)
		search(p, does);
	repeated_searches_probe_ends(p->repeated, q);
	is_number((double)q->counts.proposed, 7, "the counts of the search");
	ok(repeated_searches_end(p->repeated, q, does != 'v', does != 'i'), "no claim is wrong");
	strbuf_addc(&p->did, is_run ? '_' : '-');
}

static void play(const char *does, const char *want, void (*prepare)(struct play *p))
{
	struct play p = {0};

	scene_open(&p.s, raw);
	p.s.f.session.log.verbosity = -1;
	p.s.q.victims = running_jobs;
	p.s.q.feasible = p.s.in;
	if (prepare)
		prepare(&p);
	p.pending = pending_jobs_new(&p.s.f.session);
	p.repeated = repeated_searches_new(
		&p.s.f.session, &p.turn, p.pending, shortcuts_of(&p.s.q)->failures);
	strbuf_addz(&p.did, "");
	for (int i = 0; does[i]; i++)
		one(&p, i, does[i]);
	repeated_searches_free(p.repeated);
	pending_jobs_free(p.pending);
	is_text(strbuf_str(&p.did), want);
	strbuf_free(&p.did);
	p.s.q.job = fixture_job(&p.s.f, "a");
	scene_close(&p.s);
}

/* The job has a cache, though no pod of it is to be placed. */
static void make_stale(struct play *p, const char *job, const char *pod_name)
{
	struct job *j = fixture_job(&p->s.f, job);

	j->unit[0] = pod(&p->s, pod_name);
	j->n_unit = 1;
	j->unit_cached = true;
}

static void victim_is_stale(struct play *p)
{
	make_stale(p, "v", "v1");
}

static void second_is_stale(struct play *p)
{
	make_stale(p, "b", "v1");
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

static void note_some(struct play *p)
{
	record_notes(&p->s, 256);
}

static void note_last(struct play *p)
{
	record_notes(&p->s, 256);
	p->s.f.searches.diagnosed = p->s.f.searches.diagnostics_limit - 1;
}

static void be_exhaustive(struct play *p)
{
	p->s.f.session.exhaustive = true;
}

int main(void)
{
	play("---", "_--", NULL);
	play("v--", "__-", NULL);
	play("d--", "__-", NULL);
	/* a search that left something behind */
	play("i--", "__-", NULL);
	play("w--", "__-", NULL);
	play("l--", "__-", NULL);
	/* a stale cache that stays, that is dropped, and of the preemptor */
	play("---", "_--", victim_is_stale);
	play("c--", "__-", victim_is_stale);
	play("---", "___", second_is_stale);
	/* somebody listens, or the search is not the same */
	play("---", "___", log_lines);
	play("---", "___", have_budget);
	play("---", "___", keep_notes);
	/* what is recorded of noted victims counts once for each simulation */
	play("---", "_--", note_some);
	play("n--", "__-", note_some);
	play("n--", "__-", note_last);
	play("n--", "_--", NULL);
	play("---", "___", be_exhaustive);
	return tap_end();
}
