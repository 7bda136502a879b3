/* --exhaustive finds wrong short cuts: a plugin says of itself what is not true, so that a short
 * cut claims what does not happen. The decisions are right all the same. */
#include "scene.h"
#include "cmd/snap-replay/shortcuts/class_placing.h"
#include "cmd/snap-replay/session/queue_ledger.h"

#define SHARE(name, quota) \
	QUEUE_GPUS(name, "", "{'quota':" quota ",'limit':-1,'overQuotaWeight':0}")
/* a of q asks for 2 GPUs; v and w of r hold 2 each, beyond the quota of r. */
static const char raw[] =
	"'queues':[" SHARE("q", "4") "," SHARE("r", "0") "]," PRIORITIES ",'nodes':[" GPU_NODE(
		"n0", "4") "],'podGroups':[" JOB("a", "q", "low", "11", "1") "," JOB("v", "r",
		"low", "01", "1") "," JOB("w", "r", "low", "02", "1") "],'pods':[" PENDING("a", "a",
		"2") "," RUNNING("v", "v", "2", "n0") "," RUNNING("w", "w", "2", "n0") "]";
/* b and c ask for a GPU each; n0 is full, the others are alike. */
static const char idle[] = "'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" GPU_NODE(
	"n0", "1") "," GPU_NODE("n1", "1") "," GPU_NODE("n2", "1") "," GPU_NODE("n3",
	"1") "],'podGroups':[" JOB("b", "q", "low", "01", "1") "," JOB("c", "q", "low", "02",
	"1") "," JOB("v", "q", "low", "03", "1") "],'pods':[" RUNNING("v", "v", "1",
	"n0") "," PENDING("b", "b", "1") "," PENDING("c", "c", "1") "]";

static bool refuses(void *ctx, struct job *preemptor, struct job *victim)
{
	(void)ctx;
	(void)preemptor;
	(void)victim;
	return true;
}

static void forbid_losses(struct fixture *f)
{
	hook_add_reclaim_refuses_loss(&f->session, refuses, NULL, "lies");
}

static void forbid_moves(struct fixture *f)
{
	static struct params params;

	forbid_losses(f);
	params = *f->session.params;
	params.allow_consolidating_reclaim = false;
	f->session.params = &params;
}

/* ---- a ledger in which the last queue goes first ---- */

static queue_ledger_fn *true_ledger;
static struct queue_ledger_ops ops[2]; /* live: the second */

static struct queue_sort_key wrong_key(
	const struct queue_ledger *l, const struct queue *q, const double *request)
{
	(void)l;
	(void)request;
	return (struct queue_sort_key){.rank = q->name.p[0] == 'r' ? 0 : 1};
}

static struct queue_ledger *wrong_ledger(void *ctx, struct arena *a, bool live)
{
	struct queue_ledger *l = true_ledger(ctx, a, live);

	ops[live] = *l->ops;
	ops[live].sort_key = wrong_key;
	l->ops = &ops[live];
	return l;
}

static void reverse_queues(struct fixture *f)
{
	true_ledger = f->session.hooks.queue_ledger.fn;
	f->session.hooks.queue_ledger.fn = wrong_ledger;
}

/* ---- scores ---- */

/* The last node first, for c only: not by request class. */
static bool score_by_name(void *ctx, struct task *t, struct node *n, double *score)
{
	(void)ctx;
	*score = t->pod->meta.name.p[0] == 'c' ? 10 * n->index : 0;
	return true;
}

static bool score_full_nodes(void *ctx, struct task *t, struct node *n, double *score)
{
	(void)ctx;
	(void)t;
	*score = n->index == 0 ? 1000 : 0;
	return true;
}

static void score_otherwise(struct fixture *f)
{
	hook_add_node_order(&f->session, score_by_name, NULL, "lies");
	f->session.known_scores.by_class++;
}

static void score_high(struct fixture *f)
{
	hook_add_node_order(&f->session, score_full_nodes, NULL, "lies");
}

static void be_true(struct fixture *f)
{
	(void)f;
}

/* The texts of warnings behind "a short cut would have been wrong: ", each with a comma. */
static void found(const struct fixture *f, const char *want)
{
	const struct str start = STR("a short cut would have been wrong: ");
	struct strbuf got = {0};

	strbuf_addz(&got, "");
	for (int i = 0; i < f->warnings.n; i++)
		if (str_starts(f->warnings.items[i].what, start))
			strbuf_addf(&got, "%.*s,", (int)(f->warnings.items[i].what.n - start.n),
				f->warnings.items[i].what.p + start.n);
	is_text(strbuf_str(&got), want);
	strbuf_free(&got);
}

/* want: as above. */
static void finds(void (*lie)(struct fixture *f), const char *cluster, const char *actions,
	const char *decisions, const char *want)
{
	struct fixture f;

	fixture_open(&f, FIXTURE_PARAMS, EVICTING_PLUGINS, cluster);
	lie(&f);
	f.session.questions = &shortcuts_proved;
	f.session.fast_placing = &class_placing_proved;
	acts_are_at(&f, actions, decisions, "decisions", __FILE__, __LINE__);
	found(&f, want);
	fixture_close(&f);
}

