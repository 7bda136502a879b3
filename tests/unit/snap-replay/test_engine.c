/* The engine for other programs: what runs on one engine is as if each had its own, and a mask is
 * as a snapshot without those objects. */
#include "common/engine.h"

#include <dirent.h>
#include <stdlib.h>

#include "common/input.h"
#include "common/value.h"
#include "../tap.h"

enum {
	ALL = ENGINE_START | ENGINE_QUEUES | ENGINE_DECISIONS | ENGINE_PENDING | ENGINE_NET |
		ENGINE_SUMMARY
};

static struct str padded(struct strbuf *b)
{
	memset(strbuf_reserve(b, JSON_PADDING), 0, JSON_PADDING);
	return strbuf_str(b);
}

/* Warnings may be about objects that a mask leaves out: the reading tells them. */
static void add_told(struct strbuf *told, struct str events)
{
	while (events.n) {
		const char *end = str_find(events, '\n');
		struct str line = {events.p, (size_t)(end + 1 - events.p)};

		if (!str_starts(line, STR("{\"event\":\"warning\"")) &&
			!str_starts(line, STR("{\"event\":\"unsupported\"")))
			strbuf_addstr(told, line);
		events.p += line.n;
		events.n -= line.n;
	}
}

static bool run(struct engine *g, const struct engine_mask *mask, struct strbuf *told)
{
	struct engine_result result = {0};
	struct error e = {0};
	bool good = engine_run(g, mask, ALL, &result, &e);

	strbuf_clear(told);
	if (good)
		add_told(told, strbuf_str(&result.events));
	else
		strbuf_addz(told, e.what);
	engine_result_free(&result);
	return good;
}

/* ---- a mask, and the document without the same objects ---- */

struct masks {
	unsigned char *bytes[KIND_COUNT];
	struct engine_mask mask;
};

static void choose(struct masks *m, const struct engine *g, int every)
{
	int n = 0;

	for (enum kind kind = 0; kind < KIND_COUNT; kind++) {
		m->bytes[kind] = calloc((size_t)engine_count(g, kind) + 1, 1);
		for (int i = 0; i < engine_count(g, kind); i++)
			m->bytes[kind][i] = ++n % every != 0;
		m->mask.keep[kind] = m->bytes[kind];
	}
}

static void forget(struct masks *m)
{
	for (enum kind kind = 0; kind < KIND_COUNT; kind++)
		free(m->bytes[kind]);
}

static bool is_left_out(
	const struct engine *g, const struct masks *m, enum kind kind, const struct value *object)
{
	const struct value *meta = value_get(object, STR("metadata"));

	for (int i = 0; i < engine_count(g, kind); i++) {
		struct str ns, name;

		engine_name(g, kind, i, &ns, &name);
		if (str_eq(ns, value_str(value_get(meta, STR("namespace")))) &&
			str_eq(name, value_str(value_get(meta, STR("name")))))
			return !m->bytes[kind][i];
	}
	return false;
}

static void leave_out(
	const struct engine *g, const struct masks *m, enum kind kind, struct value *list)
{
	size_t n = 0;

	for (size_t i = 0; i < list->count; i++)
		if (!is_left_out(g, m, kind, list->members[i].value))
			list->members[n++] = list->members[i];
	list->count = n;
}

static void write_rest(
	const struct engine *g, const struct masks *m, struct str json, struct strbuf *out)
{
	struct arena a = {0};
	struct json *r = json_over_memory(json.p, json.n);
	const struct value *all = value_read(&a, r), *objects = value_get(all, STR("rawObjects"));

	json_free(r);
	for (enum kind kind = 0; kind < KIND_COUNT; kind++) {
		struct value *list = value_get(objects, str_of(kind_key(kind)));

		if (list && list->type == JSON_ARRAY)
			leave_out(g, m, kind, list);
	}
	value_write(out, all);
	arena_free(&a);
}

/* ---- cases ---- */

