/* The lines that a dump's records have for nodes and pods. */
#include "common/grow.h"
#include "common/import/dump_scan.h"

static struct dump_node *last_node(struct scan *s)
{
	return s->d.n_nodes ? &s->d.nodes[s->d.n_nodes - 1] : NULL;
}

static int64_t number_of(struct str text)
{
	int64_t n = 0;

	for (size_t i = 0; i < text.n && is_digit(text.p[i]); i++)
		if (__builtin_mul_overflow(n, 10, &n) ||
			__builtin_add_overflow(n, text.p[i] - '0', &n))
			return INT64_MAX;
	return n;
}

/* {MilliCPU:N Memory:N EphemeralStorage:N AllowedPodNumber:N ScalarResources:map[K:N K:N]} */
static void read_amounts(struct scan *s, struct str text, struct dump_amounts *a)
{
	struct str part, map = {0};
	struct {
		struct str name;
		int64_t *to;
	} fields[] = {{STR("MilliCPU:"), &a->milli_cpu}, {STR("Memory:"), &a->memory},
		{STR("EphemeralStorage:"), &a->ephemeral}, {STR("AllowedPodNumber:"), &a->pods}};

	text = cut_line(text);
	cut_prefix(&text, STR("&"));
	if (!cut_prefix(&text, STR("{")))
		return;
	for (size_t i = 0; i < 4; i++) {
		if (!cut_prefix(&text, fields[i].name) || !cut_until(&text, STR(" "), &part))
			return;
		*fields[i].to = number_of(part);
	}
	if (!cut_prefix(&text, STR("ScalarResources:map[")) || !cut_until(&text, STR("]}"), &map))
		return;
	a->scalars = arena_str(&s->d.arena, map);
	a->given = true;
}

bool dump_scalar(struct str *rest, struct str *name, struct str *value)
{
	while (rest->n) {
		const char *blank = str_find(*rest, ' ');
		struct str one = {rest->p, blank ? (size_t)(blank - rest->p) : rest->n};
		size_t colon = one.n, taken = one.n + (blank != NULL);

		*rest = (struct str){rest->p + taken, rest->n - taken};
		while (colon && one.p[colon - 1] != ':')
			colon--;
		*name = (struct str){one.p, colon ? colon - 1 : 0};
		*value = (struct str){one.p + colon, one.n - colon};
		if (name->n)
			return true;
	}
	return false;
}

static void start_node(struct scan *s, struct str name)
{
	struct dump *d = &s->d;

	ARENA_GROW(&d->arena, d->nodes, d->n_nodes, d->cap_nodes);
	d->nodes[d->n_nodes++] =
		(struct dump_node){.name = arena_str(&d->arena, name), .wanted = -1};
	s->nominated = false;
}

/* Behind "name: ". False: the line is cut. */
static bool read_pod(struct scan *s, struct str line, long node)
{
	struct dump *d = &s->d;
	struct str name, ns, uid, phase;

	if (!cut_until(&line, STR(", namespace: "), &name) ||
		!cut_until(&line, STR(", uid: "), &ns) ||
		!cut_until(&line, STR(", phase: "), &uid) ||
		!cut_until(&line, STR(", nominated node:"), &phase))
		return false;
	ARENA_GROW(&d->arena, d->pods, d->n_pods, d->cap_pods);
	d->pods[d->n_pods++] =
		(struct dump_pod){arena_str(&d->arena, ns), arena_str(&d->arena, name),
			arena_str(&d->arena, uid), arena_str(&d->arena, phase), node};
	return true;
}

static void node_line(struct scan *s, struct str line)
{
	struct dump_node *n = last_node(s);

	if (cut_prefix(&line, STR("Node name: "))) {
		start_node(s, line);
	} else if (!n) {
		return;
	} else if (cut_prefix(&line, STR("Deleted: "))) {
		n->deleted = str_eq(line, STR("true"));
	} else if (cut_prefix(&line, STR("Requested Resources:"))) {
		read_amounts(s, line, &n->requested);
	} else if (cut_prefix(&line, STR("Allocatable Resources:"))) {
		read_amounts(s, line, &n->allocatable);
	} else if (cut_prefix(&line, STR("Scheduled Pods(number: "))) {
		n->wanted = (long)number_of(line);
	} else if (cut_prefix(&line, STR("Nominated Pods(number: "))) {
		s->nominated = true;
	} else if (!s->nominated && cut_prefix(&line, STR("name: "))) {
		n->got += read_pod(s, line, (long)s->d.n_nodes - 1);
	}
}

void scan_value_line(struct scan *s, struct str line)
{
	line = cut_line(line);
	if (s->state == IN_NODES)
		node_line(s, line);
	else if (cut_prefix(&line, STR("name: ")) && !read_pod(s, line, -1))
		s->d.tailless = true;
}
