#include "guests.h"
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "common/mem.h"
#include "common/proc.h"

enum { NAME = 80, LAZY_MS = 100 }; /* idle time after which a guest makes room for others */

struct guest {
	struct guest *next;
	int fd;
	char name[NAME];
	_Atomic int64_t moved; /* when he last did something, by proc_clock_ms */
	_Atomic enum guest_state state;
	bool ended; /* the connection is shut; the guest leaves when its thread notices */
};

struct guests {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t change;
	int64_t idle_ms;
	unsigned most_each;
	struct guest *first;
	bool over;
};

/* A thread that waits for this connection sees its end; the descriptor stays open. */
static void end(struct guest *g)
{
	bool takes = atomic_load(&g->state) == GUEST_TAKES;

	g->ended = true;
	shutdown(g->fd, SHUT_RDWR); /* and his thread goes on */
	if (takes)
		msg_warn(NULL, "the download of %s is ended: it did not go on", g->name);
}

static int64_t idle_since(const struct guest *g, int64_t now)
{
	return g->ended || atomic_load(&g->state) == GUEST_WAITS ? now : atomic_load(&g->moved);
}

/* Closes the connections that are idle for too long. Returns the time of the next check. */
static int64_t sweep(struct guests *all)
{
	int64_t now = proc_clock_ms(), next = INT64_MAX;

	for (struct guest *g = all->first; g; g = g->next) {
		int64_t due = idle_since(g, now) + all->idle_ms;

		if (due <= now)
			end(g);
		else if (due < next)
			next = due;
	}
	return next;
}

/* If there are too many guests, of that address or (NULL) altogether, closes the connection of the
 * one that has been idle longest. */
static void make_room(struct guests *all, const char *name, unsigned most)
{
	int64_t now = proc_clock_ms(), longest = LAZY_MS;
	struct guest *laziest = NULL;
	unsigned count = 0;

	for (struct guest *g = all->first; g; g = g->next) {
		if (g->ended || (name && strcmp(g->name, name) != 0))
			continue;
		count++;
		if (now - idle_since(g, now) >= longest) {
			longest = now - idle_since(g, now);
			laziest = g;
		}
	}
	if (laziest && count > most)
		end(laziest);
}

static void *watch(void *ctx)
{
	struct guests *all = ctx;

	pthread_mutex_lock(&all->lock);
	while (!all->over) {
		int64_t until = sweep(all);
		struct timespec at = {until / 1000, until % 1000 * 1000000};

		if (until == INT64_MAX)
			pthread_cond_wait(&all->change, &all->lock);
		else
			pthread_cond_timedwait(&all->change, &all->lock, &at);
	}
	pthread_mutex_unlock(&all->lock);
	return NULL;
}

struct guests *guests_start(int64_t idle_ms, unsigned most_each, struct error *e)
{
	struct guests *all = xcalloc(1, sizeof *all);
	pthread_condattr_t by_clock;

	all->idle_ms = idle_ms;
	all->most_each = most_each;
	pthread_mutex_init(&all->lock, NULL);
	pthread_condattr_init(&by_clock);
	pthread_condattr_setclock(&by_clock, CLOCK_MONOTONIC);
	pthread_cond_init(&all->change, &by_clock);
	pthread_condattr_destroy(&by_clock);
	int code = pthread_create(&all->thread, NULL, watch, all);
	if (code == 0)
		return all;
	error_set(e, SNAP_SYSTEM, "cannot start a thread", "%s", strerror(code));
	free(all);
	return NULL;
}

static void tell(struct guests *all)
{
	pthread_cond_signal(&all->change);
	pthread_mutex_unlock(&all->lock);
}

void guests_stop(struct guests *all)
{
	pthread_mutex_lock(&all->lock);
	all->over = true;
	tell(all);
	pthread_join(all->thread, NULL);
	pthread_cond_destroy(&all->change);
	pthread_mutex_destroy(&all->lock);
	free(all);
}

struct guest *guest_come(struct guests *all, int fd, const struct sockaddr *address)
{
	struct guest *g = xcalloc(1, sizeof *g);
	socklen_t size = address->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6)
							: sizeof(struct sockaddr_in);

	g->fd = fd;
	if (getnameinfo(address, size, g->name, sizeof g->name, NULL, 0, NI_NUMERICHOST) != 0)
		strcpy(g->name, "?");
	guest_moves(g, GUEST_ASKS);
	pthread_mutex_lock(&all->lock);
	g->next = all->first;
	all->first = g;
	make_room(all, g->name, all->most_each);
	make_room(all, NULL, GUESTS);
	tell(all);
	return g;
}

void guest_leave(struct guests *all, struct guest *g)
{
	pthread_mutex_lock(&all->lock);
	struct guest **at = &all->first;
	while (*at != g)
		at = &(*at)->next;
	*at = g->next;
	tell(all);
	free(g);
}

void guest_moves(struct guest *g, enum guest_state next)
{
	atomic_store(&g->moved, proc_clock_ms());
	atomic_store(&g->state, next);
}

const char *guest_name(const struct guest *g)
{
	return g->name;
}
