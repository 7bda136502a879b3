/* Candidates that are alike, in random clusters with minimum runtimes of queues: reclaim's filter
 * answers for each of them as for the others of its queue, and counts no wait. */
#include "acts.h"
#include "cmd/snap-replay/shortcuts/alike_victims.h"
#include "common/timefmt.h"

enum { QUEUES = 6, JOBS = 40, CLUSTERS = 10 };

/* Job i has one or two pods that run, and a minimum of one; every fifth is in no queue. */
static void cluster_open(struct fixture *f)
{
	struct strbuf b = {0};

	strbuf_addz(&b, "'queues':[");
	for (int i = 0; i < QUEUES; i++)
		strbuf_addf(&b,
			"%s{'metadata':{'name':'q%d'},'spec':{'parentQueue':'%s','reclaimMinRuntime':'%dh','resources':{'gpu':{'quota':%d,'limit':-1,'overQuotaWeight':1}}}}",
			i ? "," : "", i,
			i < 2           ? ""
				: i % 2 ? "q1"
					: "q0",
			1 + under(30), under(9));
	strbuf_addz(&b, "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", "400") "],'podGroups':[");
	for (int i = 0; i < JOBS; i++)
		strbuf_addf(&b,
			"%s{'metadata':{'name':'j%02d','namespace':'n','annotations':{'kai.scheduler/last-start-timestamp':'2026-01-%02dT12:00:00Z'}},'spec':{'queue':'%s%d','minMember':1}}",
			i ? "," : "", i, 1 + under(3), i % 5 ? "q" : "none", 2 + under(QUEUES - 2));
	strbuf_addz(&b, "],'pods':[");
	for (int i = 0; i < 2 * JOBS; i++)
		if (i % 2 || !under(3))
			strbuf_addf(&b, "%s" RUNNING("p%02d", "j%02d", "1", "n0"),
				b.s[b.len - 1] == '[' ? "" : ",", i, i, i / 2);
	strbuf_addz(&b, "]");
	fixture_open(f, FIXTURE_PARAMS, EVICTING_PLUGINS, b.s);
	strbuf_free(&b);
}

struct seen {
	int alike, apart, wrong, waits;
};

/* For this preemptor. */
static void compare(struct session *s, struct job *preemptor, const int *number, struct seen *seen)
{
	int answers[QUEUES + 1], before = s->clock.jobs[WAIT_RUNTIME];

	memset(answers, 0xff, sizeof answers);
	session_job_solution_start(s, preemptor);
	for (int i = 0; i < s->c->n_jobs; i++) {
		int answer;

		if (number[i] < 0)
			continue;
		answer = session_reclaim_victim_filter(s, preemptor, s->c->jobs[i]);
		if (answers[number[i]] < 0)
			answers[number[i]] = answer;
		seen->wrong +=
			answers[number[i]] != answer || s->c->jobs[i]->queue->index != number[i];
	}
	seen->waits += s->clock.jobs[WAIT_RUNTIME] - before;
}

int main(void)
{
	struct seen seen = {0};

	for (int i = 0; i < CLUSTERS; i++) {
		struct fixture f;
		struct session *s = &f.session;
		int *number;

		cluster_open(&f);
		rfc3339_parse(STR("2026-01-03T13:00:00Z"), &f.cluster.now);
		number = alike_victims_new(s);
		for (int k = 0; k < s->c->n_jobs; k++) {
			seen.alike += number[k] >= 0;
			seen.apart += number[k] < 0 && s->c->jobs[k]->queue;
			seen.wrong += number[k] >= 0 && !s->c->jobs[k]->queue;
		}
		for (int k = 0; k < s->c->n_jobs; k++)
			if (s->c->jobs[k]->queue)
				compare(s, s->c->jobs[k], number, &seen);
		free(number);
		fixture_close(&f);
	}
	ok(seen.alike > JOBS, "%d jobs are alike", seen.alike);
	ok(seen.apart > JOBS, "%d are not", seen.apart);
	is_number(seen.wrong, 0, "those of a queue get one answer");
	is_number(seen.waits, 0, "no wait is counted");
	return tap_end();
}
