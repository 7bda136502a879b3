#include "requests.h"

#include "common/quantity.h"

static void add_whole(struct strbuf *out, nano n)
{
	char digits[48];
	int at = (int)sizeof digits;

	do
		digits[--at] = (char)('0' + (int)(n % 10));
	while ((n /= 10));
	strbuf_add(out, digits + at, sizeof digits - (size_t)at);
}

/* As plainly as it can be, in the unit if that is of powers of two. */
static void write_amount(struct strbuf *out, nano amount, struct str unit)
{
	static const struct {
		struct str unit;
		nano amount;
	} units[] = {{STR_INIT(""), 1000000000}, {STR_INIT("m"), 1000000}, {STR_INIT("u"), 1000},
		{STR_INIT("n"), 1}};
	static const struct str binary[] = {
		STR_INIT("Ki"), STR_INIT("Mi"), STR_INIT("Gi"), STR_INIT("Ti")};
	nano of = NANO_PER_UNIT;

	for (size_t i = 0; i < sizeof binary / sizeof *binary; i++) {
		of *= 1024;
		if (str_eq(binary[i], unit) && amount % of == 0) {
			add_whole(out, amount / of);
			strbuf_addstr(out, unit);
			return;
		}
	}
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (amount % units[i].amount == 0) {
			add_whole(out, amount / units[i].amount);
			strbuf_addstr(out, units[i].unit);
			return;
		}
}

/* ---- of nodes ---- */

static struct str unit_of(struct str text)
{
	while (text.n && (is_digit(*text.p) || *text.p == '.'))
		text = (struct str){text.p + 1, text.n - 1};
	return text;
}

static void add_to_amount(struct arena *a, struct value_member *m, nano amount)
{
	struct strbuf text = {0};
	struct quantity q;

	if ((m->value->type != JSON_STRING && m->value->type != JSON_NUMBER) ||
		!quantity_parse(m->value->text, &q))
		return;
	q.nano += amount;
	write_amount(&text, q.nano > 0 ? q.nano : 0, unit_of(m->value->text));
	m->value = value_text(a, strbuf_str(&text));
	strbuf_free(&text);
}

void requests_add_to_node(struct arena *a, struct value *node, const struct requests *r, int sign)
{
	struct value *room = value_field(value_field(node, STR("status")), STR("allocatable"));

	for (size_t i = 0; room && room->type == JSON_OBJECT && i < room->count; i++)
		for (int k = 0; k < r->n; k++)
			if (str_eq(room->members[i].key, r->all[k].resource))
				add_to_amount(a, &room->members[i], r->all[k].amount * sign);
}

/* ---- of pods ---- */

static struct value *member_object(struct arena *a, struct value *v, struct str key)
{
	struct value *member = value_field(v, key);

	if (!member || member->type != JSON_OBJECT) {
		member = value_new(a, JSON_OBJECT);
		value_insert(a, v, key, member);
	}
	return member;
}

static void add_request(struct arena *a, struct value *amounts, const struct request *r)
{
	struct value *zero = value_text(a, STR("0"));
	size_t i = 0;

	if (!value_get(amounts, r->resource))
		value_insert(a, amounts, arena_str(a, r->resource), zero);
	while (!str_eq(amounts->members[i].key, r->resource))
		i++;
	add_to_amount(a, &amounts->members[i], r->amount);
}

void requests_add_to_pod(struct arena *a, struct value *pod, const struct requests *r)
{
	struct value *containers = value_field(value_field(pod, STR("spec")), STR("containers"));
	struct value *amounts;

	if (!containers || !containers->count || containers->members[0].value->type != JSON_OBJECT)
		return;
	amounts = member_object(a, containers->members[0].value, STR("resources"));
	amounts = member_object(a, amounts, STR("requests"));
	for (int i = 0; i < r->n; i++)
		if (!str_eq(r->all[i].resource, STR("pods")))
			add_request(a, amounts, &r->all[i]);
}

/* ---- of queues ---- */

/* Quotas are in GPUs, thousandths of CPUs, and megabytes. */
static const struct {
	struct str resource, of;
	double per_unit;
} quotas[] = {{STR_INIT("nvidia.com/gpu"), STR_INIT("gpu"), 1e9},
	{STR_INIT("cpu"), STR_INIT("cpu"), 1e6}, {STR_INIT("memory"), STR_INIT("memory"), 1e15}};

/* Only what is above 0: -1 is no limit. */
static void add_to_quota(struct arena *a, struct value *amounts, struct str key, double amount)
{
	struct value *v = value_field(amounts, key), *to;
	struct json *r;
	struct strbuf text = {0};
	struct jsonw w = {.out = &text};
	double now = 0;

	if (!v || v->type != JSON_NUMBER)
		return;
	strbuf_addstr(&text, v->text);
	memset(strbuf_reserve(&text, JSON_PADDING), 0, JSON_PADDING);
	r = json_over_memory(text.s, text.len);
	if (json_double(r, &now) && now > 0) {
		strbuf_clear(&text);
		jsonw_double(&w, now + amount > 0 ? now + amount : 0);
		to = value_text(a, strbuf_str(&text));
		to->type = JSON_NUMBER;
		value_insert(a, amounts, key, to);
	}
	json_free(r);
	strbuf_free(&text);
}

void requests_add_to_queue(struct arena *a, struct value *queue, const struct requests *r, int sign)
{
	struct value *resources = value_field(value_field(queue, STR("spec")), STR("resources"));

	for (size_t i = 0; i < sizeof quotas / sizeof *quotas; i++)
		for (int k = 0; k < r->n; k++) {
			struct value *amounts = value_field(resources, quotas[i].of);

			if (!amounts || amounts->type != JSON_OBJECT ||
				!str_eq(r->all[k].resource, quotas[i].resource))
				continue;
			double amount = (double)r->all[k].amount / quotas[i].per_unit * sign;
			add_to_quota(a, amounts, STR("quota"), amount);
			add_to_quota(a, amounts, STR("limit"), amount);
		}
}
