/* A search for one pending job as an action would start it, without running it. */
#ifndef SNAP_SEARCH_PROBE_H
#define SNAP_SEARCH_PROBE_H
#include "acts.h"
#include "cmd/snap-replay/session/units.h"
#include "cmd/snap-replay/shortcuts/shortcuts.h"

enum { NODES_MAX = 16, JOBS_MAX = 32 };

struct probe {
	struct fixture f;
	struct search q;
	bool in[NODES_MAX];
	struct probe_nodes nodes;
	struct job *preemptor;
	struct batches recorded;
	struct job *victims[JOBS_MAX];
};
static const struct walk_options victim_walk = {.victim = true, .depth = -1, .active_only = true};

static inline struct job_list victims(struct search *q)
{
	struct probe *p = q->ctx;
	struct job_list list = {.items = p->victims};

	for (int i = 0; i < q->session->c->n_jobs; i++)
		if (q->session->c->jobs[i] != q->job)
			p->victims[list.n++] = q->session->c->jobs[i];
	return list;
}

/* The first k tasks of the unit of job "a" (0: all). */
static inline void probe_open(struct probe *p, const char *raw, int k)
{
	struct task_list unit;

	*p = (struct probe){0};
	fixture_open(&p->f, FIXTURE_PARAMS, EVICTING_PLUGINS, raw);
	p->q = (struct search){.session = &p->f.session,
		.job = fixture_job(&p->f, "a"),
		.action = "preempt",
		.victims = victims,
		.victim_walk = &victim_walk,
		.memory = shortcuts.action_begins(&p->f.session),
		.ctx = p};
	p->nodes = (struct probe_nodes){.in = p->in, .n = p->f.cluster.n_nodes};
	for (int i = 0; i < p->f.cluster.n_nodes; i++)
		p->in[i] = true;
	unit = session_tasks_to_allocate(&p->f.session, p->q.job, false);
	p->preemptor = partial_job(&p->q, p->q.job, unit.items, k ? k : unit.n);
}

static inline void probe_close(struct probe *p)
{
	shortcuts.search_ends(&p->q, true);
	search_free(&p->q);
	shortcuts.action_ends(p->q.memory);
	fixture_close(&p->f);
}

/* Batches as names of their tasks: "v1 v2+v3"; "-" when there are none. */
static inline void add_batches(struct strbuf *b, const struct batches *list)
{
	if (!list->n)
		strbuf_addc(b, '-');
	for (int i = 0; i < list->n; i++)
		for (int k = 0; k < list->items[i].n; k++)
			strbuf_addf(b, "%s" STR_FMT,
				k           ? "+"
					: i ? " "
					    : "",
				STR_ARG(list->items[i].tasks[k]->pod->meta.name));
}

#define CLUSTER(nodes, groups, pods) \
	"'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" nodes "],'podGroups':[" groups \
				"],'pods':[" pods "]"
#define LOW(name, hour, min) JOB(name, "q", "low", hour, min)
#define PREEMPTOR(min) JOB("a", "q", "high", "11", min)
#define THREE GPU_NODE("na", "1") "," GPU_NODE("nb", "2") "," GPU_NODE("nc", "4")
#define THREE_JOBS LOW("va", "03", "1") "," LOW("vb", "02", "1") "," LOW("vc", "01", "1")
#define THREE_VICTIMS \
	RUNNING("va", "va", "1", "na") \
	"," RUNNING("vb", "vb", "2", "nb") "," RUNNING("vc", "vc", "4", "nc")
#define TWO_PODS PENDING("a1", "a", "1") "," PENDING("a2", "a", "1")

#endif
