/* The tree of domains (rules/07 A3). */
#include "acts.h"
#include "cmd/snap-replay/plugins/topology/tree.h"

#define PLACE(zone, rack) "'zone':'" zone "','rack':'" rack "'"
#define AT(name, place, gpus) \
	NODE_LABELS(name, \
		"'nvidia.com/gpu.memory':'1000','nvidia.com/gpu.count':'" gpus "'," place, \
		",'nvidia.com/gpu':'" gpus "'")

enum { CUT_LEVELS = 12, TOKENS = 36 };

static struct domain_tree tree_of(struct fixture *f, const char *levels, const char *nodes)
{
	struct domain_tree t;
	struct strbuf raw = {0};

	strbuf_addf(&raw,
		"'topologies':[{'metadata':{'name':'t'},'spec':{'levels':[%s]}}],'nodes':[%s]",
		levels, nodes);
	fixture_open(f, FIXTURE_PARAMS, "", raw.s);
	strbuf_free(&raw);
	tree_build(&t, &f->session.arena, f->objects.topologies.items[0], &f->cluster);
	return t;
}

/* "z1(z1.r1(0 1) z1.r2(2)) z2(...)": children in order, leaves with the indexes of their nodes. */
static void draw(struct strbuf *out, const struct domain *d)
{
	strbuf_addf(out, STR_FMT "(", STR_ARG(d->id));
	for (int i = 0; i < d->n_children; i++) {
		strbuf_addz(out, i ? " " : "");
		draw(out, d->children[i]);
	}
	for (int i = 0; i < d->n_nodes && !d->n_children; i++)
		strbuf_addf(out, "%s%d", i ? " " : "", d->nodes[i]);
	strbuf_addc(out, ')');
}

static void is_tree(const struct domain_tree *t, const char *want)
{
	struct strbuf got = {0};

	draw(&got, t->root);
	is_text(strbuf_str(&got), want);
	strbuf_free(&got);
}

#define ZONE_RACK "{'nodeLabel':'zone'},{'nodeLabel':'rack'}"

static void trees(void)
{
	struct fixture f;
	struct domain_tree t = tree_of(&f, ZONE_RACK,
		AT("n1", PLACE("z1", "r1"), "1") "," AT("n2", PLACE("z1", "r2"), "1") "," AT("n3",
			PLACE("z2", "r1"),
			"1") "," AT("n4", PLACE("z1", "r1"), "1") "," AT("n5", "'zone':'z1'", "1"));

	is_tree(&t, "root(z1(z1.r1(0 3) z1.r2(1)) z2(z2.r1(2)))");
	ok(t.root->n_nodes == 4 && !tree_has_node(&t, 4), "a node without a level is not in it");
	ok(tree_depth(&t, STR("root")) == 0 && tree_depth(&t, STR("zone")) == 1 &&
			tree_depth(&t, STR("rack")) == 2 &&
			tree_depth(&t, STR("row")) == LEVEL_UNKNOWN,
		"depths of levels");
	ok(t.n_at_depth[2] == 3 && str_eq(t.at_depth[2][1]->id, STR("z1.r2")) && t.n_ways == 6,
		"domains of a level are sorted by id");
	fixture_close(&f);

	t = tree_of(&f, ZONE_RACK,
		AT("n1", PLACE("z", "a.b"), "1") "," AT("n2", PLACE("z.a", "b"), "1"));
	is_tree(&t, "root(z(z.a.b(0 1)) z.a(z.a.b(0 1)))");
	ok(t.n_ways == 5, "ids that collide: one domain in two places");
	fixture_close(&f);
}

#define FOUR_LEVELS(n) \
	"{'nodeLabel':'a" n "'},{'nodeLabel':'b" n "'},{'nodeLabel':'c" n "'},{'nodeLabel':'d" n \
	"'}"
#define SEVENTEEN \
	FOUR_LEVELS("1") \
	"," FOUR_LEVELS("2") "," FOUR_LEVELS("3") "," FOUR_LEVELS("4") ",{'nodeLabel':'e'}"

static void refused_topologies(void)
{
	static const char *const levels[] = {
		"", "{'nodeLabel':'zone'},{'nodeLabel':'zone'}", "{'nodeLabel':'root'}"};
	struct domain_tree t;
	struct fixture f;

	for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
		t = tree_of(&f, levels[i], AT("n1", PLACE("z", "r"), "1"));
		ok(t.refused, "refused: levels [%s]", levels[i]);
		fixture_close(&f);
	}
}

/* Some way to cut "x.x. ... .x" into the values of the levels. */
static void add_cut(struct strbuf *nodes, int number)
{
	int left = TOKENS;

	strbuf_addf(nodes, "%s{'metadata':{'name':'n%d','labels':{", number ? "," : "", number);
	for (int level = 0; level < CUT_LEVELS; level++) {
		int spare = left - (CUT_LEVELS - level),
		    take = level == CUT_LEVELS - 1 ? left : 1 + under(spare < 4 ? spare + 1 : 5);

		left -= take;
		strbuf_addf(nodes, "%s'l%d':'x", level ? "," : "", level);
		for (int i = 1; i < take; i++)
			strbuf_addz(nodes, ".x");
		strbuf_addz(nodes, "'");
	}
	strbuf_addz(nodes, "}}}");
}

static void too_many_ways(void)
{
	struct strbuf levels = {0}, nodes = {0};
	struct domain_tree t;
	struct fixture f;

	for (int i = 0; i < CUT_LEVELS; i++)
		strbuf_addf(&levels, "%s{'nodeLabel':'l%d'}", i ? "," : "", i);
	for (int i = 0; i < 900; i++)
		add_cut(&nodes, i);
	t = tree_of(&f, levels.s, nodes.s);
	ok(t.refused, "refused: ids that collide in more than a million ways");
	fixture_close(&f);
	strbuf_free(&levels);
	strbuf_free(&nodes);
}

int main(void)
{
	trees();
	refused_topologies();
	too_many_ways();
	return tap_end();
}
