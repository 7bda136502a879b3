/* Snapshots in tests/data/model/ that have every member and odd forms of them: what is read and
 * built, against the recorded text beside each. After a change that is meant:
 * build/unit/snap-replay/test_model --record, then look at the difference. */
#include "cmd/snap-replay/model/config_gaps.h"
#include "load.h"
#include "model_text.h"
#include "recorded.h"

static const struct sample {
	const char *name;
	bool captured; /* of config_fill_params */
	uint64_t seed; /* 0: none */
} samples[] = {
	{"every-member", false, 0},
	{"odd-forms", true, 0},
	{"repeated", true, 0},
	{"shard", false, 0},
	{"old-queues", false, 0},
	{"defaults", false, 0},
	{"bookings", true, 3},
	{"twins", false, 0},
	{"default-queue", false, 0},
};

/* Reads and builds as native.c does, and appends all of it to out. */
static void describe(const struct sample *s, const char *json, struct strbuf *out)
{
	struct loaded l = {.c.dice = {s->seed != 0, s->seed}};
	struct instant now;

	rfc3339_parse(STR("2026-01-01T12:00:00Z"), &now);
	if (test_read(&l, json, false)) {
		put_objects(out, &l.o);
		config_fill_params(&l.o, s->captured, &l.w);
		config_add_generators(&l.o, l.o.config.actions, &l.w);
		objects_doubt(&l.o, &l.w);
		put_params(out, &l.o.params);
		put_config(out, &l.o.config);
		if (cluster_build(&l.c, &l.o, now, &l.w, &l.e))
			put_cluster(out, &l.c);
	}
	if (l.e.what[0])
		strbuf_addf(out, "error %s: %s\n", l.e.what, l.e.why);
	put_warnings(out, &l.w);
	unload(&l);
}

static void test_sample(const struct sample *s, bool recording)
{
	struct strbuf json = recorded_file(s->name, ".json"), text = {0};

	describe(s, json.s, &text);
	compare_recorded(s->name, &text, recording);
	strbuf_free(&json);
	strbuf_free(&text);
}

/* Which lists come into another order with some of many seeds; none does without a seed. */
static void test_shuffle(void)
{
	static const bool stays[KIND_COUNT] = {[KIND_PODS] = true,
		[KIND_CONFIG_MAPS] = true,
		[KIND_TOPOLOGIES] = true,
		[KIND_NODE_RESOURCE_TOPOLOGIES] = true};
	struct strbuf json = recorded_file("shard", ".json");
	struct loaded l = {0};

	test_read(&l, json.s, false);
#define TEST_LIST(NAME, type, list, reader) \
	{ \
		const struct type *first = l.o.list.items[0]; \
		bool changed = false; \
\
		objects_shuffle(&l.o, &(struct dice){false, 1}); \
		ok(l.o.list.items[0] == first, "order of " #list " without a seed"); \
		for (uint64_t seed = 1; seed <= 40 && !changed; seed++) { \
			objects_shuffle(&l.o, &(struct dice){true, seed}); \
			changed = l.o.list.items[0] != first; \
		} \
		ok(changed == !stays[KIND_##NAME], "order of " #list " with a seed"); \
	}
	OBJECT_LISTS(TEST_LIST)
#undef TEST_LIST
	strbuf_free(&json);
	unload(&l);
}

int main(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
		test_sample(&samples[i], is_recording(argc, argv));
	test_shuffle();
	return tap_end();
}
