/* What of a pod of kube-scheduler matters for a dump. */
#include <stdlib.h>
#include "common/grow.h"
#include "ksched.h"
#include "want.h"

enum { SECURE_PORT = 10259, MAX_PORT = 65535 };

/* The values of flags among a container's words. */
struct words {
	struct str program; /* the first one */
	struct str lease, lease_ns, elect, port;
	struct str *next; /* the value of the flag before */
};

static void read_word(struct json *r, struct arena *a, void *into)
{
	struct words *w = into;
	const struct {
		struct str name, *value;
		bool behind; /* its value may be the next word */
	} flags[] = {{STR("--leader-elect-resource-name"), &w->lease, true},
		{STR("--leader-elect-resource-namespace"), &w->lease_ns, true},
		{STR("--leader-elect"), &w->elect, false}, {STR("--secure-port"), &w->port, true}};
	struct str word;

	want_text(r, a, &word);
	if (!w->program.n)
		w->program = word;
	if (w->next)
		*w->next = word;
	w->next = NULL;
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
		struct str name = flags[i].name;

		if (flags[i].behind && str_eq(word, name))
			w->next = flags[i].value;
		else if (str_starts(word, name) && word.n > name.n && word.p[name.n] == '=')
			*flags[i].value = (struct str){word.p + name.n + 1, word.n - name.n - 1};
	}
}

static unsigned port_of(struct str text)
{
	unsigned long port = text.n ? strtoul(text.p, NULL, 10) : SECURE_PORT;

	return port <= MAX_PORT ? (unsigned)port : SECURE_PORT;
}

static struct str base_name(struct str path)
{
	for (size_t i = path.n; i > 0; i--)
		if (path.p[i - 1] == '/')
			return (struct str){path.p + i, path.n - i};
	return path;
}

/* A container of that name, else one that runs a program of that name: another program would die
 * of the signal. */
static void read_container(struct json *r, struct arena *a, void *into)
{
	struct ksched_pod *pod = into;
	struct str name = {0};
	struct words command = {0};

	want_walk(r, a,
		(struct want[]){{"name", want_text, &name}, {"command[]", read_word, &command},
			{"args[]", read_word, &command}},
		3);
	bool named = str_eq(name, STR("kube-scheduler"));
	bool runs = str_eq(base_name(command.program), STR("kube-scheduler"));
	if (!is_dns_name(name) || !(named || (runs && !pod->container.n)))
		return;
	pod->container = name;
	pod->lease = command.lease;
	pod->lease_ns = command.lease_ns;
	pod->secure_port = port_of(command.port);
	pod->no_election = str_eq(command.elect, STR("false"));
}

static void read_true(struct json *r, struct arena *a, void *into)
{
	(void)a;
	bool value = false;

	if (json_peek(r) != JSON_TRUE)
		json_skip(r);
	else if (json_bool(r, &value))
		*(bool *)into |= value;
}

static void read_pod(struct json *r, struct arena *a, struct ksched_pod *pod)
{
	struct str deleted = {0};
	pod->secure_port = SECURE_PORT;
	const struct want wants[] = {
		{"metadata.name", want_text, &pod->name},
		{"metadata.deletionTimestamp", want_text, &deleted},
		{"spec.nodeName", want_text, &pod->node},
		{"spec.hostPID", read_true, &pod->foreign_pids},
		{"spec.shareProcessNamespace", read_true, &pod->foreign_pids},
		{"spec.containers[]", read_container, pod},
	};

	want_walk(r, a, wants, sizeof wants / sizeof *wants);
	pod->deleted = deleted.n > 0;
	if (!is_dns_name(pod->node))
		pod->node = (struct str){0};
}

struct list {
	struct ksched_pod *pods;
	size_t count, cap;
};

static void read_item(struct json *r, struct arena *a, void *into)
{
	struct list *list = into;
	struct ksched_pod pod = {0};

	read_pod(r, a, &pod);
	if (!is_dns_name(pod.name))
		return;
	ARRAY_GROW(list->pods, list->count, list->cap);
	list->pods[list->count++] = pod;
}

bool ksched_pods_read(struct str text, struct arena *a, bool list, struct ksched_pod **pods,
	size_t *count, struct error *e)
{
	struct list found = {0};
	const struct want all = {list ? "items[]" : "", read_item, &found};
	bool ok = want_read(text, a, &all, 1, e);

	*count = found.count;
	*pods = ARENA_ARRAY(a, found.count + 1, struct ksched_pod);
	if (found.count)
		memcpy(*pods, found.pods, found.count * sizeof *found.pods);
	free(found.pods);
	return ok;
}
