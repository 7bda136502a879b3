/* A main for fuzz targets without libFuzzer: driver DIR runs the target over every file of DIR and,
 * for each, over a fixed number of cuts and changes of it, the same ones in every run. Speaks TAP;
 * a crash ends it before its plan is met. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHANGES = 64, LIMIT = 1 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The target gets a block of exactly its size, so that a sanitizer sees a read past the end. */
static void run(const uint8_t *data, size_t size)
{
	uint8_t *copy = malloc(size ? size : 1);

	if (!copy)
		abort();
	if (size)
		memcpy(copy, data, size);
	LLVMFuzzerTestOneInput(copy, size);
	free(copy);
}

static uint32_t next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*state >> 33);
}

static void run_changed(uint8_t *data, size_t size)
{
	uint64_t state = size;

	for (int i = 0; i < CHANGES && size; i++) {
		size_t at = next_random(&state) % size;
		uint8_t was = data[at];

		run(data, at);
		data[at] = (uint8_t)next_random(&state);
		run(data, size);
		data[at] = was;
	}
}

static int run_file(const char *dir, const char *name)
{
	static uint8_t data[LIMIT];
	char path[4096];

	if (snprintf(path, sizeof path, "%s/%s", dir, name) >= (int)sizeof path)
		return -1;
	FILE *f = fopen(path, "rb");
	if (!f)
		return -1;
	size_t size = fread(data, 1, sizeof data, f);
	int failed = ferror(f);
	if (fclose(f) || failed)
		return -1;
	run(data, size);
	run_changed(data, size);
	return 0;
}

static int visible(const struct dirent *d)
{
	return d->d_name[0] != '.';
}

int main(int argc, char **argv)
{
	struct dirent **names = NULL;
	int n = argc == 2 ? scandir(argv[1], &names, visible, alphasort) : -1;

	if (n < 1) {
		fprintf(stderr, "usage: %s DIR (a folder with at least one input)\n", argv[0]);
		return 2;
	}
	int unreadable = 0;
	printf("1..1\n");
	for (int i = 0; i < n; i++) {
		/* Said before the run, so that the last line names the input of a crash. */
		printf("# %s\n", names[i]->d_name);
		fflush(stdout);
		unreadable += run_file(argv[1], names[i]->d_name) != 0;
		free(names[i]);
	}
	free(names);
	printf("%s 1 - %d inputs and their changes\n", unreadable ? "not ok" : "ok", n);
	return unreadable != 0;
}
