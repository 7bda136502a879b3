#include <libdeflate.h>
#include <stdlib.h>
#include "common/mem.h"
#include "common/zipfast.h"
#include "common/zipplain.h"

enum { RATIO_MAX = 1032 };

static char *read_packed(const struct zipplain *file)
{
	char *bytes = malloc(file->packed ? file->packed : 1);
	if (bytes && zipplain_read(file->fd, file->at, bytes, file->packed))
		return bytes;
	free(bytes);
	return NULL;
}

static bool inflate_whole(const char *packed, const struct zipplain *file, char *out)
{
	size_t taken = 0, made = 0;
	struct libdeflate_decompressor *d = libdeflate_alloc_decompressor();
	bool ok = d && libdeflate_deflate_decompress_ex(d, packed, file->packed, out, file->size, &taken, &made) == LIBDEFLATE_SUCCESS;
	libdeflate_free_decompressor(d);
	return ok && taken == file->packed && made == file->size && libdeflate_crc32(0, out, made) == file->crc;
}

char *zipfast_read(const struct raw *raw, uint64_t max_size, size_t padding, size_t *n)
{
	struct zipplain file;
	/* A size that deflate cannot reach is a lie: no memory is asked for on its word. */
	if (!zipplain_find(raw, &file) || file.size > max_size || file.size / RATIO_MAX > file.packed)
		return NULL;
	char *packed = read_packed(&file), *out = packed ? huge_alloc(file.size + padding) : NULL;
	if (out && !inflate_whole(packed, &file, out)) {
		free(out);
		out = NULL;
	}
	if (out) {
		memset(out + file.size, 0, padding);
		*n = file.size;
	}
	free(packed);
	return out;
}
