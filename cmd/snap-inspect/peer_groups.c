/* Which node is of which group. A placeholder has the name of its group's template in its own. A
 * node has the labels of the template, but for those that differ from node to node; of several
 * such groups that one of whose labels it has most, and of several of those none. */
#include "peer_document.h"

/* Looks at labels; after more than this nothing is told: only files that are made for it need so
 * many. */
enum { MOST_LOOKS = 1 << 26 };

struct joiner {
	const struct peer_document *d;
	size_t looks;
};

static bool has_label(struct joiner *j, const struct peer_node *n, uint32_t label)
{
	j->looks++;
	for (size_t low = 0, high = n->n_labels; low < high;) {
		size_t middle = low + (high - low) / 2;

		if (n->labels[middle] == label)
			return true;
		if (n->labels[middle] < label)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

/* Labels that nodes of a group need not share: the name of the node, zones, and old names of labels
 * that real nodes may lack. */
static bool is_own(struct str key)
{
	static const struct str prefixes[] = {STR_INIT("kubernetes.io/hostname"),
		STR_INIT("cluster-autoscaler.kubernetes.io/"), STR_INIT("topology."),
		STR_INIT("failure-domain.beta.kubernetes.io/"), STR_INIT("beta.kubernetes.io/")};

	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (str_starts(key, prefixes[i]))
			return true;
	return false;
}

/* Labels that tell no group. */
static bool tells_little(struct str key)
{
	return str_eq(key, STR("kubernetes.io/os")) || str_eq(key, STR("kubernetes.io/arch"));
}

/* How many labels of the template the node has; 0: it lacks one that all nodes of its group have.
 */
static size_t likeness(
	struct joiner *j, const struct peer_node *template, const struct peer_node *node)
{
	size_t shared = 0, telling = 0;

	for (size_t i = 0; i < template->n_labels; i++) {
		struct str key = names_first(&j->d->x.labels, template->labels[i]);
		bool own = is_own(key), has = has_label(j, node, template->labels[i]);

		if (!has && !own)
			return 0;
		shared += has;
		telling += has && !own && !tells_little(key);
	}
	return telling ? shared : 0;
}

static long group_by_labels(struct joiner *j, const struct peer_node *node)
{
	const struct peer_document *d = j->d;
	size_t best = 0;
	long found = NO_GROUP;

	for (size_t i = 0; i < d->n_groups; i++) {
		size_t n = likeness(j, &d->groups[i].template.node, node);

		if (n && n >= best) {
			found = n > best ? (long)i : NO_GROUP;
			best = n;
		}
	}
	return found;
}

/* The name of a placeholder is that of its template with "-upcoming-N" behind it. */
static long group_by_name(struct joiner *j, const struct peer_node *node)
{
	const struct peer_document *d = j->d;

	for (size_t i = 0; i < d->n_groups; i++) {
		struct str name = d->groups[i].template.node.name;

		j->looks++;
		if (name.n && node->name.n > name.n && node->name.p[name.n] == '-' &&
			str_starts(node->name, name))
			return (long)i;
	}
	return NO_GROUP;
}

void peer_groups_join(struct peer_document *d)
{
	struct joiner j = {.d = d};

	for (size_t i = 0; i < d->n_nodes && j.looks < MOST_LOOKS; i++) {
		struct peer_entry *t = &d->nodes[i];

		if (t->node.placeholder)
			t->group = group_by_name(&j, &t->node);
		if (t->group == NO_GROUP)
			t->group = group_by_labels(&j, &t->node);
	}
	d->joined = j.looks < MOST_LOOKS;
	for (size_t i = 0; i < d->n_nodes; i++) {
		struct peer_entry *t = &d->nodes[i];

		t->group = d->joined ? t->group : NO_GROUP;
		if (t->group == NO_GROUP)
			continue;
		struct peer_group *g = &d->groups[t->group];
		g->placeholders += t->node.placeholder;
		g->nodes += !t->node.placeholder;
		g->altered += t->altered && !t->node.placeholder;
	}
}
