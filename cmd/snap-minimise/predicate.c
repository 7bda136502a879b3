#include "predicate.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "common/engine.h"
#include "common/options.h"

static const struct {
	struct str word;
	enum about about;
	unsigned events;
} abouts[] = {
	{STR_INIT("evicted"), ABOUT_EVICTED, ENGINE_DECISIONS},
	{STR_INIT("bound"), ABOUT_BOUND, ENGINE_DECISIONS},
	{STR_INIT("pending"), ABOUT_PENDING, ENGINE_PENDING},
	{STR_INIT("slower-than"), ABOUT_SLOW, 0},
	{STR_INIT("unsupported"), ABOUT_UNSUPPORTED, 0},
	{STR_INIT("jq"), ABOUT_JQ,
		ENGINE_START | ENGINE_QUEUES | ENGINE_DECISIONS | ENGINE_PENDING | ENGINE_NET |
			ENGINE_SUMMARY | ENGINE_UNPLACED | ENGINE_PODS},
	{STR_INIT("differs"), ABOUT_DIFFERS, 0},
};

/* The word in front, without the blanks around it. */
static struct str take_word(struct str *rest)
{
	struct str word;

	while (rest->n && *rest->p == ' ')
		*rest = (struct str){rest->p + 1, rest->n - 1};
	word = (struct str){rest->p, 0};
	while (word.n < rest->n && rest->p[word.n] != ' ')
		word.n++;
	*rest = (struct str){rest->p + word.n, rest->n - word.n};
	while (rest->n && *rest->p == ' ')
		*rest = (struct str){rest->p + 1, rest->n - 1};
	return word;
}

struct str predicate_split(struct str *s, char mark)
{
	const char *at = str_find(*s, mark);
	struct str behind = {"", 0};

	if (at) {
		behind = (struct str){at + 1, s->n - (size_t)(at + 1 - s->p)};
		s->n = (size_t)(at - s->p);
	}
	return behind;
}

static bool refuse(struct str words, struct error *e)
{
	error_set(e, SNAP_USAGE, "--keep",
		"'%.*s' is none of: evicted POD, evicted POD=ACTION, bound POD, bound POD=NODE, pending POD, pending POD~TEXT, slower-than DURATION, unsupported FEATURE, differs TOOL, jq PROGRAM, not ...",
		(int)(words.n < 200 ? words.n : 200), words.p);
	return false;
}

static bool parse_tool(struct predicate *p, struct str path, struct error *e)
{
	struct strbuf b = {0};
	bool can;

	p->tool = path;
	strbuf_addstr(&b, path);
	can = access(b.s, X_OK) == 0;
	strbuf_free(&b);
	return can ||
		error_set(e, SNAP_USAGE, "--keep", "cannot run '%.*s': %s",
			(int)(path.n < 200 ? path.n : 200), path.p, strerror(errno));
}

static bool parse_jq(struct predicate *p, struct str program, struct error *e)
{
	struct strbuf text = {0}, why = {0};

	strbuf_addstr(&text, program);
	p->jq = jq_test_new(text.s, &why);
	if (!p->jq)
		error_set(e, SNAP_USAGE, "--keep", "%.200s: %.500s", text.s, why.s ? why.s : "");
	strbuf_free(&text);
	strbuf_free(&why);
	return p->jq != NULL;
}

bool predicate_parse(struct predicate *p, struct str words, struct error *e)
{
	struct str rest = words, word = take_word(&rest);
	bool known = false;

	*p = (struct predicate){.words = words};
	for (; str_eq(word, STR("not")); word = take_word(&rest))
		p->negated = !p->negated;
	for (size_t i = 0; i < sizeof abouts / sizeof *abouts; i++)
		if (str_eq(word, abouts[i].word)) {
			p->about = abouts[i].about;
			known = true;
		}
	p->object = -1;
	if (known && p->about == ABOUT_SLOW)
		return (options_parse_duration(rest, &p->slower) && p->slower > 0) ||
			refuse(words, e);
	if (known && p->about == ABOUT_UNSUPPORTED) {
		p->text = rest;
		return rest.n || refuse(words, e);
	}
	if (known && p->about == ABOUT_JQ)
		return rest.n ? parse_jq(p, rest, e) : refuse(words, e);
	if (known && p->about == ABOUT_DIFFERS)
		return rest.n ? parse_tool(p, rest, e) : refuse(words, e);
	p->pod = rest;
	if (p->about == ABOUT_PENDING)
		p->text = predicate_split(&p->pod, '~');
	else
		p->by = predicate_split(&p->pod, '=');
	while (p->pod.n && p->pod.p[p->pod.n - 1] == ' ')
		p->pod.n--;
	if (!known || !p->pod.n || str_find(p->pod, ' '))
		return refuse(words, e);
	return true;
}

unsigned predicate_events(const struct predicate *p)
{
	unsigned events = 0;

	for (size_t i = 0; i < sizeof abouts / sizeof *abouts; i++)
		if (abouts[i].about == p->about)
			events = abouts[i].events;
	return events;
}

bool predicate_of_text(const struct predicate *p)
{
	return p->about == ABOUT_UNSUPPORTED || p->about == ABOUT_JQ || p->about == ABOUT_DIFFERS;
}

bool predicate_of_tools(const struct predicate *p)
{
	return predicate_has_pod(p) || p->about == ABOUT_JQ;
}

bool predicate_has_pod(const struct predicate *p)
{
	return p->about == ABOUT_EVICTED || p->about == ABOUT_BOUND || p->about == ABOUT_PENDING;
}

void predicate_free(struct predicate *p)
{
	jq_test_free(p->jq);
}
