/* inject [OPTION...] NAME COMMAND [ARG...]: runs COMMAND in the current folder and counts the calls
 * of each kind that PROGRAM makes. Then runs COMMAND again for each of those calls, which fails
 * (preload.c). Each time the result must be the same as without a fault; or status 4 or 5, an error
 * line of the program, no temporary file, and every file as before or as without a fault. Prints
 * the wrong cases and, as the last line, "NAME: N injected, M wrong". Exit 1 if there are any, or
 * if COMMAND fails without a fault.
 *
 *   -l LIBRARY  the library to preload
 *   -p PROGRAM  name of the program that gets the faults
 *   -s MOST     at most so many calls of a kind and error, spread over all
 *   -1 FAULT    only KIND:N:ERROR, and show the run
 *   -a STATUS   another right status, with files of the same names and other contents
 *   -e STATUS   the status without a fault, if not 0
 *   -v          stdout differs from run to run
 *   -V          files differ from run to run
 *   -c COMMAND  shell command whose output is compared in place of stdout and files */
#define _DEFAULT_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "common/cleanup.h"
#include "common/mem.h"
#include "common/msg.h"
#include "common/proc.h"
#include "tests/faults/fault.h"
#include "tests/faults/tree.h"

enum { RUN_LIMIT_MS = 60000, ALLOWED_MAX = 4 };

static const struct {
	enum fault_kind kind;
	int error, on;
	const char *name;
} faults[] = {
	{FAULT_alloc, ENOMEM, 0, "ENOMEM"},
	{FAULT_alloc, ENOMEM, 1, "ENOMEM+"},
	{FAULT_map, ENOMEM, 0, "ENOMEM"},
	{FAULT_thread, EAGAIN, 0, "EAGAIN"},
	{FAULT_open, EMFILE, 0, "EMFILE"},
	{FAULT_open, EINTR, 0, "EINTR"},
	{FAULT_read, EIO, 0, "EIO"},
	{FAULT_read, EINTR, 0, "EINTR"},
	{FAULT_read, FAULT_SHORT, 0, "SHORT"},
	{FAULT_read, FAULT_CUT, 1, "CUT+"},
	{FAULT_write, ENOSPC, 0, "ENOSPC"},
	{FAULT_write, EINTR, 0, "EINTR"},
	{FAULT_write, FAULT_SHORT, 0, "SHORT"},
	{FAULT_close, EIO, 0, "EIO"},
	{FAULT_close, EINTR, 0, "EINTR"},
	{FAULT_rename, EIO, 0, "EIO"},
	{FAULT_unlink, EIO, 0, "EIO"},
	{FAULT_stat, EIO, 0, "EIO"},
	{FAULT_seek, EIO, 0, "EIO"},
	{FAULT_folder, ENOSPC, 0, "ENOSPC"},
	{FAULT_mode, EIO, 0, "EIO"},
	{FAULT_pipe, EMFILE, 0, "EMFILE"},
	{FAULT_dup, EMFILE, 0, "EMFILE"},
	{FAULT_fork, EAGAIN, 0, "EAGAIN"},
	{FAULT_wait, EINTR, 0, "EINTR"},
	{FAULT_poll, EINTR, 0, "EINTR"},
	{FAULT_poll, ENOMEM, 0, "ENOMEM"},
	{FAULT_lock, EINTR, 0, "EINTR"},
	{FAULT_lock, ENOLCK, 0, "ENOLCK"},
	{FAULT_socket, ENOBUFS, 0, "ENOBUFS"},
	{FAULT_accept, EINTR, 0, "EINTR"},
	{FAULT_accept, EMFILE, 0, "EMFILE"},
	{FAULT_accept, ECONNABORTED, 0, "ECONNABORTED"},
};
static const char *const kinds[] = {
#define X(kind) #kind,
	FAULT_KINDS(X)
#undef X
};

struct outcome {
	int status;
	struct strbuf out, err, checked;
	struct tree after;
	bool hung, orphan;
};

