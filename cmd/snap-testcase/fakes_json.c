/* The cluster that the fakes build, as a snapshot: with the ages, names and labels that they give.
 */
#include "fakes_json.h"

void fakes_key(struct jsonw *w, struct str key, struct str s)
{
	jsonw_keys(w, key);
	jsonw_str(w, s);
}

void fakes_time(struct jsonw *w, const char *key, struct instant now, int64_t seconds)
{
	struct strbuf t = {0};

	rfc3339_format(&t, (struct instant){now.sec + seconds, 0});
	jsonw_member_str(w, key, strbuf_str(&t));
	strbuf_free(&t);
}

void fakes_amount(struct jsonw *w, const char *key, int64_t n, const char *unit)
{
	struct strbuf t = {0};

	strbuf_addf(&t, "%lld%s", (long long)n, unit);
	jsonw_member_str(w, key, strbuf_str(&t));
	strbuf_free(&t);
}

void fakes_meta(struct jsonw *w, struct str name, struct str ns)
{
	jsonw_begin(w, '{');
	jsonw_key(w, "metadata");
	jsonw_begin(w, '{');
	jsonw_member_str(w, "name", name);
	jsonw_member_str(w, "uid", name);
	if (ns.n)
		jsonw_member_str(w, "namespace", ns);
}

/* ---- the whole ---- */

static void begin_list(struct jsonw *w, const char *key)
{
	jsonw_key(w, key);
	jsonw_begin(w, '[');
}

static void add_objects(struct jsonw *w, const struct fakes *f, struct instant now)
{
	begin_list(w, "pods");
	for (size_t i = 0; i < f->n_jobs; i++)
		for (size_t k = 0; k < f->jobs[i].n; k++)
			fakes_write_pod(w, f, &f->jobs[i], &f->jobs[i].tasks[k], now);
	jsonw_end(w, ']');
	begin_list(w, "podGroups");
	for (size_t i = 0; i < f->n_jobs; i++)
		fakes_write_group(w, &f->jobs[i], now);
	jsonw_end(w, ']');
	begin_list(w, "priorityClasses");
	for (size_t i = 0; i < f->n_jobs; i++)
		fakes_write_class(w, &f->jobs[i]);
	jsonw_end(w, ']');
	begin_list(w, "nodes");
	for (size_t i = 0; i < f->n_nodes; i++)
		fakes_write_node(w, &f->nodes[i]);
	jsonw_end(w, ']');
	begin_list(w, "queues");
	for (size_t i = 0; i < f->n_queues; i++)
		fakes_write_queue(w, &f->queues[i], now, i);
	jsonw_end(w, ']');
}

static void add_value(struct jsonw *w, const char *key, const struct value *v)
{
	struct strbuf text = {0};

	if (!v)
		return;
	value_write(&text, v);
	jsonw_key(w, key);
	jsonw_raw(w, strbuf_str(&text));
	strbuf_free(&text);
}

void fakes_write(const struct fakes *f, struct instant now, struct strbuf *out)
{
	struct jsonw w = {.out = out};

	jsonw_begin(&w, '{');
	add_value(&w, "config", f->config);
	add_value(&w, "schedulerParams", f->params);
	jsonw_key(&w, "rawObjects");
	jsonw_begin(&w, '{');
	add_objects(&w, f, now);
	jsonw_end(&w, '}');
	jsonw_end(&w, '}');
	memset(strbuf_reserve(out, JSON_PADDING), 0, JSON_PADDING);
}
