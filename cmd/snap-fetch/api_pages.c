/* Objects of the API server, page by page: neither kubectl nor this program ever holds more. */
#include <string.h>
#include "api.h"
#include "common/import/object.h"
#include "common/proc.h"

/* A page of pods is some megabytes; a config map alone may have one. kubectl_get takes 64MiB. */
enum { PAGE = 500, LESS = 8 };

/* Pods that have ended are of no use to a cycle. */
#define NOT_FINISHED "&fieldSelector=status.phase!%3DSucceeded,status.phase!%3DFailed"

static const struct {
	const char *group_version, *name, *query;
	unsigned page;
} resources[KIND_COUNT] = {
	[KIND_PODS] = {"v1", "pods", NOT_FINISHED, PAGE},
	[KIND_NODES] = {"v1", "nodes", "", PAGE},
	[KIND_QUEUES] = {"scheduling.run.ai/v2", "queues", "", PAGE},
	[KIND_POD_GROUPS] = {"scheduling.run.ai/v2alpha2", "podgroups", "", PAGE},
	[KIND_BIND_REQUESTS] = {"scheduling.run.ai/v1alpha2", "bindrequests", "", PAGE},
	[KIND_PRIORITY_CLASSES] = {"scheduling.k8s.io/v1", "priorityclasses", "", PAGE},
	[KIND_CONFIG_MAPS] = {"v1", "configmaps", "", PAGE / LESS},
	[KIND_PERSISTENT_VOLUMES] = {"v1", "persistentvolumes", "", PAGE},
	[KIND_PERSISTENT_VOLUME_CLAIMS] = {"v1", "persistentvolumeclaims", "", PAGE},
	[KIND_CSI_STORAGE_CAPACITIES] = {"storage.k8s.io/v1", "csistoragecapacities", "", PAGE},
	[KIND_STORAGE_CLASSES] = {"storage.k8s.io/v1", "storageclasses", "", PAGE},
	[KIND_CSI_DRIVERS] = {"storage.k8s.io/v1", "csidrivers", "", PAGE},
	[KIND_RESOURCE_CLAIMS] = {"resource.k8s.io/v1", "resourceclaims", "", PAGE},
	[KIND_RESOURCE_SLICES] = {"resource.k8s.io/v1", "resourceslices", "", PAGE},
	[KIND_DEVICE_CLASSES] = {"resource.k8s.io/v1", "deviceclasses", "", PAGE},
	[KIND_TOPOLOGIES] = {"kai.scheduler/v1alpha1", "topologies", "", PAGE},
	[KIND_NODE_RESOURCE_TOPOLOGIES] = {"topology.node.k8s.io/v1alpha2",
		"noderesourcetopologies", "", PAGE},
};

struct pages {
	struct api *api;
	enum kind kind;
	unsigned size;
	bool keep;
	api_take *take;
	struct strbuf json, url;
	struct strbuf token; /* of the next page; empty: there is none */
	bool listed;         /* the answer is a list */
};

/* The token is the server's: whatever it is, it stays within its place in the URL. */
static void add_encoded(struct strbuf *url, struct str text)
{
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];

		if (is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
			c == '_')
			strbuf_addc(url, c);
		else
			strbuf_addf(url, "%%%02X", (unsigned)(unsigned char)c);
	}
}

static void set_url(struct pages *p)
{
	const char *gv = resources[p->kind].group_version;

	strbuf_clear(&p->url);
	strbuf_addf(&p->url, "/%s/%s/%s?limit=%u%s", strchr(gv, '/') ? "apis" : "api", gv,
		resources[p->kind].name, p->size, resources[p->kind].query);
	if (p->token.len) {
		strbuf_addz(&p->url, "&continue=");
		add_encoded(&p->url, strbuf_str(&p->token));
	}
}

static void read_list_meta(struct pages *p, struct json *r)
{
	struct str key, text;

	if (json_null(r) || !json_enter(r))
		return;
	while (json_key(r, &key))
		if (str_eq(key, STR("continue")) && json_peek(r) == JSON_STRING) {
			if (json_string(r, &text))
				strbuf_addstr(&p->token, text);
		} else {
			json_skip(r);
		}
}

static bool read_items(struct pages *p, struct json *r, struct error *e)
{
	struct import page = {0};
	struct reader x = {.im = p->keep ? &p->api->kept : &page, .r = r};
	bool good = true;

	p->listed = true;
	if (!json_null(r) && json_enter(r))
		while (good && json_element(r)) {
			struct object *o = object_read(&x, p->kind);

			if (o)
				good = p->take(p->api, p->kind, o, e);
		}
	reader_free(&x);
	import_free(&page);
	return good;
}

static bool unreadable(struct pages *p, struct json *r, struct error *e)
{
	struct error why = {0};

	json_error(r, &why);
	return error_set(e, SNAP_SYSTEM, "kubectl's answer cannot be read", "%s: %s%s%s",
		resources[p->kind].name, why.what, why.why[0] ? ": " : "", why.why);
}

