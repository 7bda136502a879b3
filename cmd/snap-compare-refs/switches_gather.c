/* The rows whose difference switches may explain. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/mem.h"
#include "common/event_file.h"
#include "memory.h"
#include "switches_private.h"

/* "kai-scheduler v0.17.0" */
static void read_start(struct json *r, void *to)
{
	const struct str scheduler = STR("kai-scheduler ");
	struct str key, text;

	if (!json_enter(r))
		return;
	while (json_key(r, &key)) {
		if (!str_eq(key, STR("follows")))
			json_skip(r);
		else if (json_string(r, &text) && str_starts(text, scheduler))
			follows_find((struct str){text.p + scheduler.n, text.n - scheduler.n}, to);
	}
}

/* The version that the engine followed in the row's first run; its events know that of
 * native@auto, too. False: a tool decided there. */
static bool followed(const struct row *row, struct follows *f)
{
	const struct event_reader readers[] = {{EVENT("start"), read_start}};
	struct strbuf path = {0};

	*f = (struct follows){0};
	if (row->status != STATUS_PASS || !ref_is_native(row->ref))
		return false;
	row_path(row, 0, ".ndjson", &path);
	events_read(path.s, readers, 1, f);
	strbuf_free(&path);
	return f->version[0] != 0;
}

/* The first row of the snapshot with which the engine can be compared: it decides as the first ref
 * does, and differs from the row in the version only. */
static const struct row *find_base(
	const struct rows *rows, const struct row *row, struct follows *from)
{
	for (const struct row *b = rows_first(rows, row);
		b < rows->all + rows->n && b->snapshot == row->snapshot; b++)
		if (b->differs == DIFFERS_NO && b->ref->kind == row->ref->kind &&
			b->ref->like_tool == row->ref->like_tool && followed(b, from))
			return b;
	return NULL;
}

static void add_switches(struct versus *v, struct follows *to)
{
	v->all = xcalloc(FOLLOWS_COUNT, sizeof *v->all);
	for (int i = 0; i < FOLLOWS_COUNT; i++) {
		bool value = *follows_switch(to, i);

		if (value == *follows_switch(&v->from, i))
			continue;
		struct turned *t = &v->all[v->n++];
		snprintf(t->setting, sizeof t->setting, "%s=%s", follows_names[i],
			value ? "on" : "off");
	}
}

static const char *path_of(const struct snapshots *s, const struct row *row)
{
	size_t i = 0;

	while (s->names[i] != row->snapshot)
		i++;
	return s->paths[i];
}

void switches_gather(struct switch_search *s)
{
	const struct rows *rows = s->r->rows;

	s->all = xcalloc(rows->n, sizeof *s->all);
	for (struct row *row = rows->all; row < rows->all + rows->n; row++) {
		struct versus v = {.row = row};
		struct follows to;

		if (row->differs != DIFFERS_YES || !followed(row, &to))
			continue;
		v.base = find_base(rows, row, &v.from);
		if (!v.base)
			continue;
		v.snapshot = path_of(&s->r->settings->snapshots, row);
		v.bytes = memory_of_replay(row->ref, memory_of_json(v.snapshot));
		add_switches(&v, &to);
		s->all[s->n++] = v;
	}
}
