/* What an input is, by its first bytes: a format that is read, or an answer that people save in
 * place of one. */
#include "common/import/feed.h"
#include "common/kinds.h"
#include "common/import/cut.h"

#define FORMAT_NAME(NAME, name) name,
const char *const source_names[] = {FORMATS(FORMAT_NAME)};

/* Answers of the autoscaler's server (and of others, as far as the text is not its own). */
static const struct {
	struct str begin;
	const char *what, *why, *hint;
} answers[] = {
	{STR_INIT("Another debugging snapshot request is being processed"),
		"the autoscaler's answer 429, not a snapshot",
		"another request is waiting for its next loop",
		"fetch it again in a few seconds; if it stays so, a replica was asked that does not lead: kubectl -n kube-system get lease cluster-autoscaler"},
	{STR_INIT("404 page not found"), "an answer 404, not a snapshot",
		"the server that was asked has no such page",
		"start cluster-autoscaler with --debugging-snapshot-enabled=true; the path is /snapshotz"},
	{STR_INIT("Unable to collect any data"), "an error of the autoscaler, not a snapshot",
		"its loop ended before it had listed the nodes", "fetch it again"},
	{STR_INIT("Unable to marshal the snapshot"), "an error of the autoscaler, not a snapshot",
		"it could not encode its data", "fetch it again; its log says more"},
};

/* True: text is one of the answers. */
static bool refuse_answer(struct str text, struct error *e)
{
	for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
		if (str_starts(text, answers[i].begin)) {
			error_set(e, SNAP_INPUT, answers[i].what, "%s", answers[i].why);
			error_hint(e, "%s", answers[i].hint);
			return true;
		}
	return false;
}

static void refuse_empty(struct error *e)
{
	error_set(e, SNAP_INPUT, "empty", "no bytes came");
	error_hint(e,
		"the autoscaler answers so (503) while it shuts down; a replica that does not lead never answers");
}

/* The first key of an object, without escapes; empty: there is none. */
static struct str first_key(struct str text)
{
	struct str s = cut_blanks((struct str){text.p + 1, text.n - 1});
	const char *end;

	if (!s.n || *s.p != '"')
		return (struct str){0};
	s = (struct str){s.p + 1, s.n - 1};
	end = str_find(s, '"');
	return end ? (struct str){s.p, (size_t)(end - s.p)} : (struct str){0};
}

static bool is_one_of(struct str key, const char *const *keys)
{
	for (; *keys; keys++)
		if (str_eq(key, str_of(*keys)))
			return true;
	return false;
}

/* Of the object that key begins. Writers put their keys into one order, or sort them. */
static enum source_format object_format(struct str key, struct error *e)
{
	static const char *const document[] = {"NodeList", "UnscheduledPodsCanBeScheduled", "Error",
		"StartTimestamp", "EndTimestamp", "TemplateNodes", NULL};
	static const char *const list[] = {"apiVersion", "kind", "items", "metadata", NULL};
	static const char *const record[] = {"ts", "level", "caller", "logger", "msg", "v", NULL};

	if (is_one_of(key, document))
		return SOURCE_AUTOSCALER;
	if (is_one_of(key, list))
		return SOURCE_LIST;
	if (is_one_of(key, record))
		return SOURCE_DUMP;
	if (is_snapshot_key(key)) {
		error_set(e, SNAP_INPUT, "a snapshot already", "there is nothing to import");
		error_hint(e, "snap-replay and snap-inspect read it as it is");
		return SOURCE_UNKNOWN;
	}
	error_set(e, SNAP_INPUT, "of no known format",
		"JSON that begins with the key \"" STR_FMT "\"", (int)(key.n < 60 ? key.n : 60),
		key.p ? key.p : "");
	error_hint(e,
		"what cluster-autoscaler answers to /snapshotz is wanted, or kubectl get ... -A -o json; --from says which");
	return SOURCE_UNKNOWN;
}

enum source_format format_of(struct str head, struct error *e)
{
	struct str text = cut_blanks(head);

	if (!text.n) {
		refuse_empty(e);
		return SOURCE_UNKNOWN;
	}
	if (*text.p != '{')
		return refuse_answer(text, e) ? SOURCE_UNKNOWN : SOURCE_DUMP;
	return object_format(first_key(text), e);
}
