/* Label selectors, node selector terms, inter-pod affinity terms (rules/06 2.4). */
#include "model/names.h"
#include "model/numbers.h"
#include "model/read/reader.h"

static bool is_valid(const struct requirement *r)
{
	int64_t number;

	if (!is_qualified_name(r->key) || r->op == OP_INVALID)
		return false;
	if ((r->op == OP_IN || r->op == OP_NOT_IN) && r->n_values == 0)
		return false;
	if ((r->op == OP_EXISTS || r->op == OP_DOES_NOT_EXIST) && r->n_values != 0)
		return false;
	if ((r->op == OP_GT || r->op == OP_LT) &&
		(r->n_values != 1 || !parse_int64(r->values[0], &number)))
		return false;
	for (int i = 0; i < r->n_values; i++)
		if (!is_label_value(r->values[i]))
			return false;
	return true;
}

/* ---- requirements ---- */

static void read_values(struct reader *x, void *at)
{
	struct requirement *r = at;

	read_text_list(x, &r->values, &r->n_values);
}

static void read_op(struct reader *x, void *at)
{
	static const struct {
		struct str name;
		enum selector_op op;
	} ops[] = {
		{STR_INIT("In"), OP_IN},
		{STR_INIT("NotIn"), OP_NOT_IN},
		{STR_INIT("Exists"), OP_EXISTS},
		{STR_INIT("DoesNotExist"), OP_DOES_NOT_EXIST},
		{STR_INIT("Gt"), OP_GT},
		{STR_INIT("Lt"), OP_LT},
	};
	enum selector_op *op = at;
	struct str s;

	if (json_null(x->r) || !json_string(x->r, &s))
		return;
	*op = OP_INVALID;
	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
		if (str_eq(ops[i].name, s))
			*op = ops[i].op;
}

static void read_requirement_parts(struct reader *x, struct requirement *r)
{
	static const struct field fields[] = {
		FIELD("key", read_text, struct requirement, key),
		FIELD("operator", read_op, struct requirement, op),
		FIELD_SAME("values", read_values),
		FIELDS_END,
	};

	r->op = OP_INVALID;
	read_object(x, r, fields);
	label_mark_wanted(x, r->key);
}

static void read_requirement(struct reader *x, void *at)
{
	struct requirement *r = at;

	read_requirement_parts(x, r);
	r->valid = is_valid(r);
}

/* metav1.LabelSelector has four operators only. */
static void read_label_requirement(struct reader *x, void *at)
{
	struct requirement *r = at;

	read_requirement_parts(x, r);
	if (r->op == OP_GT || r->op == OP_LT)
		r->op = OP_INVALID;
	r->valid = is_valid(r);
}

static void read_field_requirement(struct reader *x, void *at)
{
	struct requirement *r = at;

	read_requirement_parts(x, r);
	r->valid = (r->op == OP_IN || r->op == OP_NOT_IN) && r->n_values == 1;
}

static struct requirement requirement_in(struct reader *x, struct label l)
{
	struct requirement r = {.key = l.key, .op = OP_IN, .n_values = 1};

	r.values = ARENA_NEW(&x->o->arena, struct str);
	r.values[0] = l.value;
	label_mark_wanted(x, l.key);
	r.valid = is_valid(&r);
	return r;
}

/* ---- metav1.LabelSelector ---- */

struct selector_parts {
	struct labels match_labels;
	struct requirement *expressions;
	int n_expressions;
};

static void read_expressions(struct reader *x, void *at)
{
	struct selector_parts *p = at;

	p->expressions =
		read_list(x, struct requirement, read_label_requirement, &p->n_expressions);
}

