#include "common/digest.h"
#include <errno.h>
#include <unistd.h>

enum { BLOCK = 1 << 16 };

void digest_hex(struct sha256_ctx *sha, char hex[DIGEST_HEX])
{
	static const char digits[] = "0123456789abcdef";
	uint8_t digest[SHA256_DIGEST_SIZE];

	sha256_digest(sha, sizeof digest, digest);
	for (size_t i = 0; i < sizeof digest; i++) {
		hex[2 * i] = digits[digest[i] >> 4];
		hex[2 * i + 1] = digits[digest[i] & 15];
	}
	hex[2 * sizeof digest] = 0;
}

bool digest_rest(int fd, uint64_t most, uint64_t *bytes, char hex[DIGEST_HEX])
{
	struct sha256_ctx sha;
	uint8_t block[BLOCK];

	sha256_init(&sha);
	*bytes = 0;
	for (;;) {
		ssize_t n = read(fd, block, sizeof block);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		if (n == 0)
			break;
		*bytes += (uint64_t)n;
		if (*bytes > most) {
			errno = EFBIG;
			return false;
		}
		sha256_update(&sha, (size_t)n, block);
	}
	digest_hex(&sha, hex);
	return true;
}
