/* Candidates drawn by lot (rules/09 3): so many, in their order, others for another probe.
 */
#include "acts.h"
#include "cmd/snap-replay/actions/evicting.h"

#define GROUP(name) \
	"{'metadata':{'name':'" name "','namespace':'n'},'spec':{'queue':'q','minMember':1}}"

enum { JOBS = 12, CANDIDATES = 9, PROBES = 200 };

static const char raw[] =
	"'queues':[" QUEUE("q") "],'podGroups':[" GROUP("a") "," GROUP("b") "," GROUP("c") "," GROUP("d") "," GROUP("e") "," GROUP(
		"f") "," GROUP("g") "," GROUP("h") "," GROUP("i") "," GROUP("j") "," GROUP("k") "," GROUP("l") "]";

/* Draws from the first CANDIDATES jobs. */
static int draw(struct search *q, struct job **out, int64_t lots)
{
	memcpy(out, q->session->c->jobs, CANDIDATES * sizeof *out);
	return lots_draw(q, out, CANDIDATES, lots);
}

static bool in_order(struct job *const *jobs, int n)
{
	for (int i = 0; i < n; i++)
		if (jobs[i]->index >= CANDIDATES || (i > 0 && jobs[i]->index <= jobs[i - 1]->index))
			return false;
	return true;
}

/* How many different sets of four, and whether each candidate is drawn at some time. */
static void many(struct search *q)
{
	int n_sets = 0, n_drawn = 0, wrong = 0;
	unsigned sets[PROBES] = {0}, drawn = 0;

	for (q->probes = 1; q->probes <= PROBES; q->probes++) {
		struct job *jobs[JOBS];
		unsigned set = 0;
		bool seen = false;

		wrong += draw(q, jobs, 4) != 4 || !in_order(jobs, 4);
		for (int i = 0; i < 4; i++)
			set |= 1u << jobs[i]->index;
		for (int i = 0; i < n_sets; i++)
			seen |= sets[i] == set;
		if (!seen)
			sets[n_sets++] = set;
		drawn |= set;
	}
	for (int i = 0; i < CANDIDATES; i++)
		n_drawn += (drawn >> i & 1) != 0;
	ok(wrong == 0, "four candidates each time, in their order");
	ok(n_drawn == CANDIDATES, "every candidate is drawn at some time");
	ok(n_sets == CANDIDATES, "neighbours on a circle: as many sets as candidates (%d)", n_sets);
}

static void limits(struct search *q)
{
	struct job *jobs[JOBS];

	ok(draw(q, jobs, 0) == 0, "no lots, nobody");
	ok(draw(q, jobs, CANDIDATES) == CANDIDATES && in_order(jobs, CANDIDATES),
		"as many lots as candidates: all");
	ok(draw(q, jobs, INT64_MAX) == CANDIDATES, "more: all");
}

int main(void)
{
	struct fixture f;
	struct search q = {.probes = 1};

	fixture_open(&f, FIXTURE_PARAMS, "{'name':'priority'}", raw);
	q.session = &f.session;
	q.job = fixture_job(&f, "l");
	ok(f.cluster.n_jobs == JOBS, "all there");
	many(&q);
	limits(&q);
	fixture_close(&f);
	return tap_end();
}
