#include "loop.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include "common/mem.h"
#include "common/proc.h"

struct loop {
	pthread_mutex_t lock;
	pthread_cond_t change;
	int64_t first, interval_ms; /* first: when the server started; interval 0: no loop */
	int closed[2];              /* a pipe that ends when the loop is closed */
	bool waits;                 /* a request waits */
	unsigned unsent;            /* requests whose response is not sent */
	bool over;
};

struct loop *loop_new(int64_t interval_ms, struct error *e)
{
	struct loop *l = xcalloc(1, sizeof *l);

	if (pipe(l->closed) != 0) {
		error_errno(e, "cannot make a pipe");
		free(l);
		return NULL;
	}
	fcntl(l->closed[0], F_SETFD, FD_CLOEXEC);
	fcntl(l->closed[1], F_SETFD, FD_CLOEXEC);
	l->interval_ms = interval_ms;
	l->first = proc_clock_ms();
	pthread_mutex_init(&l->lock, NULL);
	pthread_condattr_t by_clock;
	pthread_condattr_init(&by_clock);
	pthread_condattr_setclock(&by_clock, CLOCK_MONOTONIC);
	pthread_cond_init(&l->change, &by_clock);
	pthread_condattr_destroy(&by_clock);
	return l;
}

void loop_free(struct loop *l)
{
	if (!l->over)
		close(l->closed[1]);
	close(l->closed[0]);
	pthread_cond_destroy(&l->change);
	pthread_mutex_destroy(&l->lock);
	free(l);
}

enum loop_turn loop_enter(struct loop *l)
{
	pthread_mutex_lock(&l->lock);
	enum loop_turn turn = l->over ? LOOP_CLOSED : l->waits ? LOOP_BUSY : LOOP_MINE;
	if (turn == LOOP_MINE) {
		l->waits = true;
		l->unsent++;
	}
	pthread_mutex_unlock(&l->lock);
	return turn;
}

/* True if the client has closed its side. *more: it has sent bytes, of its next request. */
static bool has_left(int fd, bool *more)
{
	char byte;
	ssize_t n = recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);

	*more |= n > 0;
	return n == 0 || (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

/* When the loop that begins next has ended. */
static int64_t next_end(const struct loop *l)
{
	if (!l->interval_ms)
		return INT64_MAX;
	int64_t passed = (proc_clock_ms() - l->first) / l->interval_ms;
	return l->first + (passed + 1) * l->interval_ms;
}

static enum loop_end watch(const struct loop *l, int fd, int64_t until)
{
	bool more = false; /* then only the end of the connection can still be seen */

	for (int64_t left; (left = until - proc_clock_ms()) > 0;) {
		struct pollfd fds[] = {
			{fd, more ? 0 : POLLIN, 0},
			{l->closed[0], POLLIN, 0},
		};

		if (poll(fds, 2, left < INT32_MAX ? (int)left : INT32_MAX) < 0)
			continue;
		if (fds[1].revents)
			return l->interval_ms ? LOOP_STOPPED : LOOP_LOST;
		if (fds[0].revents & (POLLERR | POLLHUP | POLLNVAL))
			return LOOP_LEFT;
		if (fds[0].revents && has_left(fd, &more))
			return LOOP_LEFT;
	}
	return LOOP_ENDED;
}

enum loop_end loop_wait(struct loop *l, int fd)
{
	enum loop_end end = watch(l, fd, next_end(l));

	pthread_mutex_lock(&l->lock);
	l->waits = false;
	pthread_mutex_unlock(&l->lock);
	return end;
}

void loop_done(struct loop *l)
{
	pthread_mutex_lock(&l->lock);
	l->unsent--;
	pthread_cond_signal(&l->change);
	pthread_mutex_unlock(&l->lock);
}

void loop_close(struct loop *l, int64_t grace_ms)
{
	int64_t until = proc_clock_ms() + grace_ms;
	struct timespec at = {until / 1000, until % 1000 * 1000000};

	pthread_mutex_lock(&l->lock);
	if (!l->over)
		close(l->closed[1]);
	l->over = true;
	while (l->unsent && pthread_cond_timedwait(&l->change, &l->lock, &at) == 0)
		;
	pthread_mutex_unlock(&l->lock);
}