static struct options {
	const char *name, *library, *program, *only, *check;
	char **command;
	long most;
	int allowed[ALLOWED_MAX], n_allowed, expected;
	bool out_varies, files_vary;
} o;
static char board_path[] = "/tmp/snap-fault-XXXXXX";
static struct fault_board *board;
static struct tree before;
static struct outcome good;
static long calls[FAULT_COUNT]; /* without a fault */
static long injected, wrong;

static _Noreturn void give_up(const char *what)
{
	printf("# %s: %s: %s\n%s: 0 injected, 1 wrong\n", o.name, what, strerror(errno), o.name);
	exit(1);
}

static void open_board(void)
{
	int fd = mkstemp(board_path);

	if (fd < 0 || ftruncate(fd, sizeof *board) != 0)
		give_up(board_path);
	cleanup_add_file(board_path);
	void *p = mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (p == MAP_FAILED)
		give_up(board_path);
	board = p;
}

/* Whoever outlives the command is ours now. True: there was somebody. */
static bool reap_orphans(void)
{
	int64_t deadline = proc_clock_ms() + 5000;
	bool any = false;

	for (pid_t pid; (pid = waitpid(-1, NULL, WNOHANG)) >= 0;) {
		if (pid == 0) {
			if (proc_clock_ms() > deadline)
				return any;
			nanosleep(&(struct timespec){0, 2000000}, NULL);
			any = any || proc_clock_ms() > deadline - 2000;
		}
	}
	return any;
}

/* Where a command writes, and what it wrote. */
static int open_file(void)
{
	FILE *f = tmpfile();

	if (!f)
		give_up("tmpfile");
	return fileno(f); /* closed when we end */
}

static void take_file(int fd, struct strbuf *to)
{
	ssize_t n;

	lseek(fd, 0, SEEK_SET);
	while ((n = read(fd, strbuf_reserve(to, 1 << 16), 1 << 16)) > 0)
		to->len += (size_t)n;
	strbuf_add(to, "", 0);
	if (ftruncate(fd, 0) != 0)
		give_up("ftruncate");
	lseek(fd, 0, SEEK_SET);
}

/* Not by common/proc.h, whose guard is a child of ours: all that are left are to be the command's.
 * False: it does not end. */
static bool run_command(char *const argv[], struct strbuf *out, struct strbuf *err, int *status)
{
	static int files[2] = {-1, -1};
	sigset_t child;

	for (int i = 0; i < 2; i++)
		files[i] = files[i] < 0 ? open_file() : files[i];
	pid_t pid = fork();
	if (pid < 0)
		give_up("fork");
	if (pid == 0) {
		int null = open("/dev/null", O_RDONLY);

		for (int fd = 0; fd < 3; fd++)
			dup2(fd ? files[fd - 1] : null, fd);
		for (int fd = 3; fd < 32; fd++)
			close(fd);
		sigemptyset(&child);
		sigprocmask(SIG_SETMASK, &child, NULL);
		setpgid(0, 0);
		execvp(argv[0], argv);
		_exit(127);
	}
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	int64_t deadline = proc_clock_ms() + RUN_LIMIT_MS;
	bool ended;
	while (!(ended = waitpid(pid, status, WNOHANG) == pid) && proc_clock_ms() < deadline)
		sigtimedwait(&child, NULL, &(struct timespec){1, 0});
	if (!ended) {
		kill(-pid, SIGKILL);
		waitpid(pid, status, 0);
	}
	take_file(files[0], out);
	take_file(files[1], err);
	return ended;
}

static void run_check(struct strbuf *to)
{
	char *argv[] = {"sh", "-c", (char *)(uintptr_t)o.check, NULL};
	int status = 0;

	run_command(argv, to, to, &status);
	strbuf_addf(to, "status %d\n", status);
}

static void run(struct outcome *r, int kind, int error, int on, long at)
{
	*board = (struct fault_board){.armed = kind, .error = error, .on = on, .at = at};
	setenv("LD_PRELOAD", o.library, 1);
	r->hung = !run_command(o.command, &r->out, &r->err, &r->status);
	unsetenv("LD_PRELOAD");
	r->orphan = reap_orphans();
	if (o.check && r->status == good.status)
		run_check(&r->checked);
	tree_take(&r->after);
}

