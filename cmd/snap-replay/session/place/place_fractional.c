/* The choice of a node's GPUs for a fractional request (rules/02 8). */
#include <stdlib.h>

#include "common/grow.h"
#include "session/place/place_fractional.h"
#include "session/place/scratch.h"

enum {
	WHOLE_GPUS_MAX = 1 << 14
}; /* of one node; the original lists them all, one by one (rules/11 4) */

/* Inserts behind entries of equal score: the sort is stable. */
static void offer(struct session *s, struct task *t, struct node *n, int group, int *count)
{
	struct place_scratch *p = s->place;
	double score;
	int at;

	if (!session_gpu_order(s, t, n, group, &score))
		return;
	ARRAY_GROW(p->gpus, *count, p->cap_gpus);
	for (at = (*count)++; at > 0 && p->gpus[at - 1].score < score; at--)
		p->gpus[at] = p->gpus[at - 1];
	p->gpus[at] = (struct device_choice){group, score};
}

const struct device_choice *fitting_devices(
	struct session *s, struct task *t, struct node *n, int *count)
{
	int64_t memory = node_request_memory(n, &t->gpu);
	int64_t whole = go_add(go_int64(n->idle[SLOT_GPU]), go_int64(n->releasing[SLOT_GPU]));
	int start = dice_start(
		&s->c->dice, dice_mix((uint64_t)t->index, (uint64_t)n->index), n->n_device_groups);

	*count = 0;
	for (int i = 0; i < n->n_device_groups; i++) {
		const struct device_group *g = &n->device_groups[(start + i) % n->n_device_groups];

		if (device_group_fits(n, g, memory))
			offer(s, t, n, g->id, count);
	}
	if (whole > WHOLE_GPUS_MAX)
		warn_doubt(s->warnings, n->name, "",
			"a node with so many GPUs that the scheduler may not live to list them: %d are looked at",
			WHOLE_GPUS_MAX);
	/* more than the request needs make no difference: they are equal and behind each other
	 */
	for (int64_t i = 0; i < whole && i < t->gpu.count && i < WHOLE_GPUS_MAX; i++)
		offer(s, t, n, GPU_WHOLE, count);
	return s->place->gpus;
}

/* The first `count` choices as a group list; *releasing: the task can only be pipelined. False: too
 * few GPUs. */
static bool choose(struct session *s, struct task *t, struct node *n,
	struct device_group_list *groups, bool *releasing)
{
	int count;
	const struct device_choice *choices = fitting_devices(s, t, n, &count);
	int *ids;

	if (t->gpu.count <= 0 || count < t->gpu.count)
		return false;
	ids = ARENA_ARRAY(&s->arena, (size_t)t->gpu.count, int);
	*releasing = !node_fits_now(s, n, t);
	for (int i = 0; i < t->gpu.count; i++) {
		if (choices[i].group == GPU_WHOLE) {
			ids[i] = cluster_new_device_group(s->c);
		} else {
			*releasing |=
				!device_group_fits_idle(n, device_group_of(n, choices[i].group),
					node_request_memory(n, &t->gpu));
			ids[i] = choices[i].group;
		}
	}
	*groups = (struct device_group_list){ids, (int)t->gpu.count};
	return true;
}

static void log_pipelining(struct session *s, const struct task *t, const struct node *n)
{
	struct str groups;

	if (!s->log.placing || !session_logs(s, 6))
		return;
	groups = device_groups_text(s, t->device_groups);
	session_log(s, 6,
		"Pipelining Task <" STR_FMT "> to node <" STR_FMT "> gpuGroup: <" STR_FMT
		">, requires: <%s, %lld mb> GPUs",
		STR_ARG(t->key), STR_ARG(n->name), STR_ARG(groups),
		number_text(s, gpu_request_gpus(&t->gpu)), (long long)t->gpu.memory);
}

bool place_fractional(struct statement *st, struct task *t, struct node *n, bool pipeline_only)
{
	struct device_group_list groups;
	bool releasing, ok;

	if (!choose(st->session, t, n, &groups, &releasing))
		return false;
	t->device_groups = groups;
	if (pipeline_only || releasing) {
		log_pipelining(st->session, t, n);
		ok = statement_pipeline(st, t, n, false);
	} else {
		ok = statement_allocate(st, t, n);
	}
	if (!ok)
		t->device_groups = (struct device_group_list){0};
	return ok;
}