void read_label_selector(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("matchLabels", read_labels, struct selector_parts, match_labels),
		FIELD_SAME("matchExpressions", read_expressions),
		FIELDS_END,
	};
	struct label_selector **result = at, *s;
	struct selector_parts p = {0};

	*result = NULL;
	if (json_null(x->r))
		return;
	read_object(x, &p, fields);
	s = ARENA_NEW(&x->o->arena, struct label_selector);
	s->n = p.match_labels.n + p.n_expressions;
	s->requirements = ARENA_ARRAY(&x->o->arena, (size_t)s->n, struct requirement);
	for (int i = 0; i < s->n; i++)
		s->requirements[i] = i < p.match_labels.n
			? requirement_in(x, p.match_labels.items[i])
			: p.expressions[i - p.match_labels.n];
	s->valid = true;
	for (int i = 0; i < s->n; i++)
		s->valid = s->valid && s->requirements[i].valid;
	*result = s;
}

/* ---- node selector terms ---- */

static void read_match_expressions(struct reader *x, void *at)
{
	struct node_term *t = at;

	t->expressions = read_list(x, struct requirement, read_requirement, &t->n_expressions);
}

static void read_match_fields(struct reader *x, void *at)
{
	struct node_term *t = at;

	t->fields = read_list(x, struct requirement, read_field_requirement, &t->n_fields);
}

static void read_node_term(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD_SAME("matchExpressions", read_match_expressions),
		FIELD_SAME("matchFields", read_match_fields),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_node_term_list(struct reader *x, void *at)
{
	struct node_terms *t = at;

	t->items = read_list(x, struct node_term, read_node_term, &t->n);
}

void read_node_selector(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD_SAME("nodeSelectorTerms", read_node_term_list), FIELDS_END};
	struct node_terms *t = at;

	t->present = json_peek(x->r) == JSON_OBJECT;
	read_object(x, t, fields);
}

static void read_topology_requirement(struct reader *x, void *at)
{
	struct requirement *r = at;

	read_requirement_parts(x, r); /* key and values, no operator */
	r->op = OP_IN;
	r->valid = is_valid(r);
}

static void read_topology_expressions(struct reader *x, void *at)
{
	struct node_term *t = at;

	t->expressions =
		read_list(x, struct requirement, read_topology_requirement, &t->n_expressions);
}

static void read_topology_term(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD_SAME("matchLabelExpressions", read_topology_expressions), FIELDS_END};

	read_object(x, at, fields);
}

void read_topology_terms(struct reader *x, void *at)
{
	struct node_terms *t = at;

	t->items = read_list(x, struct node_term, read_topology_term, &t->n);
	t->present = t->n > 0;
}

/* ---- inter-pod affinity ---- */

static void read_namespaces(struct reader *x, void *at)
{
	struct pod_term *t = at;

	read_text_list(x, &t->namespaces, &t->n_namespaces);
}

static void read_topology_key(struct reader *x, void *at)
{
	read_text(x, at);
	label_mark_wanted(x, *(struct str *)at);
}

static const struct field pod_term_fields[] = {
	FIELD("labelSelector", read_label_selector, struct pod_term, selector),
	FIELD("namespaceSelector", read_label_selector, struct pod_term, namespace_selector),
	FIELD("topologyKey", read_topology_key, struct pod_term, topology_key),
	FIELD_SAME("namespaces", read_namespaces),
	FIELDS_END,
};

static void read_pod_term(struct reader *x, void *at)
{
	read_object(x, at, pod_term_fields);
}

static void read_weighted_pod_term(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("weight", read_int32, struct pod_term, weight),
		FIELD_SAME("podAffinityTerm", read_pod_term),
		FIELDS_END,
	};

	read_object(x, at, fields);
}

static void read_required_terms(struct reader *x, void *at)
{
	struct pod_terms *t = at;

	t->items = read_list(x, struct pod_term, read_pod_term, &t->n);
}

static void read_preferred_terms(struct reader *x, void *at)
{
	struct pod_terms *t = at;

	t->items = read_list(x, struct pod_term, read_weighted_pod_term, &t->n);
}

void read_pod_affinity(struct reader *x, void *at)
{
	static const struct field fields[] = {
		FIELD("requiredDuringSchedulingIgnoredDuringExecution", read_required_terms,
			struct affinity_terms, required),
		FIELD("preferredDuringSchedulingIgnoredDuringExecution", read_preferred_terms,
			struct affinity_terms, preferred),
		FIELDS_END,
	};

	read_object(x, at, fields);
}
