#include "common/beside.h"

#include <limits.h>
#include <unistd.h>

void beside_replay(struct strbuf *path)
{
	char self[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	char *slash = NULL;

	if (n > 0) {
		self[n] = 0;
		slash = strrchr(self, '/');
	}
	if (slash) {
		*slash = 0;
		strbuf_addf(path, "%s/snap-replay", self);
	}
	if (!slash || access(path->s, X_OK) != 0) {
		strbuf_clear(path);
		strbuf_addz(path, "snap-replay");
	}
}
