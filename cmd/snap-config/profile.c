/* The kube-scheduler configuration that OpenShift's operator renders for a profile: the profile's
 * file, since 4.16 decoded and encoded again, under the file that all profiles share. */
#include "common/document.h"
#include "common/import/import.h"
#include "common/options.h"
#include "config.h"
#include "merge.h"

/* Releases are 4.N. */
enum {
	FIRST = 7,
	SHARED_FILE = 9, /* the shared file is laid over the profile's; before, it was part of it */
	PROFILING_OFF = 12,
	ENCODED = 16, /* the profile's file is encoded anew, so it has zero values */
	LAST_WITH_DRA = 20,
	NEWEST_SEEN = 22,
	PLACEMENT = 23, /* kube-scheduler's libraries are 1.36 */
	LAST = 23
};

static const char *api_version(int minor)
{
	return minor < 10 ? "v1beta1" : minor < 15 ? "v1beta3" : "v1";
}

static const char *lock(int minor)
{
	return minor < 10 ? "configmaps" : minor < 13 ? "configmapsleases" : "leases";
}

static void add_head(struct strbuf *b, int minor)
{
	strbuf_addf(b,
		"{\"apiVersion\":\"kubescheduler.config.k8s.io/%s\",\"kind\":\"KubeSchedulerConfiguration\"",
		api_version(minor));
}

static void add_shared(struct strbuf *b, int minor)
{
	add_head(b, minor);
	strbuf_addf(b,
		",\"clientConnection\":{\"kubeconfig\":"
		"\"/etc/kubernetes/static-pod-resources/configmaps/scheduler-kubeconfig/kubeconfig\"},"
		"\"leaderElection\":{\"leaderElect\":true,\"resourceNamespace\":\"openshift-kube-scheduler\","
		"\"resourceLock\":\"%s\"",
		lock(minor));
	if (minor >= SHARED_FILE)
		strbuf_addz(b,
			",\"leaseDuration\":\"137s\",\"renewDeadline\":\"107s\",\"retryPeriod\":\"26s\"");
	strbuf_addz(b, "}");
	if (minor >= PROFILING_OFF)
		strbuf_addz(b, ",\"enableProfiling\":false,\"enableContentionProfiling\":false");
	strbuf_addz(b, "}");
}

/* What encoding adds to a file without these settings. */
static void add_zeros(struct strbuf *b)
{
	strbuf_addz(b,
		",\"clientConnection\":{\"acceptContentTypes\":\"\",\"burst\":0,\"contentType\":\"\","
		"\"kubeconfig\":\"\",\"qps\":0},\"leaderElection\":{\"resourceName\":\"\"}");
}

/* The members of plugins. */
static void add_plugins(struct strbuf *b, enum profile profile, int minor)
{
	if (profile == PROFILE_NO_SCORING)
		strbuf_addz(b,
			"\"preScore\":{\"disabled\":[{\"name\":\"*\"}]},\"score\":{\"disabled\":[{\"name\":\"*\"}]}");
	else if (minor < 10)
		strbuf_addf(b,
			"\"score\":{\"disabled\":[{\"name\":\"NodeResourcesLeastAllocated\"}%s],"
			"\"enabled\":[{\"name\":\"NodeResourcesMostAllocated\"%s}]}",
			minor > FIRST ? ",{\"name\":\"NodeResourcesBalancedAllocation\"}" : "",
			minor > FIRST ? ",\"weight\":5" : "");
	else
		strbuf_addz(b,
			"\"score\":{\"disabled\":[{\"name\":\"NodeResourcesBalancedAllocation\"}],"
			"\"enabled\":[{\"name\":\"NodeResourcesFit\",\"weight\":5}]}");
}

static void add_profile(struct strbuf *b, enum profile profile, int minor)
{
	strbuf_addz(b, "{\"schedulerName\":\"default-scheduler\",");
	if (profile == PROFILE_HIGH && minor >= 10)
		strbuf_addz(b,
			"\"pluginConfig\":[{\"args\":{\"scoringStrategy\":{\"type\":\"MostAllocated\"}},"
			"\"name\":\"NodeResourcesFit\"}],");
	strbuf_addz(b, "\"plugins\":{");
	add_plugins(b, profile, minor);
	strbuf_addz(b, "}}");
}

