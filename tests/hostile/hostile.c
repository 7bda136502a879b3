#define _DEFAULT_SOURCE 1 /* MAP_ANONYMOUS */
#include "tests/hostile/hostile.h"
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "common/input.h"
#include "common/json.h"
#include "common/zipwrite.h"
#include "tests/hostile/cases.h"
#include "tests/hostile/mutate.h"
#include "tests/hostile/values.h"

/* Of the processor's time, since others may be at work. The other one is for a program that sleeps.
 */
enum {
	LIMIT_SECONDS = 20,
	LIMIT_WAITING = 1800,
	TOLD_MOST = 20,
	MUTANTS_A_CHILD = 50,
	NOT_MADE = 98,
	ALL_DONE = 97
};

/* What outlives a child that dies. */
struct shared {
	int mutant, turn; /* the run that is under way; turn counts those of the mutant */
	int mutants, runs, wrong, status[SNAP_LIMIT + 1];
};

struct run {
	const struct hostile *hostile;
	struct cases cases;
	const char *self; /* argv[0] */
	uint64_t random_seed;
	FILE *in, *zip, *out, *err;
	const char *path, *donor;
	uint64_t seed;
	struct strbuf snapshot, other, mutant, name, got, said;
	int standard[3]; /* this process's own, while a program has its place */
	struct shared *shared;
};

/* In place of what programs call at their end and, for speed, at their start. */
int hostile_close(int status);
void hostile_heap(void);

int hostile_close(int status)
{
	return fflush(stdout) ? SNAP_SYSTEM : status;
}

void hostile_heap(void) {}

static bool put(FILE *f, const void *bytes, size_t n)
{
	return fflush(f) == 0 && ftruncate(fileno(f), 0) == 0 &&
		lseek(fileno(f), 0, SEEK_SET) == 0 && write(fileno(f), bytes, n) == (ssize_t)n;
}

static void get(FILE *f, struct strbuf *text)
{
	strbuf_clear(text);
	lseek(fileno(f), 0, SEEK_SET);
	for (ssize_t n = 1; n > 0;) {
		n = read(fileno(f), strbuf_reserve(text, 1 << 16), 1 << 16);
		text->len += n > 0 ? (size_t)n : 0;
	}
	strbuf_reserve(text, JSON_PADDING);
}

static bool zip_sink(void *ctx, const void *bytes, size_t n, struct error *e)
{
	(void)e;
	strbuf_add(ctx, bytes, n);
	return true;
}

static bool put_zip(FILE *f, struct str text)
{
	struct strbuf packed = {0};
	struct error e = {0};
	struct zipwrite *z = zipwrite_new(1, zip_sink, &packed);
	bool good = zipwrite_add(z, text.p, text.n, &e) && zipwrite_end(z, &e) &&
		put(f, packed.s, packed.len);

	zipwrite_free(z);
	strbuf_free(&packed);
	return good;
}

/* ---- one run ---- */

/* The options in place behind the program's name; returns how many arguments there are. */
static int arguments(const struct run *r, const struct way *way, const char *argv[16])
{
	int n = 0;

	argv[n++] = r->hostile->program;
	for (int i = 0; i < 14 && way->option[i]; i++)
		argv[n++] = strcmp(way->option[i], "NAME") == 0 ? r->name.s
			: strcmp(way->option[i], "CASE") == 0   ? r->path
								: way->option[i];
	argv[n] = NULL;
	return n;
}

static const char *ending(int status, char text[64])
{
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
		return "more than 20 s";
	if (WIFSIGNALED(status))
		snprintf(text, 64, "signal %d", WTERMSIG(status));
	else
		snprintf(text, 64, "status %d", WEXITSTATUS(status));
	return text;
}

static bool is_json(struct str text)
{
	struct json *r = json_over_memory(text.p, text.n);
	bool good = json_skip(r) && json_finish(r);

	json_free(r);
	return good;
}

static const char *wrong_lines(struct str text)
{
	while (text.n) {
		const char *end = memchr(text.p, '\n', text.n);

		if (!end)
			return "a line without an end";
		if (!is_json((struct str){text.p, (size_t)(end - text.p)}))
			return "a line that is not JSON";
		text = (struct str){end + 1, text.n - (size_t)(end + 1 - text.p)};
	}
	return NULL;
}

/* Two or three bytes of UTF-8 are all that matters: C1, and marks that turn the direction of
 * writing. */
static bool steers(const unsigned char *p, size_t n)
{
	if (p[0] < 0x20 || p[0] == 0x7f)
		return p[0] != '\n';
	if (p[0] < 0x80 || n < 3)
		return false;
	return (p[0] == 0xc2 && p[1] < 0xa0) || (p[0] == 0xd8 && p[1] == 0x9c) ||
		(p[0] == 0xe2 && p[1] == 0x80 &&
			(p[2] == 0x8e || p[2] == 0x8f || (p[2] >= 0xaa && p[2] <= 0xae))) ||
		(p[0] == 0xe2 && p[1] == 0x81 && p[2] >= 0xa6 && p[2] <= 0xa9);
}

