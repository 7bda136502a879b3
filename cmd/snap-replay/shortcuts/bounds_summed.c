/* Which victims are summed up: those of one scenario after the other.
 *
 * Claim. Behind victims_follow, the sums are those of the scenario p.
 * Why. They are those of the victims in struct victims.summed. If a scenario is *distinct*
 *   (proposal.distinct), none of its batches shares a task with an earlier one of its list, so no
 *   two batches share one that stand in distinct scenarios of a list. Then summed has the tasks
 *   of the recorded batches, and of those with the numbers in victims.batches, each once. p
 *   has the same recorded batches: what enters and leaves are the tasks of the batches that only
 *   one of the two scenarios has. They may do so in any order, as amounts are whole.
 * Needs. The list of an accumulator only grows, so a number stands for one batch of it. Whatever
 *   else changes the sums forgets the numbers: empty_sums, victims_update. What is known of a
 *   victim stays the same while the sums do (victims_forget, victims_read_anew).
 * Guard. victims_follow: the same lists, and both scenarios are distinct. victims_add_all has
 *   found out that no recorded victim stands twice.
 * Test. tests/unit/snap-replay/test_bounds_victims.c; --exhaustive. */
#include "model/bits.h"
#include "shortcuts/bounds_kept.h"

/* Only nodes with a victim have gains: sums of whole numbers are 0 again behind the last one. */
static void empty_sums(const struct cluster *c, struct victims *v)
{
	size_t columns = (size_t)v->columns;

	v->batches.among = NULL;
	sparse_set_clear(&v->summed, c->n_tasks);
	if (v->n_elastic)
		memset(v->elastic, 0, (size_t)c->n_tasks * sizeof *v->elastic);
	memset(v->stale, 0, (size_t)c->slots.count * sizeof *v->stale);
	memset(v->must, 0, (size_t)c->slots.count * sizeof *v->must);
	for (int n = bit_next(v->nodes, 0, c->n_nodes); n < c->n_nodes;
		n = bit_next(v->nodes, n + 1, c->n_nodes)) {
		memset(v->gain + (size_t)n * columns, 0, columns * sizeof *v->gain);
		v->on[n] = 0;
	}
	for (int w = 0; w < v->node_blocks; w++) {
		v->moved[w] |= v->nodes[w];
		v->nodes[w] = 0;
	}
	v->n = v->n_other = v->n_untouchable = v->n_stale = v->n_elastic = v->n_many =
		v->n_may_lose = v->n_noted = 0;
}

void victims_exchange(struct search *q, struct bounds *f)
{
	size_t size = (size_t)f->n_slots * sizeof *f->slots;
	struct victims now = f->victims;

	if (f->n_all_slots != f->n_slots || memcmp(f->all_slots, f->slots, size) != 0)
		empty_sums(q->session->c, &f->all);
	memcpy(f->all_slots, f->slots, size);
	f->n_all_slots = f->n_slots;
	f->victims = f->all;
	f->all = now;
}

void victims_of_pick(struct bounds *f, int pick)
{
	if (pick >= f->most_picks)
		pick = f->most_picks - 1;
	if (pick == f->pick)
		return;
	for (; f->n_picks <= pick; f->n_picks++)
		pick_sums_new(f->session->c, f->arena, &f->picks[f->n_picks]);
	f->picks[f->pick] = (struct pick_sums){f->victims, f->sums};
	f->victims = f->picks[pick].victims;
	f->sums = f->picks[pick].sums;
	f->pick = pick;
}

void victims_forget(struct search *q, struct bounds *f)
{
	const struct cluster *c = q->session->c;

	memset(f->fates, 0, (size_t)c->n_jobs);
	memset(f->queue_fates, 0, (size_t)c->n_queues);
	empty_sums(c, &f->victims);
	for (int i = 0; i < f->n_picks; i++)
		if (i != f->pick)
			empty_sums(c, &f->picks[i].victims);
}

void victims_read_anew(struct search *q, struct bounds *f)
{
	victims_forget(q, f);
	empty_sums(q->session->c, &f->all);
	bounds_kept_read(q, shortcuts_of(q)->kept);
}

/* ---- one scenario ---- */

