/* run2 [-t SECONDS] RUNS NAME COMMAND... [-- NAME COMMAND...]: runs programs, two of them by turns
 * so that both meet the same machine, and prints for each the wall time (shortest, median,
 * longest), the CPU time (median), the largest resident set of any of its processes and how busy
 * the machine was. No shell stands between: its start would count. Output goes nowhere. -t ends the
 * first one after as long. The second one may die now and then: such a run is told of and repeated.
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
	double middle; /* of wall */
	long rss;      /* KiB */
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

static void print(struct side *s, int runs, const struct side *first)
{
	double load = 0;

	getloadavg(&load, 1);
	s->middle = median(s->wall, runs);
	printf("  %-34s ", s->name);
	if (s->cut) {
		printf("no end in %u s   %8.1f MiB   load %.1f\n", s->limit, (double)s->rss / 1024,
			load);
		return;
	}
	printf("%9.4f %9.4f %9.4f s   cpu %9.4f s   %8.1f MiB   load %.1f", s->wall[0], s->middle,
		s->wall[runs - 1], median(s->cpu, runs), (double)s->rss / 1024, load);
	if (first && !first->cut)
		printf("   %.3g x the time, %.3g x the memory", s->middle / first->middle,
			(double)s->rss / (double)first->rss);
	if (s->died)
		printf("   died %d times", s->died);
	printf("\n");
}

int main(int argc, char **argv)
{
	static struct side sides[2];
	bool limited = argc > 2 && strcmp(argv[1], "-t") == 0;
	char **arg = argv + 1 + 2 * limited;
	int runs = *arg ? atoi(*arg) : 0,
	    n = runs >= 1 && runs <= MAX_RUNS ? read_sides(arg + 1, sides) : 0;

	if (n == 0) {
		fprintf(stderr,
			"usage: run2 [-t SECONDS] RUNS NAME COMMAND... [-- NAME COMMAND...]\n");
		return 2;
	}
	if (limited)
		sides[0].limit = (unsigned)atoi(argv[2]);
	sides[1].may_die = MAX_DEATHS;
	/* The run before the first one fills the page cache; what is run once takes so long that it
	 * does not matter. */
	for (int run = runs > 1 ? -1 : 0; run < runs; run++)
		for (int i = 0; i < n; i++)
			while (!sides[i].cut && !run_once(&sides[i], run))
				;
	for (int i = 0; i < n; i++)
		print(&sides[i], runs, i ? &sides[0] : NULL);
	return 0;
}