static const char *wrong_text(struct str text)
{
	for (size_t i = 0; i < text.n; i++)
		if (steers((const unsigned char *)text.p + i, text.n - i))
			return "text that steers a terminal";
	return NULL;
}

static const char *wrong_zip(const struct run *r)
{
	struct error e = {0};
	struct str text = {0};

	lseek(fileno(r->out), 0, SEEK_SET);
	struct input *in = input_open_fd(fileno(r->out), "ZIP", NULL, &e);
	bool good = in && input_read_all(in, &text, &e) && str_eq(text, strbuf_str(&r->mutant));
	input_close(in);
	return good ? NULL : "the ZIP does not hold the mutant";
}

static const char *wrong_output(struct run *r, const struct way *way, bool done)
{
	struct str text = strbuf_str(&r->got);

	if (way->output == OUT_LINES)
		return wrong_lines(text);
	if (way->output == OUT_TEXT)
		return wrong_text(text);
	if (!done)
		return NULL;
	if (way->output == OUT_ZIP)
		return wrong_zip(r);
	if (way->output == OUT_JSON)
		return is_json(text) ? NULL : "not one JSON value";
	if (way->output == OUT_SAME)
		return str_eq(text, strbuf_str(&r->mutant)) ? NULL : "not the mutant";
	return NULL;
}

