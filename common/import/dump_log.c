/* The lines of a log, which may have the prefix of whoever stored it, CR, and pieces of long lines.
 */
#include "common/import/dump_scan.h"

/* "TIME ", and "stderr F " of the container runtime, or "stderr P " (*part) of a piece of a long
 * line that is not the last one. */
static struct str without_prefix(struct scan *s, struct str line, bool *part)
{
	struct str rest = line, time;
	struct instant t;

	if (line.n < 20 || !is_digit(line.p[0]) || line.p[4] != '-' ||
		!cut_until(&rest, STR(" "), &time) || !rfc3339_parse(time, &t))
		return line;
	s->prefix = t;
	if (!cut_prefix(&rest, STR("stderr ")))
		cut_prefix(&rest, STR("stdout "));
	if (!cut_prefix(&rest, STR("F ")))
		*part = cut_prefix(&rest, STR("P "));
	return rest;
}

/* pieces: those of a long line. */
static bool line(struct scan *s, struct strbuf *pieces, struct str text)
{
	bool part = false, good;

	text = without_prefix(s, text, &part);
	while (text.n && text.p[text.n - 1] == '\r')
		text.n--;
	if (part || pieces->len) {
		strbuf_addstr(pieces, text);
		text = strbuf_str(pieces);
	}
	if (part)
		return true;
	good = text.n && text.p[0] == '{' ? scan_json_line(s, text) : scan_text_line(s, text);
	strbuf_clear(pieces);
	return good;
}

/* A line that crosses a border of blocks is put together in `part`. */
bool scan_log(struct scan *s, struct feed *f)
{
	struct strbuf part = {0}, pieces = {0};
	struct str block;
	bool good = true;
	int more = 1;

	while (good && (more = feed_next(f, &block, s->e)) > 0)
		while (good && block.n) {
			const char *end = str_find(block, '\n');
			size_t n = end ? (size_t)(end - block.p) : block.n;

			if (!end || part.len)
				strbuf_add(&part, block.p, n);
			if (end) {
				good = line(s, &pieces,
					part.len ? strbuf_str(&part) : (struct str){block.p, n});
				strbuf_clear(&part);
				n++;
			}
			block = (struct str){block.p + n, block.n - n};
		}
	if (good && more == 0 && part.len)
		good = line(s, &pieces, strbuf_str(&part));
	strbuf_free(&part);
	strbuf_free(&pieces);
	return good && more == 0;
}
