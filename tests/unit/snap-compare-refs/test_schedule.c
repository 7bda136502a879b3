/* What runs at once: jobs, memory, and replays that wait for their builds. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "cmd/snap-compare-refs/memory.h"
#include "cmd/snap-compare-refs/schedule.h"
#include "tests/unit/tap.h"

enum { N = 12, PAUSE_NS = 2000000 };

static struct {
	pthread_mutex_t lock;
	size_t now, most, done, order[N];
	uint64_t bytes, most_bytes;
	bool built[N], early, alone_broken;
	size_t fails; /* index of the replay that fails; SIZE_MAX: none */
} seen;
static struct schedule_item builds[N], replays[N];

static uint64_t bytes_of(bool build, size_t i)
{
	return build ? builds[i].bytes : replays[i].bytes;
}

static bool run(void *to, bool build, size_t i, struct error *e)
{
	struct schedule *s = to;

	pthread_mutex_lock(&seen.lock);
	seen.now++;
	seen.bytes += bytes_of(build, i);
	seen.most = seen.now > seen.most ? seen.now : seen.most;
	seen.most_bytes = seen.bytes > seen.most_bytes ? seen.bytes : seen.most_bytes;
	seen.alone_broken = seen.alone_broken || (seen.now > 1 && seen.bytes > s->memory);
	if (!build && replays[i].after < s->n_builds && !seen.built[replays[i].after])
		seen.early = true;
	pthread_mutex_unlock(&seen.lock);
	nanosleep(&(struct timespec){0, PAUSE_NS}, NULL);
	pthread_mutex_lock(&seen.lock);
	seen.now--;
	seen.bytes -= bytes_of(build, i);
	if (build)
		seen.built[i] = true;
	else
		seen.order[seen.done++] = i;
	pthread_mutex_unlock(&seen.lock);
	return build || i != seen.fails || error_set(e, SNAP_SYSTEM, "failed", "%s", "");
}

static bool tick(void *to, struct error *e)
{
	(void)to;
	(void)e;
	return true;
}

static bool tick_stops(void *to, struct error *e)
{
	(void)to;
	(void)e;
	return false;
}

/* n_builds builds, and N replays of which the i-th waits for build i % n_builds. */
static struct schedule make(size_t n_builds, size_t jobs, uint64_t memory)
{
	static struct schedule s;

	memset(&seen, 0, sizeof seen);
	pthread_mutex_init(&seen.lock, NULL);
	seen.fails = SIZE_MAX;
	for (size_t i = 0; i < N; i++) {
		builds[i] = (struct schedule_item){.ready = true, .bytes = 1};
		replays[i] = (struct schedule_item){.ready = n_builds == 0,
			.after = n_builds ? i % n_builds : SIZE_MAX,
			.bytes = 1};
	}
	s = (struct schedule){.builds = builds,
		.replays = replays,
		.n_builds = n_builds,
		.n_replays = N,
		.jobs = jobs,
		.memory = memory,
		.run = run,
		.tick = tick};
	return s;
}

static enum schedule_end go(struct schedule *s)
{
	struct error e = {0};

	s->to = s;
	return schedule_all(s, &e);
}

static void test_one(void)
{
	struct schedule s = make(0, 1, 1000);
	bool in_order = true;

	ok(go(&s) == SCHEDULE_DONE && seen.done == N && seen.most == 1, "one job: one at a time");
	for (size_t i = 0; i < N; i++)
		in_order = in_order && seen.order[i] == i;
	ok(in_order, "one job: in order");
	s = make(3, 1, 1000);
	ok(go(&s) == SCHEDULE_DONE && seen.done == N && !seen.early, "one job: builds before");
	ok(seen.order[0] == 0 && seen.order[1] == 3, "one job: what is built is replayed first");
}

static void test_many(void)
{
	struct schedule s = make(4, 4, 1000);

	ok(go(&s) == SCHEDULE_DONE && seen.done == N, "all are done");
	ok(seen.most > 1 && seen.most <= 4, "up to four at once: %zu", seen.most);
	ok(!seen.early, "no replay before its build");
}

static void test_memory(void)
{
	struct schedule s = make(0, 8, 100);

	for (size_t i = 0; i < N; i++)
		replays[i].bytes = 40;
	ok(go(&s) == SCHEDULE_DONE && seen.done == N && seen.most_bytes <= 80,
		"two fit, not three");
	s = make(2, 8, 100);
	replays[5].bytes = 100000;
	builds[1].bytes = 100000;
	ok(go(&s) == SCHEDULE_DONE && seen.done == N && !seen.alone_broken,
		"what never fits runs alone");
}

/* In a child: threads may be at work still when schedule_all has returned. Returns the child's
 * answer. */
static int in_child(int (*test)(void))
{
	int status = 0;
	pid_t pid = fork();

	if (pid == 0)
		_exit(test());
	while (pid > 0 && waitpid(pid, &status, 0) < 0) {
	}
	return pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int fails(void)
{
	struct schedule s = make(0, 2, 1000);

	seen.fails = 1;
	if (go(&s) != SCHEDULE_FAILED)
		return 1;
	nanosleep(&(struct timespec){0, 10 * PAUSE_NS}, NULL);
	pthread_mutex_lock(&seen.lock);
	return seen.done < N ? 0 : 2;
}

static int stops(void)
{
	struct schedule s = make(0, 2, 1000);

	s.tick = tick_stops;
	return go(&s) == SCHEDULE_STOPPED ? 0 : 1;
}

static void test_end(void)
{
	ok(in_child(fails) == 0, "a failure ends it, and nothing else is begun");
	ok(in_child(stops) == 0, "tick stops it");
}

static void test_needs(void)
{
	const struct ref tool = {.kind = REF_TOOL}, git = {.kind = REF_GIT},
			 native = {.kind = REF_NATIVE};
	char path[] = "/tmp/meminfo-XXXXXX";
	int fd = mkstemp(path);
	FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;

	if (f) {
		fputs("MemTotal: 100 kB\nMemFree: 1 kB\nMemAvailable:   12345 kB\n", f);
		fclose(f);
	}
	ok(memory_in(path) == (uint64_t)12345 * 1024, "MemAvailable");
	remove(path);
	ok(memory_in(path) == UINT64_MAX, "no such file: unknown");
	ok(memory_available() > 0, "this machine has some");
	ok(memory_of_replay(&tool, 1000) == 20000 && memory_of_replay(&git, 1000) == 20000,
		"a tool needs 20 times the JSON");
	ok(memory_of_replay(&native, 1000) < 20000, "the engine less");
	ok(memory_of_replay(&tool, UINT64_MAX / 2) == UINT64_MAX, "no overflow");
	ok(memory_of_json("no such file") == 0, "no file");
}

int main(void)
{
	test_one();
	test_many();
	test_memory();
	test_end();
	test_needs();
	return tap_end();
}
