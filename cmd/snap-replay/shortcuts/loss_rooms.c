/* Loss rooms; see loss_rooms.h. */
#include "shortcuts/loss_rooms.h"

struct loss_rooms {
	const struct dry_run *r;
	struct loss_room *of; /* by index of the leaf queue; queue NULL: it has none */
};
struct lane_losses {
	const struct loss_rooms *rooms;
	/* By index of loss_room.queue: what is lost below it; most: through one job. */
	struct lost {
		double sum, most;
	} * lost;
	int *queues, n_queues; /* those with a loss */
};

struct loss_rooms *loss_rooms_new(struct search *q, const struct dry_run *r)
{
	struct loss_rooms *rooms = ARENA_NEW(&q->arena, struct loss_rooms);

	rooms->r = r;
	rooms->of = ARENA_ARRAY(&q->arena, (size_t)q->session->c->n_queues, struct loss_room);
	return rooms;
}

void loss_rooms_prepare(struct loss_rooms *rooms, struct search *q)
{
	const struct dry_run *r = rooms->r;
	const struct queue *last = NULL;
	struct job *mine = r->in_walk[r->preemptor_position].job;

	memset(rooms->of, 0, (size_t)q->session->c->n_queues * sizeof *rooms->of);
	if (!r->possible || !q->loss_room)
		return;
	for (int i = dry_run_next(r, 0); i < r->n_jobs; i = dry_run_next(r, i + 1)) {
		struct loss_room *room = &rooms->of[r->jobs[i].queue->index];

		if (r->jobs[i].queue != last && !q->loss_room(q, mine, r->jobs[i].job, room))
			room->queue = NULL;
		last = r->jobs[i].queue;
	}
}

struct lane_losses *lane_losses_new(struct search *q, const struct loss_rooms *rooms)
{
	struct lane_losses *l = ARENA_NEW(&q->arena, struct lane_losses);

	l->rooms = rooms;
	l->lost = ARENA_ARRAY(&q->arena, (size_t)q->session->c->n_queues, struct lost);
	l->queues = ARENA_ARRAY(&q->arena, (size_t)q->session->c->n_queues, int);
	return l;
}

void lane_losses_begin(struct lane_losses *l)
{
	while (l->n_queues)
		l->lost[l->queues[--l->n_queues]] = (struct lost){0};
}

bool lane_losses_add(struct lane_losses *l, int position)
{
	const struct dry_job *j = &l->rooms->r->jobs[position];
	const struct loss_room *room = &l->rooms->of[j->queue->index];
	struct lost *lost;
	double amount;

	if (!room->queue || !j->accepted || !(j->evicted[room->slot] > 0))
		return true;
	amount = j->evicted[room->slot];
	lost = &l->lost[room->queue->index];
	if (!(lost->sum > 0))
		l->queues[l->n_queues++] = room->queue->index;
	lost->sum += amount;
	lost->most = amount > lost->most ? amount : lost->most;
	return lost->sum - lost->most < room->amount;
}
