/* Dry runs that fail since a queue loses more than it may (shortcuts/loss_rooms.h). All sums are of
 * GPUs. */
#include "cmd/snap-replay/shortcuts/bounds_private.h"
#include "cmd/snap-replay/shortcuts/loss_rooms.h"
#include "scene.h"

#define LIMITED(name, parent, quota, limit) \
	QUEUE_GPUS(name, parent, "{'quota':" quota ",'limit':" limit ",'overQuotaWeight':1}")
/* Node n0 is full: v holds 4 and w 3 in r, y holds 1 in s, both of o. Job a of q asks for gpus. */
#define WORLD(quota_of_q, limit_of_r, gpus) \
	"'queues':[" LIMITED("o", "", "0", "-1") "," LIMITED( \
		"q", "", quota_of_q, "-1") "," LIMITED("r", "o", "0", limit_of_r) "," LIMITED("s", \
		"o", "0", "-1") "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", \
		"8") "],'podGroups':[" JOB("v", "r", "low", "02", "1") "," JOB("w", "r", "low", \
		"03", "1") "," JOB("y", "s", "low", "03", "1") "," JOB("a", "q", "high", "01", \
		"1") "],'pods':[" RUNNING("v1", "v", "4", "n0") "," RUNNING("w1", "w", "3", \
		"n0") "," RUNNING("y1", "y", "1", "n0") "," PENDING("a1", "a", gpus) "]"
static const char first[] = WORLD("8", "-1", "8"), /* a goes first, with the quota of q */
	last[] = WORLD("0", "2", "7");             /* r refuses v and w, before a has its turn */

/* What o, or r, may lose besides one job; 0: nothing is known. */
static double of_o, of_r;

static bool loss_room(
	struct search *q, struct job *preemptor, struct job *victim, struct loss_room *room)
{
	bool above = of_o > 0;

	(void)q, (void)preemptor;
	*room = (struct loss_room){.queue = above ? victim->queue->parent : victim->queue,
		.slot = SLOT_GPU,
		.amount = above ? of_o : of_r};
	return above || (of_r > 0 && lists("vw", victim));
}

static void open_with(struct scene *s, const char *world, const char *victims)
{
	scene_open(s, world);
	s->q.loss_room = loss_room;
	add_victims(s, &s->p.potential, victims);
	enough_simulations(s);
}

static void gives(enum bound want, const char *what)
{
	struct scene s;

	open_with(&s, first, "v1 w1 y1");
	has_bound(&s, want, what);
	has_bound(&s, want, "again");
	scene_close(&s);
}

static struct dry_result run(struct scene *s)
{
	struct bounds *f = shortcuts_of(&s->q)->bounds;
	struct dry_run *r = f->dry_run;
	struct dry_input in = {.chosen = r->chosen,
		.nodes = s->nodes.bits,
		.usable = f->usable,
		.spare = f->spare,
		.slots = f->slots,
		.n_slots = f->n_slots};

	dry_run_scenario(&s->q, f, r, &s->p, r->chosen, &in);
	return dry_lane_run(r->lane, &in);
}

static void not_accepted(void)
{
	struct dry_run *r;
	struct scene s;

	of_r = 3, of_o = 0;
	open_with(&s, first, "v1 w1 y1");
	has_bound(&s, INFEASIBLE_DRY_RUN, "w, besides v");
	ok(run(&s).fails, "it is lost");
	r = shortcuts_of(&s.q)->bounds->dry_run;
	r->jobs[r->position[fixture_job(&s.f, "w")->index]].accepted = false;
	ok(!run(&s).fails, "nothing is known of a pod that nobody accepted");
	scene_close(&s);
}

/* Another preemptor may take what this one may not. */
static void not_by_turn(void)
{
	struct dry_result result;
	struct scene s;

	of_r = of_o = 0;
	open_with(&s, last, "v1 w1");
	has_bound(&s, BOUND_NONE, "r refuses v and w: a has room");
	ok(!run(&s).fails, "both are lost");
	of_r = 3;
	loss_rooms_prepare(shortcuts_of(&s.q)->bounds->dry_run->rooms, &s.q);
	result = run(&s);
	ok(result.fails && !result.by_turn, "w is lost besides v: for this preemptor alone");
	scene_close(&s);
}

int main(void)
{
	gives(BOUND_NONE, "nothing is known");
	of_r = 4;
	gives(BOUND_NONE, "r may lose 4: 3, besides v");
	of_r = 3;
	gives(INFEASIBLE_DRY_RUN, "r may not lose 3 besides v");
	of_r = 0, of_o = 5;
	gives(BOUND_NONE, "o may lose 5: 3 and 1, besides v");
	of_o = 4;
	gives(INFEASIBLE_DRY_RUN, "o may not lose 3 and 1 besides v");
	not_accepted();
	not_by_turn();
	return tap_end();
}
