/* run2 [-t SECONDS] [-g GOALS] RUNS NAME COMMAND... [-- NAME COMMAND...]: runs programs, two of
 * them by turns so that both meet the same machine, and prints for each the wall time (shortest,
 * median, longest), the CPU time (median), the largest resident set of any of its processes and how
 * busy the machine was. No shell stands between: its start would count. Output goes nowhere. -t
 * ends the first one after as long; it is not run again then. GOALS, of the first one, are
 * WALL,MEMORY or WALL,MEMORY,TIMES: seconds (median), MB, and how many times its CPU time the
 * second one should need; whether they are met stands at the end of its line. The second one may
 * die now and then: such a run is told of and repeated.
 */
#define _DEFAULT_SOURCE /* wait4, getloadavg */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_RUNS = 100, MAX_DEATHS = 10 };

struct side {
	const char *name;
	char **command;
	unsigned limit; /* in seconds; 0: none */
	bool cut;       /* it ran into the limit */
	int died, may_die;
	double wall[MAX_RUNS], cpu[MAX_RUNS];
	double middle, middle_cpu;
	long rss; /* KiB */
};

static _Noreturn void die(const char *what)
{
	fprintf(stderr, "run2: %s: %s\n", what, strerror(errno));
	exit(4);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static _Noreturn void become(const struct side *s)
{
	int null = open("/dev/null", O_RDWR);

	if (null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0 || dup2(null, 2) < 0)
		_exit(126);
	alarm(s->limit);
	execvp(s->command[0], s->command);
	_exit(127);
}

/* 1 is an answer (unsupported features), not a failure. */
static bool died(struct side *s, int status)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) <= 1)
		return false;
	if (s->died++ < s->may_die)
		return true;
	fprintf(stderr, "run2: status %d of",
		WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
	for (char **arg = s->command; *arg; arg++)
		fprintf(stderr, " %s", *arg);
	fprintf(stderr, "\n");
	exit(1);
}

/* False: to be repeated. */
static bool run_once(struct side *s, int run)
{
	double start = now();
	pid_t pid = fork();

	if (pid < 0)
		die("fork");
	if (pid == 0)
		become(s);
	int status;
	struct rusage used;
	if (wait4(pid, &status, 0, &used) != pid)
		die("wait4");
	double wall = now() - start;
	if (s->limit && WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
		s->cut = true;
	else if (died(s, status))
		return false;
	if (used.ru_maxrss > s->rss)
		s->rss = used.ru_maxrss;
	if (run < 0)
		return true;
	s->wall[run] = wall;
	s->cpu[run] = seconds(used.ru_utime) + seconds(used.ru_stime);
	return true;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *v, int n)
{
	qsort(v, (size_t)n, sizeof *v, by_value);
	return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

/* Returns how many sides there are, 0 where the arguments are not in order. */
static int read_sides(char **arg, struct side sides[2])
{
	int n = 0;

	while (n < 2 && arg[0] && arg[1]) {
		sides[n].name = arg[0];
		sides[n++].command = ++arg;
		while (*arg && strcmp(*arg, "--") != 0)
			arg++;
		if (!*arg)
			return n;
		*arg++ = NULL;
	}
	return 0;
}

struct goals {
	double wall, memory, times; /* wall 0: none at all; times 0: none of CPU time */
};

static void print_goals(const struct goals *g, const struct side *s, const struct side *second)
{
	double memory = (double)s->rss * 1024 / 1e6;
	bool late = s->cut || s->middle > g->wall, big = memory > g->memory;
	bool dear =
		g->times > 0 && second && !s->cut && second->middle_cpu < g->times * s->middle_cpu;

	printf(late || big || dear ? "   not met:" : "   met");
	if (late)
		printf(" %g s", g->wall);
	if (big)
		printf(" %g MB", g->memory);
	if (dear)
		printf(" %gth of the CPU time", g->times);
}

static void print(struct side *s, int runs, const struct side *first)
{
	double load = 0;

	getloadavg(&load, 1);
	printf("  %-34s ", s->name);
	if (s->cut)
		printf("%*s no end in %u s   %8.1f MiB   load %.1f", 37, "", s->limit,
			(double)s->rss / 1024, load);
	else
		printf("%9.4f %9.4f %9.4f s   cpu %9.4f s   %8.1f MiB   load %.1f", s->wall[0],
			s->middle, s->wall[runs - 1], s->middle_cpu, (double)s->rss / 1024, load);
	if (first && !first->cut)
		printf("   %.3g x the time, %.3g x the CPU time, %.3g x the memory",
			s->middle / first->middle, s->middle_cpu / first->middle_cpu,
			(double)s->rss / (double)first->rss);
	if (s->died)
		printf("   died %d times", s->died);
}

static void print_all(struct side *sides, int n, int runs, const struct goals *goals)
{
	for (int i = 0; i < n; i++)
		if (!sides[i].cut) {
			sides[i].middle = median(sides[i].wall, runs);
			sides[i].middle_cpu = median(sides[i].cpu, runs);
		}
	for (int i = 0; i < n; i++) {
		print(&sides[i], runs, i ? &sides[0] : NULL);
		if (i == 0 && goals->wall > 0)
			print_goals(goals, &sides[0], n > 1 ? &sides[1] : NULL);
		printf("\n");
	}
	fflush(stdout);
}

/* Returns the first argument behind the options; NULL: they are not in order. */
static char **read_options(int argc, char **argv, unsigned *limit, struct goals *goals)
{
	for (int opt; (opt = getopt(argc, argv, "+t:g:")) != -1;)
		switch (opt) {
		case 't': *limit = (unsigned)atoi(optarg); break;
		case 'g':
			if (sscanf(optarg, "%lf,%lf,%lf", &goals->wall, &goals->memory,
				    &goals->times) < 2)
				return NULL;
			break;
		default: return NULL;
		}
	return argv + optind;
}

int main(int argc, char **argv)
{
	static struct side sides[2];
	struct goals goals = {0};
	char **arg = read_options(argc, argv, &sides[0].limit, &goals);
	int runs = arg && *arg ? atoi(*arg) : 0,
	    n = runs >= 1 && runs <= MAX_RUNS ? read_sides(arg + 1, sides) : 0;

	if (n == 0) {
		fprintf(stderr,
			"usage: run2 [-t SECONDS] [-g WALL,MEMORY[,TIMES]] RUNS NAME COMMAND... [-- NAME COMMAND...]\n");
		return 2;
	}
	sides[1].may_die = MAX_DEATHS;
	/* The run before the first one fills the page cache; what is run once takes so long that it
	 * does not matter. */
	for (int run = runs > 1 ? -1 : 0; run < runs; run++)
		for (int i = 0; i < n; i++)
			while (!sides[i].cut && !run_once(&sides[i], run))
				;
	print_all(sides, n, runs, &goals);
	return 0;
}
