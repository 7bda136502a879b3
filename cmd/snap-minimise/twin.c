#define _DEFAULT_SOURCE 1 /* MAP_ANONYMOUS */
#include "twin.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "common/cleanup.h"
#include "common/fd.h"
#include "common/guard.h"
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { READ, WRITE, SIGNALS = 65 };

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* ---- in the twin ---- */

static bool open_null(void)
{
	int null = open("/dev/null", O_RDWR);
	bool ok = null >= 0;

	for (int fd = 0; fd <= 2 && ok; fd++)
		ok = dup2(null, fd) >= 0;
	return ok;
}

/* What this program catches or ignores, the twin dies of: it has nothing to clean up. */
static void become_twin(struct twin *t, pid_t parent, const sigset_t *mask)
{
	setpgid(0, 0);
#ifdef __linux__
	prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
	for (int sig = 1; sig < SIGNALS; sig++)
		signal(sig, SIG_DFL);
	guard_forget();
	if (getppid() != parent || !open_null())
		_exit(0);
	fd_close_range(3, (unsigned)t->fd - 1);
	fd_close_range((unsigned)t->fd + 1, UINT_MAX);
	pthread_sigmask(SIG_SETMASK, mask, NULL);
}

void twin_write(const struct twin *t, const void *bytes, size_t n)
{
	for (const char *at = bytes; n > 0;) {
		ssize_t wrote = write(t->fd, at, n);

		if (wrote < 0 && errno != EINTR)
			_exit(0);
		if (wrote < 0)
			continue;
		at += wrote;
		n -= (size_t)wrote;
	}
}

/* ---- here ---- */

void *twin_share(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

void twin_unshare(void *shared, size_t size)
{
	if (shared)
		munmap(shared, size);
}

static bool open_pipe(int fds[2])
{
	if (pipe(fds) != 0)
		return false;
	fcntl(fds[READ], F_SETFD, FD_CLOEXEC);
	fcntl(fds[WRITE], F_SETFD, FD_CLOEXEC);
	return true;
}

/* place: of the table of common/cleanup.h. */
static pid_t start(struct twin *t, const int fds[2], int place)
{
	pid_t parent = getpid(), pid;
	sigset_t all, mask;

	/* No signal may arrive between fork and the registration of the twin. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &mask);
	pid = fork();
	if (pid == 0) {
		*t = (struct twin){.fd = fds[WRITE]};
		become_twin(t, parent, &mask);
		return 0;
	}
	if (pid > 0)
		setpgid(pid, pid);
	cleanup_set_child(place, pid > 0 ? pid : 0);
	pthread_sigmask(SIG_SETMASK, &mask, NULL);
	*t = (struct twin){.pid = pid > 0 ? pid : 0, .fd = fds[READ]};
	return pid;
}

enum twin_start twin_start(struct twin *t)
{
	int fds[2], place;
	pid_t pid;

	*t = (struct twin){.fd = -1};
	if (!open_pipe(fds))
		return TWIN_REFUSED;
	signal(SIGCHLD, SIG_DFL); /* with an inherited SIG_IGN the system would reap the twin */
	place = cleanup_reserve_twin();
	pid = place < 0 ? -1 : start(t, fds, place);
	if (pid == 0)
		return TWIN_IS_THIS;
	close(fds[WRITE]);
	if (pid > 0)
		return TWIN_STARTED;
	close_fd(&fds[READ]);
	t->fd = -1;
	return TWIN_REFUSED;
}

void twin_kill(struct twin *t)
{
	close_fd(&t->fd);
	if (t->pid <= 0)
		return;
	/* Dropped first: the cleanup must not signal another process that reuses the id. */
	cleanup_drop_child(t->pid);
	kill(-t->pid, SIGKILL);
}

bool twin_is_gone(struct twin *t, bool wait)
{
	pid_t pid = 0;

	if (t->pid > 0)
		while ((pid = waitpid(t->pid, NULL, wait ? 0 : WNOHANG)) < 0 && errno == EINTR) {
		}
	if (t->pid > 0 && pid == 0)
		return false;
	t->pid = 0;
	return true;
}
