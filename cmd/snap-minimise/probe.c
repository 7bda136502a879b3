#include "probe.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "common/options.h"
#include "common/proc.h"
#include "common/stop.h"
#include "twin.h"

enum { LOOK_MS = 100 };

enum answer { ANSWER_NONE, ANSWER_NO, ANSWER_YES };

/* The questions that are asked now, as many as there are jobs: question i is in place i % jobs. */
struct asking {
	struct prober *p;
	struct twin twins[OPTIONS_AT_ONCE];
	enum answer answers[OPTIONS_AT_ONCE];
	int first, next, n; /* asked are first .. next - 1 */
};

static void let_go(struct twin *t)
{
	twin_kill(t);
	twin_is_gone(t, true);
}

static bool start(struct asking *a, probe_fn *ask, void *ctx)
{
	struct twin *t = &a->twins[a->next % a->p->jobs];
	enum twin_start started = twin_start(t);

	if (started == TWIN_IS_THIS) {
		char yes = ask(ctx, a->next) ? 'y' : 'n';

		twin_write(t, &yes, 1);
		_exit(0);
	}
	if (started == TWIN_REFUSED)
		return false;
	a->answers[a->next++ % a->p->jobs] = ANSWER_NONE;
	a->p->probes++;
	return true;
}

/* Starts as many as there are jobs. With one at least under way, more can wait. */
static void start_all(struct asking *a, probe_fn *ask, void *ctx)
{
	while (a->next < a->n && a->next - a->first < a->p->jobs)
		if (!start(a, ask, ctx)) {
			a->p->refused = a->next == a->first;
			return;
		}
}

static void take(struct asking *a, int i)
{
	struct twin *t = &a->twins[i % a->p->jobs];
	char yes = 'n';

	while (read(t->fd, &yes, 1) < 0 && errno == EINTR) {
	}
	a->answers[i % a->p->jobs] = yes == 'y' ? ANSWER_YES : ANSWER_NO;
	let_go(t);
}

/* Waits until one more answer is there, or some time has passed. */
static void await(struct asking *a)
{
	struct pollfd fds[OPTIONS_AT_ONCE];
	int of[OPTIONS_AT_ONCE], n = 0;

	for (int i = a->first; i < a->next; i++)
		if (a->answers[i % a->p->jobs] == ANSWER_NONE) {
			fds[n] = (struct pollfd){a->twins[i % a->p->jobs].fd, POLLIN, 0};
			of[n++] = i;
		}
	if (poll(fds, (nfds_t)n, LOOK_MS) > 0)
		for (int k = 0; k < n; k++)
			if (fds[k].revents)
				take(a, of[k]);
}

static bool is_over(struct prober *p)
{
	if (stop_asked() || (p->ends_ms && proc_clock_ms() >= p->ends_ms))
		p->over = true;
	return p->over;
}

/* Leaves the questions behind whose answer is no. True: the first one left has a yes. */
static bool settle(struct asking *a)
{
	while (a->first < a->next && a->answers[a->first % a->p->jobs] == ANSWER_NO)
		a->first++;
	return a->first < a->next && a->answers[a->first % a->p->jobs] == ANSWER_YES;
}

int probe_first(struct prober *p, int from, int n, probe_fn *ask, void *ctx)
{
	struct asking a = {.p = p, .first = from, .next = from, .n = n};
	bool found = false;

	while (!found && a.first < n && !is_over(p) && !p->refused) {
		start_all(&a, ask, ctx);
		if (a.next > a.first)
			await(&a);
		found = settle(&a);
		progress_show(&p->progress, strbuf_str(&p->doing), p->probes, "probe");
	}
	for (int i = a.first; i < a.next; i++)
		let_go(&a.twins[i % p->jobs]);
	return found ? a.first : n;
}
