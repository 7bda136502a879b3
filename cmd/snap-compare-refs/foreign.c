#include "foreign.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/fd.h"
#include "common/json.h"

enum { BLOCK = 1 << 16 };

int foreign_open(const char *path, uint64_t *size)
{
	struct stat st;
	int fd = fd_open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK, 0);

	if (fd < 0)
		return -1;
	bool known = fstat(fd, &st) == 0;
	if (known && S_ISREG(st.st_mode)) {
		*size = (uint64_t)st.st_size;
		return fd;
	}
	int code = known ? EINVAL : errno;
	close(fd);
	errno = code;
	return -1;
}

bool foreign_read(const char *path, size_t most, struct strbuf *text)
{
	uint64_t size;
	int fd = foreign_open(path, &size), code = 0;
	ssize_t n = 1;

	if (fd < 0)
		return false;
	while (n > 0 && !code) {
		n = read(fd, strbuf_reserve(text, BLOCK), BLOCK);
		if (n > 0)
			text->len += (size_t)n;
		else if (n < 0 && errno == EINTR)
			n = 1;
		else if (n < 0)
			code = errno;
		if (text->len > most)
			code = EFBIG;
	}
	close(fd);
	memset(strbuf_reserve(text, JSON_PADDING), 0, JSON_PADDING);
	errno = code;
	return !code;
}