static struct engine *open_at(struct str json, struct instant now)
{
	const struct engine_options options = {.now = now};
	struct error e = {0};

	return engine_open(json, &options, &e);
}

/* True: the run with the mask tells what a run of the rest alone tells. */
static bool mask_holds(struct engine *g, struct str json, int every)
{
	struct strbuf rest = {0}, told = {0}, expected = {0};
	struct masks m = {0};
	struct engine *other;
	bool good;

	choose(&m, g, every);
	write_rest(g, &m, json, &rest);
	other = open_at(padded(&rest), engine_now(g));
	good = run(g, &m.mask, &told) == (other && run(other, NULL, &expected)) &&
		str_eq(strbuf_str(&told), strbuf_str(&expected));
	engine_close(other);
	strbuf_free(&rest);
	strbuf_free(&told);
	strbuf_free(&expected);
	forget(&m);
	return good;
}

static void check_case(const char *path)
{
	struct error e = {0};
	struct input *in = input_open(path, NULL, &e);
	struct strbuf first = {0}, again = {0};
	struct engine *g = NULL;
	struct str json;

	if (in && input_read_all(in, &json, &e))
		g = open_at(json, TIME_ZERO);
	if (!g) {
		ok(false, "%s is read", path);
		return;
	}
	struct engine *pinned = open_at(json, engine_now(g));
	ok(run(pinned, NULL, &first) && mask_holds(pinned, json, 2) &&
			mask_holds(pinned, json, 7) && run(pinned, NULL, &again) &&
			str_eq(strbuf_str(&first), strbuf_str(&again)),
		"%s: masks hold, and the next run is as the first", path);
	engine_close(pinned);
	engine_close(g);
	strbuf_free(&first);
	strbuf_free(&again);
	input_close(in);
}

static void check_errors(void)
{
	static const char *const bad[] = {"", "{", "[]", "{}",
		"{\"rawObjects\":{},\"schedulerParams\":{}} x",
		"{\"rawObjects\":{\"pods\":[{\"metadata\":7}]},\"schedulerParams\":{}}"};
	const struct engine_options options = {.now = TIME_ZERO},
				    other = {.now = TIME_ZERO, .follows = "v9"};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct strbuf b = {0};
		struct error e = {0};

		strbuf_addz(&b, bad[i]);
		ok(!engine_open(padded(&b), &options, &e) && e.status == SNAP_INPUT && e.what[0],
			"an error: %s", bad[i]);
		strbuf_free(&b);
	}
	struct strbuf b = {0};
	struct error e = {0};
	strbuf_addz(&b, "{\"rawObjects\":{},\"schedulerParams\":{}}");
	ok(!engine_open(padded(&b), &other, &e) && e.status == SNAP_USAGE,
		"a version that is not followed");
	strbuf_free(&b);
}

/* The recorded cases of a folder. */
static void check_folder(const char *folder)
{
	DIR *d = opendir(folder);
	struct strbuf path = {0};

	for (struct dirent *f; d && (f = readdir(d));) {
		struct str name = str_of(f->d_name);

		if (!str_ends(name, STR(".json")) || str_ends(name, STR(".decisions.json")))
			continue;
		strbuf_clear(&path);
		strbuf_addf(&path, "%s/%s", folder, f->d_name);
		check_case(path.s);
	}
	if (d)
		closedir(d);
	strbuf_free(&path);
}

int main(int argc, char **argv)
{
	check_errors();
	for (int i = 1; i < argc; i++)
		check_folder(argv[i]);
	if (argc == 1) {
		static const char *const folders[] = {"mixed", "reclaim", "consolidation",
			"fraction", "dra", "numa", "topology", "storage", "minruntime"};
		struct strbuf path = {0};

		for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
			strbuf_clear(&path);
			strbuf_addf(&path, "tests/conformance/%s", folders[i]);
			check_folder(path.s);
		}
		strbuf_free(&path);
	}
	return tap_end();
}
