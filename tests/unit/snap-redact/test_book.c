/* New names: the order of the old ones, whatever stays or has a name already. */
#include <stdlib.h>

#include "cmd/snap-redact/book.h"
#include "tests/unit/tap.h"

/* Whether every two names of the kind are in one order. */
static bool keeps_order(const struct book *b, enum names kind)
{
	const struct map *m = &b->kinds[kind];

	for (size_t i = 0; i < m->count; i++)
		for (size_t k = 0; k < m->count; k++) {
			const struct name *l = m->entries[i].value, *r = m->entries[k].value;
			int before = names_compare(kind, l->old, r->old),
			    after = names_compare(kind, l->to, r->to);

			if ((before < 0) != (after < 0) || (before > 0) != (after > 0))
				return false;
		}
	return true;
}

static void add_all(struct book *b, enum names kind, const char *const *names)
{
	for (; *names; names++)
		book_add(b, kind, str_of(*names));
}

static bool becomes(const struct book *b, enum names kind, const char *old, const char *to)
{
	const struct name *n = book_find(b, kind, str_of(old));

	return n && str_eq(n->to, str_of(to));
}

static void fixed_width(void)
{
	struct book b = {0};

	add_all(&b, NAMES_POD, (const char *const[]){"b", "a", "a-1", "a0", "B", NULL});
	book_number(&b);
	ok(keeps_order(&b, NAMES_POD), "pods keep their order");
	ok(becomes(&b, NAMES_POD, "B", "pod-000001") && becomes(&b, NAMES_POD, "b", "pod-000005"),
		"by place, in six digits");
	book_free(&b);
}

static void around_what_stays(void)
{
	struct book b = {0};

	add_all(&b, NAMES_NAMESPACE,
		(const char *const[]){"a", "default", "default-x", "k", "kai-a", "kai-b",
			"kube-system", "zz", NULL});
	book_number(&b);
	ok(keeps_order(&b, NAMES_NAMESPACE), "namespaces keep their order before \"/\"");
	ok(becomes(&b, NAMES_NAMESPACE, "default", "default") &&
			becomes(&b, NAMES_NAMESPACE, "kai-a", "kai-a"),
		"some stay");
	book_free(&b);
}

static void behind_an_earlier_map(void)
{
	struct book b = {0};
	struct name *n;

	n = book_add(&b, NAMES_POD, STR("m"));
	n->to = STR("pod-000001");
	n->earlier = true;
	n = book_add(&b, NAMES_POD, STR("n"));
	n->to = STR("pod-000002");
	n->earlier = true;
	add_all(&b, NAMES_POD, (const char *const[]){"a", "b", "ma", "mb", "mc", "z", NULL});
	book_number(&b);
	ok(keeps_order(&b, NAMES_POD), "new names come in between");
	ok(becomes(&b, NAMES_POD, "m", "pod-000001"), "earlier ones stay");
	book_free(&b);
}

static void zones(void)
{
	struct book b = {0};

	add_all(&b, NAMES_ZONE,
		(const char *const[]){"rack-10", "rack-2", "other", "another", NULL});
	book_number(&b);
	ok(keeps_order(&b, NAMES_ZONE), "zones are ordered by number, those without one behind");
	book_free(&b);
}

static void meaning(void)
{
	struct book b = {0};

	add_all(&b, NAMES_DEVICE_CLASS, (const char *const[]){"big-GPU", "nic", NULL});
	add_all(&b, NAMES_RESOURCE,
		(const char *const[]){
			"acme.com/vgpu", "acme.com/nic", "hugepages-7Mi", "odd", NULL});
	book_number(&b);
	ok(becomes(&b, NAMES_DEVICE_CLASS, "big-GPU", "deviceclass-001-gpu"),
		"a class of GPUs is one");
	ok(becomes(&b, NAMES_DEVICE_CLASS, "nic", "deviceclass-002"), "another is none");
	ok(becomes(&b, NAMES_RESOURCE, "acme.com/vgpu", "extended.example/resource-002-gpu"),
		"a resource that counts as GPU");
	ok(becomes(&b, NAMES_RESOURCE, "odd", "resource-004"), "a resource that does not count");
	book_free(&b);
}

/* Random names of few letters, in several captures. */
static void many(void)
{
	struct book b = {0};
	unsigned seed = 7;
	bool good = true;

	for (int capture = 0; capture < 4; capture++) {
		for (int i = 0; i < 60; i++) {
			char name[8];
			size_t n = 0;

			for (seed = seed * 1103515245 + 12345; n < 1 + (seed >> 20) % 5; n++)
				name[n] = "ab-0."[(seed >> (8 + 3 * n)) % 5];
			book_add(&b, NAMES_POD, (struct str){name, n});
		}
		book_number(&b);
		good = good && keeps_order(&b, NAMES_POD);
		for (size_t i = 0; i < b.kinds[NAMES_POD].count; i++)
			((struct name *)b.kinds[NAMES_POD].entries[i].value)->earlier = true;
	}
	ok(good, "four captures with random names keep the order");
	book_free(&b);
}

int main(void)
{
	fixed_width();
	around_what_stays();
	behind_an_earlier_map();
	zones();
	meaning();
	many();
	return tap_end();
}
