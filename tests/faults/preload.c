/* Preloaded into a program under test: makes the Nth call of a kind fail, as the board says
 * (fault.h). From main on, in the process that runs main, and only there. Wants glibc and a program
 * that is linked dynamically. */
#define _GNU_SOURCE 1
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/faults/fault.h"

static struct fault_board *board;
static atomic_bool armed;

/* The error to fail with; 0: this call is to work. */
static int fault(enum fault_kind kind)
{
	if (!atomic_load(&armed) || !board)
		return 0;
	long n = atomic_fetch_add(&board->calls[kind], 1) + 1;
	if (board->armed != (int)kind || n < board->at || (n > board->at && !board->on))
		return 0;
	atomic_fetch_add(&board->hits, 1);
	return board->error;
}

/* Of stdio: what interrupts a call or moves but a byte of it is met inside. */
static int fault_stdio(enum fault_kind kind)
{
	return board && (board->error == EINTR || board->error == FAULT_SHORT) ? 0 : fault(kind);
}

/* The function behind ours. */
static void *next(const char *name, void **kept)
{
	if (!*kept)
		*kept = dlsym(RTLD_NEXT, name);
	return *kept;
}
#define FAIL(error, bad) \
	if (error) { \
		errno = error; \
		return bad; \
	}
#define NEXT(name) \
	static void *kept; \
	__typeof__(&name) real; \
	memcpy(&real, &(void *){next(#name, &kept)}, sizeof real)

/* A function that fails by returning bad. */
#define WRAP(kind, bad, type, name, params, args) \
	type name params \
	{ \
		NEXT(name); \
		int error = fault(FAULT_##kind); \
		FAIL(error, bad) \
		return real args; \
	}

/* glibc's own functions are called by these names: dlsym would allocate. */
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t),
	*__libc_memalign(size_t, size_t);

static bool no_memory(void)
{
	int error = fault(FAULT_alloc);

	if (error)
		errno = error;
	return error != 0;
}

void *malloc(size_t n)
{
	return no_memory() ? NULL : __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
	return no_memory() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t n)
{
	return no_memory() ? NULL : __libc_realloc(p, n);
}

void *reallocarray(void *p, size_t n, size_t size)
{
	if (size && n > (size_t)-1 / size) {
		errno = ENOMEM;
		return NULL;
	}
	return no_memory() ? NULL : __libc_realloc(p, n * size);
}

void *aligned_alloc(size_t align, size_t n)
{
	return no_memory() ? NULL : __libc_memalign(align, n);
}

int posix_memalign(void **p, size_t align, size_t n)
{
	void *got = no_memory() ? NULL : __libc_memalign(align, n);

	if (!got)
		return ENOMEM;
	*p = got;
	return 0;
}

/* Faults of another kind that does as it is told, but little of it. bytes: how many it may move. */
static int fault_io(enum fault_kind kind, int fd, size_t *bytes)
{
	struct stat st;

	if (fd == STDERR_FILENO && kind == FAULT_write)
		return 0; /* what is wanted is a message there */
	if (board && board->error == FAULT_CUT && (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)))
		return 0;
	int error = fault(kind);
	if (error == FAULT_SHORT && *bytes > 1)
		*bytes = 1;
	return error == FAULT_SHORT ? 0 : error;
}

#define MOVE(kind, type, name, params, args, fd, n) \
	type name params \
	{ \
		NEXT(name); \
		int error = fault_io(FAULT_##kind, fd, &n); \
		if (error == FAULT_CUT) \
			return 0; \
		FAIL(error, -1) \
		return real args; \
	}

MOVE(read, ssize_t, read, (int fd, void *to, size_t n), (fd, to, n), fd, n)
MOVE(read, ssize_t, pread, (int fd, void *to, size_t n, off_t at), (fd, to, n, at), fd, n)
MOVE(read, ssize_t, pread64, (int fd, void *to, size_t n, off64_t at), (fd, to, n, at), fd, n)
MOVE(read, ssize_t, recv, (int fd, void *to, size_t n, int flags), (fd, to, n, flags), fd, n)
MOVE(write, ssize_t, write, (int fd, const void *from, size_t n), (fd, from, n), fd, n)
MOVE(write, ssize_t, send, (int fd, const void *from, size_t n, int flags), (fd, from, n, flags),
	fd, n)
MOVE(write, ssize_t, sendfile, (int to, int from, off_t *at, size_t n), (to, from, at, n), to, n)
MOVE(write, ssize_t, sendfile64, (int to, int from, off64_t *at, size_t n), (to, from, at, n), to,
	n)

/* What other libraries' checked builds call in place of read and recv. */
extern ssize_t __read_chk(int, void *, size_t, size_t),
	__recv_chk(int, void *, size_t, size_t, int);
ssize_t __read_chk(int fd, void *to, size_t n, size_t room)
{
	return n > room ? (abort(), 0) : read(fd, to, n);
}

ssize_t __recv_chk(int fd, void *to, size_t n, size_t room, int flags)
{
	return n > room ? (abort(), 0) : recv(fd, to, n, flags);
}

static size_t total(const struct iovec *v, int count)
{
	size_t n = 0;

	for (int i = 0; i < count; i++)
		n += v[i].iov_len;
	return n;
}

ssize_t writev(int fd, const struct iovec *v, int count)
{
	NEXT(writev);
	size_t all = total(v, count), n = all;
	int error = fault_io(FAULT_write, fd, &n);
	FAIL(error, -1)
	return n == all ? real(fd, v, count)
			: write(fd, v->iov_base, n < v->iov_len ? n : v->iov_len);
}

ssize_t sendmsg(int fd, const struct msghdr *m, int flags)
{
	NEXT(sendmsg);
	size_t n = 0; /* never short */
	int error = fault_io(FAULT_write, fd, &n);
	FAIL(error, -1)
	return real(fd, m, flags);
}

static mode_t mode_of(int flags, va_list args)
{
	return flags & (O_CREAT | __O_TMPFILE) ? va_arg(args, mode_t) : 0;
}

/* The mode is an argument only where a file may be created. */
#define OPEN(name, params, args) \
	int name params \
	{ \
		NEXT(name); \
		va_list more; \
		va_start(more, flags); \
		mode_t mode = mode_of(flags, more); \
		va_end(more); \
		int error = fault(FAULT_open); \
		FAIL(error, -1) \
		return real args; \
	}
OPEN(open, (const char *path, int flags, ...), (path, flags, mode))
OPEN(open64, (const char *path, int flags, ...), (path, flags, mode))
OPEN(openat, (int at, const char *path, int flags, ...), (at, path, flags, mode))
OPEN(openat64, (int at, const char *path, int flags, ...), (at, path, flags, mode))
WRAP(open, NULL, FILE *, fopen, (const char *path, const char *how), (path, how))
WRAP(open, NULL, FILE *, fopen64, (const char *path, const char *how), (path, how))
WRAP(open, -1, int, mkstemp, (char *path), (path))
WRAP(open, -1, int, mkstemp64, (char *path), (path))
WRAP(open, NULL, DIR *, opendir, (const char *path), (path))
WRAP(open, NULL, DIR *, fdopendir, (int fd), (fd))
/* What is cut is a file, not a folder. */
#define READDIR(type, name) \
	type *name(DIR *d) \
	{ \
		NEXT(name); \
		int error = board && board->error == FAULT_CUT ? 0 : fault(FAULT_read); \
		FAIL(error, NULL) \
		return real(d); \
	}
READDIR(struct dirent, readdir)
READDIR(struct dirent64, readdir64)

/* The descriptor is closed in any case, as on Linux. */
#define CLOSE(ask, type, name, what) \
	int name(type what) \
	{ \
		NEXT(name); \
		int error = ask(FAULT_close), status = real(what); \
		if (!error) \
			return status; \
		errno = error; \
		return -1; \
	}
CLOSE(fault, int, close, fd)
CLOSE(fault_stdio, FILE *, fclose, file)
CLOSE(fault, DIR *, closedir, dir)
int fflush(FILE *file)
{
	NEXT(fflush);
	int error = fault_stdio(FAULT_write);
	FAIL(error, EOF)
	return real(file);
}

WRAP(rename, -1, int, rename, (const char *from, const char *to), (from, to))
WRAP(rename, -1, int, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to))
WRAP(rename, -1, int, renameat2, (int a, const char *from, int b, const char *to, unsigned flags),
	(a, from, b, to, flags))
WRAP(rename, -1, int, link, (const char *from, const char *to), (from, to))
WRAP(rename, -1, int, linkat, (int a, const char *from, int b, const char *to, int flags),
	(a, from, b, to, flags))
WRAP(unlink, -1, int, unlink, (const char *path), (path))
WRAP(unlink, -1, int, unlinkat, (int at, const char *path, int flags), (at, path, flags))
WRAP(unlink, -1, int, rmdir, (const char *path), (path))
WRAP(stat, -1, int, stat, (const char *path, struct stat *st), (path, st))
WRAP(stat, -1, int, stat64, (const char *path, struct stat64 *st), (path, st))
WRAP(stat, -1, int, lstat, (const char *path, struct stat *st), (path, st))
WRAP(stat, -1, int, lstat64, (const char *path, struct stat64 *st), (path, st))
WRAP(stat, -1, int, fstat, (int fd, struct stat *st), (fd, st))
WRAP(stat, -1, int, fstat64, (int fd, struct stat64 *st), (fd, st))
WRAP(stat, -1, int, fstatat, (int at, const char *path, struct stat *st, int flags),
	(at, path, st, flags))
WRAP(stat, -1, int, fstatat64, (int at, const char *path, struct stat64 *st, int flags),
	(at, path, st, flags))
WRAP(stat, -1, int, access, (const char *path, int mode), (path, mode))
WRAP(stat, -1, ssize_t, readlink, (const char *path, char *to, size_t n), (path, to, n))
WRAP(seek, -1, off_t, lseek, (int fd, off_t at, int whence), (fd, at, whence))
WRAP(seek, -1, off64_t, lseek64, (int fd, off64_t at, int whence), (fd, at, whence))
WRAP(seek, -1, int, ftruncate, (int fd, off_t n), (fd, n))
WRAP(seek, -1, int, ftruncate64, (int fd, off64_t n), (fd, n))
WRAP(seek, -1, int, fsync, (int fd), (fd))
WRAP(folder, -1, int, mkdir, (const char *path, mode_t mode), (path, mode))
WRAP(folder, -1, int, mkdirat, (int at, const char *path, mode_t mode), (at, path, mode))
WRAP(folder, -1, int, symlink, (const char *to, const char *path), (to, path))
WRAP(folder, -1, int, symlinkat, (const char *to, int at, const char *path), (to, at, path))
WRAP(mode, -1, int, fchmod, (int fd, mode_t mode), (fd, mode))
WRAP(mode, -1, int, chmod, (const char *path, mode_t mode), (path, mode))
WRAP(mode, -1, int, fchown, (int fd, uid_t u, gid_t g), (fd, u, g))
WRAP(mode, -1, int, futimens, (int fd, const struct timespec t[2]), (fd, t))
WRAP(mode, -1, int, utimensat, (int at, const char *path, const struct timespec t[2], int flags),
	(at, path, t, flags))
WRAP(pipe, -1, int, pipe, (int fds[2]), (fds))
WRAP(pipe, -1, int, pipe2, (int fds[2], int flags), (fds, flags))
WRAP(pipe, -1, int, socketpair, (int a, int b, int c, int fds[2]), (a, b, c, fds))
WRAP(dup, -1, int, dup, (int fd), (fd))
WRAP(dup, -1, int, dup2, (int fd, int to), (fd, to))
WRAP(fork, -1, pid_t, fork, (void), ())
WRAP(wait, -1, pid_t, waitpid, (pid_t pid, int *status, int flags), (pid, status, flags))
WRAP(wait, -1, int, waitid, (idtype_t type, id_t id, siginfo_t *info, int flags),
	(type, id, info, flags))
WRAP(poll, -1, int, poll, (struct pollfd * fds, nfds_t n, int ms), (fds, n, ms))
WRAP(poll, -1, int, ppoll,
	(struct pollfd * fds, nfds_t n, const struct timespec *t, const sigset_t *set),
	(fds, n, t, set))
WRAP(lock, -1, int, lockf, (int fd, int what, off_t n), (fd, what, n))
WRAP(lock, -1, int, lockf64, (int fd, int what, off64_t n), (fd, what, n))
WRAP(lock, -1, int, flock, (int fd, int what), (fd, what))
WRAP(socket, -1, int, socket, (int a, int b, int c), (a, b, c))
WRAP(socket, -1, int, bind, (int fd, __CONST_SOCKADDR_ARG to, socklen_t n), (fd, to, n))
WRAP(socket, -1, int, listen, (int fd, int n), (fd, n))
WRAP(socket, -1, int, setsockopt, (int fd, int level, int name, const void *value, socklen_t n),
	(fd, level, name, value, n))
WRAP(socket, -1, int, getsockname, (int fd, __SOCKADDR_ARG to, socklen_t *n), (fd, to, n))
WRAP(accept, -1, int, accept, (int fd, __SOCKADDR_ARG from, socklen_t *n), (fd, from, n))
WRAP(accept, -1, int, accept4, (int fd, __SOCKADDR_ARG from, socklen_t *n, int flags),
	(fd, from, n, flags))
WRAP(map, MAP_FAILED, void *, mmap, (void *at, size_t n, int a, int b, int fd, off_t from),
	(at, n, a, b, fd, from))
WRAP(map, MAP_FAILED, void *, mmap64, (void *at, size_t n, int a, int b, int fd, off64_t from),
	(at, n, a, b, fd, from))
WRAP(map, MAP_FAILED, void *, sbrk, (intptr_t n), (n))

int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *), void *ctx)
{
	NEXT(pthread_create);
	int error = fault(FAULT_thread);
	return error ? error : real(thread, how, run, ctx);
}