/* ---- claims about one scenario, with an end that they do not foresee ---- */

/* v holds 2 of the node's GPUs, a asks for 2. */
#define ONE_VICTIM(gpus) \
	"'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" GPU_NODE( \
		"n0", gpus) "],'podGroups':[" JOB("v", "q", "low", "01", "1") "," JOB("a", "q", \
		"high", "11", \
		"1") "],'pods':[" RUNNING("v1", "v", "2", "n0") "," PENDING("a1", "a", "2") "]"

static void ends(const char *cluster, bool dry, bool turn, enum scenario_end end, const char *want)
{
	struct scene s;
	struct task *v;

	scene_open(&s, cluster);
	s.must = turn ? "v" : "";
	add_victims(&s, &s.p.potential, "v1");
	bounds_forecast(&s.q, &s.p, &s.nodes);
	for (int i = 0; dry && i < 8; i++)
		bounds_simulated(&s.q, &s.p);
	ok(!shortcuts_proved.is_repeat(&s.q, &s.p), "nothing is left out");
	ok(!shortcuts_proved.forecast(&s.q, &s.p, &s.nodes).bound, "no bound is used");
	v = pod(&s, "v1");
	v->status = POD_RELEASING;
	if (turn)
		ok(!shortcuts_proved.fails_already(&s.q, &v, 1), "the simulation goes on");
	v->status = POD_RUNNING;
	shortcuts_proved.scenario_finished(&s.q, &s.p, end);
	found(&s.f, want);
	scene_close(&s);
}

static void unforeseen_ends(void)
{
	ends(ONE_VICTIM("4"), true, false, SCENARIO_SOLVED, "");
	ends(ONE_VICTIM("4"), true, false, SCENARIO_NO_PLACE,
		"the dry run and the simulation differ,");
	ends(ONE_VICTIM("4"), false, false, SCENARIO_NO_PLACE, "");
	ends(ONE_VICTIM("4"), false, true, SCENARIO_NO_PLACE, "");
	ends(ONE_VICTIM("4"), false, true, SCENARIO_SOLVED, "a feasible scenario ended early,");
	ends(ONE_VICTIM("3"), false, true, SCENARIO_SOLVED,
		"a scenario is feasible that a bound calls infeasible,a feasible scenario ended early,");
	ends(ONE_VICTIM("3"), false, true, SCENARIO_REFUSED, "");
}

/* Picks that nobody makes, and a pick that the short cut calls a repeat. */
static void wrong_picks(void)
{
	for (int others = 0; others < 2; others++) {
		struct scene s;
		struct proposal other;

		scene_open(&s, ONE_VICTIM("4"));
		add_victims(&s, &s.p.potential, "v1");
		ok(!shortcuts_proved.state_fails(&s.q, &s.p), "the state is tried");
		ok(!shortcuts_proved.picks_begin(&s.q, &s.p, &s.nodes), "picks are not taken");
		other = s.p;
		if (others)
			other.potential.n = 0;
		while (shortcuts_of(&s.q)->proof.pick && !others) {
			other = *shortcuts_of(&s.q)->proof.pick;
			shortcuts_proved.is_repeat(&s.q, &other);
			shortcuts_proved.scenario_finished(&s.q, &other, SCENARIO_NO_PLACE);
		}
		shortcuts_proved.is_repeat(&s.q, &other);
		shortcuts_proved.scenario_finished(&s.q, &other, SCENARIO_SOLVED);
		ok(!shortcuts_proved.state_fails(&s.q, &s.p), "the next state");
		found(&s.f,
			others ? "a scenario is feasible that a bound calls infeasible,a pick that MultiNodeGang does not make,"
			       : "a scenario is feasible that a bound calls infeasible,");
		scene_close(&s);
	}
}

int main(void)
{
	unforeseen_ends();
	wrong_picks();
	finds(be_true, raw, "reclaim", "evict w n0, pipeline a n0", "");
	finds(forbid_moves, raw, "reclaim", "evict w n0, pipeline a n0",
		"a scenario is feasible that a bound calls infeasible,");
	finds(forbid_losses, raw, "reclaim", "evict w n0, pipeline a n0",
		"a scenario is feasible that a bound calls infeasible,");
	finds(reverse_queues, raw, "reclaim", "evict w n0, pipeline a n0",
		"the scenario walk gives another job,a scenario is feasible that a bound calls infeasible,");
	finds(be_true, idle, "allocate", "bind b n1, bind c n2", "");
	finds(score_otherwise, idle, "allocate", "bind b n1, bind c n3",
		"another node comes first,");
	finds(score_high, idle, "allocate", "bind b n1, bind c n2",
		"a node without room has a high score,");
	return tap_end();
}
