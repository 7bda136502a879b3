#include "common/import/stand_in.h"

static void item(struct jsonw *w, const char *kind, struct str ns, struct str name, struct str uid)
{
	jsonw_begin(w, '{');
	jsonw_key(w, "apiVersion");
	jsonw_strz(w, "v1");
	jsonw_key(w, "kind");
	jsonw_strz(w, kind);
	jsonw_key(w, "metadata");
	jsonw_begin(w, '{');
	jsonw_key(w, "name");
	jsonw_str(w, name);
	if (ns.n) {
		jsonw_key(w, "namespace");
		jsonw_str(w, ns);
	}
	if (uid.n) {
		jsonw_key(w, "uid");
		jsonw_str(w, uid);
	}
}

static void amount(struct jsonw *w, const char *key, int64_t n, const char *unit)
{
	struct strbuf b = {0};

	strbuf_addf(&b, "%lld%s", (long long)n, unit);
	jsonw_key(w, key);
	jsonw_str(w, strbuf_str(&b));
	strbuf_free(&b);
}

/* pods < 0: none are written. */
static void amounts(struct jsonw *w, const struct dump_amounts *a, int64_t pods)
{
	struct str rest = a->scalars, name, value;

	jsonw_begin(w, '{');
	amount(w, "cpu", a->milli_cpu, "m");
	amount(w, "memory", a->memory, "");
	amount(w, "ephemeral-storage", a->ephemeral, "");
	if (pods >= 0)
		amount(w, "pods", pods, "");
	while (dump_scalar(&rest, &name, &value)) {
		jsonw_keys(w, name);
		jsonw_str(w, value);
	}
	jsonw_end(w, '}');
}

void stand_in_node(struct jsonw *w, const struct dump_node *n, int64_t pods)
{
	item(w, "Node", STR(""), n->name, STR(""));
	jsonw_key(w, "labels");
	jsonw_begin(w, '{');
	jsonw_key(w, "kubernetes.io/hostname");
	jsonw_str(w, n->name);
	jsonw_end(w, '}');
	jsonw_end(w, '}');
	jsonw_key(w, "spec");
	jsonw_raw(w, STR("{}"));
	jsonw_key(w, "status");
	jsonw_begin(w, '{');
	jsonw_key(w, "allocatable");
	amounts(w, &n->allocatable, pods);
	jsonw_key(w, "conditions");
	jsonw_raw(w, STR("[{\"type\":\"Ready\",\"status\":\"True\"}]"));
	jsonw_end(w, '}');
	jsonw_end(w, '}');
}

void stand_in_pod(struct jsonw *w, const struct dump_pod *p, struct str node,
	const struct dump_amounts *requested)
{
	item(w, "Pod", p->ns, p->name, p->uid);
	jsonw_end(w, '}');
	jsonw_key(w, "spec");
	jsonw_begin(w, '{');
	if (node.n) {
		jsonw_key(w, "nodeName");
		jsonw_str(w, node);
	}
	jsonw_key(w, "containers");
	jsonw_begin(w, '[');
	if (requested) {
		jsonw_raw(w, STR("{\"name\":\"requested\",\"resources\":{\"requests\":"));
		w->comma = false;
		amounts(w, requested, -1);
		strbuf_addz(w->out, "}}");
	}
	jsonw_end(w, ']');
	jsonw_end(w, '}');
	jsonw_key(w, "status");
	jsonw_begin(w, '{');
	jsonw_key(w, "phase");
	jsonw_str(w, p->phase.n ? p->phase : STR("Pending"));
	jsonw_end(w, '}');
	jsonw_end(w, '}');
}
