#include "tests/hostile/tree.h"
#include <stdlib.h>
#include "common/jsonw.h"
#include "common/grow.h"

void tree_free(struct tree *t)
{
	arena_free(&t->arena);
	free(t->all);
	*t = (struct tree){0};
}

struct node *tree_node(struct tree *t, enum json_type type, struct str text)
{
	struct node *n = ARENA_NEW(&t->arena, struct node);

	n->type = type;
	n->text = text;
	return n;
}

struct str tree_quoted(struct tree *t, struct str text)
{
	struct strbuf b = {0};

	jsonw_str(&(struct jsonw){.out = &b}, text);
	struct str quoted = arena_str(&t->arena, strbuf_str(&b));
	strbuf_free(&b);
	return quoted;
}

static uint64_t path_below(uint64_t path, struct str key)
{
	path = (path ^ 0xff) * 0x100000001b3u;
	for (size_t i = 0; i < key.n; i++)
		path = (path ^ (unsigned char)key.p[i]) * 0x100000001b3u;
	return path;
}

void tree_insert(struct tree *t, struct node *parent, int at, struct str key, struct node *kid)
{
	ARENA_GROW(&t->arena, parent->kids, parent->n_kids, parent->cap_kids);
	if (at < parent->n_kids)
		memmove(parent->kids + at + 1, parent->kids + at,
			(size_t)(parent->n_kids - at) * sizeof(struct node *));
	parent->kids[at] = kid;
	parent->n_kids++;
	kid->parent = parent;
	kid->key = key;
	kid->path = path_below(parent->path, key);
}

int tree_place(const struct node *kid)
{
	for (int i = 0; kid->parent && i < kid->parent->n_kids; i++)
		if (kid->parent->kids[i] == kid)
			return i;
	return -1;
}

void tree_remove(struct node *kid)
{
	struct node *p = kid->parent;
	int at = tree_place(kid);

	if (at < 0)
		return;
	p->n_kids--;
	if (at < p->n_kids)
		memmove(p->kids + at, p->kids + at + 1,
			(size_t)(p->n_kids - at) * sizeof(struct node *));
}

void tree_replace(struct node *old, struct node *kid)
{
	int at = tree_place(old);

	if (at < 0)
		return;
	kid->parent = old->parent;
	kid->key = old->key;
	kid->path = old->path;
	old->parent->kids[at] = kid;
}

struct node *tree_copy(struct tree *t, const struct node *from)
{
	struct node *n = tree_node(t, from->type, arena_str(&t->arena, from->text));

	n->key = arena_str(&t->arena, from->key);
	for (int i = 0; i < from->n_kids; i++) {
		struct node *kid = tree_copy(t, from->kids[i]);

		tree_insert(t, n, i, kid->key, kid);
	}
	return n;
}

struct node *tree_member(const struct node *object, const char *key)
{
	size_t n = strlen(key);

	for (int i = 0; object && object->type == JSON_OBJECT && i < object->n_kids; i++) {
		struct str k = object->kids[i]->key;

		if (k.n == n + 2 && memcmp(k.p + 1, key, n) == 0)
			return object->kids[i];
	}
	return NULL;
}

static struct node *read_value(struct tree *t, struct json *r, uint64_t path);

static void read_kids(struct tree *t, struct json *r, struct node *n)
{
	struct str key;

	if (!json_enter(r))
		return;
	while (n->type == JSON_OBJECT ? json_key(r, &key) : json_element(r)) {
		struct str quoted = n->type == JSON_OBJECT ? tree_quoted(t, key) : (struct str){0};

		tree_insert(t, n, n->n_kids, quoted, read_value(t, r, path_below(n->path, quoted)));
	}
}

static struct node *read_value(struct tree *t, struct json *r, uint64_t path)
{
	struct str text;
	struct node *n = tree_node(t, json_peek(r), (struct str){0});

	n->path = path;
	ARRAY_GROW(t->all, t->n_all, t->cap_all);
	n->number = t->n_all;
	t->all[t->n_all++] = n;
	if (n->type == JSON_OBJECT || n->type == JSON_ARRAY)
		read_kids(t, r, n);
	else if (json_raw(r, &text))
		n->text = arena_str(&t->arena, text);
	return n;
}

bool tree_read(struct tree *t, struct str text, struct error *e)
{
	char *padded = arena_zalloc(&t->arena, text.n + JSON_PADDING, 1);

	memcpy(padded, text.p, text.n);
	struct json *r = json_over_memory(padded, text.n);
	t->root = read_value(t, r, 0);
	bool good = json_finish(r);
	if (!good)
		json_error(r, e);
	json_free(r);
	return good;
}

static void write_node(const struct node *n, struct strbuf *out)
{
	if (n->text.n) {
		strbuf_addstr(out, n->text);
		return;
	}
	strbuf_addc(out, n->type == JSON_OBJECT ? '{' : '[');
	for (int i = 0; i < n->n_kids; i++) {
		if (i)
			strbuf_addc(out, ',');
		if (n->type == JSON_OBJECT) {
			strbuf_addstr(out, n->kids[i]->key);
			strbuf_addc(out, ':');
		}
		write_node(n->kids[i], out);
	}
	strbuf_addc(out, n->type == JSON_OBJECT ? '}' : ']');
}

void tree_write(const struct tree *t, struct strbuf *out)
{
	write_node(t->root, out);
}
