#include <libdeflate.h>
#include <stdlib.h>
#include "common/mem.h"
#include "common/zipfast.h"

enum { RATIO_MAX = 1032 };

static bool inflate_whole(const char *packed, const struct zipplain *file, char *out)
{
	size_t taken = 0, made = 0;
	struct libdeflate_decompressor *d = libdeflate_alloc_decompressor();
	bool ok = d &&
		libdeflate_deflate_decompress_ex(d, packed, file->packed, out, file->size, &taken,
			&made) == LIBDEFLATE_SUCCESS;

	libdeflate_free_decompressor(d);
	return ok && taken == file->packed && made == file->size &&
		libdeflate_crc32(0, out, made) == file->crc;
}

char *zipfast_read(const struct zipplain *file, uint64_t max_size, size_t padding, size_t *n)
{
	/* No memory is allocated for a size that deflate cannot reach. */
	if (file->size > max_size || file->size / RATIO_MAX > file->packed)
		return NULL;
	char *room = malloc(file->packed ? file->packed : 1),
	     *out = room ? huge_alloc(file->size + padding) : NULL;
	const char *packed = out ? zipplain_bytes(file, file->at, room, file->packed) : NULL;
	if (!packed || !inflate_whole(packed, file, out)) {
		free(out);
		out = NULL;
	}
	if (out) {
		memset(out + file->size, 0, padding);
		*n = file->size;
	}
	free(room);
	return out;
}
