/* A temporary file does not stay, even where a signal comes in the moment in which it is made. */
#define _DEFAULT_SOURCE 1 /* syscall */
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "common/cleanup.h"
#include "common/temporary.h"
#include "tap.h"

static int strike; /* this signal comes as soon as a file was made */

/* Instead of the C library's. */
int openat(int folder, const char *path, int flags, ...)
{
	va_list args;

	va_start(args, flags);
	int mode = va_arg(args, int), fd = (int)syscall(SYS_openat, folder, path, flags, mode);
	va_end(args);
	if (fd >= 0 && strike && (flags & O_CREAT))
		raise(strike);
	return fd;
}

static void test_struck(int sig)
{
	int status = 0;
	pid_t pid = fork();

	if (pid == 0) {
		struct strbuf path = {0};
		struct error e = {0};

		cleanup_install();
		strike = sig;
		temporary_open(&path, &e);
		_exit(0);
	}
	waitpid(pid, &status, 0);
	ok(WIFSIGNALED(status) && WTERMSIG(status) == sig, "ended by signal %d", sig);
}

int main(void)
{
	char folder[] = "/tmp/snap-test-XXXXXX";
	struct strbuf path = {0};
	struct error e = {0};
	struct stat st;

	cleanup_install();
	if (!mkdtemp(folder) || setenv("TMPDIR", folder, 1) != 0)
		abort();
	int fd = temporary_open(&path, &e);
	ok(fd >= 0 && fstat(fd, &st) == 0 && (st.st_mode & 0777) == 0600,
		"a temporary file is its owner's alone: %s", e.why);
	ok((fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0 && write(fd, "x", 1) == 1,
		"and can be written to");
	close(fd);
	temporary_remove(&path);
	test_struck(SIGTERM);
	test_struck(SIGHUP);
	ok(rmdir(folder) == 0, "none is left");
	setenv("TMPDIR", "/nowhere/at/all", 1);
	ok(temporary_open(&path, &e) < 0 && e.status == 4, "no folder: %s: %s", e.what, e.why);
	return tap_end();
}
