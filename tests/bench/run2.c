/* run2 RUNS NAME COMMAND [NAME COMMAND]: runs shell commands, two of them by turns so that both meet the same machine, and prints
 * for each the wall time (shortest, median, longest), the CPU time (median) and the largest resident set of any of its processes. */
#define _DEFAULT_SOURCE /* wait4 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_RUNS = 100 };

struct side {
	const char *name, *command;
	double wall[MAX_RUNS], cpu[MAX_RUNS];
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

static void run_once(struct side *s, int run)
{
	double start = now();
	pid_t pid = fork();
	if (pid < 0)
		die("fork");
	if (pid == 0) {
		int null = open("/dev/null", O_RDWR);
		if (null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0)
			_exit(126);
		execl("/bin/sh", "sh", "-c", s->command, (char *)NULL);
		_exit(127);
	}
	int status;
	struct rusage used;
	if (wait4(pid, &status, 0, &used) != pid)
		die("wait4");
	/* 1 is an answer (unsupported features, warnings), not a failure. */
	if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) {
		fprintf(stderr, "run2: status %d from: %s\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), s->command);
		exit(1);
	}
	if (run < 0)
		return;
	s->wall[run] = now() - start;
	s->cpu[run] = seconds(used.ru_utime) + seconds(used.ru_stime);
	if (used.ru_maxrss > s->rss)
		s->rss = used.ru_maxrss;
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

int main(int argc, char **argv)
{
	static struct side sides[2];
	int runs = argc > 1 ? atoi(argv[1]) : 0, n = (argc - 2) / 2;
	if ((argc != 4 && argc != 6) || runs < 1 || runs > MAX_RUNS) {
		fprintf(stderr, "usage: run2 RUNS NAME COMMAND [NAME COMMAND]\n");
		return 2;
	}
	for (int i = 0; i < n; i++) {
		sides[i].name = argv[2 + 2 * i];
		sides[i].command = argv[3 + 2 * i];
	}
	/* The run before the first one fills the page cache. */
	for (int run = -1; run < runs; run++)
		for (int i = 0; i < n; i++)
			run_once(&sides[i], run);
	double middle[2] = {0, 0};
	for (int i = 0; i < n; i++) {
		struct side *s = &sides[i];
		middle[i] = median(s->wall, runs);
		printf("  %-34s %8.3f %8.3f %8.3f s   cpu %8.3f s   %8.1f MiB", s->name, s->wall[0], middle[i], s->wall[runs - 1],
			median(s->cpu, runs), (double)s->rss / 1024);
		if (i > 0)
			printf("   %.2f x the time, %.1f x the memory", middle[1] / middle[0], (double)s->rss / (double)sides[0].rss);
		printf("\n");
	}
	return 0;
}
