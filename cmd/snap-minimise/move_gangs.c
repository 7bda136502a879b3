/* Pod groups that are alike become one with the pods of all, and pods of one pod group one with the
 * requests of all. */
#include "common/keys.h"
#include "alike.h"
#include "requests.h"

/* ---- pod groups ---- */

static bool key_of_group(const struct draft *d, int i, struct arena *a, struct strbuf *key)
{
	const struct value *spec = value_field(draft_object(d, i, a), STR("spec"));

	strbuf_addstr(key, d->state->snapshot.objects[i].ns);
	strbuf_addc(key, '\n');
	for (size_t k = 0; spec && k < spec->count; k++)
		if (!str_eq(spec->members[k].key, STR("minMember"))) {
			strbuf_addstr(key, spec->members[k].key);
			alike_add(key, spec->members[k].value);
		}
	return spec && spec->type == JSON_OBJECT && !value_field(spec, STR("subGroups"));
}

static void collect_groups(struct moves *m)
{
	alike_collect(m, KIND_POD_GROUPS, key_of_group);
}

static int64_t members_of(const struct value *group)
{
	const struct value *v = value_get(value_field(group, STR("spec")), STR("minMember"));
	int64_t n = 0;

	for (size_t i = 0; v && v->type == JSON_NUMBER && i < v->text.n && n < 100000000; i++)
		if (is_digit(v->text.p[i]))
			n = n * 10 + v->text.p[i] - '0';
	return n > 0 ? n : 1;
}

static void set_members(struct arena *a, struct value *group, int64_t n)
{
	struct value *v = value_new(a, JSON_NUMBER);
	char text[32];

	v->text = arena_str(a, (struct str){text, jsonw_format_int(text, n)});
	value_insert(a, value_field(group, STR("spec")), STR("minMember"), v);
}

static void move_group(struct moves *m, int unit, int with)
{
	struct draft *d = &m->draft;
	const struct object *objects = d->state->snapshot.objects;
	struct value *group = draft_change(d, with);

	set_members(&d->arena, group, members_of(group) + members_of(draft_change(d, unit)));
	for (int i = d->owned[unit], next; i >= 0; i = next) {
		next = d->next[i];
		if (!d->state->keep[i] || snapshot_kind(&d->state->snapshot, i) != KIND_PODS)
			continue;
		value_insert(&d->arena,
			value_field(value_field(draft_change(d, i), STR("metadata")),
				STR("annotations")),
			pod_annotation_keys[POD_ANNOTATION_POD_GROUP],
			value_text(&d->arena, objects[with].name));
		draft_hand_over(d, i, with);
	}
	draft_drop(d, unit);
}

const struct move_kind move_merge_groups = {"pod group like another", collect_groups, move_group};

/* ---- pods of a pod group ---- */

static bool key_of_pod(const struct draft *d, int i, struct arena *a, struct strbuf *key)
{
	const struct object *o = &d->state->snapshot.objects[i];
	const struct value *v = draft_object(d, i, a);
	struct requests r = {0};

	strbuf_addf(key, "%d %d ", o->owner, o->node);
	alike_add(key, value_field(value_field(v, STR("status")), STR("phase")));
	return o->owner >= 0 && requests_of(v, &r);
}

static void collect_pods(struct moves *m)
{
	alike_collect(m, KIND_PODS, key_of_pod);
}

static void move_pod(struct moves *m, int unit, int with)
{
	struct draft *d = &m->draft;
	struct value *group = draft_change(d, d->state->snapshot.objects[unit].owner);
	struct requests r = {0};

	requests_of(draft_change(d, unit), &r);
	requests_add_to_pod(&d->arena, draft_change(d, with), &r);
	if (members_of(group) > 1)
		set_members(&d->arena, group, members_of(group) - 1);
	draft_drop(d, unit);
}

const struct move_kind move_merge_pods = {"pod beside another", collect_pods, move_pod};