/* Each line begins with the program's name: what does not is a sanitizer's or the C library's. */
static const char *wrong_messages(const struct run *r)
{
	const char *at = r->said.len ? r->said.s : NULL;
	size_t n = strlen(r->hostile->program);

	for (; at && *at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
		if (strncmp(at, r->hostile->program, n) != 0)
			return "messages that are not the program's";
	return wrong_text(strbuf_str(&r->said));
}

static void tell(struct run *r, const struct way *way, const char *what)
{
	const char *argv[16];
	int n = arguments(r, way, argv);
	char folder[4096];

	if (r->shared->wrong++ >= TOLD_MOST)
		return;
	snprintf(folder, sizeof folder, "%.*s",
		(int)(strrchr(r->self, '/') ? strrchr(r->self, '/') - r->self : 0), r->self);
	printf("# %s: %s\n#   %s/mutant %s %s %llu%s | %s/../%s", r->hostile->program, what, folder,
		r->path, r->donor, (unsigned long long)r->seed, way->zip ? " | snap-zip" : "",
		folder, argv[0]);
	for (int i = 1; i < n; i++)
		printf(" '%s'", argv[i]);
	printf("\n");
	for (const char *line = r->said.len ? strtok(r->said.s, "\n") : NULL; line;
		line = strtok(NULL, "\n"))
		printf("#   | %.300s\n", line);
	fflush(stdout);
}

/* A mutant may have lost the object of that name: a usage error, then. */
static bool may_end_so(struct run *r, const struct way *way, int status)
{
	bool named = strcmp(way->option[0] ? way->option[0] : "", "--explain") == 0;
	int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;

	if (code < 0 || code > SNAP_LIMIT || code == SNAP_SYSTEM || (code == SNAP_USAGE && !named))
		return false;
	r->shared->status[code]++;
	return true;
}

/* Of the run that is over, with its outputs in their files; status as waitpid has it. */
static void judge(struct run *r, const struct way *way, int status)
{
	char text[64];
	const char *what = NULL;

	get(r->out, &r->got);
	get(r->err, &r->said);
	if (!may_end_so(r, way, status))
		what = ending(status, text);
	if (!what)
		what = wrong_messages(r);
	if (!what)
		what = wrong_output(r, way, WEXITSTATUS(status) <= SNAP_NO);
	if (what)
		tell(r, way, what);
	r->shared->runs++;
}

/* The processor's time counts from the start of the process. */
static void limit_time(void)
{
	struct rusage used;

	getrusage(RUSAGE_SELF, &used);
	setrlimit(RLIMIT_CPU,
		&(struct rlimit){
			(rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + LIMIT_SECONDS + 1,
			RLIM_INFINITY});
	alarm(LIMIT_WAITING);
}

static void exchange(int to[3], const int from[3])
{
	for (int i = 0; i < 3; i++) {
		if (to)
			to[i] = dup(i);
		if (dup2(from[i], i) < 0)
			_exit(99);
	}
}

/* Inside the child, which dies if the program does. */
static void run_one(struct run *r, const struct way *way)
{
	FILE *in = way->zip ? r->zip : r->in;
	const char *argv[16];
	int n = arguments(r, way, argv);

	put(r->out, "", 0);
	put(r->err, "", 0);
	lseek(fileno(in), 0, SEEK_SET);
	fflush(stdout);
	exchange(r->standard, (const int[]){fileno(in), fileno(r->out), fileno(r->err)});
	limit_time();
	optind = 0; /* getopt starts again */
	/* The program only permutes its arguments; main has no const. */
	int code = r->hostile->main(n, (char **)(uintptr_t)argv);
	fflush(stdout);
	exchange(NULL, r->standard);
	for (int i = 0; i < 3; i++)
		close(r->standard[i]);
	judge(r, way, code << 8);
}

/* ---- mutants ---- */

/* The name of an object in the snapshot, as it was before it was changed. */
static void pick_name(struct run *r, uint64_t *random)
{
	const char *at = r->snapshot.s, *found = NULL;
	int n = 0;

	while ((at = strstr(at, "{\"name\":\"")) != NULL) {
		bool object = at - r->snapshot.s > 11 && memcmp(at - 11, "\"metadata\":", 11) == 0;

		at += 9;
		if (object && *at != '"' && random_below(random, ++n) == 0)
			found = at;
	}
	strbuf_clear(&r->name);
	strbuf_add(&r->name, found ? found : "none", found ? strcspn(found, "\"\\") : 4);
}

static bool make_mutant(struct run *r, int number)
{
	struct error e = {0};
	uint64_t random = r->random_seed * 1000003 + (uint64_t)number;

	r->path = r->cases.path[random_below(&random, r->cases.n)];
	r->donor = r->cases.path[random_below(&random, r->cases.n)];
	r->seed = next_random(&random) >> 32;
	strbuf_clear(&r->snapshot);
	strbuf_clear(&r->other);
	strbuf_clear(&r->mutant);
	bool good = case_read(r->path, &r->snapshot, &e) && case_read(r->donor, &r->other, &e) &&
		mutate(strbuf_str(&r->snapshot), strbuf_str(&r->other), r->seed, &r->mutant, &e) &&
		put(r->in, r->mutant.s, r->mutant.len) && put_zip(r->zip, strbuf_str(&r->mutant));
	if (good)
		pick_name(r, &random);
	else
		printf("# mutant %d of %s and %s: %s: %s\n", number, r->path, r->donor, e.what,
			e.why);
	return good;
}

static int turns(const struct hostile *h)
{
	return h->n_ways < 3 ? h->n_ways : 3;
}

static const struct way *way_of(const struct hostile *h, int mutant, int turn)
{
	return &h->ways[turn == 0 ? 0 : 1 + (2 * mutant + turn) % (h->n_ways - 1)];
}

/* From the run that is next, for some mutants: programs that are called again and again keep a
 * little memory each time. */
static _Noreturn void child(struct run *r, int last)
{
	struct shared *s = r->shared;

	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	for (int n = 0; n < MUTANTS_A_CHILD && s->mutant <= last; n++) {
		if (!make_mutant(r, s->mutant))
			exit(NOT_MADE);
		for (; s->turn < turns(r->hostile); s->turn++)
			run_one(r, way_of(r->hostile, s->mutant, s->turn));
		s->turn = 0;
		s->mutant++;
		s->mutants++;
	}
	fflush(stdout);
	_exit(ALL_DONE);
}

/* False: no mutants can be made. */
static bool run_child(struct run *r, int last)
{
	struct shared *s = r->shared;
	int status = 0;

	fflush(stdout);
	pid_t pid = fork();
	if (pid == 0)
		child(r, last);
	if (pid < 0 || waitpid(pid, &status, 0) != pid ||
		(WIFEXITED(status) && WEXITSTATUS(status) == NOT_MADE))
		return false;
	if (WIFEXITED(status) && WEXITSTATUS(status) == ALL_DONE)
		return true;
	if (!make_mutant(r, s->mutant))
		return false;
	judge(r, way_of(r->hostile, s->mutant, s->turn), status);
	s->turn++;
	return true;
}

static void run_free(struct run *r)
{
	struct strbuf *texts[] = {&r->snapshot, &r->other, &r->mutant, &r->name, &r->got, &r->said};
	FILE *files[] = {r->in, r->zip, r->out, r->err};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		strbuf_free(texts[i]);
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (files[i])
			fclose(files[i]);
	cases_free(&r->cases);
}

int hostile_main(const struct hostile *h, int argc, char **argv)
{
	struct run r = {.hostile = h,
		.self = argv[0],
		.in = tmpfile(),
		.zip = tmpfile(),
		.out = tmpfile(),
		.err = tmpfile()};
	int first, last;
	bool good = argc >= 4 && sscanf(argv[2], "%d-%d", &first, &last) == 2 && r.in && r.zip &&
		r.out && r.err;

	for (int i = 3; i < argc; i++)
		cases_find(&r.cases, argv[i]);
	struct shared *s = r.shared =
		mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (!good || !r.cases.n || s == MAP_FAILED) {
		fprintf(stderr, "usage: %s SEED FIRST-LAST FOLDER... (folders of recorded cases)\n",
			argv[0]);
		run_free(&r);
		return SNAP_USAGE;
	}
	r.random_seed = strtoull(argv[1], NULL, 10);
	printf("1..1\n");
	for (s->mutant = first; good && s->mutant <= last;)
		good = run_child(&r, last);
	good = good && !s->wrong;
	printf("# status 0: %d, 1: %d, 2: %d, 3: %d, 5: %d\n", s->status[0], s->status[1],
		s->status[2], s->status[3], s->status[5]);
	printf("%s 1 - %s: %d mutants of %d cases, %d runs, %d wrong\n", good ? "ok" : "not ok",
		h->program, s->mutants, r.cases.n, s->runs, s->wrong);
	run_free(&r);
	return !good;
}
