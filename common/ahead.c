#include "ahead.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "mem.h"

#define BLOCKS 4
#define ENOUGH (256 * 1024) /* bytes passed on at once: each time wakes a thread */

struct ahead {
	struct input *in;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct strbuf blocks[BLOCKS];
	unsigned filled, taken; /* number of blocks so far; block n is blocks[n % BLOCKS] */
	bool holding;           /* the caller still looks at block taken - 1 */
	bool stop;
	uint64_t input_taken; /* up to the end of the last filled block */
	int last;             /* latest result of input_read: 1 until the end, then 0 or -1 */
	struct error e;
};

/* Waits for a free block. False: the reader is closed. */
static bool wait_for_room(struct ahead *a)
{
	pthread_mutex_lock(&a->lock);
	while (!a->stop && a->filled - a->taken + a->holding >= BLOCKS)
		pthread_cond_wait(&a->changed, &a->lock);
	bool go_on = !a->stop;
	pthread_mutex_unlock(&a->lock);
	return go_on;
}

static void publish(struct ahead *a, bool block, int got, const struct error *e)
{
	pthread_mutex_lock(&a->lock);
	a->filled += block;
	a->last = got;
	a->input_taken = input_taken(a->in);
	a->e = *e;
	pthread_cond_signal(&a->changed);
	pthread_mutex_unlock(&a->lock);
}

static void *read_all(void *ctx)
{
	struct ahead *a = ctx;
	struct error e = {0};
	int got = 1;

	while (got == 1 && wait_for_room(a)) {
		struct strbuf *to =
			&a->blocks[a->filled % BLOCKS]; /* only this thread changes filled */

		strbuf_clear(to);
		got = input_append(a->in, to, ENOUGH, &e);
		publish(a, to->len != 0, got, &e);
	}
	return NULL;
}

struct ahead *ahead_open(struct input *in)
{
	struct ahead *a = xcalloc(1, sizeof *a);
	sigset_t all, before;

	a->in = in;
	a->last = 1;
	pthread_mutex_init(&a->lock, NULL);
	pthread_cond_init(&a->changed, NULL);
	/* Signals are the main thread's. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	int failed = pthread_create(&a->thread, NULL, read_all, a);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (failed == 0)
		return a;
	pthread_cond_destroy(&a->changed);
	pthread_mutex_destroy(&a->lock);
	free(a);
	return NULL;
}

int ahead_read(struct ahead *a, struct str *block, struct error *e)
{
	int got = 1;

	pthread_mutex_lock(&a->lock);
	if (a->holding) {
		a->holding = false;
		pthread_cond_signal(&a->changed);
	}
	while (a->filled == a->taken && a->last == 1)
		pthread_cond_wait(&a->changed, &a->lock);
	if (a->filled != a->taken) {
		*block = strbuf_str(&a->blocks[a->taken++ % BLOCKS]);
		a->holding = true;
	} else {
		got = a->last;
		if (got < 0)
			*e = a->e;
	}
	pthread_mutex_unlock(&a->lock);
	return got;
}

uint64_t ahead_taken(struct ahead *a)
{
	pthread_mutex_lock(&a->lock);
	uint64_t taken = a->input_taken;
	pthread_mutex_unlock(&a->lock);
	return taken;
}

void ahead_close(struct ahead *a)
{
	if (a == NULL)
		return;
	pthread_mutex_lock(&a->lock);
	a->stop = true;
	pthread_cond_signal(&a->changed);
	pthread_mutex_unlock(&a->lock);
	pthread_join(a->thread, NULL);
	for (int i = 0; i < BLOCKS; i++)
		strbuf_free(&a->blocks[i]);
	pthread_cond_destroy(&a->changed);
	pthread_mutex_destroy(&a->lock);
	free(a);
}
