/* A temporary file has a name of its own, and does not stay, even where a signal comes right after
 * its creation. */
#define _GNU_SOURCE 1 /* syscall, O_TMPFILE */
#include <errno.h>
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

static int strike;     /* this signal comes as soon as a file was made */
static int same_bytes; /* so many calls of getentropy give zeros */

/* Instead of the C library's. */
int getentropy(void *to, size_t n)
{
	memset(to, 0, n);
	if (same_bytes > 0) {
		same_bytes--;
		return 0;
	}
	return syscall(SYS_getrandom, to, n, 0) == (long)n ? 0 : -1;
}

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

/* A process that is killed right after each creation: nobody removes what it leaves. */
static void test_killed(const char *folder)
{
	int status = 0, probe = open(folder, O_RDWR | O_TMPFILE, 0600);
	pid_t pid = probe >= 0 ? fork() : -1;

	if (pid == 0) {
		struct error e = {0};

		strike = SIGKILL;
		_exit(temporary_unlinked(&e) < 0);
	}
	if (pid > 0)
		waitpid(pid, &status, 0);
	ok(status == 0, "a file without a name never has one%s: status %d",
		pid > 0 ? "" : " # SKIP this file system knows only files with names", status);
	if (probe >= 0)
		close(probe);
}

static void test_taken_name(const char *folder)
{
	struct strbuf first = {0}, second = {0}, third = {0};
	struct stat st;

	strbuf_addf(&first, "%s/x-", folder);
	strbuf_addf(&second, "%s/x-", folder);
	strbuf_addf(&third, "%s/x-", folder);
	same_bytes = 1;
	int fd = temporary_create(AT_FDCWD, 0600, &first);
	same_bytes = 2;
	int other = temporary_create(AT_FDCWD, 0600, &second);
	ok(fd >= 0 && other >= 0 && strcmp(first.s, second.s) != 0, "a taken name: another one");
	same_bytes = 1 << 20;
	ok(temporary_create(AT_FDCWD, 0600, &third) < 0 && errno == EEXIST, "no name: EEXIST");
	same_bytes = 0;
	ok(stat(first.s, &st) == 0, "the file that has the name stays");
	close(fd);
	close(other);
	temporary_remove(&first);
	temporary_remove(&second);
	strbuf_free(&third);
}

/* As snap-unzip -d does: the path is where the folder was. */
static void test_moved_folder(const char *above)
{
	struct strbuf was = {0}, is = {0}, path = {0};

	strbuf_addf(&was, "%s/was", above);
	strbuf_addf(&is, "%s/is", above);
	strbuf_addf(&path, "%s/" TEMPORARY_NAME, was.s);
	mkdir(was.s, 0700);
	int folder = open(was.s, O_RDONLY | O_DIRECTORY);
	bool moved = rename(was.s, is.s) == 0;
	int fd = temporary_create(folder, 0600, &path);
	const char *name = strrchr(path.s, '/') + 1;
	ok(moved && fd >= 0 && access(path.s, F_OK) != 0 && faccessat(folder, name, F_OK, 0) == 0,
		"a file is created in the folder of the descriptor");
	unlinkat(folder, name, 0);
	close(fd);
	close(folder);
	rmdir(is.s);
	strbuf_free(&was);
	strbuf_free(&is);
	strbuf_free(&path);
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
	test_taken_name(folder);
	test_moved_folder(folder);
	test_killed(folder);
	test_struck(SIGTERM);
	test_struck(SIGHUP);
	ok(rmdir(folder) == 0, "none is left");
	setenv("TMPDIR", "/nowhere/at/all", 1);
	ok(temporary_open(&path, &e) < 0 && e.status == 4, "no folder: %s: %s", e.what, e.why);
	return tap_end();
}