static int control(const char *name, void **kept, int fd, int what, void *arg)
{
	int (*real)(int, int, ...);
	bool lock = what == F_SETLK || what == F_SETLKW,
	     dup = what == F_DUPFD || what == F_DUPFD_CLOEXEC;

	memcpy(&real, &(void *){next(name, kept)}, sizeof real);
	int error = lock ? fault(FAULT_lock) : dup ? fault(FAULT_dup) : 0;
	FAIL(error, -1)
	return real(fd, what, arg);
}
#define CONTROL(name) \
	int name(int fd, int what, ...) \
	{ \
		static void *kept; \
		va_list args; \
		va_start(args, what); \
		void *arg = va_arg(args, void *); \
		va_end(args); \
		return control(#name, &kept, fd, what, arg); \
	}
CONTROL(fcntl)
CONTROL(fcntl64)

/* A child is another process, though the program is the same until exec. */
static void disarm(void)
{
	atomic_store(&armed, false);
}

static bool wanted(const char *argv0)
{
	const char *program = getenv(FAULT_PROGRAM_ENV), *slash = strrchr(argv0, '/');

	return program && strcmp(program, slash ? slash + 1 : argv0) == 0;
}

static void arm(const char *argv0)
{
	const char *path = getenv(FAULT_BOARD_ENV);
	int fd = path && wanted(argv0) ? open(path, O_RDWR | O_CLOEXEC) : -1;

	if (fd < 0)
		return;
	void *p = mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (p == MAP_FAILED)
		abort();
	board = p;
	pthread_atfork(NULL, NULL, disarm);
	atomic_store(&armed, true);
}

static int (*main_behind)(int, char **, char **);

static int main_before(int argc, char **argv, char **envp)
{
	arm(argc ? argv[0] : "");
	return main_behind(argc, argv, envp);
}

/* What the start files call: here main can be had before any of it runs. */
extern int __libc_start_main(int (*)(int, char **, char **), int, char **, void (*)(void),
	void (*)(void), void (*)(void), void *);
int __libc_start_main(int (*run)(int, char **, char **), int argc, char **argv, void (*init)(void),
	void (*fini)(void), void (*end)(void), void *stack)
{
	NEXT(__libc_start_main);
	main_behind = run;
	return real(main_before, argc, argv, init, fini, end, stack);
}
