/* All programs in one: it acts by the name that it is called with, or, called by another one, by
 * its first argument: "snap replay" is snap-replay. */
#include <stdio.h>
#include <string.h>

#define PROGRAM(name, start) int start(int argc, char **argv);
#include "programs.h"
#undef PROGRAM

static const struct {
	const char *name;
	int (*start)(int argc, char **argv);
} programs[] = {
#define PROGRAM(name, start) {name, start},
#include "programs.h"
#undef PROGRAM
};

enum { N = sizeof programs / sizeof *programs, USAGE = 2, PREFIX = sizeof "snap-" - 1 };

static int number_of(const char *name)
{
	int i = 0;

	while (i < N && strcmp(name, programs[i].name) != 0 &&
		strcmp(name, programs[i].name + PREFIX) != 0)
		i++;
	return i;
}

int main(int argc, char **argv)
{
	const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
	int i = argc > 0 ? number_of(slash ? slash + 1 : argv[0]) : N;

	if (i < N)
		return programs[i].start(argc, argv);
	if (argc > 1 && (i = number_of(argv[1])) < N)
		return programs[i].start(argc - 1, argv + 1);
	fputs("usage: snap PROGRAM [ARGUMENT...]\n", stderr);
	for (i = 0; i < N; i++)
		fprintf(stderr, "  %s\n", programs[i].name + PREFIX);
	return USAGE;
}
