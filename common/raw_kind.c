#include <stdio.h>
#include <strings.h>
#include "common/raw.h"

enum { MAGIC_SHOWN = 6 };

static struct str skip_blanks(struct str s)
{
	while (s.n && memchr(" \t\r\n", *s.p, 4)) {
		s.p++;
		s.n--;
	}
	return s;
}

enum raw_kind raw_kind_of(struct str head)
{
	static const struct {
		struct str magic;
		enum raw_kind kind;
	} magics[] = {
		{STR_INIT("PK\3\4"), RAW_ZIP}, {STR_INIT("PK\5\6"), RAW_ZIP}, /* without members */
		{STR_INIT("PK\7\10"), RAW_ZIP}, {STR_INIT("\x1f\x8b"), RAW_GZIP},
		{{"\xfd"
		  "7zXZ",
			 5},
			RAW_XZ},
		{STR_INIT("\x28\xb5\x2f\xfd"), RAW_ZSTD},
		{STR_INIT("\xef\xbb\xbf{"),
			RAW_JSON}, /* a byte order mark, which the JSON reader reports */
	};

	if (!head.n)
		return RAW_EMPTY;
	for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
		if (str_starts(head, magics[i].magic))
			return magics[i].kind;
	struct str text = skip_blanks(head);
	return !text.n || *text.p == '{' || *text.p == '[' ? RAW_JSON : RAW_OTHER;
}

const char *raw_kind_name(enum raw_kind kind)
{
	static const char *const names[] = {
		[RAW_OTHER] = "other",
		[RAW_EMPTY] = "empty",
		[RAW_ZIP] = "zip",
		[RAW_GZIP] = "gzip",
		[RAW_XZ] = "xz",
		[RAW_ZSTD] = "zstd",
		[RAW_JSON] = "json",
	};

	return names[kind];
}

static bool looks_like_text(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] < 0x20 && !memchr("\t\r\n", s.p[i], 3))
			return false;
	return true;
}

static bool starts_nocase(struct str s, const char *word)
{
	size_t n = strlen(word);

	return s.n >= n && strncasecmp(s.p, word, n) == 0;
}

bool raw_is_log(struct str head)
{
	struct str text = skip_blanks(head);

	return text.n && *text.p != '<' && looks_like_text(text);
}

static void refuse_text(struct str text, struct error *e)
{
	size_t n = 0;

	while (n < text.n && n < 60 && text.p[n] != '\n' && text.p[n] != '\r')
		n++;
	if (starts_nocase(text, "<!doctype html") || starts_nocase(text, "<html")) {
		error_set(e, SNAP_INPUT, "not a snapshot", "an HTML page");
		error_hint(e,
			"look at the page: whoever answered was not the scheduler (a proxy, a log-in, an error)");
		return;
	}
	error_set(e, SNAP_INPUT, "not a snapshot",
		"neither a ZIP nor JSON, it begins with \"" STR_FMT "\"", (int)n, text.p);
	if (starts_nocase(text, "404 page not found") || starts_nocase(text, "plugin not found"))
		error_hint(e,
			"that is a scheduler's 404: is its snapshot plugin configured, and was the leader asked?");
	else
		error_hint(e,
			"a snapshot is the ZIP that the scheduler serves at /get-snapshot, or the JSON in it");
}

bool raw_refuse(struct str head, struct error *e)
{
	struct str text = skip_blanks(head);

	if (!head.n) {
		error_set(e, SNAP_INPUT, "empty", "no bytes came");
		error_hint(e, "look at the program or download that should have written it");
		return false;
	}
	if (head.n < 4 && memcmp(head.p, "PK\3\4", head.n) == 0) {
		error_set(e, SNAP_INPUT, "the archive is cut short", "it ends at byte %zu", head.n);
		error_hint(e, "fetch it again");
		return false;
	}
	if (text.n > 512)
		text.n = 512;
	if (looks_like_text(text)) {
		refuse_text(text, e);
		return false;
	}
	char bytes[3 * MAGIC_SHOWN + 1] = "";
	for (size_t i = 0; i < MAGIC_SHOWN && i < head.n; i++)
		snprintf(bytes + 3 * i, 4, " %02x", (unsigned char)head.p[i]);
	error_set(e, SNAP_INPUT, "not a snapshot",
		"neither a ZIP nor JSON nor gzip, xz or zstd of JSON, it begins with bytes%s",
		bytes);
	return false;
}