static bool read_page(struct pages *p, struct error *e)
{
	struct json *r = json_over_memory(p->json.s, p->json.len);
	struct strbuf before = p->token;
	struct str key;
	bool good = true;

	p->token = (struct strbuf){0};
	p->listed = false;
	json_enter(r);
	while (good && json_key(r, &key))
		if (str_eq(key, STR("metadata")))
			read_list_meta(p, r);
		else if (str_eq(key, STR("items")))
			good = read_items(p, r, e);
		else
			json_skip(r);
	if (good && (json_failed(r) || !json_finish(r)))
		good = unreadable(p, r, e);
	else if (good && !p->listed)
		good = error_set(e, SNAP_SYSTEM, "kubectl's answer cannot be read",
			"%s: it is no list: it has no items", resources[p->kind].name);
	else if (good && p->token.len && str_eq(strbuf_str(&p->token), strbuf_str(&before)))
		good = error_set(e, SNAP_SYSTEM, "kubectl's answer cannot be read",
			"%s: the same page comes again", resources[p->kind].name);
	strbuf_free(&before);
	json_free(r);
	return good;
}

/* A page that is too large is asked for again with fewer objects. */
static enum kubectl_failure get_page(struct pages *p, struct error *e)
{
	const struct settings *s = p->api->s;

	for (;;) {
		set_url(p);
		const char *args[] = {"get", "--raw", p->url.s, NULL};
		enum kubectl_failure f = kubectl_get(s, args, resources[p->kind].name, &p->json, e);

		if (f == KUBECTL_OK || e->status != SNAP_LIMIT || p->size == 1 ||
			proc_clock_ms() >= s->deadline)
			return f;
		*e = (struct error){0};
		p->size = p->size / LESS ? p->size / LESS : 1;
	}
}

static void note(struct strbuf *list, const char *word)
{
	strbuf_addf(list, "%s%s", list->len ? ", " : "", word);
}

/* Without pods and nodes there is no cluster. */
static bool is_needed(enum kind kind)
{
	return kind == KIND_PODS || kind == KIND_NODES;
}

static bool end_list(struct pages *p, enum kubectl_failure f, bool first, struct error *e)
{
	struct api *api = p->api;
	const char *name = resources[p->kind].name;

	if (f == KUBECTL_NOT_FOUND && first && !is_needed(p->kind)) {
		note(&api->lacking, name);
		return true;
	}
	if (f == KUBECTL_FORBIDDEN && first && !is_needed(p->kind)) {
		msg_warn(name, "left out: %s", e->why);
		note(&api->refused, name);
		return true;
	}
	if (f == KUBECTL_FORBIDDEN || f == KUBECTL_NOT_FOUND)
		e->hint[0] = '\0'; /* of other captures */
	if (f == KUBECTL_FORBIDDEN)
		error_hint(e,
			"'snap-fetch --from api --print-role' prints the ClusterRole to ask for");
	else if (strstr(e->why, "(Expired)") || strstr(e->why, "(Gone)"))
		error_hint(e, "the list was too slow for the server; once more");
	api->again = f == KUBECTL_OTHER;
	return false;
}

/* True if the server is known not to have the kind. */
static bool is_lacking(const struct api *api, enum kind kind)
{
	const char *wanted = resources[kind].group_version;
	size_t n = strlen(wanted);

	if (!api->versions.len)
		return false;
	for (const char *line = api->versions.s; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, wanted, n) == 0 && (line[n] == '\n' || !line[n]))
			return false;
	}
	return true;
}

bool api_list(struct api *api, enum kind kind, bool keep, api_take *take, struct error *e)
{
	struct pages p = {
		.api = api, .kind = kind, .size = resources[kind].page, .keep = keep, .take = take};
	bool good = true;

	if (is_lacking(api, kind) && !is_needed(kind)) {
		note(&api->lacking, resources[kind].name);
		return true;
	}
	for (bool first = true; good && (first || p.token.len); first = false) {
		struct error why = {0};
		enum kubectl_failure f = get_page(&p, &why);

		if (f == KUBECTL_OK) {
			good = read_page(&p, e);
			continue;
		}
		good = end_list(&p, f, first, &why);
		if (!good)
			*e = why;
		break;
	}
	strbuf_free(&p.json);
	strbuf_free(&p.url);
	strbuf_free(&p.token);
	return good;
}

void api_put_rules(struct strbuf *to)
{
	bool done[KIND_COUNT] = {false};

	for (int k = 0; k < KIND_COUNT; k++) {
		const char *gv = resources[k].group_version, *slash = strchr(gv, '/');
		const char *comma = "";

		if (done[k])
			continue;
		strbuf_addf(to, "- apiGroups: [%.*s]\n  resources: [",
			slash ? (int)(slash - gv) : 2, slash ? gv : "\"\"");
		for (int i = k; i < KIND_COUNT; i++) {
			const char *other = resources[i].group_version;
			size_t n = slash ? (size_t)(slash - gv) + 1 : strlen(gv) + 1;

			if (strncmp(gv, other, n) != 0)
				continue;
			done[i] = true;
			strbuf_addf(to, "%s%s", comma, resources[i].name);
			comma = ", ";
		}
		strbuf_addz(to, "]\n  verbs: [list]\n");
	}
}
