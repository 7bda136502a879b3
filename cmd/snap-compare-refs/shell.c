#include "shell.h"
#include "common/utf8.h"

static bool is_plain(const char *word)
{
	static const char marks[] = "@%+:,./-_";

	for (const char *p = word; *p; p++)
		if (!is_digit(*p) && !(*p >= 'a' && *p <= 'z') && !(*p >= 'A' && *p <= 'Z') &&
			!strchr(marks, *p))
			return false;
	return *word;
}

void shell_add(struct strbuf *line, const char *word)
{
	if (line->len)
		strbuf_addc(line, ' ');
	if (is_plain(word)) {
		strbuf_addz(line, word);
		return;
	}
	strbuf_addc(line, '\'');
	for (const char *p = word; *p; p++)
		if (*p == '\'')
			strbuf_addz(line, "'\\''");
		else
			strbuf_addc(line, *p);
	strbuf_addc(line, '\'');
}

static bool is_shown(struct str line)
{
	const unsigned char *p = (const unsigned char *)line.p, *end = p + line.n;

	for (size_t n; p < end; p += n) {
		n = utf8_length(p, (size_t)(end - p));
		if (n == 0 || utf8_unseen(utf8_char(p, n)))
			return false;
	}
	return true;
}

/* The words end in no newline, which $( ) would drop: a word with one is in quotes. */
void shell_one_line(struct strbuf *line)
{
	struct strbuf encoded = {0};

	if (is_shown(strbuf_str(line)))
		return;
	strbuf_addz(&encoded, "eval \"$(printf '%b' '");
	for (size_t i = 0; i < line->len; i++) {
		unsigned char c = (unsigned char)line->s[i];

		if (c < 0x20 || c > 0x7e || c == '\'' || c == '\\')
			strbuf_addf(&encoded, "\\0%03o", c);
		else
			strbuf_addc(&encoded, (char)c);
	}
	strbuf_addz(&encoded, "')\"");
	strbuf_free(line);
	*line = encoded;
}