static struct value *parsed(struct config_run *r, struct strbuf *b)
{
	struct value *v = document_parse(&r->arena, strbuf_str(b), r->e);

	strbuf_clear(b);
	return v;
}

/* All extension points, as encoding writes them, with DynamicResources if it is wanted. */
static struct value *frame(struct config_run *r, struct strbuf *b, int minor)
{
	static const char *const points[] = {"bind", "filter", "permit", "postBind", "postFilter",
		"preBind", "preEnqueue", "preFilter", "preScore", "queueSort", "reserve", "score"};

	strbuf_addz(b, "{\"plugins\":{");
	for (size_t i = 0; i < sizeof points / sizeof *points; i++)
		strbuf_addf(b, "\"%s\":{},", points[i]);
	if (minor >= PLACEMENT)
		strbuf_addz(b, "\"placementGenerate\":{},\"placementScore\":{},");
	strbuf_addz(b, "\"multiPoint\":{");
	if (r->options->dra && minor <= LAST_WITH_DRA)
		strbuf_addz(b, "\"enabled\":[{\"name\":\"DynamicResources\"}]");
	strbuf_addz(b, "}}}");
	return parsed(r, b);
}

/* The list profiles; NULL: there is none. */
static struct value *profiles(
	struct config_run *r, struct strbuf *b, enum profile profile, int minor)
{
	struct value_list l = {0};
	struct value *own = NULL;

	if (profile != PROFILE_LOW) {
		add_profile(b, profile, minor);
		own = parsed(r, b);
	} else if (!r->options->dra || minor > LAST_WITH_DRA) {
		return NULL;
	}
	if (minor >= ENCODED) {
		struct value *points = frame(r, b, minor);

		own = own ? merge(&r->arena, points, own, r->e) : points;
	}
	value_add(&l, STR(""), own);
	return value_array(&r->arena, &l);
}

static struct value *render(struct config_run *r, enum profile profile, int minor)
{
	struct strbuf b = {0};
	struct value *list, *file, *shared;

	add_head(&b, minor);
	if (minor >= ENCODED)
		add_zeros(&b);
	strbuf_addc(&b, '}');
	file = parsed(r, &b);
	list = profiles(r, &b, profile, minor);
	if (list)
		file = value_with(&r->arena, file, STR("profiles"), list);
	add_shared(&b, minor);
	shared = parsed(r, &b);
	strbuf_free(&b);
	return merge(&r->arena, file, shared, r->e);
}

/* ---- the command line ---- */

static enum profile profile_of(const char *text)
{
#define PROFILE_NAME(NAME, name) name,
	static const char *const words[] = {PROFILES(PROFILE_NAME)};
	struct strbuf known = {0};

	for (int i = 0; i < PROFILE_COUNT; i++)
		if (strcmp(text, words[i]) == 0)
			return (enum profile)i;
	strbuf_add_words(&known, words, PROFILE_COUNT, " or ");
	msg_usage("unknown profile '%s': %s", text, known.s);
}

static int minor_of(const char *version)
{
	if (!version)
		return NEWEST_SEEN;
	if (strncmp(version, "4.", 2) != 0)
		msg_usage("--openshift: a release such as 4.%d is wanted, not '%s'", NEWEST_SEEN,
			version);
	return (int)options_number("--openshift", version + 2, FIRST, LAST);
}

int config_profile(struct config_run *r)
{
	enum profile profile = profile_of(r->options->operands[0]);
	int minor = minor_of(r->options->openshift);
	struct value *v;

	if (r->options->dra && minor < ENCODED)
		msg_usage("--dra: OpenShift has this setting since 4.%d, not in 4.%d", ENCODED,
			minor);
	if (r->options->dra && minor > LAST_WITH_DRA)
		msg_warn(NULL, "--dra has no effect since 4.%d: DynamicResources is on by default",
			LAST_WITH_DRA + 1);
	v = render(r, profile, minor);
	if (!v)
		return r->e->status;
	merge_write(&r->out, v);
	return SNAP_OK;
}
