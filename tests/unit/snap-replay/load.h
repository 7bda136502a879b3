/* A cluster out of JSON written with single quotes, for the tests of the model. */
#ifndef TEST_LOAD_H
#define TEST_LOAD_H
#include <stdlib.h>
#include <string.h>

#include "cmd/snap-replay/model/cluster.h"
#include "cmd/snap-replay/model/forget.h"
#include "cmd/snap-replay/model/read/read.h"
#include "../tap.h"

struct loaded {
	struct objects o;
	struct warnings w;
	struct cluster c;
	struct error e;
	char *text;
	bool ok; /* read and built */
};

static const char test_params[] =
	"{'schedulerName':'kai-scheduler','partitionParams':{},'fullHierarchyFairness':true}";

static struct follows load_follows; /* of the loads to come */

/* In two ways: from memory, and from a stream of one byte a block. */
struct test_stream {
	const char *text;
	size_t n;
};
static int test_fill(void *ctx, struct str *block, struct error *e)
{
	struct test_stream *s = ctx;

	(void)e;
	if (!s->n)
		return 0;
	*block = (struct str){s->text, 1};
	s->text++;
	s->n--;
	return 1;
}

static bool test_read(struct loaded *l, const char *json, bool stream)
{
	size_t n = strlen(json);
	struct test_stream s;
	struct json *r;

	l->text = calloc(n + JSON_PADDING, 1);
	for (size_t i = 0; i < n; i++)
		l->text[i] = json[i] == '\'' ? '"' : json[i];
	s = (struct test_stream){l->text, n};
	r = stream ? json_over_stream(test_fill, &s) : json_over_memory(l->text, n);
	l->ok = objects_read(&l->o, r, &l->w, &l->e);
	json_free(r);
	return l->ok;
}

static void unload(struct loaded *l)
{
	cluster_free(&l->c);
	objects_free(&l->o);
	warnings_free(&l->w);
	free(l->text);
	memset(l, 0, sizeof *l);
}

/* A whole document, read and built at the time 2026-01-01T12:00:00Z. */
static bool load_document(struct loaded *l, const char *json)
{
	struct instant now;

	rfc3339_parse(STR("2026-01-01T12:00:00Z"), &now);
	memset(l, 0, sizeof *l);
	if (!test_read(l, json, false))
		return false;
	if (load_follows.version[0])
		objects_follow(&l->o, &load_follows);
	l->ok = cluster_build(&l->c, &l->o, now, &l->w, &l->e);
	return l->ok;
}

/* rawObjects only, with usual parameters. */
__attribute__((unused)) static bool load_objects(struct loaded *l, const char *objects)
{
	struct strbuf b = {0};
	bool ok;

	strbuf_addf(&b, "{'config':{'actions':'allocate'},'schedulerParams':%s,'rawObjects':%s}",
		test_params, objects);
	ok = load_document(l, b.s);
	strbuf_free(&b);
	return ok;
}

__attribute__((unused)) static struct task *task_named(struct loaded *l, const char *key)
{
	for (int i = 0; i < l->c.n_tasks; i++)
		if (str_eq(l->c.tasks[i].key, str_of(key)))
			return &l->c.tasks[i];
	return NULL;
}

__attribute__((unused)) static struct job *job_named(struct loaded *l, const char *name)
{
	return map_get(&l->c.job_by_name, str_of(name));
}
__attribute__((unused)) static struct node *node_named(struct loaded *l, const char *name)
{
	return map_get(&l->c.node_by_name, str_of(name));
}
__attribute__((unused)) static struct queue *queue_named(struct loaded *l, const char *name)
{
	return map_get(&l->c.queue_by_name, str_of(name));
}

__attribute__((unused)) static bool warned(const struct loaded *l, const char *part)
{
	for (int i = 0; i < l->w.n; i++)
		for (size_t k = 0; k + strlen(part) <= l->w.items[i].what.n; k++)
			if (memcmp(l->w.items[i].what.p + k, part, strlen(part)) == 0)
				return true;
	return false;
}

__attribute__((unused)) static bool same_status(const struct task *t, const char *word)
{
	return t && strcmp(pod_status_name(t->status), word) == 0;
}

#endif
