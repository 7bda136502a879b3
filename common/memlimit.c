#define _DEFAULT_SOURCE 1 /* MAP_ANONYMOUS */
#include "common/memlimit.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include "common/mem.h"
#include "common/msg.h"
#include "common/options.h"
#include "common/str.h"
#include "common/timefmt.h"

/* Below this no program reaches its input. */
#define LEAST ((uint64_t)16 << 20)

static struct {
	struct rlimit before;
	uint64_t bytes;
	const char *input;
	atomic_bool set, settled; /* any thread may settle it */
} limit;

uint64_t memlimit_parse(const char *arg)
{
	uint64_t bytes = options_size("--max-memory", arg);

	if (bytes < LEAST)
		msg_usage("--max-memory: at least 16MiB, not '%s'", arg);
	return bytes;
}

/* ---- what there is ---- */

static bool read_file(const char *path, char *text, size_t size)
{
	FILE *f = fopen(path, "re");

	if (!f)
		return false;
	size_t n = fread(text, 1, size - 1, f);
	fclose(f);
	text[n] = 0;
	return n > 0;
}

/* A file with one number. Anything else, such as "max", is no limit. */
static uint64_t number_in(const char *path)
{
	char text[64], *end;

	if (!read_file(path, text, sizeof text))
		return UINT64_MAX;
	unsigned long long n = strtoull(text, &end, 10);
	return end == text ? UINT64_MAX : n;
}

/* The minimum of FOLDER/GROUP/NAME and of the parent groups. In a container the path may be that
 * outside of it: then only its last parts exist. */
static uint64_t least_in_groups(const char *folder, char *group, const char *name)
{
	uint64_t least = UINT64_MAX;

	for (;;) {
		char path[4096];

		if (snprintf(path, sizeof path, "%s%s/%s", folder, group, name) <
			(int)sizeof path) {
			uint64_t n = number_in(path);

			least = n < least ? n : least;
		}
		char *slash = strrchr(group, '/');
		if (!slash)
			return least;
		*slash = 0;
	}
}

/* Lines: "0::/path", or of the old kind "4:memory:/path". */
uint64_t memlimit_of_group(const char *list, const char *folder)
{
	char text[4096], old[256], *rest = NULL;
	uint64_t least = UINT64_MAX;

	if (!read_file(list, text, sizeof text))
		return least;
	snprintf(old, sizeof old, "%s/memory", folder);
	for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		char *kind = strchr(line, ':'), *path = kind ? strchr(kind + 1, ':') : NULL;
		uint64_t n = UINT64_MAX;

		if (path && path == kind + 1)
			n = least_in_groups(folder, path + 1, "memory.max");
		else if (path && strncmp(kind, ":memory:", 8) == 0)
			n = least_in_groups(old, path + 1, "memory.limit_in_bytes");
		least = n < least ? n : least;
	}
	return least;
}

/* ---- the limit ---- */

static bool can_have(size_t bytes)
{
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		return false;
	munmap(p, bytes);
	return true;
}

static uint64_t half_of_machine(void)
{
	long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);

	return pages > 0 && size > 0 ? (uint64_t)pages / 2 * (uint64_t)size : UINT64_MAX;
}

static void apply(uint64_t bytes)
{
	limit.bytes = bytes < LEAST ? LEAST : bytes;
	limit.set = setrlimit(RLIMIT_DATA,
			    &(struct rlimit){(rlim_t)limit.bytes, limit.before.rlim_max}) == 0;
	if (limit.set && !can_have(1))
		memlimit_lift();
}

void memlimit_set(uint64_t bytes, const char *input)
{
	uint64_t most = bytes ? bytes : half_of_machine();
	struct rlimit addresses;

	limit.input = input;
	limit.settled = bytes != 0;
	if (getrlimit(RLIMIT_AS, &addresses) == 0 && addresses.rlim_cur > most &&
		getrlimit(RLIMIT_DATA, &limit.before) == 0 && limit.before.rlim_cur > most)
		apply(most);
}

void memlimit_settle(void)
{
	if (limit.settled || !limit.set || atomic_exchange(&limit.settled, true))
		return;
	uint64_t group = memlimit_of_group("/proc/self/cgroup", "/sys/fs/cgroup") / 2;
	if (group >= limit.bytes)
		return;
	mem_lower_heap();
	apply(group);
}

void memlimit_lift(void)
{
	if (limit.set)
		setrlimit(RLIMIT_DATA, &limit.before);
	limit.set = false;
}

bool memlimit_report(size_t wanted)
{
	struct error e = {0};
	struct strbuf size = {0};

	if (!limit.set)
		return false;
	memlimit_lift();
	if (!can_have(wanted ? wanted : 1))
		return false;
	size_format(&size, limit.bytes);
	error_set(&e, SNAP_LIMIT, "too much memory", "it takes more than %s", size.s);
	error_hint(
		&e, "a higher --max-memory, if the machine has it and the input is to be trusted");
	msg_error(limit.input, &e);
	strbuf_free(&size);
	return true;
}
