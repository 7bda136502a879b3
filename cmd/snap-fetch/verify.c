#include "verify.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "common/mem.h"
#include "common/proc.h"
#include "common/whole.h"
#include "kubectl.h"

struct verifier {
	pthread_t thread;
	int from, to; /* ends of the pipe; from belongs to the thread */
	const struct settings *settings;
	const char *name;
	atomic_bool failed;
	struct error error; /* the thread's, until it is joined */
	struct error fed;   /* what kept bytes from the thread */
};

/* A small archive may hold a lot. */
static bool in_time(void *ctx, struct str block, struct error *e)
{
	const struct settings *s = ((const struct verifier *)ctx)->settings;

	(void)block;
	return proc_clock_ms() < s->deadline ||
		deadline_error(s, e, "the verification did not end");
}

static void *run(void *arg)
{
	struct verifier *v = arg;
	struct input_limits limits = {.max_size = v->settings->max_size};
	struct input *in = input_open_fd(v->from, v->name, &limits, &v->error);

	if (in && strcmp(input_kind(in), "zip") != 0)
		error_set(&v->error, SNAP_INPUT, "not a ZIP", "it holds %s", input_kind(in));
	else if (in)
		whole_read(in, in_time, v, &v->error);
	if (in)
		input_close(in);
	atomic_store(&v->failed, v->error.status != 0);
	/* The feeding thread must not block on a full pipe. */
	char rest[16384];
	for (ssize_t n = 1; n > 0 || (n < 0 && errno == EINTR);)
		n = read(v->from, rest, sizeof rest);
	close(v->from);
	return NULL;
}

struct verifier *verify_start(const struct settings *s, const char *name, struct error *e)
{
	int fds[2];

	if (pipe(fds) != 0) {
		error_errno(e, "cannot make a pipe");
		return NULL;
	}
	fcntl(fds[0], F_SETFD, FD_CLOEXEC);
	fcntl(fds[1], F_SETFD, FD_CLOEXEC);
	struct verifier *v = xcalloc(1, sizeof *v);
	*v = (struct verifier){.from = fds[0], .to = fds[1], .settings = s, .name = name};
	int code = pthread_create(&v->thread, NULL, run, v);
	if (code == 0)
		return v;
	errno = code;
	error_errno(e, "cannot start a thread");
	close(fds[0]);
	close(fds[1]);
	free(v);
	return NULL;
}

bool verify_feed(struct verifier *v, const void *bytes, size_t n)
{
	for (const char *p = bytes; n && !atomic_load(&v->failed);) {
		ssize_t done = write(v->to, p, n);

		if (done < 0 && errno != EINTR)
			return error_errno(&v->fed, "cannot write to a pipe of our own");
		p += done > 0 ? done : 0;
		n -= done > 0 ? (size_t)done : 0;
	}
	return !atomic_load(&v->failed);
}

bool verify_finish(struct verifier *v, struct error *e)
{
	close(v->to);
	pthread_join(v->thread, NULL);
	const struct error *fault = v->fed.status ? &v->fed : &v->error;
	bool ok = fault->status == 0;
	if (!ok && !e->status)
		*e = *fault;
	free(v);
	return ok;
}
