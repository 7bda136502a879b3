/* --restore and --verify: a map beside any text. */
#include <stdlib.h>

#include "any_text.h"
#include "common/operand.h"
#include "common/output.h"
#include "leaks.h"
#include "map_file.h"
#include "redact.h"
#include "finder.h"
#include "vouched.h"

struct beside {
	struct book book;
	struct finder *search;
	struct input *in;
	struct str text;
};

/* Opens the map and the text. old: search for old names, of LEAK_LEAST bytes and more; else for new
 * ones. */
static bool open_both(
	struct beside *b, const struct settings *s, bool old, const char **about, struct error *e)
{
	*about = s->map;
	if (!map_read(s->map, false, &b->book, e))
		return false;
	b->search = finder_new();
	for (int kind = 0; kind < NAMES_COUNT; kind++)
		for (size_t i = 0; i < b->book.kinds[kind].count; i++) {
			struct name *n = b->book.kinds[kind].entries[i].value;

			n->values = (enum what)kind;
			n->seen = true;
			if (n->stays || (old && n->old.n < LEAK_LEAST))
				continue;
			finder_add(b->search, old ? n->old : n->to, n);
		}
	*about = operand_input(s->file);
	b->in = any_text_open(s->file, &b->text, e);
	return b->in != NULL;
}

static void close_both(struct beside *b)
{
	finder_free(b->search);
	if (b->in)
		input_close(b->in);
	book_free(&b->book);
}

static bool goes_on(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* "\\n" in JSON, of which the letter is no part of a word. */
static bool is_escape(struct str text, size_t at)
{
	return at > 1 && text.p[at - 2] == '\\' && str_find(STR("nrtbf"), text.p[at - 1]);
}

/* A new name stands for itself only if no letter or digit goes on before or behind it. */
static enum finding stands_alone(const void *ctx, struct str text, size_t from, size_t to)
{
	(void)ctx;
	if (to < text.n && goes_on(text.p[to]))
		return FOUND_NO_END;
	return from == 0 || !goes_on(text.p[from - 1]) || is_escape(text, from) ? FOUND : FOUND_NOT;
}

int restore(const struct settings *s)
{
	struct beside b = {0};
	struct error e = {0};
	struct strbuf out = {0};
	struct found f;
	const char *about;
	size_t at = 0, written = 0;

	if (open_both(&b, s, false, &about, &e)) {
		while (finder_next(b.search, b.text, &at, stands_alone, NULL, &f)) {
			strbuf_add(&out, b.text.p + written, f.from - written);
			strbuf_addstr(&out, ((const struct name *)f.what)->old);
			written = f.to;
		}
		strbuf_add(&out, b.text.p + written, b.text.n - written);
		if (!output_whole(s->output, strbuf_str(&out), &e))
			about = s->output ? s->output : "<stdout>";
	}
	strbuf_free(&out);
	close_both(&b);
	return e.status ? msg_error(about, &e) : SNAP_OK;
}

int verify(const struct settings *s)
{
	struct beside b = {0};
	struct error e = {0};
	struct found f, first = {0};
	const char *about;
	size_t at = 0, found = 0;

	if (open_both(&b, s, true, &about, &e)) {
		struct vouched *v = vouched_make(&b.book);

		while (finder_next(b.search, b.text, &at, vouched_not, v, &f))
			first = found++ ? first : f;
		vouched_free(v);
		if (found) {
			error_set(&e, SNAP_NO, "old names are left",
				"%zu, the first at byte %zu: the name of a %s", found, first.from,
				name_kinds[((const struct name *)first.what)->values]);
			error_hint(&e, "a text that was made of the redacted snapshot has none");
		}
	}
	close_both(&b);
	return e.status ? msg_error(about, &e) : SNAP_OK;
}
