/* What stands for a row's ref, settings and snapshot: parts of SHA-256. */
#include "plan_key.h"
#include "common/digest.h"

static void add(struct sha256_ctx *sha, const char *text)
{
	text = text ? text : "";
	sha256_update(sha, strlen(text) + 1, (const uint8_t *)text);
}

static void add_number(struct sha256_ctx *sha, int64_t n)
{
	sha256_update(sha, sizeof n, (const uint8_t *)&n);
}

static void end(struct sha256_ctx *sha, char key[ROW_KEY])
{
	char hex[DIGEST_HEX];

	digest_hex(sha, hex);
	memcpy(key, hex, ROW_KEY - 1);
	key[ROW_KEY - 1] = 0;
}

void plan_ref_key(const struct settings *s, const struct ref *r, char key[ROW_KEY])
{
	struct sha256_ctx sha;

	sha256_init(&sha);
	add(&sha, program_release);
	add(&sha, r->name);
	add(&sha, r->commit);
	add_number(&sha, r->like_tool);
	add(&sha, s->now);
	add_number(&sha, s->timeout_ms);
	add_number(&sha, s->verbosity);
	add_number(&sha, (int64_t)s->repeat);
	add(&sha, s->build.arch);
	add(&sha, s->build.build);
	end(&sha, key);
}

void plan_join_keys(const char *ref_key, const char *snapshot, char key[ROW_KEY])
{
	struct sha256_ctx sha;

	sha256_init(&sha);
	add(&sha, ref_key);
	add(&sha, snapshot);
	end(&sha, key);
}

void plan_key(const struct settings *s, struct row *row)
{
	char ref_key[ROW_KEY];

	plan_ref_key(s, row->ref, ref_key);
	plan_join_keys(ref_key, row->snapshot, row->key);
}
