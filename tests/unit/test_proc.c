/* Child processes: pipes, failures to start, time-outs, whole groups ended, nothing left behind. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "common/cleanup.h"
#include "common/proc.h"
#include "tap.h"

static const char *const *sh(const char *script)
{
	static const char *argv[4];

	argv[0] = "sh", argv[1] = "-c", argv[2] = script, argv[3] = NULL;
	return argv;
}

static void test_run(void)
{
	struct error e = {0};
	struct strbuf out = {0}, err = {0};
	int status = -1;

	ok(proc_run(
		   sh("cat; echo out; echo err >&2; exit 3"), NULL, 60000, &out, &err, &status, &e),
		"a command runs: %s", e.why);
	ok(out.s && strcmp(out.s, "out\n") == 0, "its output");
	ok(err.s && strcmp(err.s, "err\n") == 0, "its messages");
	ok(WIFEXITED(status) && WEXITSTATUS(status) == 3, "its exit status");
	strbuf_clear(&out);
	ok(proc_run(sh("head -c 3000000 /dev/zero | tr '\\0' x; head -c 300000 /dev/zero >&2"),
		   NULL, -1, &out, NULL, &status, &e) &&
			out.len == 3000000,
		"more than a pipe holds, on both pipes");
	strbuf_clear(&out);
	ok(proc_run(sh("pwd"), "/usr", -1, &out, NULL, &status, &e) && strcmp(out.s, "/usr\n") == 0,
		"in another directory");
	char text[64];
	ok(proc_run(sh("kill -9 $$"), NULL, -1, NULL, NULL, &status, &e) && WIFSIGNALED(status),
		"a killed one");
	ok(strncmp(proc_status_text(status, text, sizeof text), "killed by signal 9", 18) == 0,
		"is told as such: %s", text);
	strbuf_free(&out);
	strbuf_free(&err);
}

static void test_failures(void)
{
	struct proc p;
	struct error e = {0};
	const char *missing[] = {"no-such-program-anywhere", NULL};

	ok(!proc_start(&p, missing, NULL, NULL, PROC_OUT, &e) && e.status == SNAP_SYSTEM,
		"a missing program is reported");
	ok(strstr(e.why, "no-such-program-anywhere") && strstr(e.why, strerror(ENOENT)),
		"by name and cause: %s", e.why);
	ok(p.pid == 0 && p.in == -1 && p.out == -1 && p.err == -1, "nothing stays open");
	e = (struct error){0};
	ok(!proc_start(&p, sh("true"), "/no/such/dir", NULL, 0, &e) &&
			strstr(e.why, "/no/such/dir"),
		"a missing directory: %s", e.why);
	ok(waitpid(-1, NULL, WNOHANG) == 0, "no zombie is left, but only the guard");
}

static void test_pipes(void)
{
	struct proc p;
	struct error e = {0};
	int status = 0;
	char buf[64] = "";
	char *envp[] = {"PATH=/usr/bin:/bin", "WORD=from the caller", NULL};

	ok(proc_start(&p, sh("read x; echo \"$x $WORD\"; echo more >&2"), NULL, envp,
		   PROC_IN | PROC_OUT | PROC_ERR_TO_OUT, &e),
		"started with stdin, stdout and an environment: %s", e.why);
	ok(write(p.in, "hello\n", 6) == 6, "takes input");
	size_t n = 0;
	for (ssize_t got;
		n < sizeof buf - 1 && (got = read(p.out, buf + n, sizeof buf - 1 - n)) > 0;)
		n += (size_t)got;
	ok(strcmp(buf, "hello from the caller\nmore\n") == 0, "gives output, stderr in it");
	ok(proc_wait(&p, -1, &status) && status == 0 && p.pid == 0 && p.in == -1 && p.out == -1,
		"ended, pipes closed");
	ok(proc_wait(&p, 0, &status) && status == 0, "waiting again is harmless");
	proc_stop(&p, 0);
	ok(p.pid == 0, "so is stopping");
}

/* The child writes the id of a grandchild that ignores SIGTERM, and then waits for ever. */
static void test_stop(void)
{
	struct proc p;
	struct error e = {0};
	int status;
	char buf[32] = "";

	/* The grandchild holds the pipe, so end of file means that it is gone. */
	ok(proc_start(&p, sh("trap '' TERM; sleep 1000 & echo $!; wait"), NULL, NULL,
		   PROC_OUT | PROC_NULL_IN, &e),
		"started: %s", e.why);
	ok(read(p.out, buf, sizeof buf - 1) > 0 && atoi(buf) > 1, "it has a child of its own");
	ok(!proc_wait(&p, 20, &status), "still running after a while");
	int out = dup(p.out);
	proc_stop(&p, 50);
	ok(p.pid == 0 && read(out, buf, 1) == 0,
		"the whole group is gone, though it ignored SIGTERM");
	close(out);

	struct strbuf text = {0};
	ok(!proc_run(sh("echo before; sleep 1000"), NULL, 1500, &text, NULL, &status, &e) &&
			e.status == SNAP_LIMIT,
		"time-out: %s", e.why);
	ok(text.s && strcmp(text.s, "before\n") == 0, "what it wrote until then is kept");
	strbuf_free(&text);
}