void victims_clear(struct bounds *f)
{
	sparse_set_clear(&f->victims.scenario, f->session->c->n_tasks);
	f->victims.n_scenario = 0;
}

bool victims_add(struct bounds *f, const struct task *t)
{
	int i = (int)(t - f->tasks); /* saves reading the task */

	if (bit_is_set(f->victims.scenario.bits, i))
		return false;
	sparse_set_add(&f->victims.scenario, i);
	f->victims.n_scenario++;
	return true;
}

static bool add_batch(struct bounds *f, const struct batch *b)
{
	for (int i = 0; i < b->n; i++)
		if (!victims_add(f, b->tasks[i]))
			return false;
	return true;
}

bool victims_add_all(struct bounds *f, const struct batches *b)
{
	for (int i = 0; i < b->n; i++)
		if (!add_batch(f, &b->items[i]))
			return false;
	return true;
}

static void add_once(struct bounds *f, const struct batch *b)
{
	for (int i = 0; i < b->n; i++)
		victims_add(f, b->tasks[i]);
}

static bool add_potential(struct bounds *f, const struct proposal *p)
{
	const struct batch *b;

	for (int at = 0; (b = next_potential(p, &at));)
		if (!add_batch(f, b))
			return false;
	return true;
}

/* It takes longer to subtract those that leave the sums than to begin anew: so behind the sums over
 * all candidates (deficit_bound.c). */
static bool most_leave(const struct cluster *c, const struct victims *v)
{
	return v->n > 2 * v->n_scenario + c->n_nodes / 8;
}

static void update_block(struct search *q, struct bounds *f, int block)
{
	uint64_t *now = &f->victims.summed.bits[block], wanted = f->victims.scenario.bits[block];

	for (uint64_t differ = *now ^ wanted; differ; differ &= differ - 1) {
		int bit = __builtin_ctzll(differ);

		victims_count(q, f, &f->tasks[block * 64 + bit], wanted >> bit & 1 ? 1 : -1);
	}
	*now = wanted;
}

bool victims_update(struct search *q, struct bounds *f)
{
	struct victims *v = &f->victims;

	v->batches.among = NULL;
	if (most_leave(q->session->c, v))
		empty_sums(q->session->c, v);
	for (int s = 0; s < sparse_set_spans(q->session->c->n_tasks); s++) {
		for (uint64_t some = v->summed.some[s] | v->scenario.some[s]; some;
			some &= some - 1)
			update_block(q, f, s * 64 + __builtin_ctzll(some));
		v->summed.some[s] = v->scenario.some[s];
	}
	return v->n_other == 0;
}

/* ---- the next one, by what differs ---- */

static void move_batch(struct search *q, struct bounds *f, const struct batch *b, int one)
{
	for (int i = 0; i < b->n; i++) {
		int task = (int)(b->tasks[i] - f->tasks);

		if (one > 0)
			sparse_set_add(&f->victims.summed, task);
		else
			sparse_set_remove(&f->victims.summed, task);
		victims_count(q, f, b->tasks[i], one);
	}
}

static void note(struct bounds *f, const struct proposal *p)
{
	if (p->distinct)
		known_batches_note(&f->victims.batches, p);
	else
		f->victims.batches.among = NULL;
}

bool victims_follow(struct search *q, struct bounds *f, const struct proposal *p)
{
	const struct known_batches *before = &f->victims.batches;
	const struct batch *b;

	if (!p->distinct || !known_batches_precede(before, p))
		return false;
	for (int at = 0, one; (b = known_batches_differ(before, p, &at, &one));)
		move_batch(q, f, b, one);
	note(f, p);
	return true;
}

bool victims_sum_up(struct search *q, struct bounds *f, const struct proposal *p)
{
	if (victims_follow(q, f, p))
		return true;
	victims_clear(f);
	if (!victims_add_all(f, &p->recorded) || !add_potential(f, p))
		return false;
	victims_update(q, f);
	note(f, p);
	return true;
}

void victims_sum_up_once(struct search *q, struct bounds *f, const struct proposal *p)
{
	const struct batch *b;

	victims_clear(f);
	for (int i = 0; i < p->recorded.n; i++)
		add_once(f, &p->recorded.items[i]);
	for (int at = 0; (b = next_potential(p, &at));)
		add_once(f, b);
	victims_update(q, f);
}
