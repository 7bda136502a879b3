/* SHA-256 as text, and of files. */
#ifndef SNAP_DIGEST_H
#define SNAP_DIGEST_H
#include <nettle/sha2.h>
#include <stdbool.h>
#include <stdint.h>

#define DIGEST_HEX 65 /* hex digits and a NUL */

/* Ends the hash. */
void digest_hex(struct sha256_ctx *sha, char hex[DIGEST_HEX]);
/* Hashes what is left of a descriptor, at most `most` bytes. False: errno is set, EFBIG if there is
 * more. */
bool digest_rest(int fd, uint64_t most, uint64_t *bytes, char hex[DIGEST_HEX]);

#endif