/* Of files that vary: the result is there, as whole as ever. */
static bool checks_well(const struct outcome *r)
{
	struct strbuf now = {0};

	if (!o.check || r->status == good.status)
		return false;
	run_check(&now);
	bool same = str_eq(strbuf_str(&now), strbuf_str(&good.checked));
	strbuf_free(&now);
	return same;
}

static void outcome_free(struct outcome *r)
{
	strbuf_free(&r->out);
	strbuf_free(&r->err);
	strbuf_free(&r->checked);
	tree_free(&r->after);
}

static bool same_text(const struct strbuf *a, const struct strbuf *b)
{
	return str_eq(strbuf_str(a), strbuf_str(b));
}

static bool same_files(const struct tree *a, const struct tree *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++) {
		const struct entry *x = &a->entries[i], *y = &b->entries[i];

		if (strcmp(x->path, y->path) != 0 || (!o.files_vary && !tree_equal(x, y)))
			return false;
	}
	return true;
}

/* As if nothing had happened. */
static bool same_as_good(const struct outcome *r)
{
	return r->status == good.status && (o.out_varies || same_text(&r->out, &good.out)) &&
		same_text(&r->checked, &good.checked) && same_files(&r->after, &good.after);
}

static bool further_status(int status)
{
	for (int i = 0; i < o.n_allowed; i++)
		if (WIFEXITED(status) && WEXITSTATUS(status) == o.allowed[i])
			return true;
	return false;
}

/* What a failed run did to the files that it must not; NULL: nothing. */
static const char *touched(const struct outcome *r)
{
	static char text[400];

	for (size_t i = 0; i < r->after.count; i++) {
		const struct entry *e = &r->after.entries[i], *was = tree_find(&before, e->path),
				   *will = tree_find(&good.after, e->path);
		bool as_was = was && tree_equal(e, was),
		     as_will = will && (tree_equal(e, will) || (o.files_vary && !was));

		if (as_was || as_will ||
			((was || will) &&
				(S_ISDIR(e->mode) || further_status(r->status) || checks_well(r))))
			continue;
		snprintf(text, sizeof text, "%s %s",
			was || will ? "neither old nor new:" : "left behind:", e->path);
		return text;
	}
	for (size_t i = 0; i < before.count; i++)
		if (!tree_find(&r->after, before.entries[i].path)) {
			snprintf(text, sizeof text, "gone: %s", before.entries[i].path);
			return text;
		}
	return NULL;
}

static bool says_so(const struct outcome *r)
{
	char start[64];

	snprintf(start, sizeof start, "%s: ", o.program);
	const char *line = r->err.s ? r->err.s : "";
	while (line && strncmp(line, start, strlen(start)) != 0) {
		line = strchr(line, '\n');
		line += line != NULL;
	}
	return line != NULL;
}

static bool status_allowed(int status, int error)
{
	if (!WIFEXITED(status))
		return false;
	bool ok = WEXITSTATUS(status) == SNAP_SYSTEM || WEXITSTATUS(status) == SNAP_LIMIT ||
		(error == FAULT_CUT && WEXITSTATUS(status) == SNAP_INPUT);
	return ok || further_status(status);
}

/* NULL: all is well. */
static const char *judge(const struct outcome *r, enum fault_kind kind, int error)
{
	static char text[128];
	const char *files =
		kind == FAULT_unlink ? NULL : touched(r); /* what cannot be removed stays */

	if (r->hung)
		return "it hangs";
	if (r->orphan)
		return "it leaves a process behind";
	if (same_as_good(r))
		return NULL;
	if (error == EINTR || error == FAULT_SHORT)
		return "this is no reason to fail, or to do another thing";
	if (r->status == good.status &&
		!(WIFEXITED(r->status) && WEXITSTATUS(r->status) == SNAP_SYSTEM) &&
		kind != FAULT_unlink)
		return files ? files : "it says that all is well, but the result differs";
	if (!status_allowed(r->status, error) &&
		!(kind == FAULT_unlink && r->status == good.status))
		return proc_status_text(r->status, text, sizeof text);
	if (files)
		return files;
	return says_so(r) || r->status == good.status ? NULL : "it does not say a word";
}

