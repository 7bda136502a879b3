#include "origin.h"
#include <string.h>
#include "common/proc.h"
#include "common/program.h"

enum { ASK_MS = 5000 }; /* for one optional call of kubectl */

/* Does a version begin here: "0.17" or "v0.17"? */
static bool is_version(struct str s)
{
	size_t i = s.n && s.p[0] == 'v', from = i;

	while (i < s.n && is_digit(s.p[i]))
		i++;
	return i > from && i + 1 < s.n && s.p[i] == '.' && is_digit(s.p[i + 1]);
}

/* "kai-scheduler-v0.17.0" has it behind a dash. */
static struct str of_chart(struct str chart)
{
	for (size_t i = 0; i + 1 < chart.n; i++)
		if (chart.p[i] == '-' && is_version((struct str){chart.p + i + 1, chart.n - i - 1}))
			return (struct str){chart.p + i + 1, chart.n - i - 1};
	return (struct str){0};
}

/* The tag of "registry:5000/kai/scheduler:v0.17.0@sha256:..." follows the last colon of its name.
 */
static struct str of_tag(struct str image)
{
	const char *digest = str_find(image, '@');
	size_t end = digest ? (size_t)(digest - image.p) : image.n, at = end;

	while (at > 0 && image.p[at - 1] != ':' && image.p[at - 1] != '/')
		at--;
	struct str tag = {image.p + at, end - at};
	return at > 0 && image.p[at - 1] == ':' && is_version(tag) ? tag : (struct str){0};
}

struct str origin_version(const struct labels *labels, struct str image, struct arena *a)
{
	struct str version = is_version(labels->app) ? labels->app : of_chart(labels->chart);

	if (!version.n)
		version = of_tag(image);
	if (!version.n || version.p[0] == 'v')
		return version;
	struct strbuf with_v = {0};
	strbuf_addc(&with_v, 'v');
	strbuf_addstr(&with_v, version);
	version = arena_str(a, strbuf_str(&with_v));
	strbuf_free(&with_v);
	return version;
}

static struct settings in_a_hurry(const struct settings *s)
{
	struct settings quick = *s;
	int64_t until = proc_clock_ms() + ASK_MS;

	if (until < quick.deadline)
		quick.deadline = until;
	return quick;
}

static struct str server_version(const struct settings *s, struct arena *a)
{
	const char *args[] = {"version", "-o", "json", NULL};
	struct settings quick = in_a_hurry(s);
	struct strbuf json = {0};
	struct error ignored = {0};
	struct str version = {0};

	if (kubectl_get(&quick, args, "version", &json, &ignored) != KUBECTL_OK ||
		!version_read(strbuf_str(&json), a, &version, &ignored))
		version.n = 0;
	strbuf_free(&json);
	return version;
}

/* Reads the fields of a pod of which only the name is known. */
static void ask_for(const struct settings *s, struct arena *a, struct pod *pod)
{
	struct strbuf resource = {0}, json = {0};
	struct error ignored = {0};
	struct pod found;
	struct settings quick = in_a_hurry(s);

	strbuf_addz(&resource, "pod/");
	strbuf_addstr(&resource, pod->name);
	const char *args[] = {"get", resource.s, "-o", "json", NULL};
	if (kubectl_get(&quick, args, "pod", &json, &ignored) == KUBECTL_OK &&
		pod_read(strbuf_str(&json), a, &found, &ignored)) {
		found.name = pod->name;
		*pod = found;
	}
	strbuf_free(&resource);
	strbuf_free(&json);
}

static void of_cluster(const struct settings *s, const struct cluster *c, const struct pod *chosen,
	struct arena *a, struct capture_info *info)
{
	const struct deployment *d = &c->deployment;
	struct pod pod = *chosen;
	struct labels labels;

	if (s->pod)
		ask_for(s, a, &pod);
	else
		info->field[CAPTURE_DEPLOYMENT] = str_of(s->deployment);
	labels.app = pod.labels.app.n ? pod.labels.app : d->labels.app;
	labels.chart = pod.labels.chart.n ? pod.labels.chart : d->labels.chart;
	info->field[CAPTURE_NAMESPACE] = str_of(s->namespace);
	info->field[CAPTURE_POD] = pod.name;
	info->field[CAPTURE_IMAGE] = pod.image;
	info->field[CAPTURE_IMAGE_ID] = pod.image_id;
	info->field[CAPTURE_VERSION] = origin_version(&labels, pod.image, a);
	info->field[CAPTURE_LEASE_HOLDER] = c->lease.holder;
	info->field[CAPTURE_SHARD] = d->shard.n ? d->shard : pod.node_pool;
	info->field[CAPTURE_SERVER_VERSION] = server_version(s, a);
}

/* Longer texts than any real one would make capture.json too long to be read. */
static void bound(struct str *field)
{
	enum { MOST = 1024 };

	if (field->n > MOST)
		*field = (struct str){0};
}

void origin_describe(const struct settings *s, const struct cluster *c, const struct pod *pod,
	struct arena *a, struct capture_info *info)
{
	if (c && pod)
		of_cluster(s, c, pod, a, info);
	info->field[CAPTURE_PROGRAM] = program_and_release();
	for (int i = 0; i < CAPTURE_FIELDS; i++) {
		bound(&info->field[i]);
		info->field[i] = arena_str(a, info->field[i]);
	}
}
