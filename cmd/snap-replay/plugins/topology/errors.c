#include "plugins/topology/errors.h"

static bool is_recorded(const struct choice *c)
{
	return c->job == c->job->session_job && !c->session->fits.no_diagnostics;
}

static void record(const struct choice *c, struct str reason, struct str message, struct str group)
{
	fit_record_job(c->session, c->job, reason, message, group);
}

void error_no_topology(const struct choice *c)
{
	if (is_recorded(c))
		record(c, STR("PodSchedulingErrors"),
			session_text(c->session, "Requested topology " STR_FMT " does not exist",
				STR_ARG(c->constraint->topology)),
			STR("default"));
}

/* Begins each message about the whole group. */
static void add_summary(struct strbuf *b, const struct choice *c)
{
	strbuf_addf(b,
		"topology " STR_FMT ", requirement " STR_FMT
		" couldn't be satisfied for job <" STR_FMT ">",
		STR_ARG(c->constraint->topology), STR_ARG(c->constraint->required),
		STR_ARG(c->job->key));
	if (c->group.n && !str_eq(c->group, STR("default")))
		strbuf_addf(b, ", subgroup " STR_FMT, STR_ARG(c->group));
}

static void record_and_free(
	const struct choice *c, struct str reason, struct strbuf *b, struct str group)
{
	record(c, reason, arena_str(&c->session->arena, strbuf_str(b)), group);
	strbuf_free(b);
}

void error_too_little(const struct choice *c, const struct domain *common)
{
	struct str where = common == c->tree->root ? STR("the cluster") : common->id;
	struct strbuf b = {0};

	if (!is_recorded(c))
		return;
	add_summary(&b, c);
	strbuf_addf(
		&b, ": not enough resources in " STR_FMT " to allocate the job", STR_ARG(where));
	record_and_free(c, STR("PodSchedulingErrors"), &b, STR("default"));
}

void error_no_domain(const struct choice *c)
{
	struct strbuf b = {0};

	if (!is_recorded(c))
		return;
	add_summary(&b, c);
	record_and_free(c, STR("PodSchedulingErrors"), &b, STR("default"));
}

static void add_slot(struct strbuf *b, const struct slots *slots, int slot)
{
	static const char *const words[SLOT_PODS] = {
		[SLOT_CPU] = "CPU cores", [SLOT_MEMORY] = "memory", [SLOT_GPU] = "GPUs"};

	if (b->len)
		strbuf_addz(b, "; ");
	if (slots->mig[slot])
		strbuf_addz(b, "node-group(s) didn't have enough of mig profile: ");
	else
		strbuf_addz(b, "node-group(s) didn't have enough resources: ");
	if (slot < SLOT_PODS)
		strbuf_addz(b, words[slot]);
	else
		strbuf_addstr(b, slots->names[slot]);
}

void error_misfit(const struct choice *c, const struct domain *d)
{
	const struct slots *slots = &c->session->c->slots;
	struct strbuf b = {0};

	if (!is_recorded(c))
		return;
	if (room_pods(c->tree, d) != PODS_UNKNOWN)
		strbuf_addf(&b, "node-group " STR_FMT " can allocate only %lld of %d required pods",
			STR_ARG(d->id), (long long)d->pods, c->need->pods);
	else
		for (int slot = 0; slot < slots->count; slot++)
			if (!(c->need->sum[slot] <= room_free(c->tree, d, slot)))
				add_slot(&b, slots, slot);
	record_and_free(c, STR("Not enough resources for the workload"), &b, c->group);
}
