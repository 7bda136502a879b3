#include "memory.h"
#include <stdio.h>
#include "common/memlimit.h"
#include "common/raw.h"

enum {
	TOOL_TIMES =
		20, /* a snapshot-tool holds the document, its objects and two caches of them */
	NATIVE_TIMES = 4, /* the engine holds what it decides by */
	PACKED = 16       /* JSON of snapshots per compressed byte, at most */
};
#define BUILD_BYTES ((uint64_t)2 << 30) /* linking the tool, the compiler's largest packages */

uint64_t memory_in(const char *meminfo)
{
	FILE *f = fopen(meminfo, "re");
	unsigned long long kib = 0;
	char line[256];
	bool found = false;

	while (f && !found && fgets(line, sizeof line, f))
		found = sscanf(line, "MemAvailable: %15llu kB", &kib) == 1;
	if (f)
		fclose(f);
	return found ? (uint64_t)kib * 1024 : UINT64_MAX;
}

uint64_t memory_available(void)
{
	uint64_t machine = memory_in("/proc/meminfo"),
		 group = memlimit_of_group("/proc/self/cgroup", "/sys/fs/cgroup");

	return machine < group ? machine : group;
}

uint64_t memory_of_json(const char *path)
{
	struct error ignored = {0};
	enum raw_kind kind = RAW_OTHER;
	struct raw *raw = raw_open(path, &ignored);
	uint64_t size = 0;

	if (raw && raw_file_size(raw) > 0 && raw_sniff(raw, &kind, &ignored))
		size = (uint64_t)raw_file_size(raw);
	if (raw)
		raw_close(raw);
	bool packed = kind == RAW_ZIP || kind == RAW_GZIP || kind == RAW_XZ || kind == RAW_ZSTD;
	return packed && size < UINT64_MAX / PACKED ? size * PACKED : size;
}

uint64_t memory_of_replay(const struct ref *ref, uint64_t json)
{
	uint64_t times = ref->kind == REF_GIT || ref->kind == REF_TOOL ? TOOL_TIMES : NATIVE_TIMES;

	return json < UINT64_MAX / times ? json * times : UINT64_MAX;
}

uint64_t memory_of_build(void)
{
	return BUILD_BYTES;
}
