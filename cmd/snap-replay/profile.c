/* The format is that of the CPU profiles of gperftools: words of the machine, for each stack how
 * often it was met, its depth and its addresses, the innermost first; then the maps of the process,
 * by which a reader finds the programs and their symbols. */
#include "profile.h"
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>
#include <unwind.h>
#include "common/deadline.h"
#include "common/fd.h"
#include "common/mem.h"
#include "common/output.h"
#include "common/temporary.h"

enum { DEPTH = 62, STACKS = 8192, PROBES = 32, PERIOD_US = 10000 };

/* A record of the file. */
struct stack {
	uintptr_t count, depth, pc[DEPTH];
};

static struct stack *stacks; /* a hash table; count 0: free */
static atomic_flag busy = ATOMIC_FLAG_INIT;
static _Atomic long missed;
static struct output *file; /* NULL: no profile */

struct walk {
	struct stack *to;
	bool interrupted; /* past the handler, in what it interrupted */
};

static _Unwind_Reason_Code frame(struct _Unwind_Context *context, void *arg)
{
	struct walk *w = arg;
	int exact = 0; /* the address is that of an instruction that a signal interrupted */
	uintptr_t pc = _Unwind_GetIPInfo(context, &exact);

	w->interrupted = w->interrupted || exact;
	if (w->interrupted && pc)
		w->to->pc[w->to->depth++] = pc;
	return w->to->depth == DEPTH ? _URC_END_OF_STACK : _URC_NO_REASON;
}

static bool same(const struct stack *a, const struct stack *b)
{
	return a->depth == b->depth && !memcmp(a->pc, b->pc, a->depth * sizeof *a->pc);
}

static bool count(const struct stack *met)
{
	uint64_t hash = met->depth;

	for (size_t i = 0; i < met->depth; i++)
		hash = (hash ^ met->pc[i]) * 0x9e3779b97f4a7c15;
	for (size_t i = 0; i < PROBES; i++) {
		struct stack *s = &stacks[((hash >> 32) + i) % STACKS];

		if (s->count && !same(s, met))
			continue;
		if (!s->count)
			*s = *met;
		s->count++;
		return true;
	}
	return false;
}

static void on_tick(int sig)
{
	struct stack met = {0};
	struct walk w = {.to = &met};

	(void)sig;
	_Unwind_Backtrace(frame, &w);
	if (!met.depth || atomic_flag_test_and_set(&busy)) {
		missed++;
		return;
	}
	missed += !count(&met);
	atomic_flag_clear(&busy);
}

static void set_timer(suseconds_t us)
{
	struct itimerval every = {{0, us}, {0, us}};

	setitimer(ITIMER_PROF, &every, NULL);
}

static bool write_words(const uintptr_t *words, size_t n)
{
	return write_all(output_fd(file), (struct str){(const char *)words, n * sizeof *words});
}

static bool write_maps(void)
{
	char buf[4096];
	ssize_t n;
	bool ok = true;
	int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);

	if (maps < 0)
		return false;
	while (ok && (n = read(maps, buf, sizeof buf)) > 0)
		ok = write_all(output_fd(file), (struct str){buf, (size_t)n});
	close(maps);
	return ok;
}

/* Async-signal-safe. */
static bool write_file(void)
{
	static const uintptr_t head[] = {0, 3, 0, PERIOD_US, 0}, end[] = {0, 1, 0};
	bool ok = write_words(head, sizeof head / sizeof *head);

	for (size_t i = 0; ok && i < STACKS; i++)
		if (stacks[i].count)
			ok = write_words(&stacks[i].count, 2 + stacks[i].depth);
	return ok && write_words(end, sizeof end / sizeof *end) && write_maps();
}

static void stop(void)
{
	set_timer(0);
	signal(SIGPROF, SIG_IGN);
}

/* The time is over: what it went to is worth having then. */
static void at_deadline(void)
{
	stop();
	if (write_file())
		output_commit_now(file);
}

bool profile_start(const char *path, struct error *e)
{
	struct sigaction act = {.sa_handler = on_tick, .sa_flags = SA_RESTART};
	struct stack first = {0};

	if (!path)
		return true;
	file = output_open(path, e);
	if (!file)
		return false;
	stacks = xcalloc(STACKS, sizeof *stacks);
	/* The unwinder prepares itself when it is first used. */
	_Unwind_Backtrace(frame, &(struct walk){.to = &first});
	sigfillset(&act.sa_mask);
	sigaction(SIGPROF, &act, NULL);
	deadline_at_end(at_deadline);
	set_timer(PERIOD_US);
	return true;
}

bool profile_end(bool keep, struct error *e)
{
	struct output *done = file;

	if (!done)
		return true;
	stop();
	deadline_at_end(NULL);
	bool ok = !keep || write_file() || error_errno(e, "cannot write the profile");
	file = NULL;
	free(stacks);
	if (missed)
		msg_warn(NULL, "--cpuprofile: %ld samples are missing", (long)missed);
	if (keep && ok)
		return output_commit(done, e);
	output_abort(done);
	return ok;
}
