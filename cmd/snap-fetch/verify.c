#include "verify.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
#include "common/mem.h"

struct verifier {
	pthread_t thread;
	int from, to; /* ends of the pipe; from belongs to the thread */
	const struct content *content;
	const struct settings *settings;
	const char *name;
	atomic_bool failed;
	enum verdict verdict; /* this and error: */
	struct error error;   /* the thread's, until it is joined */
	struct error fed;     /* what kept bytes from the thread */
};

static void *run(void *arg)
{
	struct verifier *v = arg;

	v->verdict = v->content->verify(v->from, v->name, v->settings, &v->error);
	atomic_store(&v->failed, v->error.status != 0);
	/* The feeding thread must not block on a full pipe. */
	char rest[16384];
	for (ssize_t n = 1; n > 0 || (n < 0 && errno == EINTR);)
		n = read(v->from, rest, sizeof rest);
	close(v->from);
	return NULL;
}

struct verifier *verify_start(
	const struct content *content, const struct settings *s, const char *name, struct error *e)
{
	int fds[2];

	if (pipe(fds) != 0) {
		error_errno(e, "cannot make a pipe");
		return NULL;
	}
	fcntl(fds[0], F_SETFD, FD_CLOEXEC);
	fcntl(fds[1], F_SETFD, FD_CLOEXEC);
	struct verifier *v = xcalloc(1, sizeof *v);
	*v = (struct verifier){
		.from = fds[0], .to = fds[1], .content = content, .settings = s, .name = name};
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

enum verdict verify_finish(struct verifier *v, struct error *e)
{
	close(v->to);
	pthread_join(v->thread, NULL);
	enum verdict verdict = v->fed.status ? VERDICT_DAMAGED : v->verdict;
	if (verdict != VERDICT_WHOLE && !e->status)
		*e = v->fed.status ? v->fed : v->error;
	free(v);
	return verdict;
}