/* A process that starts a child, which says "up", and is then killed by sig. The child holds the
 * pipe's end as its stdout: end of file means gone, *gone says whether. Returns the process's
 * status, -1 when the child did not come up. */
static int killed(int sig, const char *child, bool *gone)
{
	int fds[2], status = 0;
	char buf[8];

	if (pipe(fds) != 0)
		abort();
	pid_t pid = fork();
	if (pid == 0) {
		struct proc p;
		struct error e = {0};

		dup2(fds[1], STDOUT_FILENO);
		close(fds[0]);
		close(fds[1]);
		cleanup_install();
		if (!proc_start(&p, sh(child), NULL, NULL, PROC_NULL_IN, &e))
			_exit(1);
		for (;;)
			pause();
	}
	close(fds[1]);
	bool up = read(fds[0], buf, 3) == 3;
	kill(pid, sig);
	waitpid(pid, &status, 0);
	*gone = read(fds[0], buf, 1) == 0;
	close(fds[0]);
	return up ? status : -1;
}

static void test_signal(int sig)
{
	bool gone;
	int status = killed(sig, "echo up; sleep 1000 & wait", &gone);

	ok(WIFSIGNALED(status) && WTERMSIG(status) == sig, "signal %d ends the program", sig);
	ok(gone, "and its children with it");
}

/* SIGKILL leaves no time to clean up; the guard ends the child's group, also who ignores SIGTERM.
 */
static void test_sigkill(void)
{
	bool gone;
	int status = killed(SIGKILL, "trap '' TERM; sleep 1000 & echo up; wait", &gone);

	ok(status != -1 && gone, "SIGKILL takes the child along, and the child's children");
}

/* The child ends, and leaves a process that holds its pipes for ever, or writes into them without
 * an end. */
static void test_held_pipe(void)
{
	static const char *const daemons[] = {"sleep 1000 & echo done; echo $!; exit 3",
		"while :; do echo; sleep 0.01; done & echo done; echo $!; exit 3"};

	for (size_t i = 0; i < 2; i++) {
		struct strbuf out = {0};
		struct error e = {0};
		int status = 0;

		ok(proc_run(sh(daemons[i]), NULL, -1, &out, NULL, &status, &e) &&
				WIFEXITED(status) && WEXITSTATUS(status) == 3,
			"a command whose pipe others hold has ended all the same");
		const char *said = out.s ? strstr(out.s, "done\n") : NULL;
		ok(said != NULL, "what it wrote is there");
		pid_t pid = said ? (pid_t)atoi(said + 5) : 0;
		if (pid > 1)
			kill(pid, SIGKILL);
		strbuf_free(&out);
	}
}

/* Reading fails for another reason than the end: a folder stands for a pipe that does. */
static void test_read_error(void)
{
	struct proc p;
	struct error e = {0};

	ok(proc_start(&p, sh("sleep 1000"), NULL, NULL, PROC_OUT | PROC_NULL_IN, &e), "started: %s",
		e.why);
	close(p.out);
	p.out = open("/", O_RDONLY | O_CLOEXEC);
	ok(proc_read(&p, -1, NULL, NULL, &e) == PROC_FAILED && e.status == SNAP_SYSTEM,
		"an error is not taken for the end: %s: %s", e.what, e.why);
	ok(p.out == -1, "and the pipe is given up");
	proc_stop(&p, 0);
}

int main(void)
{
	cleanup_install();
	test_run();
	test_failures();
	test_pipes();
	test_stop();
	test_held_pipe();
	test_read_error();
	test_signal(SIGINT);
	test_signal(SIGTERM);
	test_signal(SIGHUP);
	test_sigkill();
	return tap_end();
}
