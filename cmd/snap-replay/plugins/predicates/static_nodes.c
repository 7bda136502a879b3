/* The answers that hold for the whole session. Taints, selectors and required node affinity depend
 * only on the pod's spec and the node's object, so their answers are kept: a byte for each spec and
 * node, and sets of nodes for each spec. */
#include "plugins/predicates/predicates.h"

#include "model/selectors.h"
#include "model/bits.h"

unsigned char static_answer(struct predicates *p, const struct pod_spec *spec, const struct node *n)
{
	unsigned char **row = &p->static_answers[spec->id], *v;

	if (!*row)
		*row = ARENA_ARRAY(
			&p->session->arena, (size_t)p->session->c->n_nodes, unsigned char);
	v = &(*row)[n->index];
	if (!*v)
		*v = (unsigned char)(STATIC_KNOWN |
			(taints_filter(spec, n->object) ? 0 : STATIC_TAINT) |
			(node_affinity_matches(spec, n->object) ? 0 : STATIC_AFFINITY));
	return *v;
}

const uint64_t *static_nodes(void *ctx, const struct task *t)
{
	struct predicates *p = ctx;
	const struct pod_spec *spec = t->pod->spec;
	const struct cluster *c = p->session->c;
	uint64_t *set = p->static_sets[spec->id];

	if (set)
		return set;
	set = p->static_sets[spec->id] =
		ARENA_ARRAY(&p->session->arena, (size_t)bit_blocks(c->n_nodes), uint64_t);
	for (int i = 0; i < c->n_nodes; i++)
		if (p->node_bits[i] & NODE_READY &&
			!(static_answer(p, spec, &c->nodes[i]) & (STATIC_TAINT | STATIC_AFFINITY)))
			bit_set(set, i);
	return set;
}

static uint64_t *find_lasting_nodes(struct predicates *p, const struct task *t, enum gpu_kind kind)
{
	const struct cluster *c = p->session->c;
	uint64_t *set = ARENA_ARRAY(&p->session->arena, (size_t)bit_blocks(c->n_nodes), uint64_t);

	memcpy(set, static_nodes(p, t), (size_t)bit_blocks(c->n_nodes) * sizeof *set);
	for (int i = 0; i < c->n_nodes; i++)
		if (!worker_fits(p, t, &c->nodes[i], NULL) ||
			(kind == KIND_WHOLE &&
				!gpu_kind_fits(p->session, kind, t, &c->nodes[i], NULL)))
			bit_clear(set, i);
	return set;
}

/* Claims and volumes stay as they are during the session. */
static const uint64_t *find_volume_set(
	struct predicates *p, const struct task *t, const uint64_t *lasting)
{
	size_t blocks = (size_t)bit_blocks(p->session->c->n_nodes);
	uint64_t *set = p->volume_sets[t->index];

	if (set)
		return set;
	set = p->volume_sets[t->index] = ARENA_ARRAY(&p->session->arena, blocks, uint64_t);
	memcpy(set, lasting, blocks * sizeof *set);
	volumes_keep_possible(p, t, set);
	return set;
}

static bool volumes_passed(const struct task_state *state)
{
	return (state->skip | state->cached) & 1u << CHECK_VOLUMES && !state->failed[0];
}

const uint64_t *lasting_nodes(void *ctx, const struct task *t)
{
	struct predicates *p = ctx;
	enum gpu_kind kind = (enum gpu_kind)p->tasks[t->index].kind;
	const struct task_state *state = &p->tasks[t->index];
	const unsigned skipped = 1u << CHECK_PORTS | 1u << CHECK_POD_AFFINITY;
	uint64_t **set = &p->lasting_sets[2 * t->pod->spec->id + (kind == KIND_WHOLE)];

	if ((kind != KIND_CPU && kind != KIND_WHOLE) || t->type != REQUEST_REGULAR ||
		t->gpu.memory > 0 || task_uses_dra(t) || (state->skip & skipped) != skipped ||
		!volumes_passed(state))
		return NULL;
	if (!*set)
		*set = find_lasting_nodes(p, t, kind);
	return state->skip & 1u << CHECK_VOLUMES ? *set : find_volume_set(p, t, *set);
}
