#include "common/proc.h"
#include "common/cleanup.h"
#include "common/memlimit.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

extern char **environ;

enum step { FAILED_CWD, FAILED_EXEC, FAILED_PIPES };

/* Message of a child to its parent when exec fails. */
struct failure {
	int step;
	int error;
};

enum { READ, WRITE, SLICE_MS = 250, LAST_WORDS_MS = 1000, STOP_MS = 2000 };

/* Both ends of the pipes; -1: no pipe. */
struct plumbing {
	int in[2], out[2], err[2], report[2];
};

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void close_pair(int fds[2])
{
	close_fd(&fds[READ]);
	close_fd(&fds[WRITE]);
}

static void plumbing_close(struct plumbing *pl)
{
	close_pair(pl->in);
	close_pair(pl->out);
	close_pair(pl->err);
	close_pair(pl->report);
}

/* Both ends get numbers above 2, even if stdin, stdout or stderr is closed: dup2 in the child must
 * not overwrite one. */
static bool open_pair(int fds[2])
{
	int raw[2];

	if (pipe(raw) != 0)
		return false;
	for (int i = 0; i < 2; i++)
		fds[i] = fcntl(raw[i], F_DUPFD_CLOEXEC, 3);
	int saved = errno;
	close(raw[READ]);
	close(raw[WRITE]);
	errno = saved;
	return fds[READ] >= 0 && fds[WRITE] >= 0;
}

