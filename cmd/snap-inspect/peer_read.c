/* What nodes and pods have in common. */
#include <stdlib.h>
#include "common/grow.h"
#include "common/quantity.h"
#include "peer_object.h"

void peer_reader_begin(struct peer_reader *x)
{
	resources_begin(&x->resources);
}

void peer_reader_free(struct peer_reader *x)
{
	struct sum *sums[] = {&x->overhead, &x->level, &x->sum, &x->sidecars, &x->peak, &x->one};

	for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
		sum_free(sums[i]);
	names_free(&x->resources);
	names_free(&x->labels);
	strbuf_free(&x->text);
	strbuf_free(&x->key);
	strbuf_free(&x->scratch);
	free(x->pool);
	free(x->containers);
	free(x->pairs);
	arena_free(&x->arena);
}

bool peer_enter(struct json *r)
{
	return !json_null(r) && json_enter(r);
}

struct str peer_text(struct peer_reader *x)
{
	struct str text;

	if (json_null(x->r) || !json_string(x->r, &text))
		return (struct str){0};
	return arena_str(&x->arena, text);
}

bool peer_bool(struct peer_reader *x)
{
	bool value = false;

	if (!json_null(x->r))
		json_bool(x->r, &value);
	return value;
}

/* Thousandths, rounded up. */
static bool thousandths(struct str text, int64_t *n)
{
	const int64_t nano = 1000000;
	struct quantity q;

	if (!quantity_parse(text, &q) || q.nano < 0)
		return false;
	*n = q.nano / nano >= INT64_MAX ? INT64_MAX : (int64_t)((q.nano + nano - 1) / nano);
	return true;
}

/* False: there is none, or an error. */
static bool read_quantity(struct peer_reader *x, int64_t *n)
{
	struct str text;

	if (json_null(x->r))
		return false;
	if (!(json_peek(x->r) == JSON_NUMBER ? json_number(x->r, &text) : json_string(x->r, &text)))
		return false;
	if (thousandths(text, n))
		return true;
	return json_fail(x->r, "\"" STR_FMT "\" is not an amount of a resource",
		(int)(text.n < 80 ? text.n : 80), text.p ? text.p : "");
}

void peer_amounts_read(struct peer_reader *x)
{
	struct str key;
	int64_t n = 0;

	if (!peer_enter(x->r))
		return;
	while (json_key(x->r, &key)) {
		uint32_t resource = names_put(&x->resources, key, NULL);

		if (!read_quantity(x, &n))
			continue;
		ARRAY_GROW(x->pool, x->n_pool, x->cap_pool);
		x->pool[x->n_pool++] = (struct amount){resource, n};
	}
}

void peer_amounts_add(struct peer_reader *x, struct sum *to)
{
	size_t from = x->n_pool;

	peer_amounts_read(x);
	for (size_t i = from; i < x->n_pool; i++)
		sum_add(to, x->pool[i].resource, x->pool[i].n);
	x->n_pool = from;
}

static int by_value(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

void peer_pairs_read(struct peer_reader *x)
{
	struct str key, value = {0};

	x->n_pairs = 0;
	if (!peer_enter(x->r))
		return;
	while (json_key(x->r, &key)) {
		strbuf_clear(&x->key);
		strbuf_addstr(&x->key, key);
		if (json_null(x->r) || !json_string(x->r, &value))
			continue;
		ARRAY_GROW(x->pairs, x->n_pairs, x->cap_pairs);
		x->pairs[x->n_pairs++] =
			names_put_pair(&x->labels, strbuf_str(&x->key), value, &x->scratch);
	}
	if (x->n_pairs)
		qsort(x->pairs, x->n_pairs, sizeof *x->pairs, by_value);
}

uint32_t *peer_pairs_kept(struct peer_reader *x)
{
	uint32_t *kept = ARENA_ARRAY(&x->arena, x->n_pairs, uint32_t);

	if (x->n_pairs)
		memcpy(kept, x->pairs, x->n_pairs * sizeof *kept);
	return kept;
}
