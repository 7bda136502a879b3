#include "arguments.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>

#include "common/fd.h"
#include "common/mem.h"
#include "common/msg.h"
#include "common/str.h"

enum { ROOM = 1 << 16 };

/* What needs no jq does not call libjq: a static program may be without it. */
static void begin(struct arguments *a)
{
	if (a->begun)
		return;
	a->begun = true;
	a->named = jv_object();
	a->positional = jv_array();
}

void arguments_free(struct arguments *a)
{
	if (!a->begun)
		return;
	jv_free(a->named);
	jv_free(a->positional);
	free(a->files);
}

const char *argument_option(enum argument_kind kind)
{
	static const char *const options[] = {"--arg", "--argjson", "--slurpfile", "--rawfile"};

	return options[kind];
}

static void set(struct arguments *a, const char *name, jv value)
{
	a->named = jv_object_set(a->named, jv_string(name), value);
}

void arguments_name(
	struct arguments *a, enum argument_kind kind, const char *name, const char *value)
{
	jv v = kind == ARGUMENT_TEXT    ? jv_string(value)
		: kind == ARGUMENT_JSON ? jv_parse(value)
					: jv_null(); /* holds the name until it is read */

	if (!jv_is_valid(v)) {
		jv_free(v);
		msg_usage("--argjson %s: not JSON: '%s'", name, value);
	}
	begin(a);
	if (jv_object_has(jv_copy(a->named), jv_string(name))) {
		jv_free(v);
		return;
	}
	set(a, name, v);
	if (kind != ARGUMENT_SLURPFILE && kind != ARGUMENT_RAWFILE)
		return;
	a->files = xrealloc_array(a->files, a->n_files + 1, sizeof *a->files);
	a->files[a->n_files++] = (struct file_argument){kind, name, value};
}

void arguments_add(struct arguments *a, enum argument_kind kind, const char *value)
{
	jv v = kind == ARGUMENT_TEXT ? jv_string(value) : jv_parse(value);

	if (!jv_is_valid(v)) {
		jv_free(v);
		msg_usage("--jsonargs: not JSON: '%s'", value);
	}
	begin(a);
	a->positional = jv_array_append(a->positional, v);
}

/* option: for messages. */
static struct strbuf read_file(const char *option, const char *path)
{
	struct strbuf text = {0};
	ssize_t n = 1;
	int fd = fd_open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY, 0);

	while (fd >= 0 && (n > 0 || (n < 0 && errno == EINTR))) {
		n = read(fd, strbuf_reserve(&text, ROOM), ROOM);
		text.len += n > 0 ? (size_t)n : 0;
		if (text.len > INT32_MAX)
			msg_usage("%s: %s: larger than jq can take", option, path);
	}
	if (fd < 0 || n < 0)
		msg_usage("%s: %s: cannot read: %s", option, path, strerror(errno));
	fd_close(fd);
	*strbuf_reserve(&text, 1) = 0;
	return text;
}

/* A list of all the JSON texts in it. */
static jv parse_all(const struct file_argument *f, const struct strbuf *text)
{
	jv_parser *parser = jv_parser_new(0);
	jv all = jv_array(), one;

	jv_parser_set_buf(parser, text->s, (int)text->len, 0);
	while (jv_is_valid(one = jv_parser_next(parser)))
		all = jv_array_append(all, one);
	if (jv_invalid_has_msg(jv_copy(one))) {
		jv why = jv_invalid_get_msg(one);

		msg_usage("--slurpfile: %s: not JSON: %s", f->path, jv_string_value(why));
	}
	jv_parser_free(parser);
	return all;
}

void arguments_load(struct arguments *a)
{
	begin(a);
	for (size_t i = 0; i < a->n_files; i++) {
		const struct file_argument *f = &a->files[i];
		struct strbuf text = read_file(argument_option(f->kind), f->path);

		set(a, f->name,
			f->kind == ARGUMENT_RAWFILE ? jv_string_sized(text.s, (int)text.len)
						    : parse_all(f, &text));
		strbuf_free(&text);
	}
	a->n_files = 0;
}

char *arguments_program(const char *path)
{
	return read_file("--from-file", path).s;
}
