#include "common/gates.h"

static bool take_number(struct str *s, int64_t *v)
{
	size_t n = 0;

	for (*v = 0; n < s->n && is_digit(s->p[n]); n++)
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

void gates_server_version(struct gates *g, struct str major, struct str minor)
{
	g->version =
		take_number(&major, &g->major) && major.n == 0 && take_number(&minor, &g->minor);
}

void gates_group_version(struct gates *g, struct str group_version)
{
	const char *slash = str_find(group_version, '/');

	if (!slash)
		return;
	struct str group = {group_version.p, (size_t)(slash - group_version.p)},
		   version = {slash + 1, group_version.n - group.n - 1};
	if (str_find(version, '/'))
		g->bad_group = true;
	else if (str_eq(group, STR("resource.k8s.io")) && at_least_v1beta1(version))
		g->dra_group = true;
	else if (str_eq(group, STR("topology.node.k8s.io")))
		g->nrt_group = true;
}

bool gates_dra(const struct gates *g)
{
	return !g->bad_group && g->dra_group && g->version && g->major >= 1 && g->minor >= 26;
}

bool gates_nrt(const struct gates *g)
{
	return !g->bad_group && g->nrt_group;
}
