#include "common/builds/cache.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/fd.h"
#include "common/map.h"
#include "common/output.h"

bool build_cache(struct strbuf *path, struct error *e)
{
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (xdg && xdg[0] == '/')
		strbuf_addf(path, "%s/snap", xdg);
	else if (home && home[0] == '/')
		strbuf_addf(path, "%s/.cache/snap", home);
	else
		return error_set(e, SNAP_SYSTEM, "no place for builds",
			"neither XDG_CACHE_HOME nor HOME is set");
	return true;
}

void build_place_of_key(struct build_place *p, const char *cache, struct str key)
{
	*p = (struct build_place){0};
	strbuf_addz(&p->cache, cache);
	strbuf_addf(&p->tool, "%s/tools/" STR_FMT, cache, STR_ARG(key));
	strbuf_addf(&p->record, "%s.json", p->tool.s);
	strbuf_addf(&p->log, "%s.log", p->tool.s);
	strbuf_addf(&p->lock, "%s/locks/" STR_FMT, cache, STR_ARG(key));
	strbuf_addf(&p->use, "%s.use", p->lock.s);
}

bool build_place_init(struct build_place *p, const char *commit, const char *arch,
	const char *command, struct error *e)
{
	struct strbuf cache = {0}, key = {0};

	*p = (struct build_place){0};
	bool ok = build_cache(&cache, e);
	if (ok) {
		strbuf_addf(&key, "%s-%s", commit, arch);
		if (command)
			strbuf_addf(
				&key, "-%016llx", (unsigned long long)str_hash(str_of(command)));
		build_place_of_key(p, cache.s, strbuf_str(&key));
	}
	strbuf_free(&cache);
	strbuf_free(&key);
	return ok;
}

void build_place_free(struct build_place *p)
{
	strbuf_free(&p->cache);
	strbuf_free(&p->tool);
	strbuf_free(&p->record);
	strbuf_free(&p->log);
	strbuf_free(&p->lock);
	strbuf_free(&p->use);
}

bool build_cache_make(const char *cache, struct error *e)
{
	static const char *const names[] = {"tools", "locks"};
	bool ok = true;

	for (size_t i = 0; ok && i < sizeof names / sizeof *names; i++) {
		struct strbuf path = {0};

		strbuf_addf(&path, "%s/%s", cache, names[i]);
		ok = output_folder(path.s, e);
		strbuf_free(&path);
	}
	return ok;
}

bool build_place_has_tool(const struct build_place *p)
{
	return access(p->tool.s, X_OK) == 0;
}

int build_lock(const char *path, int how)
{
	for (;;) {
		struct stat st;
		int fd = fd_open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666), locked;

		if (fd < 0)
			return -1;
		do
			locked = flock(fd, how);
		while (locked != 0 && errno == EINTR);
		/* The prune that had the lock has removed the file. */
		bool removed = locked == 0 && fstat(fd, &st) == 0 && st.st_nlink == 0;
		if (locked == 0 && !removed)
			return fd;
		int code = errno;
		close(fd);
		errno = code;
		if (locked != 0)
			return -1;
	}
}

void build_record_touch(const struct build_place *p)
{
	/* Of a tool without a record, too. */
	int fd = fd_open(p->record.s, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);

	if (fd < 0)
		return;
	futimens(fd, NULL);
	close(fd);
}
