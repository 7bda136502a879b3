#include "common/follows.h"

#include <stdio.h>

struct line {
	int minor, first, last;
};
#define LINE(minor, first, last) {minor, first, last},
static const struct line lines[] = {FOLLOWED_LINES(LINE)};
enum { LINES = sizeof lines / sizeof *lines };

struct behaviour {
	int since[LINES]; /* patch */
	size_t offset;
};
#define BEHAVIOUR(name, v14, v16, v17, commit, pull) \
	{{v14, v16, v17}, offsetof(struct follows, name)},
static const struct behaviour behaviours[FOLLOWS_COUNT] = {FOLLOWS_SWITCHES(BEHAVIOUR)};

#define NAME(name, ...) #name,
const char *const follows_names[FOLLOWS_COUNT] = {FOLLOWS_SWITCHES(NAME)};

bool *follows_switch(struct follows *f, int number)
{
	return (bool *)(void *)((char *)f + behaviours[number].offset);
}

static void fill(struct follows *f, int line, int patch)
{
	for (int i = 0; i < FOLLOWS_COUNT; i++)
		*follows_switch(f, i) = patch >= behaviours[i].since[line];
}

bool follows_find(struct str version, struct follows *f)
{
	for (int i = 0; i < LINES; i++)
		for (int patch = lines[i].first; patch <= lines[i].last; patch++) {
			snprintf(f->version, sizeof f->version, "v0.%d.%d", lines[i].minor, patch);
			if (!str_eq(version, str_of(f->version)))
				continue;
			fill(f, i, patch);
			return true;
		}
	*f = (struct follows){0};
	return false;
}

/* "v0.16.0 to v0.16.8 or v0.17.0 to v0.17.1" */
static void add_known(struct strbuf *b)
{
	for (int i = 0; i < LINES; i++)
		strbuf_addf(b, "%sv0.%d.%d to v0.%d.%d",
			i == 0                   ? ""
				: i == LINES - 1 ? " or "
						 : ", ",
			lines[i].minor, lines[i].first, lines[i].minor, lines[i].last);
}

bool follows_refuse(struct str version, const char *option, const char *from, struct error *e)
{
	struct strbuf known = {0};
	int n = (int)(version.n < 80 ? version.n : 80);

	add_known(&known);
	error_set(e, SNAP_USAGE, option,
		"'%.*s'%s is not a version that the native engine follows: %s", n, version.p, from,
		known.s);
	strbuf_free(&known);
	return false;
}

const char *follows_option(const char *text)
{
	struct error e = {0};
	struct follows f;

	if (!follows_find(str_of(text), &f)) {
		follows_refuse(str_of(text), "--follows", "", &e);
		msg_usage("%s: %s", e.what, e.why);
	}
	return text;
}

void follows_text(struct strbuf *b, const struct follows *f)
{
	struct follows is = *f, plain;
	const char *between = " with ";

	strbuf_addz(b, f->version);
	if (!follows_find(str_of(f->version), &plain))
		return;
	for (int i = 0; i < FOLLOWS_COUNT; i++) {
		if (*follows_switch(&is, i) == *follows_switch(&plain, i))
			continue;
		strbuf_addf(b, "%s%s=%s", between, follows_names[i],
			*follows_switch(&is, i) ? "on" : "off");
		between = ", ";
	}
}
