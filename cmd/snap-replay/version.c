#include "version.h"

#include "common/capture_info.h"

/* ---- what the content tells (rules/08 2): keys and names came with versions, none went ---- */

/* The list stands in the document, be it null. */
static bool has_list(const struct objects *o, enum kind kind, int n)
{
	return n > 0 || (o->null_kinds | o->empty_kinds) >> kind & 1;
}

static const char *newest_member(const struct objects *o)
{
	for (int i = 0; i < o->pod_groups.n; i++) {
		if (o->pod_groups.items[i]->preemption_delay > 0)
			return "a pod group has preemptionDelay";
		if (o->pod_groups.items[i]->has_staleness_grace_period)
			return "a pod group has stalenessGracePeriod";
	}
	for (int i = 0; i < o->topologies.n; i++)
		for (int k = 0; k < o->topologies.items[i]->n_levels; k++)
			if (o->topologies.items[i]->levels[k].alias.n)
				return "a level of a topology has an alias";
	return NULL;
}

static bool names_plugin(const struct config *c, struct str prefix)
{
	for (int i = 0; i < c->n_plugins; i++)
		if (str_starts(c->plugins[i].name, prefix))
			return true;
	return false;
}

/* Schedulers since v0.16.2 leave finished pods out of a capture, but for the stubs of v0.17.1. */
static const struct pod *finished_pod(const struct objects *o)
{
	for (int i = 0; i < o->pods.n; i++)
		if (str_eq(o->pods.items[i]->phase, STR("Succeeded")) ||
			str_eq(o->pods.items[i]->phase, STR("Failed")))
			return o->pods.items[i];
	return NULL;
}

static const char *of_v0_16(const struct objects *o)
{
	const struct config *c = &o->config;

	if (c->present && names_plugin(c, STR("sg-")))
		return "the configuration names a scenario generator";
	if (c->n_action_budgets || c->n_generator_budgets || c->has_max_job_search ||
		c->has_min_job_search)
		return "the configuration has scenarioSearchBudgets";
	if (has_list(o, KIND_NODE_RESOURCE_TOPOLOGIES, o->node_resource_topologies.n))
		return "there is a list of nodeResourceTopologies";
	return NULL;
}

/* The version to be followed; *why says what tells it. */
static const char *inferred(const struct objects *o, const char **why)
{
	const struct pod *finished = finished_pod(o);

	*why = newest_member(o);
	if (*why)
		return FOLLOWS_DEFAULT;
	*why = of_v0_16(o);
	if (*why && finished && !finished->spec->n_containers) {
		*why = "a finished pod has no containers";
		return "v0.17.1";
	}
	if (*why && finished) {
		*why = "a finished pod is among the pods";
		return "v0.16.1";
	}
	if (*why)
		return FOLLOWS_DEFAULT; /* v0.16.2 and later have the same */
	if (o->params.has_stuck_in_releasing) {
		*why = "schedulerParams has stuckInReleasingThreshold, the configuration no scenario generator";
		return "v0.15.3";
	}
	if (o->config.present && o->params.has_workers) {
		*why = "the configuration names no scenario generator";
		return has_list(o, KIND_PERSISTENT_VOLUMES, o->volumes.n) ? "v0.14.7" : "v0.13.4";
	}
	*why = "nothing in it tells the version";
	return FOLLOWS_DEFAULT;
}

/* ---- the choice ---- */

bool version_refuse(struct str version, const char *from, struct error *e)
{
	follows_refuse(version, "--follows", from, e);
	error_hint(e, "--ref %.*s asks that version's own snapshot-tool",
		(int)(version.n < 80 ? version.n : 80), version.p);
	return false;
}

/* Images are tagged with or without the "v" of the git tag. */
static bool find_captured(struct str captured, struct follows *f)
{
	struct strbuf tag = {0};
	bool found;

	strbuf_addf(&tag, "%s%.*s", str_starts(captured, STR("v")) ? "" : "v",
		(int)(captured.n < 80 ? captured.n : 80), captured.p);
	found = follows_find(strbuf_str(&tag), f);
	strbuf_free(&tag);
	return found;
}

static bool follow_auto(
	struct str captured, const struct objects *o, struct follows *f, struct error *e)
{
	const char *why = "", *version;

	if (captured.n) {
		if (!find_captured(captured, f))
			return version_refuse(captured, " (of " CAPTURE_MEMBER ")", e);
		msg_note("follows %s, which " CAPTURE_MEMBER " names", f->version);
		return true;
	}
	version = inferred(o, &why);
	msg_note("no " CAPTURE_MEMBER " names a version; %s: follows %s", why, version);
	return follows_find(str_of(version), f) ||
		version_refuse(str_of(version), " (inferred from the content)", e);
}

static void doubt(struct str captured, const struct follows *f, struct warnings *w)
{
	struct follows other;

	if (doubtful_version(captured))
		warn_doubt(w, STR(CAPTURE_MEMBER),
			find_captured(captured, &other)
				? "--follows auto decides as that version"
				: "--ref with the tag of that version asks its own snapshot-tool",
			DOUBT_VERSION, (int)(captured.n < 80 ? captured.n : 80), captured.p,
			f->version);
}

bool version_choose(const struct replay_options *o, struct str captured,
	const struct objects *objects, struct warnings *w, struct follows *f, struct error *e)
{
	*f = o->follows;
	if (o->follows_auto && !follow_auto(captured, objects, f, e))
		return false;
	for (int i = 0; i < FOLLOWS_COUNT; i++)
		if (o->switches[i])
			*follows_switch(f, i) = o->switches[i] > 0;
	if (!o->follows_given)
		doubt(captured, f, w);
	return true;
}
