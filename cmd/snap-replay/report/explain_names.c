/* Finds the pods and pod groups that a name of --explain means. */
#include <stdlib.h>

#include "common/mem.h"
#include "report/explain_private.h"

static void add(struct explain *x, struct subject u)
{
	for (int i = 0; i < x->n_subjects; i++)
		if (x->subjects[i].task == u.task && x->subjects[i].of == u.of &&
			x->subjects[i].outside == u.outside)
			return;
	ARRAY_GROW(x->subjects, x->n_subjects, x->cap_subjects);
	x->subjects[x->n_subjects++] = u;
}

/* "NAMESPACE/NAME", or NAME in any namespace. */
static bool means(struct str name, struct str key)
{
	const char *slash = str_find(key, '/');

	if (str_eq(name, key))
		return true;
	return slash && str_eq(name, (struct str){slash + 1, key.n - (size_t)(slash + 1 - key.p)});
}

static bool is_key(struct str name, struct str ns, struct str own)
{
	return str_eq(name, own) ||
		(name.n == ns.n + 1 + own.n && str_starts(name, ns) && name.p[ns.n] == '/' &&
			str_ends(name, own));
}

/* ---- owners ---- */

const struct owner *explain_owner(const struct pod_group_object *g)
{
	for (int i = 0; i < g->n_owners; i++)
		if (g->owners[i].controller)
			return &g->owners[i];
	return g->n_owners ? &g->owners[0] : NULL;
}

static bool add_owned(struct explain *x, struct str name)
{
	const struct cluster *c = x->session->c;
	bool found = false;

	for (int i = 0; i < c->n_jobs; i++) {
		const struct pod_group_object *g = c->jobs[i]->object;
		const struct owner *o = explain_owner(g);

		if (!o || !is_key(name, g->meta.ns, o->name))
			continue;
		add(x, (struct subject){.of = explain_follow(x, c->jobs[i])});
		found = true;
	}
	return found;
}

/* ---- the nearest names of an unknown one ---- */

#define NAME_MAX_COMPARED 128
#define NEAREST 3

/* Levenshtein's distance, or more than limit. */
static int distance(struct str a, struct str b, int limit)
{
	int row[NAME_MAX_COMPARED + 1] = {0},
				    longer = a.n > b.n ? (int)(a.n - b.n) : (int)(b.n - a.n);

	if (a.n > NAME_MAX_COMPARED || b.n > NAME_MAX_COMPARED || longer > limit)
		return limit + 1;
	for (int k = 0; k <= (int)b.n; k++)
		row[k] = k;
	for (int i = 1; i <= (int)a.n; i++) {
		int corner = row[0]++;

		for (int k = 1; k <= (int)b.n; k++) {
			int put = corner + (a.p[i - 1] != b.p[k - 1]);

			corner = row[k];
			put = corner + 1 < put ? corner + 1 : put;
			row[k] = row[k - 1] + 1 < put ? row[k - 1] + 1 : put;
		}
	}
	return row[b.n];
}

struct nearest {
	struct str keys[NEAREST];
	int distances[NEAREST], n;
};

static void offer(struct nearest *near, struct str wanted, struct str key)
{
	const char *slash = str_find(key, '/');
	struct str name =
		slash ? (struct str){slash + 1, key.n - (size_t)(slash + 1 - key.p)} : key;
	int limit = (int)(wanted.n + 1) / 2,
	    d = distance(wanted, str_contains(wanted, STR("/")) ? key : name, limit), at;

	if (d > limit && str_contains(key, wanted))
		d = limit;
	if (d > limit)
		return;
	for (int i = 0; i < near->n; i++)
		if (str_eq(near->keys[i], key))
			return;
	for (at = near->n; at > 0 && near->distances[at - 1] > d; at--)
		if (at < NEAREST) {
			near->keys[at] = near->keys[at - 1];
			near->distances[at] = near->distances[at - 1];
		}
	if (at == NEAREST)
		return;
	near->keys[at] = key;
	near->distances[at] = d;
	near->n += near->n < NEAREST;
}

static void offer_job(
	struct explain *x, struct nearest *near, struct str wanted, const struct job *j)
{
	const struct owner *o = explain_owner(j->object);

	offer(near, wanted, j->key);
	if (o)
		offer(near, wanted,
			explain_text(x, STR_FMT "/" STR_FMT, STR_ARG(j->object->meta.ns),
				STR_ARG(o->name)));
}

static bool unknown(struct explain *x, const char *name, struct error *e)
{
	const struct cluster *c = x->session->c;
	struct nearest near = {.n = 0};
	struct strbuf b = {0};

	for (int i = 0; i < c->n_jobs; i++)
		offer_job(x, &near, str_of(name), c->jobs[i]);
	for (int i = 0; i < c->n_tasks; i++)
		offer(&near, str_of(name), c->tasks[i].key);
	error_set(
		e, SNAP_USAGE, "--explain", "no pod or pod group named '%s' in the snapshot", name);
	for (int i = 0; i < near.n; i++)
		strbuf_addf(&b, "%s" STR_FMT, i ? ", " : "", STR_ARG(near.keys[i]));
	if (near.n)
		error_hint(e, "%s", b.s);
	else
		error_hint(e,
			"a name that snap-inspect --list pods or --list podGroups shows, NAME or NAMESPACE/NAME");
	strbuf_free(&b);
	return false;
}

/* Adds pod groups that are in the snapshot but no part of the cycle (rules/01 8.1). */
static bool outside(struct explain *x, struct str name)
{
	const struct objects *o = x->session->c->objects;
	bool found = false;

	for (int i = 0; i < o->pod_groups.n; i++) {
		const struct pod_group_object *g = o->pod_groups.items[i];

		if (!is_key(name, g->meta.ns, g->meta.name))
			continue;
		add(x, (struct subject){.outside = g});
		found = true;
	}
	return found;
}

bool explain_resolve(struct explain *x, const char *name, struct error *e)
{
	const struct cluster *c = x->session->c;
	struct str wanted = str_of(name);
	bool found = false, group;

	for (int i = 0; i < c->n_jobs; i++)
		if (means(wanted, c->jobs[i]->key)) {
			add(x, (struct subject){.of = explain_follow(x, c->jobs[i])});
			found = true;
		}
	group = found;
	for (int i = 0; i < c->n_tasks && !group; i++)
		if (means(wanted, c->tasks[i].key)) {
			add(x,
				(struct subject){.task = &c->tasks[i],
					.of = c->tasks[i].job ? explain_follow(x, c->tasks[i].job)
							      : NULL});
			found = true;
		}
	return found || outside(x, wanted) || add_owned(x, wanted) || unknown(x, name, e);
}
