#include <stdlib.h>
#include "common/decisions.h"
#include "common/digest.h"
#include "common/grow.h"

#define DECISION_NAME(NAME, name) #name,
const char *const decision_names[DECISION_COUNT] = {DECISION_KINDS(DECISION_NAME)};

void decision_line(struct strbuf *line, struct str action, enum decision_kind kind, struct str pod,
	struct str node)
{
	if (kind != DECISION_BIND)
		node.n = 0;
	strbuf_addstr(line, action);
	strbuf_addc(line, '\t');
	strbuf_addz(line, decision_names[kind]);
	strbuf_addc(line, '\t');
	strbuf_addstr(line, pod);
	strbuf_addc(line, '\t');
	strbuf_addstr(line, node);
}

void decisions_add(struct decisions *d, const char *action, enum decision_kind kind, struct str pod,
	struct str node)
{
	struct strbuf line = {0};

	decision_line(&line, str_of(action), kind, pod, node);
	ARRAY_GROW(d->lines, d->n, d->cap);
	d->lines[d->n++] = strbuf_str(&line);
}

static int by_bytes(const void *a, const void *b)
{
	return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

void decisions_hash(struct decisions *d, char hex[DECISIONS_HEX])
{
	struct sha256_ctx sha;

	if (d->n)
		qsort(d->lines, d->n, sizeof *d->lines, by_bytes);
	sha256_init(&sha);
	for (size_t i = 0; i < d->n; i++) {
		sha256_update(&sha, d->lines[i].n, (const uint8_t *)d->lines[i].p);
		sha256_update(&sha, 1, (const uint8_t *)"\n");
	}
	digest_hex(&sha, hex);
}

void decisions_free(struct decisions *d)
{
	/* The lines are ours; others may only read them. */
	for (size_t i = 0; i < d->n; i++)
		free((void *)(uintptr_t)d->lines[i].p);
	free(d->lines);
	*d = (struct decisions){0};
}
