#define _DEFAULT_SOURCE 1 /* struct winsize */
#include "common/terminal.h"
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define END "\033[0m"

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

static size_t width_of(const char *p, const char *end)
{
	size_t width = 0;

	for (; p < end; p += character(p, end))
		width += *p != '\033';
	return width;
}

static void add_cut(struct strbuf *out, const char *p, const char *end, size_t columns)
{
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

void terminal_cut(struct text *t, size_t from, size_t columns)
{
	struct strbuf cut = {0};
	const char *end = t->made.s + t->made.len, *next;

	if (!columns || from >= t->made.len)
		return;
	for (const char *p = t->made.s + from; p < end; p = next) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));

		next = newline ? newline + 1 : end;
		if (width_of(p, newline ? newline : end) <= columns)
			strbuf_add(&cut, p, (size_t)(next - p));
		else
			add_cut(&cut, p, newline ? newline : end, columns);
		if (newline && cut.len && cut.s[cut.len - 1] != '\n')
			strbuf_addc(&cut, '\n');
	}
	strbuf_cut(&t->made, from);
	strbuf_addstr(&t->made, strbuf_str(&cut));
	strbuf_free(&cut);
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
