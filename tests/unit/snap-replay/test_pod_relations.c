/* Which pairs of pods inter-pod terms relate (model/pod_relations.h), against the terms themselves,
 * in random clusters. */
#include "cmd/snap-replay/model/pod_relations.h"
#include "fixture.h"

enum { PODS = 12, CLUSTERS = 30 };

static void add_terms(struct strbuf *b, const char *kind, bool required)
{
	const char *namespaces[] = {"", ",'namespaces':['n']", ",'namespaces':['m']"};

	strbuf_addf(b,
		"'%s':{'%sDuringSchedulingIgnoredDuringExecution':[%s{'topologyKey':'zone',"
		"'labelSelector':{'matchLabels':{'app':'%d'}}%s}%s]}",
		kind, required ? "required" : "preferred",
		required ? "" : "{'weight':1,'podAffinityTerm':", under(3), namespaces[under(3)],
		required ? "" : "}");
}

static char *cluster_text(void)
{
	struct strbuf b = {0};

	strbuf_addz(&b,
		"'queues':[{'metadata':{'name':'q'},'spec':{}}],'nodes':[{'metadata':{'name':'a','labels':{'zone':'z'}},'status':{'allocatable':{'cpu':'8','pods':'99'}}}],"
		"'podGroups':[{'metadata':{'name':'j','namespace':'n'},'spec':{'queue':'q'}}],'pods':[");
	for (int i = 0; i < PODS; i++) {
		strbuf_addf(&b,
			"%s{'metadata':{'name':'p%d','namespace':'%s','uid':'u%d','labels':{'app':'%d'}},'spec':{'affinity':{",
			i ? "," : "", i, under(2) ? "n" : "m", i, under(4));
		if (under(3) == 0)
			add_terms(&b, under(2) ? "podAffinity" : "podAntiAffinity", under(2));
		strbuf_addz(&b, "},'containers':[{'name':'c'}]},'status':{'phase':'Pending'}}");
	}
	strbuf_addz(&b, "]");
	return b.s;
}

static bool select_one(const struct pod_terms *terms, const struct task *a, const struct task *b)
{
	bool any = false;

	for (int i = 0; i < terms->n; i++)
		any |= pod_term_matches(&terms->items[i], a->pod->meta.ns, b->pod);
	return any;
}

static bool selects(enum which_terms which, const struct task *a, const struct task *b)
{
	const struct pod_spec *s = a->pod->spec;

	return which == REQUIRED_TERMS
		? select_one(&s->affinity, a, b) || select_one(&s->anti_affinity, a, b)
		: select_one(&s->preferred_affinity, a, b) ||
			select_one(&s->preferred_anti_affinity, a, b);
}

static void compare(struct cluster *c, enum which_terms which, int *different, int *related)
{
	struct arena arena = {0};
	struct pod_relations r;

	pod_relations_open(&r, c, &arena, which);
	for (int i = 0; i < 2 * c->n_tasks * c->n_tasks; i++) {
		const struct task *a = &c->tasks[i % c->n_tasks],
				  *b = &c->tasks[i / c->n_tasks % c->n_tasks];
		bool want = selects(which, a, b) || selects(which, b, a);

		*different += pods_relate(&r, a, b) != want;
		*related += want;
	}
	r.known = NULL;
	*different += !pods_relate(&r, &c->tasks[0], &c->tasks[1]);
	arena_free(&arena);
}

int main(void)
{
	int different = 0, related = 0;

	for (int i = 0; i < CLUSTERS; i++) {
		char *raw = cluster_text();
		struct fixture f;

		fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
		compare(&f.cluster, REQUIRED_TERMS, &different, &related);
		compare(&f.cluster, PREFERRED_TERMS, &different, &related);
		fixture_close(&f);
		free(raw);
	}
	ok(different == 0, "%d pairs are judged otherwise", different);
	ok(related > 500, "%d times two pods were related", related);
	return tap_end();
}
