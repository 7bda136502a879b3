/* All objects of a kind, page by page: neither kubectl nor this program ever holds more. */
#include <poll.h>
#include <string.h>
#include "api.h"
#include "common/proc.h"
#include "page.h"

enum { LESS = 8 };

struct list {
	struct api *api;
	enum kind kind;
	const char *version;
	unsigned size;
	struct strbuf path;
	struct strbuf token; /* of the page that is wanted; empty: the first one */
};

/* The token is the server's: whatever it is, it stays within its place in the URL. */
static void add_encoded(struct strbuf *url, struct str text)
{
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];

		if (is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
			c == '_')
			strbuf_addc(url, c);
		else
			strbuf_addf(url, "%%%02X", (unsigned)(unsigned char)c);
	}
}

static void set_path(struct list *l)
{
	strbuf_clear(&l->path);
	api_path(l->kind, l->version, l->size, &l->path);
	if (l->token.len) {
		strbuf_addz(&l->path, "&continue=");
		add_encoded(&l->path, strbuf_str(&l->token));
	}
}

static void wait_ms(const struct settings *s, int64_t pause)
{
	int64_t left = s->deadline - proc_clock_ms();

	poll(NULL, 0, (int)(pause < left ? pause : left > 0 ? left : 0));
}

/* Asks for a page until it is whole: one that is too large with fewer objects, one that broke off
 * once more. Nothing of those is in the snapshot. */
static enum page_end get_page(struct list *l, struct page *p, struct error *e)
{
	const struct settings *s = l->api->s;
	const char *what = api_resource(l->kind);

	for (unsigned tries = 1;;) {
		*p = (struct page){.kind = l->kind};
		*e = (struct error){0};
		set_path(l);
		enum page_end end = api_page(s, what, l->path.s, p, e);

		if (end == PAGE_TOO_LARGE && l->size > 1) {
			l->size = l->size / LESS ? l->size / LESS : 1;
		} else if (end == PAGE_BROKEN && tries <= s->retries) {
			tries++;
			msg_warn(what, "%s: %s; try %u of %u follows", e->what, e->why, tries,
				s->retries + 1);
			wait_ms(s, tries < 10 ? 250 * (int64_t)tries : 2500);
		} else {
			return end;
		}
		page_free(p);
	}
}

static bool take_all(struct list *l, struct page *p, api_take *take, struct error *e)
{
	struct object_list *all = list_of(&p->objects, l->kind);
	bool good = true;

	for (size_t i = 0; i < all->n && good; i++)
		good = take(l->api, l->kind, all->items[i], e);
	if (good && p->next.len && str_eq(strbuf_str(&p->next), strbuf_str(&l->token)))
		good = error_set(e, SNAP_SYSTEM, "kubectl's answer cannot be read",
			"%s: the same page comes again", api_resource(l->kind));
	strbuf_clear(&l->token);
	strbuf_addstr(&l->token, strbuf_str(&p->next));
	return good;
}

/* Without pods and nodes there is no cluster. */
static bool is_needed(enum kind kind)
{
	return kind == KIND_PODS || kind == KIND_NODES;
}

/* The first page may be refused. True: the list is empty, or another version has it. */
static bool go_without(struct list *l, enum page_end end, const struct error *e)
{
	struct api *api = l->api;

	if (is_needed(l->kind) || l->token.len)
		return false;
	if (end == PAGE_NOT_FOUND) {
		l->version = api_version(api, l->kind, l->version);
		if (!l->version)
			api->missing[l->kind] = MISSING_LACKING;
		return true;
	}
	if (end == PAGE_FORBIDDEN) {
		msg_warn(api_resource(l->kind), "left out: %s", e->why);
		api->missing[l->kind] = MISSING_FORBIDDEN;
		l->version = NULL;
		return true;
	}
	return false;
}

static void hint(struct api *api, enum page_end end, struct error *e)
{
	if (end == PAGE_FORBIDDEN)
		error_hint(e,
			"'snap-fetch --from api --print-role' prints the ClusterRole to ask for");
	if (end == PAGE_BROKEN)
		error_hint(e, "once more, with more --retries than %u", api->s->retries);
	if (end != PAGE_EXPIRED)
		return;
	api->again = true;
	if (api->sink->passed_on)
		error_hint(e,
			"-o FILE: the server forgets a list after some minutes, and what goes to a file is begun anew by itself");
	else
		error_hint(e,
			"the list was too slow for the server, which forgets it after some minutes; once more");
}

static bool next_page(struct list *l, api_take *take, struct error *e)
{
	struct page p = {0};
	enum page_end end = get_page(l, &p, e);
	bool good = true;

	if (end == PAGE_WHOLE) {
		good = take_all(l, &p, take, e);
		if (!l->token.len)
			l->version = NULL;
	} else if (go_without(l, end, e)) {
		*e = (struct error){0};
	} else {
		hint(l->api, end, e);
		good = false;
	}
	page_free(&p);
	return good;
}

bool api_list(struct api *api, enum kind kind, api_take *take, struct error *e)
{
	struct list l = {.api = api, .kind = kind, .size = api_page_size(kind)};
	bool good = true;

	if (api->missing[kind])
		return true;
	l.version = is_needed(kind) ? "v1" : api_version(api, kind, NULL);
	if (!l.version)
		api->missing[kind] = MISSING_LACKING;
	while (l.version && good) {
		api->converts = strcmp(l.version, V1BETA1) == 0;
		good = next_page(&l, take, e);
	}
	strbuf_free(&l.path);
	strbuf_free(&l.token);
	return good;
}