static void show_lines(const char *what, const struct strbuf *text, size_t most)
{
	const char *p = text->s ? text->s : "";

	for (size_t n; *p && most; p += n + (p[n] != 0), most--)
		printf("#   %s: %.*s\n", what, (int)((n = strcspn(p, "\n")) < 200 ? n : 200), p);
}

static void try_one(size_t f, long at)
{
	struct outcome r = {0};

	run(&r, (int)faults[f].kind, faults[f].error, faults[f].on, at);
	bool hit = board->hits != 0;
	const char *why = judge(&r, faults[f].kind, hit ? faults[f].error : 0);
	if (!tree_restore(&before, &r.after))
		give_up("the folder cannot be put back");
	injected += hit;
	if (why) {
		wrong++;
		printf("# %s %s:%ld:%s: %s\n", o.name, kinds[faults[f].kind], at, faults[f].name,
			why);
	}
	if (why || o.only)
		show_lines("stderr", &r.err, o.only ? 50 : 3);
	if (o.only)
		show_lines("stdout", &r.out, 20);
	fflush(stdout);
	outcome_free(&r);
}

static void try_all(void)
{
	for (size_t f = 0; f < sizeof faults / sizeof *faults; f++) {
		long count = calls[faults[f].kind],
		     tries = o.most && o.most < count ? o.most : count;

		for (long i = 0; i < tries; i++)
			try_one(f,
				tries == count ? i + 1
					       : 1 + i * (count - 1) / (tries > 1 ? tries - 1 : 1));
	}
}

static void try_only(void)
{
	char kind[16], error[16];
	long at = 0;

	if (sscanf(o.only, "%15[a-z]:%ld:%15s", kind, &at, error) != 3)
		give_up(o.only);
	for (size_t f = 0; f < sizeof faults / sizeof *faults; f++)
		if (strcmp(kinds[faults[f].kind], kind) == 0 && strcmp(faults[f].name, error) == 0)
			try_one(f, at);
}

static void parse(int argc, char **argv)
{
	for (int c; (c = getopt(argc, argv, "+l:p:s:1:a:e:c:vV")) != -1;)
		switch (c) {
		case 'l': o.library = optarg; break;
		case 'p': o.program = optarg; break;
		case 's': o.most = atol(optarg); break;
		case '1': o.only = optarg; break;
		case 'a': o.allowed[o.n_allowed++ % ALLOWED_MAX] = atoi(optarg); break;
		case 'e': o.expected = atoi(optarg); break;
		case 'c': o.check = optarg; break;
		case 'v': o.out_varies = true; break;
		case 'V': o.files_vary = true; break;
		default: exit(SNAP_USAGE);
		}
	if (argc - optind < 2 || !o.library || !o.program)
		exit(SNAP_USAGE);
	o.name = argv[optind];
	o.command = argv + optind + 1;
}

int main(int argc, char **argv)
{
	msg_init("inject", false);
	parse(argc, argv);
	cleanup_install();
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	sigset_t child;
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_BLOCK, &child, NULL);
	open_board();
	setenv(FAULT_BOARD_ENV, board_path, 1);
	setenv(FAULT_PROGRAM_ENV, o.program, 1);
	tree_take(&before);
	good.status = -1; /* not known yet: no check */
	struct outcome first = {0};
	run(&first, -1, 0, 0, 0);
	good = first;
	if (o.check)
		run_check(&good.checked);
	if (!tree_restore(&before, &good.after))
		give_up("the folder cannot be put back");
	long total = 0;
	for (int k = 0; k < FAULT_COUNT; k++)
		total += calls[k] = board->calls[k];
	bool as_expected = WIFEXITED(good.status) && WEXITSTATUS(good.status) == o.expected &&
		!good.hung && !good.orphan;
	if (!total || !as_expected) {
		show_lines("stderr", &good.err, 20);
		printf("#   status: %d\n", good.status);
		give_up(total ? "it fails without a fault" : "no call was counted");
	}
	if (o.only)
		try_only();
	else
		try_all();
	printf("%s: %ld injected, %ld wrong\n", o.name, injected, wrong);
	return wrong != 0;
}
