/* Versions of the server and of its API groups, and its time. */
#include <string.h>
#include <time.h>
#include "api.h"

static void read_server(struct api *api, struct str text)
{
	struct json *r = json_over_memory(text.p, text.n);
	struct str key, raw;

	json_enter(r);
	while (json_key(r, &key))
		if (str_eq(key, STR("serverVersion")) && json_peek(r) == JSON_OBJECT) {
			strbuf_clear(&api->server);
			if (json_raw(r, &raw))
				jsonw_safe(&api->server, raw);
		} else {
			json_skip(r);
		}
	if (json_failed(r))
		strbuf_clear(&api->server);
	json_free(r);
}

/* Lines of words without blanks; anything else is no list of versions. */
static bool is_version_list(const struct strbuf *text)
{
	for (size_t i = 0; i < text->len; i++) {
		char c = text->s[i];

		if (c != '\n' && !strchr("./-0123456789abcdefghijklmnopqrstuvwxyz", c))
			return false;
	}
	return text->len > 0;
}

static bool ask_versions(struct api *api, struct error *e)
{
	const char *version[] = {"version", "-o", "json", NULL};
	const char *versions[] = {"api-versions", NULL};
	struct strbuf text = {0};
	struct error why = {0};
	enum kubectl_failure f = kubectl_get(api->s, version, "version", &text, &why);

	if (f == KUBECTL_OK)
		read_server(api, strbuf_str(&text));
	if (f != KUBECTL_HOPELESS) {
		why = (struct error){0};
		f = kubectl_get(api->s, versions, "api-versions", &text, &why);
		if (f == KUBECTL_OK && is_version_list(&text))
			strbuf_addstr(&api->versions, strbuf_str(&text));
	}
	strbuf_free(&text);
	if (f == KUBECTL_HOPELESS)
		*e = why;
	return f != KUBECTL_HOPELESS;
}

/* ---- time ---- */

/* A review of oneself is made by the server and kept nowhere, and everybody may ask for it. */
static bool ask_time(const struct settings *s, struct instant *at)
{
	const char *args[] = {"auth", "whoami", "-o", "json", NULL};
	struct arena a = {0};
	struct error ignored = {0};
	enum kubectl_failure f;
	const struct value *review = api_ask(s, args, "the time", &a, &f, &ignored);
	struct str text =
		value_str(value_get(value_get(review, STR("metadata")), STR("creationTimestamp")));
	bool good = text.n && rfc3339_parse(text, at) && !instant_is_zero(*at);

	arena_free(&a);
	return good;
}

static void read_clock(struct api *api)
{
	struct timespec t;

	if (ask_time(api->s, &api->kept.captured))
		return;
	api->local_clock = true;
	api->kept.captured =
		clock_gettime(CLOCK_REALTIME, &t) == 0 ? (struct instant){t.tv_sec, 0} : TIME_ZERO;
	import_assume(&api->kept,
		"the time is that of the machine that took the snapshot: the server did not tell its own");
}

bool api_discover(struct api *api, struct error *e)
{
	if (!ask_versions(api, e))
		return false;
	read_clock(api);
	return true;
}

void api_put_discovery(const struct api *api, struct strbuf *out)
{
	struct jsonw w = {.out = out};

	jsonw_begin(&w, '{');
	jsonw_key(&w, "serverVersion");
	jsonw_raw(&w, api->server.len ? strbuf_str(&api->server) : STR("null"));
	jsonw_key(&w, "resources");
	if (!api->versions.len)
		jsonw_null(&w);
	else
		jsonw_begin(&w, '[');
	for (const char *line = api->versions.s; line && *line;) {
		size_t n = strcspn(line, "\n");

		if (n) {
			jsonw_begin(&w, '{');
			jsonw_key(&w, "groupVersion");
			jsonw_str(&w, (struct str){line, n});
			jsonw_end(&w, '}');
		}
		line += n + (line[n] == '\n');
	}
	if (api->versions.len)
		jsonw_end(&w, ']');
	jsonw_end(&w, '}');
}
