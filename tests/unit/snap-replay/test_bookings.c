/* The books of nodes under random operations on the bookings of tests/data/model/bookings.json, and
 * the answers that follow from the books, against a recorded text. After a change that is meant:
 * build/unit/snap-replay/test_bookings --record, then look at the difference. */
#include "cmd/snap-replay/model/job.h"
#include "cmd/snap-replay/model/node.h"
#include "load.h"
#include "model_text.h"
#include "recorded.h"
#include "tests/unit/chance.h"

static const enum pod_status statuses[] = {POD_ALLOCATED, POD_PIPELINED, POD_RELEASING, POD_BOUND};

/* A fractional task gets one or two groups, of those that the snapshot names or of new ones. */
static void choose_groups(struct cluster *c, struct task *t)
{
	int n = (int)t->gpu.count, *ids = ARENA_ARRAY(&c->arena, (size_t)n, int);

	for (int i = 0; i < n; i++)
		ids[i] = under(8) == 0 && c->n_device_groups < 20
			? cluster_new_device_group(c)
			: (under(c->n_device_groups / 2) * 2 + i) % c->n_device_groups;
	t->device_groups = (struct device_group_list){ids, n};
}

/* The most that fits into each group. */
static void put_limits(struct strbuf *b, const struct node *n)
{
	for (int i = 0; i < n->n_device_groups; i++) {
		const struct device_group *g = &n->device_groups[i];
		int64_t idle = n->gpu_memory - g->allocated, free = idle + g->releasing;

		strbuf_addf(b, " %d%d%d%d", device_group_fits(n, g, free),
			device_group_fits(n, g, free + 1), device_group_fits_idle(n, g, idle),
			device_group_fits_idle(n, g, idle + 1));
	}
}

static void put_answers(struct strbuf *b, struct cluster *c, const struct node *n)
{
	strbuf_addf(b, "  idle %.17g releasing %.17g memory %lld in use %d; fits ",
		node_sum_idle_gpus(c, n), node_sum_releasing_gpus(c, n),
		(long long)node_sum_gpu_memory(c, n), node_device_groups_in_use(n));
	for (int i = 0; i < c->n_tasks; i++)
		strbuf_addf(b, "%d",
			node_fits_idle(c, n, &c->tasks[i]) +
				2 * node_fits_releasing_or_idle(c, n, &c->tasks[i]));
	put_limits(b, n);
	for (int i = 0; i < n->n_device_groups; i++)
		for (int64_t memory = 1000; memory <= 9000; memory += 2000)
			strbuf_addf(b, "%s%d", memory == 1000 ? " " : "",
				device_group_fits(n, &n->device_groups[i], memory) +
					2 *
						device_group_fits_idle(
							n, &n->device_groups[i], memory));
	strbuf_addc(b, '\n');
}

/* What operations change in a node, shorter than put_books. */
static void put_change(struct strbuf *b, struct cluster *c, const struct node *n)
{
	put_vector(b, "idle", c, n->idle);
	put_vector(b, "used", c, n->used);
	put_vector(b, "releasing", c, n->releasing);
	strbuf_addf(b, " entries=%d view=%d legacy=%d\n", n->n_entries, n->n_view, n->n_legacy_mig);
	put_device_groups(b, c, n);
	put_answers(b, c, n);
}

static bool operate(struct cluster *c, struct node *n, struct task *t, const char **what)
{
	enum pod_status status = statuses[under(4)];
	int choice = under(4);

	if (!node_entry_of(n, t) || choice == 0) {
		bool move = node_entry_of(n, t) != NULL;

		job_set_status(c, t, status);
		if (task_fractional(t))
			choose_groups(c, t);
		*what = move ? "move" : "add";
		return node_add(c, n, t, move);
	}
	if (choice == 1) {
		*what = "remove";
		return node_remove(c, n, t);
	}
	job_set_status(c, t, status);
	*what = choice == 2 || task_fractional(t) ? "update" : "restate";
	return choice == 2 || task_fractional(t) ? node_update(c, n, t) : node_restate(c, n, t);
}

static void put_job_answers(struct strbuf *b, const struct cluster *c, const struct job *j)
{
	put_counts(b, j->counts);
	put_vector(b, "allocated", c, j->allocated);
	strbuf_addf(b, " ready %d satisfied %d stale %d elastic %d pipeline %d gang %d\n",
		job_ready(j), job_gang_satisfied(j), job_is_stale(j), job_elastic(j),
		job_should_pipeline(j), job_is_gang(j));
}

static void take_steps(struct strbuf *b, struct cluster *c, int n)
{
	for (int step = 0; step < n; step++) {
		struct node *node = &c->nodes[under(step < 80 ? 2 : c->n_nodes)];
		struct task *t = &c->tasks[under(c->n_tasks)];
		const char *what;
		bool done = operate(c, node, t, &what);

		strbuf_addf(b, "%d: %s " STR_FMT " %s on " STR_FMT "%s:", step, what,
			STR_ARG(t->key), pod_status_name(t->status), STR_ARG(node->name),
			done ? "" : " fails");
		put_change(b, c, node);
		put_job_answers(b, c, t->job);
	}
}

/* All states of two jobs: a pair, of which both pods are needed, and a single pod. */
static void put_job_states(struct strbuf *b, struct loaded *l)
{
	struct task *first = task_named(l, "x/pair-a"), *second = task_named(l, "x/pair-b"),
		    *single = task_named(l, "x/single");

	for (enum pod_status i = 0; i < POD_STATUSES; i++) {
		job_set_status(&l->c, single, i);
		put_job_answers(b, &l->c, single->job);
		for (enum pod_status k = 0; k <= i; k++) {
			job_set_status(&l->c, first, i);
			job_set_status(&l->c, second, k);
			put_job_answers(b, &l->c, first->job);
		}
	}
}

int main(int argc, char **argv)
{
	struct strbuf json = recorded_file("bookings", ".json"), b = {0};
	struct loaded l;

	ok(load_document(&l, json.s), "the snapshot");
	take_steps(&b, &l.c, 120);
	put_cluster(&b, &l.c);
	l.c.dice = (struct dice){true, 1}; /* orders of device groups by chance */
	for (int i = 0; i < l.c.n_nodes; i++)
		l.c.nodes[i].n_device_groups = 0;
	take_steps(&b, &l.c, 40);
	put_job_states(&b, &l);
	ok(!device_group_fits_idle(l.c.nodes, NULL, 0),
		"nothing fits into a group that is not there");
	compare_recorded("booking-steps", &b, is_recording(argc, argv));
	strbuf_free(&json);
	strbuf_free(&b);
	unload(&l);
	return tap_end();
}
