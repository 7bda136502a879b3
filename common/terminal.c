#define _DEFAULT_SOURCE 1 /* struct winsize */
#include "common/terminal.h"
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define END "\033[0m"
enum { NEAR = 16 }; /* columns */

size_t terminal_columns(int fd)
{
	struct winsize size;

	return isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

size_t terminal_lines(int fd)
{
	struct winsize size;

	return isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

/* Bytes of the character at p: a sequence of UTF-8, or an escape sequence of ours (ESC [ ... m). */
static size_t character(const char *p, const char *end)
{
	const char *at = p + 1;

	if (*p == '\033') {
		while (at < end && *at != 'm' && *at != '\n')
			at++;
		return (size_t)(at - p) + (at < end && *at == 'm');
	}
	while (at < end && ((unsigned char)*at & 0xc0) == 0x80)
		at++;
	return (size_t)(at - p);
}

size_t terminal_width(struct str line)
{
	size_t width = 0;

	for (const char *p = line.p, *end = p + line.n; p < end; p += character(p, end))
		width += *p != '\033';
	return width;
}

static void add_cut(struct strbuf *out, struct str line, size_t columns)
{
	const char *p = line.p, *end = p + line.n;
	bool coloured = false;

	for (size_t width = 1, n; p < end && (*p == '\033' || width < columns); p += n) {
		n = character(p, end);
		strbuf_add(out, p, n);
		if (*p == '\033')
			coloured = n != strlen(END) || memcmp(p, END, n) != 0;
		else
			width++;
	}
	strbuf_addz(out, "…");
	strbuf_addz(out, colour_end(coloured));
}

static size_t leading_blanks(struct str line)
{
	size_t n = 0;

	while (n < line.n && line.p[n] == ' ')
		n++;
	return n;
}

/* Bytes of the line in front of the blank where it is to be broken: the last one behind a word such
 * that they fit into columns, else the first one. A blank behind a comma near that one is better,
 * since words between commas belong together. line.n: the line fits, or has no blank. */
static size_t break_of(struct str line, size_t columns)
{
	const char *end = line.p + line.n, *at = NULL, *comma = NULL;
	size_t width = 0, at_width = 0, comma_width = 0;
	char before = ' ';

	for (const char *p = line.p; p < end && (width <= columns || !at); p += character(p, end)) {
		if (*p == ' ' && before != ' ') {
			at = p;
			at_width = width;
			if (before == ',' || before == ';') {
				comma = p;
				comma_width = width;
			}
		}
		if (*p != '\033') {
			before = *p;
			width++;
		}
	}
	if (!at || width <= columns)
		return line.n;
	return (size_t)((comma && at_width - comma_width <= NEAR ? comma : at) - line.p);
}

static void add_wrapped(struct strbuf *out, struct str line, size_t columns, size_t hang)
{
	size_t room = columns;

	hang = hang ? hang : leading_blanks(line) + 4;
	for (;;) {
		size_t n = break_of(line, room);

		strbuf_add(out, line.p, n);
		line = (struct str){line.p + n, line.n - n};
		n = leading_blanks(line);
		line = (struct str){line.p + n, line.n - n};
		if (!line.n)
			return;
		strbuf_addf(out, "\n%*s", (int)hang, "");
		room = columns > hang ? columns - hang : 1;
	}
}

enum fitting { CUT, WRAP };

static void fit_lines(struct text *t, size_t from, size_t columns, enum fitting how, size_t hang)
{
	struct strbuf made = {0};
	const char *end = t->made.s + t->made.len, *next;

	if (!columns || from >= t->made.len)
		return;
	for (const char *p = t->made.s + from; p < end; p = next) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));
		struct str line = {p, (size_t)((newline ? newline : end) - p)};

		next = newline ? newline + 1 : end;
		if (terminal_width(line) <= columns)
			strbuf_addstr(&made, line);
		else if (how == CUT)
			add_cut(&made, line, columns);
		else
			add_wrapped(&made, line, columns, hang);
		if (newline)
			strbuf_addc(&made, '\n');
	}
	strbuf_cut(&t->made, from);
	strbuf_addstr(&t->made, strbuf_str(&made));
	strbuf_free(&made);
}

void terminal_cut(struct text *t, size_t from, size_t columns)
{
	fit_lines(t, from, columns, CUT, 0);
}

void terminal_wrap(struct text *t, size_t from, size_t columns, size_t hang)
{
	fit_lines(t, from, columns, WRAP, hang);
}

const char *colour_start(enum colour colour, bool on)
{
	static const char *const codes[] = {[COLOUR_TITLE] = "\033[1m",
		[COLOUR_GOOD] = "\033[32m",
		[COLOUR_DOUBT] = "\033[33m",
		[COLOUR_BAD] = "\033[31m",
		[COLOUR_NOTE] = "\033[36m"};

	return on ? codes[colour] : "";
}

const char *colour_end(bool on)
{
	return on ? END : "";
}
