/* The feature gates out of `discovery` (rules/01 1.6 and 2.3). */
#include "model/read/reader.h"

static bool take_number(struct str *s, int64_t *v)
{
	size_t n = 0;

	for (*v = 0; n < s->n && s->p[n] >= '0' && s->p[n] <= '9'; n++)
		if (*v < INT32_MAX)
			*v = *v * 10 + (s->p[n] - '0');
	if (n == 0)
		return false;
	*s = (struct str){s->p + n, s->n - n};
	return true;
}

/* Of a text such as v1 or v1beta2: not older than v1beta1. GA is newer than beta, beta newer than
 * alpha; then the number decides. */
static bool at_least_v1beta1(struct str s)
{
	static const struct str beta = STR_INIT("beta");
	int64_t major, minor;

	if (!str_starts(s, STR("v")))
		return false;
	s = (struct str){s.p + 1, s.n - 1};
	if (!take_number(&s, &major))
		return false;
	if (s.n == 0)
		return true;
	if (!str_starts(s, beta))
		return false;
	s = (struct str){s.p + beta.n, s.n - beta.n};
	return take_number(&s, &minor) && s.n == 0 && (major > 1 || (major == 1 && minor >= 1));
}

/* ---- reading ---- */

static void read_group_version(struct reader *x, void *at)
{
	struct str s = {0}, group, version;
	const char *slash;

	(void)at;
	read_text(x, &s);
	slash = str_find(s, '/');
	if (!slash)
		return;
	group = (struct str){s.p, (size_t)(slash - s.p)};
	version = (struct str){slash + 1, s.n - group.n - 1};
	if (str_find(version, '/'))
		x->bad_group = true;
	else if (str_eq(group, STR("resource.k8s.io")) && at_least_v1beta1(version))
		x->dra_group = true;
	else if (str_eq(group, STR("topology.node.k8s.io")))
		x->nrt_group = true;
}

static void read_resources(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD_SAME("groupVersion", read_group_version), FIELDS_END};

	x->no_resources = json_peek(x->r) != JSON_ARRAY;
	if (read_enter(x))
		while (json_element(x->r))
			read_object(x, at, fields);
}

struct version_texts {
	struct str major, minor;
};

static void read_server_version(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("major", read_text, struct version_texts, major),
		FIELD("minor", read_text, struct version_texts, minor),
		FIELDS_END,
	};
	struct version_texts t = {0};

	(void)at;
	read_object(x, &t, fields);
	x->version.valid = take_number(&t.major, &x->version.major) && t.major.n == 0 &&
		take_number(&t.minor, &x->version.minor);
}

void read_discovery(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD_SAME("serverVersion", read_server_version),
		FIELD_SAME("resources", read_resources),
		FIELDS_END,
	};

	x->has_discovery = json_peek(x->r) == JSON_OBJECT;
	x->no_resources = true;
	read_object(x, at, fields);
}

void read_gates(struct reader *x)
{
	struct objects *o = x->o;
	bool dra = o->resource_claims.n || o->resource_slices.n || o->device_classes.n,
	     nrt = o->node_resource_topologies.n > 0;

	if (!x->has_discovery) { /* made up out of the objects, as Kubernetes 1.32 */
		o->dra_gate = dra;
		o->nrt_gate = nrt;
		return;
	}
	if (x->no_resources && (dra || nrt))
		warn_input(x->w, STR("discovery.resources"),
			"no API groups are known, so dynamic resources and NUMA topologies count as absent");
	o->dra_gate = !x->bad_group && x->dra_group && x->version.valid && x->version.major >= 1 &&
		x->version.minor >= 26;
	o->nrt_gate = !x->bad_group && x->nrt_group;
}
