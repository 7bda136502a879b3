#include "tests/mutants/tokens.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/grow.h"

struct reader {
	struct str file;
	size_t at;
	int line;
	bool line_start;
};

static char peek(const struct reader *r, size_t ahead)
{
	return r->at + ahead < r->file.n ? r->file.p[r->at + ahead] : '\0';
}

static void advance(struct reader *r)
{
	if (peek(r, 0) == '\n') {
		r->line++;
		r->line_start = true;
	}
	r->at++;
}

static void skip_comment(struct reader *r)
{
	bool line = peek(r, 1) == '/';

	r->at += 2;
	while (r->at < r->file.n) {
		if (line && peek(r, 0) == '\n')
			return;
		if (!line && peek(r, 0) == '*' && peek(r, 1) == '/') {
			r->at += 2;
			return;
		}
		advance(r);
	}
}

/* With the lines that a backslash continues. */
static void skip_directive(struct reader *r)
{
	while (r->at < r->file.n && peek(r, 0) != '\n') {
		if (peek(r, 0) == '\\')
			r->at++;
		advance(r);
	}
}

static void skip_blank(struct reader *r)
{
	while (r->at < r->file.n) {
		char c = peek(r, 0);

		if (isspace((unsigned char)c))
			advance(r);
		else if (c == '/' && (peek(r, 1) == '/' || peek(r, 1) == '*'))
			skip_comment(r);
		else if (c == '#' && r->line_start)
			skip_directive(r);
		else
			return;
	}
}

static bool in_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* `.5e-3` and `0x1F` are one number each. */
static void take_number(struct reader *r)
{
	while (in_word(peek(r, 0)) || peek(r, 0) == '.' ||
		((peek(r, 0) == '-' || peek(r, 0) == '+') && r->at > 0 &&
			strchr("eEpP", r->file.p[r->at - 1])))
		r->at++;
}

static void take_text(struct reader *r)
{
	char quote = peek(r, 0);

	for (r->at++; r->at < r->file.n && peek(r, 0) != quote; advance(r))
		if (peek(r, 0) == '\\')
			r->at++;
	r->at++;
}

static void take_sign(struct reader *r)
{
	static const char *const signs[] = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>",
		"<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
	size_t left = r->file.n - r->at;

	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
		size_t n = strlen(signs[i]);

		if (n <= left && memcmp(r->file.p + r->at, signs[i], n) == 0) {
			r->at += n;
			return;
		}
	}
	r->at++;
}

static struct token take(struct reader *r)
{
	size_t start = r->at;
	struct token t = {.line = r->line, .match = -1};
	char c = peek(r, 0);

	r->line_start = false;
	if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)peek(r, 1)))) {
		t.kind = TOKEN_NUMBER;
		take_number(r);
	} else if (in_word(c)) {
		t.kind = TOKEN_WORD;
		while (in_word(peek(r, 0)))
			r->at++;
	} else if (c == '"' || c == '\'') {
		t.kind = TOKEN_TEXT;
		take_text(r);
	} else {
		t.kind = TOKEN_SIGN;
		take_sign(r);
	}
	if (r->at > r->file.n)
		r->at = r->file.n;
	t.text = (struct str){r->file.p + start, r->at - start};
	return t;
}

/* Opener, match and body. A function starts at a brace outside all others, behind a parenthesis. */
static void pair_up(struct tokens *all)
{
	int opener = -1;
	bool body = false;

	for (int i = 0; i < all->n; i++) {
		struct token *t = &all->items[i];

		if (token_among(all, i, ") ] }") && opener >= 0) {
			t->match = opener;
			all->items[opener].match = i;
			opener = all->items[opener].opener;
			body = body && opener >= 0;
		}
		t->opener = opener;
		t->body = body;
		if (token_among(all, i, "( [ {")) {
			body = body ||
				(opener < 0 && token_is(all, i, "{") && token_is(all, i - 1, ")"));
			opener = i;
		}
	}
}

void tokens_read(struct tokens *out, struct str file)
{
	struct reader r = {.file = file, .line = 1, .line_start = true};

	*out = (struct tokens){0};
	for (skip_blank(&r); r.at < file.n; skip_blank(&r)) {
		ARRAY_GROW(out->items, out->n, out->cap);
		out->items[out->n++] = take(&r);
	}
	pair_up(out);
}

void tokens_free(struct tokens *t)
{
	free(t->items);
}

bool token_is(const struct tokens *all, int at, const char *text)
{
	return at >= 0 && at < all->n && str_eq(all->items[at].text, str_of(text));
}

bool token_among(const struct tokens *all, int at, const char *words)
{
	struct str left = str_of(words);

	while (at >= 0 && at < all->n && left.n) {
		const char *space = memchr(left.p, ' ', left.n);
		struct str word = {left.p, space ? (size_t)(space - left.p) : left.n};

		if (str_eq(all->items[at].text, word))
			return true;
		left.p += word.n + (space != NULL);
		left.n -= word.n + (space != NULL);
	}
	return false;
}
