/* The batches of a scenario whose jobs are in a set, found by job and by a look at all of them
 * (shortcuts/batches_by_job.c): drawn at random. */
#include "cmd/snap-replay/shortcuts/batches_by_job.h"
#include "tests/unit/chance.h"
#include "tests/unit/tap.h"

enum { BATCHES = 150, JOBS = 200, ROUNDS = 300 };

struct drawn {
	struct batch items[BATCHES];
	struct batches list;
	uint64_t numbers[(BATCHES + 63) / 64], jobs[(JOBS + 63) / 64];
};

static void draw(struct drawn *d, struct batches_by_job *k)
{
	int jobs = 1 + under(JOBS);

	*d = (struct drawn){.list.n = under(BATCHES + 1)};
	batches_by_job_clear(k, JOBS);
	for (int i = 0; i < d->list.n; i++) {
		d->items[i].job_index = under(jobs);
		batches_by_job_add(k, d->items[i].job_index);
		if (under(2))
			bit_set(d->numbers, i);
	}
	d->list.items = d->items;
	for (int i = under(JOBS); i > 0; i--)
		bit_set(d->jobs, under(JOBS));
}

/* Takes the jobs out of the set one by one. False: one batch comes twice, or one that is no such
 * batch. */
static bool found(struct drawn *d, const struct proposal *p, uint64_t *set)
{
	struct batch_cursor at = {0};
	uint64_t jobs[(JOBS + 63) / 64];
	const struct batch *b;

	memcpy(jobs, d->jobs, sizeof jobs);
	while ((b = next_batch_in(p, jobs, &at))) {
		int i = (int)(b - d->items);

		if (bit_is_set(set, i) || !bit_is_set(d->numbers, i) ||
			!bit_is_set(d->jobs, b->job_index))
			return false;
		bit_set(set, i);
		if (p->by_job)
			bit_clear(jobs, b->job_index);
	}
	return true;
}

static bool is_same(struct drawn *d, const struct batches_by_job *k, int *n)
{
	struct proposal p = {.among = &d->list, .numbers = d->numbers};
	uint64_t plain[(BATCHES + 63) / 64] = {0}, by_job[(BATCHES + 63) / 64] = {0};
	bool same = found(d, &p, plain);

	p.by_job = k;
	same &= found(d, &p, by_job) && !memcmp(plain, by_job, sizeof plain);
	for (int i = 0; i < d->list.n; i++) {
		bool in = bit_is_set(d->numbers, i) && bit_is_set(d->jobs, d->items[i].job_index);

		same &= in == bit_is_set(by_job, i);
		*n += in;
	}
	return same;
}

int main(void)
{
	struct batches_by_job k = {0};
	struct drawn d;
	int different = 0, n = 0;

	for (int i = 0; i < ROUNDS; i++) {
		draw(&d, &k);
		different += !is_same(&d, &k, &n);
	}
	ok(n > ROUNDS && different == 0, "%d batches in %d scenarios: %d differ", n, ROUNDS,
		different);
	batches_by_job_free(&k);
	ok(!k.jobs && !k.n, "and then it is empty");
	return tap_end();
}
