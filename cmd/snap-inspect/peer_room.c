/* Where the pods that "can be scheduled" have room: on nodes with enough left of all that they
 * request, that have the labels of their node selector, and no taint that they do not tolerate. */
#include "common/grow.h"
#include "common/map.h"
#include "peer_document.h"

/* Steps of all comparisons; more than this only files have that are made for it. */
enum { MOST_STEPS = 1 << 27 };

struct finder {
	struct peer_document *d;
	struct map alike; /* rooms of pods, by all that decides */
	struct strbuf key;
	size_t steps;
};

/* Both are sorted by the resource. */
static bool has_room(struct finder *f, const struct amounts_of *free, const struct peer_pod *pod)
{
	size_t at = 0;

	for (size_t i = 0; i < pod->requests.n; i++) {
		const struct amount *wanted = &pod->requests.items[i];

		for (; at < free->n && free->items[at].resource < wanted->resource; at++)
			f->steps++;
		bool there = at < free->n && free->items[at].resource == wanted->resource;
		if (wanted->n > (there ? free->items[at].n : 0) && wanted->n > 0)
			return false;
		f->steps++;
	}
	return amounts_get(free, RESOURCE_PODS) >= 1000;
}

static bool is_selected(struct finder *f, const struct peer_node *node, const struct peer_pod *pod)
{
	size_t at = 0;

	for (size_t i = 0; i < pod->n_selector; i++) {
		for (; at < node->n_labels && node->labels[at] < pod->selector[i]; at++)
			f->steps++;
		if (at == node->n_labels || node->labels[at] != pod->selector[i])
			return false;
	}
	return true;
}

static bool tolerates(const struct peer_toleration *t, const struct peer_taint *taint)
{
	if (t->effect.n && !str_eq(t->effect, taint->effect))
		return false;
	if (t->key.n ? !str_eq(t->key, taint->key) : !t->exists)
		return false;
	return t->exists || str_eq(t->value, taint->value);
}

static bool is_tolerated(
	struct finder *f, const struct peer_pod *pod, const struct peer_taint *taint)
{
	if (!str_eq(taint->effect, STR("NoSchedule")) && !str_eq(taint->effect, STR("NoExecute")))
		return true;
	for (size_t i = 0; i < pod->n_tolerations; i++, f->steps++)
		if (tolerates(&pod->tolerations[i], taint))
			return true;
	return false;
}

static bool is_kept_off(struct finder *f, const struct peer_node *node, const struct peer_pod *pod)
{
	const struct peer_taint cordon = {
		.key = STR("node.kubernetes.io/unschedulable"), .effect = STR("NoSchedule")};

	if (node->cordoned && !is_tolerated(f, pod, &cordon))
		return true;
	for (size_t i = 0; i < node->n_taints; i++)
		if (!is_tolerated(f, pod, &node->taints[i]))
			return true;
	return false;
}

static void take(struct peer_room *room, const struct peer_entry *t)
{
	struct str *first = t->node.placeholder ? &room->first_placeholder : &room->first;

	room->placeholders += t->node.placeholder;
	room->nodes += !t->node.placeholder;
	if (!first->n)
		*first = t->shown;
}

static struct peer_room find(struct finder *f, const struct peer_pod *pod)
{
	struct peer_room room = {.judged = true};

	for (size_t i = 0; i < f->d->n_nodes && f->steps < MOST_STEPS; i++, f->steps++) {
		const struct peer_entry *t = &f->d->nodes[i];

		if (!is_selected(f, &t->node, pod))
			room.unselected++;
		else if (is_kept_off(f, &t->node, pod))
			room.tainted++;
		else if (!has_room(f, &t->free, pod))
			room.lack++;
		else
			take(&room, t);
	}
	if (f->steps >= MOST_STEPS)
		room = (struct peer_room){0};
	return room;
}

static void add_text(struct strbuf *key, struct str text)
{
	strbuf_add(key, &text.n, sizeof text.n);
	strbuf_addstr(key, text);
}

/* Pods of one owner are alike. */
static struct str key_of(struct finder *f, const struct peer_pod *pod)
{
	struct strbuf *key = &f->key;

	strbuf_clear(key);
	for (size_t i = 0; i < pod->requests.n; i++) {
		strbuf_add(key, &pod->requests.items[i].resource, sizeof(uint32_t));
		strbuf_add(key, &pod->requests.items[i].n, sizeof(int64_t));
	}
	strbuf_addc(key, '/');
	for (size_t i = 0; i < pod->n_selector; i++)
		strbuf_add(key, &pod->selector[i], sizeof(uint32_t));
	strbuf_addc(key, '/');
	for (size_t i = 0; i < pod->n_tolerations; i++) {
		const struct peer_toleration *t = &pod->tolerations[i];

		add_text(key, t->key);
		add_text(key, t->value);
		add_text(key, t->effect);
		strbuf_addc(key, t->exists ? 'e' : '=');
	}
	return strbuf_str(key);
}

void peer_room_find(struct peer_document *d)
{
	struct finder f = {.d = d};

	for (size_t i = 0; i < d->n_asked; i++) {
		struct peer_asked *asked = &d->asked[i];
		struct str key = key_of(&f, &asked->pod);
		struct peer_room *same = map_get(&f.alike, key);

		if (!same) {
			asked->room = find(&f, &asked->pod);
			map_put(&f.alike, arena_str(&d->x.arena, key), NULL)->value = &asked->room;
		} else {
			asked->room = *same;
		}
	}
	map_free(&f.alike);
	strbuf_free(&f.key);
}
