#define _XOPEN_SOURCE 700 /* nftw */
#include "tests/faults/tree.h"
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/grow.h"
#include "common/mem.h"
#include "common/temporary.h"

enum { OPEN_MAX_FOLDERS = 16 };

static struct tree *taking; /* nftw hands nothing through */

static void read_file(const char *path, struct strbuf *text)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = 0;

	while (fd >= 0 && (n = read(fd, strbuf_reserve(text, 1 << 16), 1 << 16)) > 0)
		text->len += (size_t)n;
	if (fd < 0 || n < 0)
		perror(path);
	if (fd >= 0)
		close(fd);
}

static int take_one(const char *path, const struct stat *st, int type, struct FTW *where)
{
	struct tree *t = taking;
	char target[PATH_MAX];

	(void)type;
	if (where->level == 0)
		return 0;
	ARRAY_GROW(t->entries, t->count, t->cap);
	struct entry *e = &t->entries[t->count++];
	*e = (struct entry){.path = xstrdup(path), .mode = st->st_mode};
	ssize_t n = S_ISLNK(st->st_mode) ? readlink(path, target, sizeof target) : 0;
	if (n > 0)
		strbuf_add(&e->text, target, (size_t)n);
	if (S_ISREG(st->st_mode))
		read_file(path, &e->text);
	return 0;
}

static int by_path(const void *a, const void *b)
{
	return strcmp(((const struct entry *)a)->path, ((const struct entry *)b)->path);
}

void tree_take(struct tree *t)
{
	taking = t;
	nftw(".", take_one, OPEN_MAX_FOLDERS, FTW_PHYS);
	if (t->count)
		qsort(t->entries, t->count, sizeof *t->entries, by_path);
}

const struct entry *tree_find(const struct tree *t, const char *path)
{
	struct entry key = {.path = (char *)(uintptr_t)path};

	return t->count ? bsearch(&key, t->entries, t->count, sizeof key, by_path) : NULL;
}

bool tree_equal(const struct entry *a, const struct entry *b)
{
	return a->mode == b->mode && str_eq(strbuf_str(&a->text), strbuf_str(&b->text));
}

static bool write_file(const struct entry *e)
{
	int fd = open(e->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	bool ok =
		fd >= 0 && write_all(fd, strbuf_str(&e->text)) && fchmod(fd, e->mode & 07777) == 0;

	return (fd < 0 || close(fd) == 0) && ok;
}

static bool make(const struct entry *e)
{
	if (S_ISDIR(e->mode))
		return (mkdir(e->path, 0700) == 0 || access(e->path, F_OK) == 0) &&
			chmod(e->path, e->mode & 07777) == 0;
	if (S_ISLNK(e->mode))
		return symlink(e->text.s, e->path) == 0;
	return write_file(e);
}

bool tree_restore(const struct tree *was, const struct tree *now)
{
	bool ok = true;

	for (size_t i = now->count; i-- > 0;) { /* what is in a folder comes behind it */
		const struct entry *e = &now->entries[i], *old = tree_find(was, e->path);

		if (!old || (e->mode & S_IFMT) != (old->mode & S_IFMT) ||
			(S_ISLNK(e->mode) && !tree_equal(e, old)))
			ok = remove(e->path) == 0 && ok;
	}
	for (size_t i = 0; i < was->count; i++) {
		const struct entry *e = &was->entries[i], *there = tree_find(now, e->path);

		if (!there || !tree_equal(e, there))
			ok = make(e) && ok;
	}
	return ok;
}

void tree_free(struct tree *t)
{
	for (size_t i = 0; i < t->count; i++) {
		free(t->entries[i].path);
		strbuf_free(&t->entries[i].text);
	}
	free(t->entries);
	*t = (struct tree){0};
}
