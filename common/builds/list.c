#include "common/builds/list.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/mem.h"
#include "common/worktree.h"

static void entry_free(struct build_entry *b)
{
	strbuf_free(&b->key);
	build_record_free(&b->record);
}

/* Adds the size of a file. True: it is there; *st is set. */
static bool add_size(struct build_entry *b, const char *path, struct stat *st)
{
	if (lstat(path, st) != 0 || !S_ISREG(st->st_mode))
		return false;
	b->bytes += (uint64_t)st->st_blocks * 512;
	return true;
}

static struct instant changed(const struct stat *st)
{
	return (struct instant){st->st_mtim.tv_sec, 0};
}

/* False: there is nothing of that key by now, or only a part of it that is no build. */
static bool read_entry(const char *cache, struct str key, struct build_entry *b)
{
	struct build_place p;
	struct stat st;

	*b = (struct build_entry){.used = TIME_ZERO};
	build_place_of_key(&p, cache, key);
	strbuf_addstr(&b->key, key);
	b->tool = add_size(b, p.tool.s, &st);
	if (b->tool)
		b->used = changed(&st);
	if (add_size(b, p.record.s, &st))
		b->used = changed(&st);
	build_record_read(&p, &b->record);
	add_size(b, p.log.s, &st);
	build_place_free(&p);
	return b->tool || b->record.why.len;
}

/* The key of a file in tools/; empty: it is none of a build's. */
static struct str key_of(const char *name)
{
	struct str key = str_of(name);
	const char *dot = str_find(key, '.');

	if (!dot)
		return key;
	if (strcmp(dot, ".json") != 0)
		return (struct str){0};
	return (struct str){name, (size_t)(dot - name)};
}

static int by_key(const void *a, const void *b)
{
	const struct build_entry *x = a, *y = b;

	return str_cmp(strbuf_str(&x->key), strbuf_str(&y->key));
}

/* A tool and its record have the same key. */
static void sort_and_unite(struct build_entries *l)
{
	size_t kept = 0;

	if (l->n)
		qsort(l->all, l->n, sizeof *l->all, by_key);
	for (size_t i = 0; i < l->n; i++)
		if (kept && by_key(&l->all[kept - 1], &l->all[i]) == 0)
			entry_free(&l->all[i]);
		else
			l->all[kept++] = l->all[i];
	l->n = kept;
}

static bool list(const char *cache, struct build_entries *l, struct error *e)
{
	struct strbuf path = {0};
	struct build_entry b;

	strbuf_addf(&path, "%s/tools", cache);
	DIR *d = opendir(path.s);
	bool ok = d || errno == ENOENT || error_path(e, "cannot read the folder", path.s);
	for (struct dirent *entry; d && (entry = readdir(d));) {
		struct str key = key_of(entry->d_name);

		if (!key.n)
			continue;
		if (!read_entry(cache, key, &b)) {
			entry_free(&b);
			continue;
		}
		l->all = xrealloc_array(l->all, l->n + 1, sizeof *l->all);
		l->all[l->n++] = b;
	}
	if (d)
		closedir(d);
	strbuf_free(&path);
	sort_and_unite(l);
	return ok;
}

bool build_list(struct build_entries *l, struct error *e)
{
	struct strbuf cache = {0};

	*l = (struct build_entries){0};
	bool ok = build_cache(&cache, e) && list(cache.s, l, e);
	strbuf_free(&cache);
	return ok;
}

void build_list_free(struct build_entries *l)
{
	for (size_t i = 0; i < l->n; i++)
		entry_free(&l->all[i]);
	free(l->all);
}

/* Both locks of a build, or neither. */
static bool lock_both(const struct build_place *p, int *lock, int *use)
{
	*lock = build_lock(p->lock.s, LOCK_EX | LOCK_NB);
	*use = *lock >= 0 ? build_lock(p->use.s, LOCK_EX | LOCK_NB) : -1;
	if (*lock >= 0 && *use < 0)
		close(*lock);
	return *use >= 0;
}

/* The locks last: who waits for them sees that they are removed. */
static bool remove_files(const struct build_place *p, struct error *e)
{
	const char *const paths[] = {p->record.s, p->log.s, p->tool.s, p->use.s, p->lock.s};

	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
		if (unlink(paths[i]) != 0 && errno != ENOENT)
			return error_path(e, "cannot remove", paths[i]);
	return true;
}

/* Removes a build, unless a process has it. *gone: it is removed. */
static bool remove_build(
	const char *cache, const struct build_entry *b, bool *gone, struct error *e)
{
	struct build_place p;
	int lock, use;
	bool ok = true;

	build_place_of_key(&p, cache, strbuf_str(&b->key));
	*gone = lock_both(&p, &lock, &use);
	if (*gone) {
		ok = remove_files(&p, e);
		close(use);
		close(lock);
	}
	build_place_free(&p);
	return ok;
}

static bool prune(const char *cache, struct build_entries *l, struct instant since, struct error *e)
{
	size_t kept = 0;
	bool ok = true;

	for (size_t i = 0; i < l->n; i++) {
		struct build_entry *b = &l->all[i];
		bool gone = false;

		if (ok && (!b->tool || instant_cmp(b->used, since) < 0))
			ok = remove_build(cache, b, &gone, e);
		if (ok && gone)
			l->all[kept++] = *b;
		else
			entry_free(b);
	}
	l->n = kept;
	worktree_sweep(cache);
	return ok;
}

bool build_prune(struct build_entries *l, struct instant since, struct error *e)
{
	struct strbuf cache = {0};
	bool ok = build_list(l, e) && build_cache(&cache, e) && prune(cache.s, l, since, e);

	strbuf_free(&cache);
	return ok;
}
