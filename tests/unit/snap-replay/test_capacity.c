/* Limits and quotas at every level against the words of rules/05 11, on queues by chance. Amounts
 * are small whole numbers, so that equal ones are frequent. */
#include "cmd/snap-replay/plugins/proportion/proportion.h"
#include "tests/unit/chance.h"
#include "tests/unit/tap.h"

enum { LEVELS = 3, ROUNDS = 20000 };

struct world {
	struct session s;
	struct cluster c;
	struct proportion p;
	struct queue queues[LEVELS]; /* each below the one before */
	struct queue_share shares[LEVELS];
	struct job job;
	struct task task, *list[1];
	double request[TRIPLE];
	bool mig[TRIPLE];
};

static void world_open(struct world *w)
{
	*w = (struct world){0};
	w->s.c = &w->c;
	w->c.slots = (struct slots){.count = TRIPLE, .mig = w->mig, .mig_end = TRIPLE};
	w->p = (struct proportion){.session = &w->s, .queues = w->shares, .n_queues = LEVELS};
	for (int i = 0; i < LEVELS; i++) {
		w->queues[i].display_name = STR("q");
		w->queues[i].index = i;
		w->queues[i].parent = i ? &w->queues[i - 1] : NULL;
		w->shares[i].queue = &w->queues[i];
		w->shares[i].parent = i ? &w->shares[i - 1] : NULL;
		for (int k = 0; k < TRIPLE; k++)
			w->shares[i].r[k] =
				(struct share){.limit = under(2) ? UNLIMITED : 4 + under(8),
					.deserved = under(2) ? UNLIMITED : 3 + under(6),
					.allocated = under(7),
					.allocated_np = under(4)};
	}
	w->job = (struct job){.queue = &w->queues[LEVELS - 1], .preemptible = under(2)};
	for (int k = 0; k < TRIPLE; k++)
		w->request[k] = under(4);
	w->task = (struct task){.job = &w->job, .request = w->request};
	w->list[0] = &w->task;
	capacity_open(&w->p);
}

/* Which queue refuses first, from the leaf up; NULL: none. quota: by quotas, else by limits. */
static const struct queue *refusing(const struct world *w, bool quota)
{
	for (int i = LEVELS - 1; i >= 0; i--)
		for (int k = 0; k < TRIPLE; k++) {
			const struct share *r = &w->shares[i].r[k];
			double most = quota ? r->deserved : r->limit,
			       held = quota ? r->allocated_np : r->allocated;

			if (w->request[k] > 0 && most != UNLIMITED && held + w->request[k] > most)
				return &w->queues[i];
		}
	return NULL;
}

static int n_wrong, n_ok, n_limit, n_quota;

static void compare(struct capacity_result r, const struct queue *limit, const struct queue *quota)
{
	const struct queue *queue = limit ? limit : quota;
	struct str reason = limit ? STR("OverLimit")
		: quota           ? STR("NonPreemptibleOverQuota")
				  : STR("");

	if (r.ok != !queue || (queue && (r.queue != queue || !str_eq(r.reason, reason))))
		n_wrong++;
	*(limit ? &n_limit : quota ? &n_quota : &n_ok) += 1;
}

int main(void)
{
	struct world w;

	for (int round = 0; round < ROUNDS; round++) {
		const struct queue *limit, *quota;

		world_open(&w);
		limit = refusing(&w, false);
		quota = w.job.preemptible ? NULL : refusing(&w, true);
		compare(session_job_over_capacity(&w.s, &w.job, w.list, 1), limit, quota);
		compare(session_non_preemptible_over_quota(&w.s, &w.job, w.list, 1), NULL, quota);
		session_close(&w.s);
	}
	ok(n_wrong == 0, "%d answers differ from the rules", n_wrong);
	ok(n_ok > ROUNDS / 10 && n_limit > ROUNDS / 10 && n_quota > ROUNDS / 10,
		"fits: %d, over a limit: %d, over a quota: %d", n_ok, n_limit, n_quota);
	return tap_end();
}
