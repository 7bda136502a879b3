#include "snapshot.h"

#include <stdlib.h>

#include "common/value.h"

void snapshot_free(struct snapshot *s)
{
	free(s->parts);
	strbuf_free(&s->source);
	arena_free(&s->arena);
	*s = (struct snapshot){0};
}

/* ---- questions ---- */

enum kind snapshot_kind(const struct snapshot *s, int i)
{
	enum kind kind = 0;

	while (i >= s->first[kind + 1])
		kind++;
	return kind;
}

int snapshot_find(const struct snapshot *s, enum kind kind, struct str ns, struct str name)
{
	for (int i = s->first[kind]; i < s->first[kind + 1]; i++)
		if (str_eq(s->objects[i].name, name) && str_eq(s->objects[i].ns, ns))
			return i;
	return -1;
}

struct engine_mask snapshot_mask(const struct snapshot *s, const unsigned char *keep)
{
	struct engine_mask mask;

	for (enum kind kind = 0; kind < KIND_COUNT; kind++)
		mask.keep[kind] = keep + s->first[kind];
	return mask;
}

/* ---- what is left ---- */

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Appends the text up to end, with the blanks in front of it. */
static void add_indented(const struct snapshot *s, size_t begin, size_t end, struct strbuf *out)
{
	while (begin && is_blank(s->text.p[begin - 1]))
		begin--;
	strbuf_add(out, s->text.p + begin, end - begin);
}

static void write_list(const struct snapshot *s, const struct part *p, const unsigned char *keep,
	struct value *const *now, struct strbuf *out)
{
	bool any = false;

	strbuf_addc(out, '[');
	for (int i = s->first[p->kind]; p->counts && i < s->first[p->kind + 1]; i++) {
		if (!keep[i])
			continue;
		if (any)
			strbuf_addc(out, ',');
		if (now && now[i])
			value_write(out, now[i]);
		else
			add_indented(s, s->objects[i].begin, s->objects[i].end, out);
		any = true;
	}
	if (any)
		add_indented(s, p->end - 1, p->end, out);
	else
		strbuf_addc(out, ']');
}

void snapshot_write(const struct snapshot *s, const unsigned char *keep, struct value *const *now,
	struct strbuf *out)
{
	size_t at = 0;

	for (int i = 0; i < s->n_parts; i++) {
		const struct part *p = &s->parts[i];

		if (p->kind == KIND_NONE && !s->source.len)
			continue;
		strbuf_add(out, s->text.p + at, p->begin - at);
		at = p->end;
		if (p->kind == KIND_NONE)
			strbuf_addstr(out, strbuf_str(&s->source));
		else
			write_list(s, p, keep, now, out);
	}
	strbuf_add(out, s->text.p + at, s->text.n - at);
	if (!str_ends(strbuf_str(out), STR("\n")))
		strbuf_addc(out, '\n');
}
