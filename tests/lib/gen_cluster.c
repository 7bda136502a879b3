/* gen_cluster [-n] [-t TIME] [-c CLASS] SEED: a small cluster in trouble, as a bare snapshot.json
 * on stdout. 3 to 24 nodes, nearly full, with pending jobs that ask for more: what reclaim,
 * preempt, consolidation and stale gang eviction have to work on. The seed decides everything, also
 * which features are there; seeds from 1000000 on have more of them; those from 2000000 on have
 * topologies, from
 * 3000000 on NUMA zones, from 4000000 on dynamic resources, from 5000000 on two or three of these;
 * every second one has the others, too. CLASS (0 to 2) fixes the size instead. TIME (seconds since
 * 1970, default 2026-06-01) is the moment from which ages count back. -n prints the names of the
 * features instead. No clock is read. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "common/timefmt.h"
#include "tests/lib/gen_cluster/cluster.h"

static const struct {
	const char *name;
	uint32_t percent;
} features[] =
	{
#define X(name, percent) {#name, percent},
		FEATURES(X)},
  rich_features[] = {RICH_FEATURES(X)
#undef X
};

/* splitmix64 */
static uint64_t next_random(uint64_t *state)
{
	uint64_t z = (*state += 0x9e3779b97f4a7c15u);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

uint32_t below(struct cluster *c, uint32_t n)
{
	return (uint32_t)((next_random(&c->random) >> 32) * n >> 32);
}
bool chance(struct cluster *c, uint32_t percent)
{
	return below(c, 100) < percent;
}

struct roll roll_of(const struct cluster *c, enum rich feature, int number)
{
	struct roll r = {c->seed * 1000003 + (uint64_t)feature};

	r.state = next_random(&r.state) + (uint64_t)number;
	return r;
}
struct roll kind_roll(const struct cluster *c, enum kind_roll what, int number)
{
	return roll_of(c, (enum rich)what, number);
}
uint32_t roll(struct roll *r, uint32_t n)
{
	return (uint32_t)((next_random(&r->state) >> 32) * n >> 32);
}

struct kinds kinds_of(uint64_t seed)
{
	unsigned mix = seed % 4 ? (unsigned)(seed / 2 % 3) : 3;

	if (seed < MIXED_SEED)
		return (struct kinds){seed >= TOPOLOGY_SEED && seed < NUMA_SEED,
			seed >= NUMA_SEED && seed < DRA_SEED, seed >= DRA_SEED};
	return (struct kinds){mix != 0, mix != 1, mix != 2};
}

void put(struct jsonw *w, const char *key, const char *fmt, ...)
{
	char text[4096];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	jsonw_key(w, key);
	jsonw_raw(w, str_of(text));
}

void put_time(const struct cluster *c, struct jsonw *w, const char *key, int64_t age)
{
	struct strbuf text = {0};

	rfc3339_format(&text, (struct instant){c->now - age, 0});
	jsonw_key(w, key);
	jsonw_str(w, strbuf_str(&text));
	strbuf_free(&text);
}

const char *uid_of(char *buffer, const char *kind, int number)
{
	uint64_t state = (uint64_t)number;

	for (const char *k = kind; *k; k++)
		state = state * 131 + (uint64_t)*k;
	uint64_t id = next_random(&state);
	snprintf(buffer, NAME_SIZE, "%08x-%04x-4000-8000-%012d", (unsigned)(id >> 32),
		(unsigned)(id & 0xffff), number);
	return buffer;
}

void begin_metadata(const struct cluster *c, struct jsonw *w, const char *kind, int number,
	const char *name, const char *ns, int64_t age)
{
	char uid[NAME_SIZE];

	jsonw_key(w, "metadata");
	jsonw_begin(w, '{');
	put(w, "name", "\"%s\"", name);
	if (ns)
		put(w, "namespace", "\"%s\"", ns);
	put(w, "uid", "\"%s\"", uid_of(uid, kind, number));
	put_time(c, w, "creationTimestamp", age);
}

static const char *named(char *buffer, const char *fmt, int number, uint64_t salt)
{
	uint64_t state = (uint64_t)number + salt;

	/* a hash in front, so that the order of names is not that of creation */
	snprintf(buffer, NAME_SIZE, fmt, (unsigned)(next_random(&state) & 0xfff), number);
	return buffer;
}

const char *node_name(char *buffer, int number)
{
	return named(buffer, "node-%03x-%d", number, 0);
}
const char *queue_name(char *buffer, int number)
{
	return named(buffer, "queue-%03x-%d", number, 1000);
}
const char *job_name(char *buffer, int number)
{
	return named(buffer, "job-%03x-%d", number, 2000);
}
const char *group_name(char *buffer, int number)
{
	return named(buffer, "00000%03x-6770-4000-8000-%012d", number, 3000);
}

static void draw_features(struct cluster *c)
{
	static const int budgets[][2] = {{5, 25}, {20, 60}, {40, 120}};

	for (int i = 0; i < N_FEATURES; i++)
		c->on[i] = chance(c, features[i].percent);
	c->kinds = kinds_of(c->seed);
	for (int i = 0;
		i < N_RICH && c->seed >= RICH_SEED && !(c->seed >= TOPOLOGY_SEED && c->seed % 2);
		i++) {
		struct roll r = roll_of(c, (enum rich)i, -1);

		c->rich[i] = roll(&r, 100) < rich_features[i].percent;
	}
	c->pod_budget = budgets[c->size][0] +
		(int)below(c, (uint32_t)(budgets[c->size][1] - budgets[c->size][0]));
}

static void print_features(const struct cluster *c)
{
	for (int i = 0; i < N_FEATURES; i++)
		if (c->on[i])
			printf("%s\n", features[i].name);
	for (int i = 0; i < N_RICH; i++)
		if (c->rich[i])
			printf("%s\n", rich_features[i].name);
}

static void print_snapshot(struct cluster *c)
{
	struct strbuf text = {0};
	struct jsonw w = {.out = &text};

	make_nodes(c);
	make_queues(c);
	make_running(c);
	make_pending(c);
	make_claims(c);
	jsonw_begin(&w, '{');
	write_config(c, &w);
	jsonw_key(&w, "rawObjects");
	jsonw_begin(&w, '{');
	write_objects(c, &w);
	write_pods(c, &w);
	rich_objects(c, &w);
	jsonw_end(&w, '}');
	jsonw_end(&w, '}');
	jsonw_newline(&w);
	fwrite(text.s, 1, text.len, stdout);
	strbuf_free(&text);
}

int main(int argc, char **argv)
{
	struct cluster *c = calloc(1, sizeof *c);
	bool names = false, bad = !c;
	int size = -1;

	if (c)
		c->now = 1780272000;
	for (int opt; !bad && (opt = getopt(argc, argv, "nt:c:")) != -1;)
		switch (opt) {
		case 'n': names = true; break;
		case 't': c->now = strtoll(optarg, NULL, 10); break;
		case 'c': size = atoi(optarg); break;
		default: bad = true;
		}
	if (bad || optind != argc - 1 || size > 2) {
		fputs("usage: gen_cluster [-n] [-t TIME] [-c CLASS] SEED\n", stderr);
		free(c);
		return 2;
	}
	c->seed = c->random = strtoull(argv[optind], NULL, 10);
	c->size = (int)below(c, 3);
	if (size >= 0)
		c->size = size;
	draw_features(c);
	if (names)
		print_features(c);
	else
		print_snapshot(c);
	free(c);
	return fflush(stdout) || ferror(stdout) ? 4 : 0;
}
