#include "pods.h"

static bool is_pod(const struct object *o, struct str wanted, struct strbuf *full)
{
	bool bare = !str_find(wanted, '/');

	strbuf_clear(full);
	strbuf_addf(full, STR_FMT "/" STR_FMT, STR_ARG(o->ns), STR_ARG(o->name));
	return str_eq(wanted, bare ? o->name : strbuf_str(full));
}

static bool refuse(int n, struct str wanted, struct error *e)
{
	int shown = (int)(wanted.n < 200 ? wanted.n : 200);

	if (n == 0) {
		error_set(e, SNAP_NO, "not so", "there is no pod '%.*s'", shown, wanted.p);
		error_hint(e, "snap-replay --show decisions,pending names pods");
	} else {
		error_set(e, SNAP_USAGE, "--keep", "%d namespaces have a pod '%.*s'", n, shown,
			wanted.p);
		error_hint(e, "NAMESPACE/NAME");
	}
	return false;
}

static bool find(
	const struct snapshot *s, struct predicate *p, struct arena *arena, struct error *e)
{
	struct strbuf full = {0};
	struct str wanted = p->pod;
	int n = 0;

	for (int i = s->first[KIND_PODS]; i < s->first[KIND_PODS + 1]; i++)
		if (is_pod(&s->objects[i], wanted, &full) && ++n == 1) {
			p->pod = arena_str(arena, strbuf_str(&full));
			p->object = i;
		}
	strbuf_free(&full);
	return n == 1 || refuse(n, wanted, e);
}

bool pods_find(
	const struct snapshot *s, struct settings *settings, struct arena *arena, struct error *e)
{
	for (int i = 0; i < settings->n_keep; i++)
		if (predicate_has_pod(&settings->keep[i]) && !find(s, &settings->keep[i], arena, e))
			return false;
	return true;
}
