/* What a control group may have, by files as the system's. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include "common/memlimit.h"
#include "tests/unit/tap.h"

static char root[] = "/tmp/memlimit-XXXXXX";

static const char *below(const char *path)
{
	static char text[256];

	snprintf(text, sizeof text, "%s%s", root, path);
	return text;
}

static void folder(const char *path)
{
	mkdir(below(path), 0700);
}

static void file(const char *path, const char *text)
{
	FILE *f = fopen(below(path), "w");

	if (!f)
		exit(1);
	fputs(text, f);
	fclose(f);
}

static unsigned long long limit(const char *groups)
{
	char list[64];

	file("/list", groups);
	snprintf(list, sizeof list, "%s/list", root);
	return memlimit_of_group(list, root);
}

static const char *const files[] = {"/list", "/a/b/memory.max", "/a/b", "/a/memory.max", "/a",
	"/memory.max", "/memory/c/memory.limit_in_bytes", "/memory/c",
	"/memory/memory.limit_in_bytes", "/memory"};

int main(void)
{
	if (!mkdtemp(root))
		return 1;
	ok(limit("0::/a/b\n") == UINT64_MAX, "no file: no limit");
	folder("/a");
	folder("/a/b");
	file("/a/b/memory.max", "max\n");
	ok(limit("0::/a/b\n") == UINT64_MAX, "max: no limit");
	file("/a/memory.max", "5000000\n");
	ok(limit("0::/a/b\n") == 5000000, "the limit of a group above");
	file("/a/b/memory.max", "4000000\n");
	ok(limit("0::/a/b\n") == 4000000, "the lower one counts");
	ok(limit("0::/\n") == UINT64_MAX, "a group below does not");
	file("/memory.max", "3000000\n");
	ok(limit("0::/\n") == 3000000 && limit("0::/no/such\n") == 3000000,
		"in a container: the top is its own, whatever the path");
	folder("/memory");
	folder("/memory/c");
	file("/memory/memory.limit_in_bytes", "9223372036854771712\n");
	file("/memory/c/memory.limit_in_bytes", "2000000\n");
	ok(limit("9:name=systemd:/\n4:memory:/c\n3:cpuset:/\n") == 2000000,
		"groups of the old kind");
	ok(limit("4:memory:/c\n0::/\n") == 2000000 && limit("0::/\n4:memory:/\n") == 3000000,
		"both kinds");
	ok(limit("rubbish\n\n:\n4:memory\n") == UINT64_MAX &&
			memlimit_of_group("/no/such", root) == UINT64_MAX,
		"rubbish, and no list at all");
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		remove(below(files[i]));
	ok(remove(root) == 0, "cleaned up");
	return tap_end();
}
