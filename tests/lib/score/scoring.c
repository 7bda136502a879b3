#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "common/grow.h"
#include "tests/lib/score/scoring.h"

const char *const score_slots[3] = {"gpu", "cpu", "memory"};

void scoring_free(struct scoring *s)
{
	for (size_t i = 0; i < s->groups.count; i++)
		map_free(s->groups.entries[i].value);
	map_free(&s->decisions);
	map_free(&s->queues);
	map_free(&s->pods);
	map_free(&s->pod_groups);
	map_free(&s->pod_errors);
	map_free(&s->groups);
	free(s->placed);
	arena_free(&s->arena);
}

void *score_entry(struct scoring *s, struct map *m, struct str key, size_t size)
{
	void *old = map_get(m, key);

	if (old)
		return old;
	return map_put(m, arena_str(&s->arena, key), NULL)->value =
		       arena_zalloc(&s->arena, 1, size);
}

struct str score_text(struct scoring *s, const char *fmt, ...)
{
	char line[4096];
	va_list args;
	int n;

	va_start(args, fmt);
	n = vsnprintf(line, sizeof line, fmt, args);
	va_end(args);
	return arena_str(
		&s->arena, (struct str){line, n < (int)sizeof line ? (size_t)n : sizeof line - 1});
}

struct str score_string(struct scoring *s, struct json *r)
{
	struct str t;

	if (json_null(r) || !json_string(r, &t))
		return STR("");
	return arena_str(&s->arena, t);
}

int score_strings(struct scoring *s, struct json *r, struct str list[SCORE_GROUPS])
{
	int n = 0;

	if (json_null(r) || !json_enter(r))
		return 0;
	while (json_element(r)) {
		if (n == SCORE_GROUPS)
			json_fail(r, "more than %d GPU groups", SCORE_GROUPS);
		else
			list[n++] = score_string(s, r);
	}
	return n;
}

void score_triple(struct json *r, double out[3])
{
	struct str key;

	if (!json_enter(r))
		return;
	while (json_key(r, &key)) {
		double *slot = NULL;

		for (int i = 0; i < 3; i++)
			if (str_eq(key, str_of(score_slots[i])))
				slot = &out[i];
		if (slot)
			json_double(r, slot);
		else
			json_skip(r);
	}
}

static void read_reason(struct scoring *s, struct json *r, struct reason *to)
{
	struct str key;

	to->any = true;
	if (!json_enter(r))
		return;
	while (json_key(r, &key)) {
		if (str_eq(key, STR("reason"))) {
			to->reason = score_string(s, r);
		} else if (str_eq(key, STR("message")) && !json_null(r)) {
			to->message = score_string(s, r);
			to->any = false;
		} else if (!str_eq(key, STR("message"))) {
			json_skip(r);
		}
	}
}

void score_reasons(struct scoring *s, struct json *r, struct reason_list *list)
{
	if (json_null(r) || !json_enter(r))
		return;
	while (json_element(r)) {
		ARENA_GROW(&s->arena, list->items, list->n, list->cap);
		read_reason(s, r, &list->items[list->n++]);
	}
}

static int by_bytes(const void *l, const void *r)
{
	return str_cmp(*(const struct str *)l, *(const struct str *)r);
}

struct str score_placed(struct scoring *s, struct str what, struct str *groups, int n)
{
	struct strbuf b = {0};
	struct str all;

	qsort(groups, (size_t)n, sizeof *groups, by_bytes);
	strbuf_addstr(&b, what);
	for (int i = 0; i < n; i++) {
		strbuf_addz(&b, i ? " and " : " GPU ");
		strbuf_addstr(&b, groups[i]);
	}
	all = arena_str(&s->arena, strbuf_str(&b));
	strbuf_free(&b);
	return all;
}
