/* NodeResourceTopologies, and where pods are placed in zones (rules/01 5.7, rules/07 B7). */
#include <stdio.h>

#include "common/grow.h"
#include "read.h"

/* ---- nodes ---- */

static void read_zone_resource(struct reading *p, uint32_t zone, uint32_t at)
{
	static const char *const amounts[] = {"capacity", "allocatable", "available"};
	struct str key;
	struct quantity q;
	char field[64];

	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		size_t i = 0;

		while (i < 3 && !str_eq(key, str_of(amounts[i])))
			i++;
		if (i == 3) {
			json_skip(p->r);
			continue;
		}
		snprintf(field, sizeof field, "resources[%u].%s", (unsigned)at, amounts[i]);
		read_quantity(p, (struct where){.list = "zones", .at = zone, .field = field}, &q);
	}
}

static void read_zone(struct reading *p, uint32_t at)
{
	struct numa *n = &p->s->numa;
	struct str key, type;
	uint32_t name = 0;
	bool counts = false;

	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		if (IS(key, "name")) {
			name = ref(p);
		} else if (IS(key, "type")) {
			counts = word(p->r, &type) && IS(type, "Node");
		} else if (IS(key, "resources")) {
			if (!enter(p->r))
				continue;
			for (uint32_t i = 0; json_element(p->r); i++)
				read_zone_resource(p, at, i);
		} else {
			json_skip(p->r);
		}
	}
	if (!counts)
		return;
	ARRAY_GROW(n->zones, n->zone_count, n->zone_cap);
	n->zones[n->zone_count++] = name;
}

/* What tells the policy. */
struct rule_texts {
	struct strbuf policy, scope, name;
};

static void read_attribute(struct reading *p, struct rule_texts *t)
{
	struct str key;
	struct strbuf name = {0}, value = {0};

	if (enter(p->r)) {
		while (json_key(p->r, &key)) {
			if (IS(key, "name"))
				text(p->r, &name);
			else if (IS(key, "value"))
				text(p->r, &value);
			else
				json_skip(p->r);
		}
	}
	struct strbuf *into = str_eq(strbuf_str(&name), STR("topologyManagerPolicy")) ? &t->policy
		: str_eq(strbuf_str(&name), STR("topologyManagerScope"))              ? &t->scope
										      : NULL;
	if (into) {
		strbuf_clear(into);
		strbuf_addstr(into, strbuf_str(&value));
	}
	strbuf_free(&name);
	strbuf_free(&value);
}

/* The first one counts. */
static void read_policies(struct reading *p, struct rule_texts *t)
{
	struct strbuf other = {0};

	if (enter(p->r))
		for (size_t i = 0; json_element(p->r); i++)
			text(p->r, i ? &other : &t->name);
	strbuf_free(&other);
}

static void read_members(struct reading *p, struct rule_texts *t)
{
	struct str key;

	while (json_key(p->r, &key)) {
		if (IS(key, "metadata")) {
			read_metadata(p);
		} else if (IS(key, "topologyPolicies")) {
			read_policies(p, t);
		} else if (IS(key, "attributes")) {
			if (enter(p->r))
				while (json_element(p->r))
					read_attribute(p, t);
		} else if (IS(key, "zones")) {
			if (enter(p->r))
				for (uint32_t i = 0; json_element(p->r); i++)
					read_zone(p, i);
		} else {
			json_skip(p->r);
		}
	}
}

void read_node_resource_topology(struct reading *p)
{
	struct numa *n = &p->s->numa;
	struct rule_texts t = {0};
	struct node_zones z = {.index = p->index, .first = n->zone_count};

	read_members(p, &t);
	z.rule = zone_rule_of(strbuf_str(&t.policy), strbuf_str(&t.scope), strbuf_str(&t.name));
	strbuf_free(&t.policy);
	strbuf_free(&t.scope);
	strbuf_free(&t.name);
	if (json_failed(p->r))
		return;
	identify(p);
	z.count = n->zone_count - z.first;
	if (p->number == 0)
		return;
	n->list = grow(n->list, &n->cap, p->number - 1, sizeof *n->list);
	n->list[p->number - 1] = z;
}

/* ---- pods ---- */

size_t read_zone_uses(struct summary *s, struct json *r, struct zone_use like)
{
	struct numa *n = &s->numa;
	struct str key, name;

	if (!enter(r))
		return 0;
	for (like.at = 0; json_element(r); like.at++) {
		like.zone = 0;
		json_enter(r);
		while (json_key(r, &key)) {
			if (!same_but_case(key, STR("zone")))
				json_skip(r);
			else if (word(r, &name) && name.n)
				like.zone = names_put(&s->refs, name, NULL);
		}
		ARRAY_GROW(n->uses, n->use_count, n->use_cap);
		n->uses[n->use_count++] = like;
	}
	return like.at;
}

void read_pod_zones(struct reading *p)
{
	static const struct {
		enum mark mark;
		enum zone_source source;
		enum pod_annotation_key key;
	} records[] = {{MARK_ZONES_OBSERVED, ZONES_OBSERVED, POD_ANNOTATION_ZONES_OBSERVED},
		{MARK_ZONES_PREDICTED, ZONES_PREDICTED, POD_ANNOTATION_ZONES_PREDICTED}};
	size_t i = 0, first = p->s->numa.use_count;

	while (i < 2 && !(p->has_mark[records[i].mark] && p->marks[records[i].mark].len))
		i++;
	if (i == 2)
		return;
	struct strbuf *text = &p->marks[records[i].mark];
	strbuf_reserve(text, JSON_PADDING);
	struct json *r = json_over_memory(text->s, text->len);
	bool list = json_peek(r) == JSON_ARRAY;
	if (list)
		read_zone_uses(p->s, r, (struct zone_use){records[i].source, p->number, 0, 0});
	if (!list || !json_finish(r)) {
		struct str key = pod_annotation_keys[records[i].key];
		char field[100];

		snprintf(field, sizeof field, "metadata.annotations." STR_FMT, STR_ARG(key));
		p->s->numa.use_count = first;
		fault(p, FAULT_ZONES_BAD, SEVERITY_WARNING, FIELD(field),
			"not a list of zones in JSON: the scheduler goes on as if it was not there");
		faults_name_object(&p->s->faults, p->first_fault, strbuf_str(&p->id));
	}
	json_free(r);
}