static bool plumbing_open(struct plumbing *pl, int pipes)
{
	*pl = (struct plumbing){{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
	return open_pair(pl->report) && (!(pipes & PROC_IN) || open_pair(pl->in)) &&
		(!(pipes & PROC_OUT) || open_pair(pl->out)) &&
		(!(pipes & PROC_ERR) || open_pair(pl->err));
}

static bool child_plumbing(const struct plumbing *pl, int pipes)
{
	if ((pipes & PROC_IN) && dup2(pl->in[READ], STDIN_FILENO) < 0)
		return false;
	if (pipes & PROC_NULL_IN) {
		int null = open("/dev/null", O_RDONLY);

		if (null < 0 || dup2(null, STDIN_FILENO) < 0)
			return false;
		if (null > STDERR_FILENO)
			close(null);
	}
	if ((pipes & PROC_OUT) && dup2(pl->out[WRITE], STDOUT_FILENO) < 0)
		return false;
	if ((pipes & PROC_ERR) && dup2(pl->err[WRITE], STDERR_FILENO) < 0)
		return false;
	return !(pipes & PROC_ERR_TO_OUT) || dup2(STDOUT_FILENO, STDERR_FILENO) >= 0;
}

/* Default signal actions for the child: what this program catches or ignores is not inherited. */
static void child_signals(const sigset_t *mask)
{
	static const int reset[] = {
		SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2, SIGCHLD};

	for (size_t i = 0; i < sizeof reset / sizeof *reset; i++)
		signal(reset[i], SIG_DFL);
	sigprocmask(SIG_SETMASK, mask, NULL);
}

static _Noreturn void child_fail(int fd, int step)
{
	struct failure f = {step, errno};
	ssize_t ignored = write(fd, &f, sizeof f);

	_exit(ignored < 0 ? 126 : 127);
}

/* What a child is to become. */
struct start {
	const struct plumbing *pl;
	const char *const *argv;
	const char *cwd;
	char *const *envp;
	int pipes, place;
	pid_t parent;
	sigset_t mask;
};

static _Noreturn void child(const struct start *s)
{
	setpgid(0, 0);
	cleanup_set_child(s->place, getpid());
#ifdef __linux__
	prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
	if (getppid() != s->parent)
		_exit(126);
	if (!child_plumbing(s->pl, s->pipes))
		child_fail(s->pl->report[WRITE], FAILED_PIPES);
	if (s->cwd && chdir(s->cwd) != 0)
		child_fail(s->pl->report[WRITE], FAILED_CWD);
	child_signals(&s->mask);
	memlimit_lift();
	/* exec leaves the texts as they are, though POSIX declares them without const. */
	if (s->envp)
		environ = (char **)(uintptr_t)s->envp;
	execvp(s->argv[0], (char *const *)(uintptr_t)s->argv);
	child_fail(s->pl->report[WRITE], FAILED_EXEC);
}

/* Waits for exec. End of file: it has succeeded. */
static bool started(int fd, const char *program, const char *cwd, struct error *e)
{
	struct failure f;
	ssize_t n;

	do
		n = read(fd, &f, sizeof f);
	while (n < 0 && errno == EINTR);
	if (n != (ssize_t)sizeof f)
		return true;
	if (f.step == FAILED_CWD)
		return error_set(e, SNAP_SYSTEM, "cannot change to directory", "%s: %s", cwd,
			strerror(f.error));
	if (f.step == FAILED_PIPES)
		return error_set(e, SNAP_SYSTEM, "cannot connect to a child process", "%s",
			strerror(f.error));
	return error_set(e, SNAP_SYSTEM, "cannot run", "%s: %s", program, strerror(f.error));
}

/* Forks and registers the child. Returns its process id; -1: errno is set. */
static pid_t start_child(struct start *s)
{
	sigset_t all;

	/* With an inherited SIG_IGN the system would reap the children. */
	signal(SIGCHLD, SIG_DFL);
	s->place = cleanup_reserve_child();
	if (s->place < 0)
		return -1;
	s->parent = getpid();
	/* No signal may arrive between fork and the registration of the child. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &s->mask);
	pid_t pid = fork();
	if (pid == 0)
		child(s);
	int code = errno;
	if (pid > 0)
		setpgid(pid, pid);
	cleanup_set_child(s->place, pid > 0 ? pid : 0);
	pthread_sigmask(SIG_SETMASK, &s->mask, NULL);
	errno = code;
	return pid;
}

bool proc_start(struct proc *p, const char *const argv[], const char *cwd, char *const envp[],
	int pipes, struct error *e)
{
	/* One thread at a time: a child that another thread forks between pipe and FD_CLOEXEC would
	 * keep the pipe open. */
	static pthread_mutex_t one_by_one = PTHREAD_MUTEX_INITIALIZER;
	struct plumbing pl;

	*p = (struct proc){.in = -1, .out = -1, .err = -1};
	pthread_mutex_lock(&one_by_one);
	if (!plumbing_open(&pl, pipes)) {
		error_errno(e, "cannot make a pipe");
		plumbing_close(&pl);
		pthread_mutex_unlock(&one_by_one);
		return false;
	}
	pid_t pid = start_child(
		&(struct start){.pl = &pl, .argv = argv, .cwd = cwd, .envp = envp, .pipes = pipes});
	pthread_mutex_unlock(&one_by_one);
	if (pid < 0) {
		error_errno(e, "cannot start a process");
		plumbing_close(&pl);
		return false;
	}
	close_fd(&pl.in[READ]);
	close_fd(&pl.out[WRITE]);
	close_fd(&pl.err[WRITE]);
	close_fd(&pl.report[WRITE]);
	*p = (struct proc){.pid = pid,
		.in = pl.in[WRITE],
		.out = pl.out[READ],
		.err = pl.err[READ],
		.whole_group = pipes & PROC_WHOLE_GROUP};
	bool ok = started(pl.report[READ], argv[0], cwd, e);
	close_fd(&pl.report[READ]);
	if (!ok)
		proc_wait(p, -1, &(int){0});
	return ok;
}

int64_t proc_clock_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* True if the child has ended. It stays a zombie, so that the id of its group is not reused before
 * the group is ended. */
static bool ended(pid_t pid, int timeout_ms)
{
	int64_t deadline = proc_clock_ms() + timeout_ms;

	for (long pause_ms = 1;; pause_ms = pause_ms < 16 ? pause_ms * 2 : 16) {
		siginfo_t info = {0};
		int flags = WEXITED | WNOWAIT | (timeout_ms < 0 ? 0 : WNOHANG);

		if (waitid(P_PID, (id_t)pid, &info, flags) != 0) {
			if (errno == EINTR)
				continue;
			return true;
		}
		if (info.si_pid == pid)
			return true;
		if (proc_clock_ms() >= deadline)
			return false;
		nanosleep(&(struct timespec){0, pause_ms * 1000000}, NULL);
	}
}

static int reap(struct proc *p)
{
	int status = 0;

	if (p->whole_group)
		kill(-p->pid, SIGKILL);
	/* Dropped first: the cleanup must not signal another process that reuses the id. */
	cleanup_drop_child(p->pid);
	while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR) {
	}
	p->pid = 0;
	close_fd(&p->in);
	close_fd(&p->out);
	close_fd(&p->err);
	return status;
}

bool proc_wait(struct proc *p, int timeout_ms, int *status)
{
	if (p->pid <= 0) {
		*status = 0;
		return true;
	}
	if (!ended(p->pid, timeout_ms))
		return false;
	*status = reap(p);
	return true;
}

void proc_stop(struct proc *p, int grace_ms)
{
	if (p->pid <= 0)
		return;
	kill(-p->pid, SIGTERM);
	ended(p->pid, grace_ms < 0 ? 0 : grace_ms);
	/* Also if the leader has ended: the rest of the group is ended, too. */
	kill(-p->pid, SIGKILL);
	ended(p->pid, -1);
	reap(p);
}

/* Reads once. At the end of file *fd is closed. */
static bool take(int *fd, struct strbuf *to, struct error *e)
{
	char buf[1 << 16];
	ssize_t n = read(*fd, buf, sizeof buf);

	if (n < 0 && errno != EINTR && errno != EAGAIN)
		return error_errno(e, "cannot read what a child process writes");
	if (n > 0 && to)
		strbuf_add(to, buf, (size_t)n);
	if (n == 0)
		close_fd(fd);
	return true;
}

/* A daemon that the child started may hold the pipes after the child has ended. */
static bool held_by_others(struct proc *p)
{
	if (!p->ended_at && ended(p->pid, 0))
		p->ended_at = proc_clock_ms();
	return p->ended_at && proc_clock_ms() - p->ended_at > LAST_WORDS_MS;
}

static void close_both(struct proc *p)
{
	close_fd(&p->out);
	close_fd(&p->err);
}

enum proc_event proc_read(
	struct proc *p, int wait_ms, struct strbuf *out, struct strbuf *err, struct error *e)
{
	int64_t until = proc_clock_ms() + wait_ms;

	while (p->out >= 0 || p->err >= 0) {
		int64_t left = wait_ms < 0 ? SLICE_MS : until - proc_clock_ms();
		struct pollfd fds[2] = {{p->out, POLLIN, 0}, {p->err, POLLIN, 0}};
		int n = poll(fds, 2, left < 0 ? 0 : left < SLICE_MS ? (int)left : SLICE_MS);

		if ((n > 0 && fds[0].revents && !take(&p->out, out, e)) ||
			(n > 0 && fds[1].revents && !take(&p->err, err, e))) {
			close_both(p);
			return PROC_FAILED;
		}
		if (held_by_others(p))
			close_both(p);
		else if (n > 0)
			return PROC_OUTPUT;
		else if (wait_ms >= 0 && proc_clock_ms() >= until)
			return PROC_TIMEOUT;
	}
	return PROC_EOF;
}

static bool over(const struct strbuf *text, size_t most)
{
	return text && text->len > most;
}

/* Reads until the child has ended. PROC_TIMEOUT: the deadline has passed. PROC_OUTPUT: there were
 * more than `most` bytes. */
static enum proc_event collect(struct proc *p, int64_t deadline, size_t most, struct strbuf *out,
	struct strbuf *err, int *status, struct error *e)
{
	for (;;) {
		int64_t left = deadline < 0 ? -1 : deadline - proc_clock_ms();

		if (over(out, most) || over(err, most))
			return PROC_OUTPUT;
		if (deadline >= 0 && left <= 0)
			return PROC_TIMEOUT;
		enum proc_event event =
			proc_read(p, left > INT_MAX ? INT_MAX : (int)left, out, err, e);
		if (event == PROC_EOF)
			return proc_wait(p, left > INT_MAX ? INT_MAX : (int)left, status)
				? PROC_EOF
				: PROC_TIMEOUT;
		if (event == PROC_FAILED)
			return PROC_FAILED;
	}
}

bool proc_run(const char *const argv[], const char *cwd, int timeout_ms, struct strbuf *out,
	struct strbuf *err, int *status, struct error *e)
{
	return proc_run_bounded(argv, cwd, timeout_ms, SIZE_MAX, out, err, status, e);
}

bool proc_run_bounded(const char *const argv[], const char *cwd, int timeout_ms, size_t most,
	struct strbuf *out, struct strbuf *err, int *status, struct error *e)
{
	struct proc p;
	int64_t deadline = timeout_ms < 0 ? -1 : proc_clock_ms() + timeout_ms;

	if (!proc_start(&p, argv, cwd, NULL, PROC_NULL_IN | PROC_OUT | PROC_ERR, e))
		return false;
	enum proc_event how = collect(&p, deadline, most, out, err, status, e);
	if (how == PROC_EOF)
		return true;
	proc_stop(&p, STOP_MS);
	if (how == PROC_OUTPUT)
		error_set(e, SNAP_LIMIT, "too much output", "%s wrote more than %zu bytes", argv[0],
			most);
	else if (how == PROC_TIMEOUT)
		error_set(e, SNAP_LIMIT, "time-out", "%s did not end within %g s", argv[0],
			timeout_ms / 1000.0);
	return false;
}

char *proc_status_text(int status, char *buf, size_t size)
{
	if (WIFSIGNALED(status))
		snprintf(buf, size, "killed by signal %d (%s)", WTERMSIG(status),
			strsignal(WTERMSIG(status)));
	else
		snprintf(buf, size, "exit status %d",
			WIFEXITED(status) ? WEXITSTATUS(status) : status);
	return buf;
}
