/* Scheduling-constraint signatures (rules/01 11). The original only tests whether two hashes are
 * equal. Here a signature is a number, the same for the same content. */
#include "model/build/build.h"

#include <stdlib.h>

#include "common/jsonw.h"
#include "common/mem.h"

static void add_text(struct strbuf *t, struct str s)
{
	strbuf_addf(t, "%zu:", s.n);
	strbuf_addstr(t, s);
}

/* The number, from 1, of the key in b->text. */
static size_t number_of(struct build *b)
{
	bool fresh;
	struct map_entry *e = map_put(&b->signatures, strbuf_str(&b->text), &fresh);

	if (fresh)
		e->key = arena_str(&b->c->arena, e->key);
	return (size_t)(e - b->signatures.entries) + 1;
}

/* ---- claims that the scheduler manages (rules/01 10) ---- */

static void find_kept_claims(struct build *b)
{
	struct map drivers = {0}, classes = {0};

	for (int i = 0; i < b->o->csi_drivers.n; i++)
		map_put(&drivers, b->o->csi_drivers.items[i]->meta.name, NULL)->value =
			b->o->csi_drivers.items[i];
	for (int i = 0; i < b->o->storage_classes.n; i++) {
		struct storage_class *s = b->o->storage_classes.items[i];

		if (str_eq(s->binding_mode, STR("WaitForFirstConsumer")) &&
			map_get(&drivers, s->provisioner))
			map_put(&classes, s->meta.name, NULL)->value = s;
	}
	for (int i = 0; i < b->o->claims.n; i++) {
		struct persistent_volume_claim *c = b->o->claims.items[i];

		if (c->class_name.p && map_get(&classes, c->class_name))
			map_put(&b->kept_claims,
				objects_intern(b->o, build_key(b, c->meta.ns, c->meta.name)), NULL)
				->value = c;
	}
	map_free(&drivers);
	map_free(&classes);
}

static void add_claim(struct build *b, const struct pod *p, const struct volume *v)
{
	const struct persistent_volume_claim *c = NULL;

	if (b->kept_claims.count) {
		struct strbuf key = {0};

		strbuf_addstr(&key, p->meta.ns);
		strbuf_addc(&key, '/');
		strbuf_addstr(&key, v->claim);
		c = map_get(&b->kept_claims, strbuf_str(&key));
		strbuf_free(&key);
	}
	strbuf_addc(&b->text, c ? 'L' : 'V');
	add_text(&b->text, c ? c->class_name : v->name);
	add_text(&b->text, c ? c->phase : v->signature);
	if (c)
		strbuf_add(&b->text, &c->storage.nano, sizeof c->storage.nano);
}

/* ---- pods, pod sets, jobs ---- */

static size_t pod_number(struct build *b, const struct pod *p)
{
	const struct pod_spec *s = p->spec;

	strbuf_clear(&b->text);
	strbuf_addc(&b->text, 'p');
	strbuf_add(&b->text, &s->signature.p,
		sizeof s->signature.p); /* interned: the address stands for the text */
	strbuf_add(&b->text, &s->volume_signature.p, sizeof s->volume_signature.p);
	strbuf_addc(&b->text, p->has_priority ? 'y' : 'n');
	strbuf_add(&b->text, &p->priority, sizeof p->priority);
	for (int i = 0; i < s->n_volumes; i++)
		if (s->volumes[i].is_claim)
			add_claim(b, p, &s->volumes[i]);
	return number_of(b);
}

static int by_number(const void *l, const void *r)
{
	size_t a = *(const size_t *)l, z = *(const size_t *)r;

	return (a > z) - (a < z);
}

static void add_constraint(struct strbuf *t, const struct topology_constraint *c)
{
	strbuf_addc(t, '|');
	if (!c->present)
		return;
	add_text(t, c->topology);
	add_text(t, c->required);
	add_text(t, c->preferred);
}

/* 0: all pods are active allocated, so the pod set adds nothing to the signature. */
static size_t pod_set_number(struct build *b, const struct pod_set *p)
{
	size_t *pods = xcalloc((size_t)p->n_tasks, sizeof *pods), n = 0, result = 0;

	for (int i = 0; i < p->n_tasks; i++)
		if (!status_in(p->tasks[i]->status, SET_ACTIVE_ALLOCATED))
			pods[n++] = pod_number(b, p->tasks[i]->pod);
	if (n) {
		qsort(pods, n, sizeof *pods, by_number);
		strbuf_clear(&b->text);
		strbuf_addc(&b->text, 's');
		add_constraint(&b->text, &p->constraint);
		for (const struct sub_group *s = p->parent; s; s = s->parent)
			add_constraint(&b->text, &s->constraint);
		strbuf_addc(&b->text, ';');
		strbuf_add(&b->text, pods, n * sizeof *pods);
		result = number_of(b);
	}
	free(pods);
	return result;
}

static struct str job_signature(struct build *b, const struct job *j)
{
	size_t *sets = xcalloc((size_t)j->n_pod_sets, sizeof *sets);
	char text[32];

	for (int i = 0; i < j->n_pod_sets; i++)
		sets[i] = pod_set_number(b, j->pod_sets[i]);
	qsort(sets, (size_t)j->n_pod_sets, sizeof *sets, by_number);
	strbuf_clear(&b->text);
	strbuf_addc(&b->text, 'j');
	strbuf_add(&b->text, sets, (size_t)j->n_pod_sets * sizeof *sets);
	free(sets);
	size_t n = jsonw_format_int(text, (int64_t)number_of(b));
	return objects_intern(b->o, (struct str){text, n});
}

void build_signatures(struct build *b)
{
	if (b->o->params.schedule_csi_storage)
		find_kept_claims(b);
	for (int i = 0; i < b->c->n_jobs; i++)
		b->c->jobs[i]->signature = job_signature(b, b->c->jobs[i]);
}
