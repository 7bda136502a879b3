/* One replay with some switches turned. */
#include <stdlib.h>
#include <string.h>
#include "common/mem.h"
#include "places.h"
#include "switches_private.h"

/* "NAME=on" of those that are turned, for --switch, ended by NULL. The caller frees it. */
static const char **settings(const struct versus *v, const bool *on)
{
	const char **list = xcalloc(v->n + 1, sizeof *list);
	size_t n = 0;

	for (size_t i = 0; i < v->n; i++)
		if (on[i])
			list[n++] = v->all[i].setting;
	return list;
}

static void tell_failure(const struct versus *v, const struct row *variant)
{
	struct strbuf all = {0};

	for (const char *const *s = variant->ref->switches; *s; s++)
		strbuf_addf(&all, "%s%s", all.len ? ", " : "", *s);
	msg_warn(v->row->snapshot, "%s with %s: %s", v->from.version, all.s, variant->why.s);
	strbuf_free(&all);
}

static void judge(const struct versus *v, const struct row *variant, struct attempt *a)
{
	const char *decided = variant->runs[0].decisions;
	struct outcome from = {0}, to = {0};

	a->known = true;
	a->same = strcmp(decided, v->row->runs[0].decisions) == 0;
	a->inert = strcmp(decided, v->base->runs[0].decisions) == 0;
	if (!a->changes || a->inert)
		return;
	row_read_outcome(v->base, 0, &from);
	row_read_outcome(variant, 0, &to);
	outcome_changes(&from, &to, a->changes);
	outcome_free(&from);
	outcome_free(&to);
}

bool switches_try(struct switch_search *s, const struct versus *v, const bool *on,
	struct attempt *attempt, struct error *e)
{
	struct ref ref = *v->base->ref;
	struct rows one = {.all = xcalloc(1, sizeof *one.all), .n = 1};
	struct row *variant = one.all;
	const char **turned = settings(v, on);

	ref.follows = v->from.version;
	ref.switches = turned;
	row_init(variant, &ref, v->row->snapshot);
	strbuf_addf(&variant->base, "%s/%zu", s->folder.s, atomic_fetch_add(&s->runs, 1));
	bool ok = replay_run(s->r, v->snapshot, variant, e);
	if (ok && variant->status != STATUS_UNFINISHED)
		tell_failure(v, variant);
	else if (ok)
		judge(v, variant, attempt);
	places_clear(variant);
	rows_free(&one);
	free(turned);
	return ok;
}
