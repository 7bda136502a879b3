#include "schedule.h"
#include <errno.h>
#include <pthread.h>
#include <time.h>
#include "common/options.h"
#include "memory.h"

enum { TICK_NS = 200000000, SECOND_NS = 1000000000 };

/* Shared by the threads, under lock. */
struct crew {
	struct schedule *s;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	size_t left, running, building;
	uint64_t used;                    /* memory of what runs */
	size_t past_builds, past_replays; /* so many at the start are taken */
	bool stop;
	struct error error;
};

/* How much more may be used now. What needs more than there is at all runs alone. */
static uint64_t room(const struct crew *c)
{
	uint64_t left = c->s->memory > c->used ? c->s->memory - c->used : 0;

	if (c->running == 0)
		return UINT64_MAX;
	uint64_t now = c->s->live ? memory_available() : UINT64_MAX;
	return now < left ? now : left;
}

static struct schedule_item *first_free(
	struct schedule_item *items, size_t n, size_t *past, uint64_t most)
{
	while (*past < n && items[*past].taken)
		++*past;
	for (size_t i = *past; i < n; i++)
		if (items[i].ready && !items[i].taken && items[i].bytes <= most)
			return &items[i];
	return NULL;
}

/* Builds take long, and replays wait for them: so they come first, but leave a thread to replays
 * that can run. NULL: there is nothing now. */
static struct schedule_item *choose(struct crew *c, bool *build)
{
	struct schedule *s = c->s;
	uint64_t most = room(c);
	struct schedule_item *b = first_free(s->builds, s->n_builds, &c->past_builds, most),
			     *r = first_free(s->replays, s->n_replays, &c->past_replays, most);

	*build = b && (!r || c->building + 1 < s->jobs);
	return *build ? b : r;
}

static void begin(struct crew *c, struct schedule_item *item, bool build)
{
	item->taken = true;
	c->running++;
	c->building += build;
	c->used += item->bytes;
}

static void end(struct crew *c, struct schedule_item *item, bool build)
{
	struct schedule *s = c->s;

	c->running--;
	c->building -= build;
	c->used -= item->bytes;
	c->left--;
	for (size_t i = 0; build && i < s->n_replays; i++)
		if (!s->replays[i].ready && &s->builds[s->replays[i].after] == item)
			s->replays[i].ready = true;
	pthread_cond_broadcast(&c->changed);
}

static void *work(void *arg)
{
	struct crew *c = arg;
	struct schedule *s = c->s;

	pthread_mutex_lock(&c->lock);
	while (!c->stop && c->left > c->running) {
		bool build;
		struct schedule_item *item = choose(c, &build);

		if (!item) {
			pthread_cond_wait(&c->changed, &c->lock);
			continue;
		}
		struct error e = {0};
		begin(c, item, build);
		pthread_mutex_unlock(&c->lock);
		bool ok =
			s->run(s->to, build, (size_t)(item - (build ? s->builds : s->replays)), &e);
		pthread_mutex_lock(&c->lock);
		if (!ok && !c->stop) {
			c->stop = true;
			c->error = e;
		}
		end(c, item, build);
	}
	pthread_mutex_unlock(&c->lock);
	return NULL;
}

static void wait_a_tick(struct crew *c)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += TICK_NS;
	until.tv_sec += until.tv_nsec / SECOND_NS;
	until.tv_nsec %= SECOND_NS;
	pthread_cond_timedwait(&c->changed, &c->lock, &until);
}

/* The main thread's part. False: to stop, or something failed. */
static bool watch(struct crew *c)
{
	struct error e = {0};
	bool going = true;

	pthread_mutex_lock(&c->lock);
	while (c->left && !c->stop && going) {
		wait_a_tick(c);
		pthread_mutex_unlock(&c->lock);
		going = c->s->tick(c->s->to, &e);
		pthread_mutex_lock(&c->lock);
	}
	bool done = !c->left && !c->stop && going;
	if (!c->error.status)
		c->error = e;
	c->stop = true;
	pthread_cond_broadcast(&c->changed);
	pthread_mutex_unlock(&c->lock);
	return done;
}

enum schedule_end schedule_all(struct schedule *s, struct error *e)
{
	static struct crew crew; /* threads may outlive the call */
	pthread_t threads[OPTIONS_AT_ONCE];
	size_t n = 0, all = s->n_builds + s->n_replays;

	crew = (struct crew){.s = s, .left = all};
	pthread_mutex_init(&crew.lock, NULL);
	pthread_cond_init(&crew.changed, NULL);
	while (n < s->jobs && n < all && n < OPTIONS_AT_ONCE &&
		(errno = pthread_create(&threads[n], NULL, work, &crew)) == 0)
		n++;
	if (n == 0 && all) {
		error_errno(e, "cannot start a thread");
		return SCHEDULE_FAILED;
	}
	if (watch(&crew)) {
		for (size_t i = 0; i < n; i++)
			pthread_join(threads[i], NULL);
		return SCHEDULE_DONE;
	}
	pthread_mutex_lock(&crew.lock);
	*e = crew.error;
	pthread_mutex_unlock(&crew.lock);
	return e->status ? SCHEDULE_FAILED : SCHEDULE_STOPPED;
}
