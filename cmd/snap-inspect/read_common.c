/* Parts that all kinds share: metadata, quantities, times. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/grow.h"
#include "read.h"

bool enter(struct json *r)
{
	return !json_null(r) && json_enter(r);
}

bool text(struct json *r, struct strbuf *into)
{
	struct str t;

	strbuf_clear(into);
	if (json_null(r) || !json_string(r, &t))
		return false;
	strbuf_addstr(into, t);
	return true;
}

uint32_t ref(struct reading *p)
{
	struct str t;

	if (json_null(p->r) || !json_string(p->r, &t) || t.n == 0)
		return 0;
	return names_put(&p->s->refs, t, NULL);
}

bool flag(struct json *r)
{
	bool value = false;

	if (!json_null(r))
		json_bool(r, &value);
	return value;
}

int64_t integer(struct json *r, int64_t absent)
{
	int64_t value = absent;

	if (!json_null(r))
		json_int(r, &value);
	return value;
}

bool word(struct json *r, struct str *t)
{
	*t = (struct str){"", 0};
	return !json_null(r) && json_string(r, t);
}

bool any_element(struct json *r)
{
	bool any = false;

	if (enter(r))
		while (json_element(r))
			any = true, json_skip(r);
	return any;
}

static void object_path(struct reading *p, struct where where)
{
	strbuf_clear(&p->path);
	strbuf_addf(&p->path, "rawObjects.%s[%u]", kind_key(p->kind), (unsigned)p->index);
	if (where.list)
		strbuf_addf(&p->path, ".%s[%u]", where.list, (unsigned)where.at);
	if (where.field)
		strbuf_addf(&p->path, ".%s", where.field);
	if (where.key.n)
		strbuf_addf(&p->path, ".%.*s", (int)(where.key.n < 200 ? where.key.n : 200),
			where.key.p);
}

void fault(struct reading *p, enum fault_code code, enum severity severity, struct where where,
	const char *fmt, ...)
{
	char words[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(words, sizeof words, fmt, ap);
	va_end(ap);
	object_path(p, where);
	fault_add(&p->s->faults, code, severity, p->kind, STR(""), p->path.s, "%s", words);
}

void read_time(struct reading *p, struct where where)
{
	struct str t;
	struct instant at;

	if (json_null(p->r) || !json_string(p->r, &t))
		return;
	if (!rfc3339_parse(t, &at))
		fault(p, FAULT_TIME_BAD, SEVERITY_ERROR, where,
			"\"%.*s\" is not a time in RFC 3339", (int)(t.n < 80 ? t.n : 80), t.p);
	else if (instant_cmp(at, p->s->newest) > 0)
		p->s->newest = at;
}

static enum mark label_mark(const struct reading *p, struct str key)
{
	struct str pool = p->s->scheduler.pool_key;

	if (pool.n != 0 && str_eq(key, pool))
		return MARK_POOL;
	if (p->kind == KIND_PODS && str_eq(key, label_keys[LABEL_APP]))
		return MARK_APP;
	if (p->kind == KIND_NODES && str_eq(key, label_keys[LABEL_GPU_MEMORY]))
		return MARK_NODE_MEMORY;
	if (p->kind == KIND_NODES &&
		(str_eq(key, label_keys[LABEL_GPU_WORKER]) ||
			str_eq(key, label_keys[LABEL_CPU_WORKER])))
		return MARK_WORKER;
	return MARK_COUNT;
}

static enum mark annotation_mark(struct reading *p, struct str key)
{
	if (p->kind == KIND_RESOURCE_CLAIMS &&
		str_eq(key, annotation_keys[ANNOTATION_EXTENDED_CLAIM]))
		return MARK_EXTENDED_CLAIM;
	if (p->kind != KIND_PODS)
		return MARK_COUNT;
	if (str_eq(key, pod_annotation_keys[POD_ANNOTATION_POD_GROUP]))
		return MARK_POD_GROUP;
	if (str_eq(key, pod_annotation_keys[POD_ANNOTATION_GPU_FRACTION]))
		return MARK_GPU_FRACTION;
	if (str_eq(key, pod_annotation_keys[POD_ANNOTATION_GPU_MEMORY]))
		return MARK_GPU_MEMORY;
	if (str_eq(key, pod_annotation_keys[POD_ANNOTATION_GPU_DEVICES]))
		return MARK_GPU_DEVICES;
	if (str_eq(key, pod_annotation_keys[POD_ANNOTATION_ZONES_OBSERVED]))
		return MARK_ZONES_OBSERVED;
	if (str_eq(key, pod_annotation_keys[POD_ANNOTATION_ZONES_PREDICTED]))
		return MARK_ZONES_PREDICTED;
	if (mig_size(key) == 0)
		return MARK_COUNT;
	/* Of several, the bytewise last one counts (rules/01 6.3). */
	if (p->has_mark[MARK_MIG] && str_cmp(key, strbuf_str(&p->mig_profile)) < 0)
		return MARK_COUNT;
	strbuf_clear(&p->mig_profile);
	strbuf_addstr(&p->mig_profile, key);
	return MARK_MIG;
}

/* Any label of a node may be a level of a topology, which the snapshot tells later. */
static void keep_label(struct reading *p, struct str key)
{
	struct topologies *t = &p->s->topologies;
	enum mark m = label_mark(p, key);
	struct str value;

	strbuf_clear(&p->key);
	strbuf_addstr(&p->key, key); /* it is valid until the next call of the reader */
	word(p->r, &value);
	if (m != MARK_COUNT) {
		strbuf_clear(&p->marks[m]);
		strbuf_addstr(&p->marks[m], value);
		p->has_mark[m] = true;
	}
	ARRAY_GROW(t->of_nodes, t->of_nodes_count, t->of_nodes_cap);
	t->of_nodes[t->of_nodes_count++] =
		names_put_pair(&t->labels, strbuf_str(&p->key), value, &p->path);
}

static void read_marks(struct reading *p, bool labels)
{
	struct str key;

	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		if (labels && p->kind == KIND_NODES) {
			keep_label(p, key);
			continue;
		}
		enum mark m = labels ? label_mark(p, key) : annotation_mark(p, key);

		if (m == MARK_COUNT)
			json_skip(p->r);
		else
			text(p->r, &p->marks[m]), p->has_mark[m] = true;
	}
}

/* A canonical UUID is stored in 17 bytes instead of 36; its first byte distinguishes it from other
 * texts. */
static struct str pack_uid(struct str uid, char packed[17])
{
	static const char digits[] = "0123456789abcdef";

	packed[0] = '\0';
	if (uid.n != 36 || uid.p[8] != '-' || uid.p[13] != '-' || uid.p[18] != '-' ||
		uid.p[23] != '-')
		return uid;
	size_t nibbles = 0;
	for (size_t i = 0; i < 36; i++) {
		if (i == 8 || i == 13 || i == 18 || i == 23)
			continue;
		const char *digit = uid.p[i] ? strchr(digits, uid.p[i]) : NULL;
		if (digit == NULL)
			return uid;
		size_t at = 1 + nibbles / 2;
		int value = (int)(digit - digits);
		packed[at] = (char)(nibbles++ % 2 ? packed[at] | value : value << 4);
	}
	return (struct str){packed, 17};
}

uint32_t ref_uid(struct reading *p)
{
	struct str uid;
	char packed[17];

	if (!word(p->r, &uid) || uid.n == 0)
		return 0;
	return names_put(&p->s->refs, pack_uid(uid, packed), NULL);
}

/* Of resource claims: to which pod they belong (rules/01 6.5). */
static void read_owners(struct reading *p)
{
	struct str key, kind;

	if (!enter(p->r))
		return;
	while (json_element(p->r)) {
		uint32_t uid = 0;
		bool pod = false;

		if (!enter(p->r))
			continue;
		while (json_key(p->r, &key)) {
			if (IS(key, "kind"))
				pod = word(p->r, &kind) && IS(kind, "Pod");
			else if (IS(key, "uid"))
				uid = ref_uid(p);
			else
				json_skip(p->r);
		}
		if (pod && p->owner == 0)
			p->owner = uid;
	}
}

void read_metadata(struct reading *p)
{
	struct str key;

	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		if (IS(key, "name"))
			text(p->r, &p->name);
		else if (IS(key, "namespace"))
			text(p->r, &p->ns);
		else if (IS(key, "uid"))
			text(p->r, &p->uid);
		else if (IS(key, "creationTimestamp"))
			read_time(p, FIELD("metadata.creationTimestamp"));
		else if (IS(key, "deletionTimestamp"))
			p->deleting = !json_null(p->r) && json_skip(p->r);
		else if (IS(key, "labels"))
			read_marks(p, true);
		else if (IS(key, "annotations"))
			read_marks(p, false);
		else if (p->kind == KIND_RESOURCE_CLAIMS && IS(key, "ownerReferences"))
			read_owners(p);
		else
			json_skip(p->r);
	}
}

bool in_other_pool(const struct reading *p)
{
	struct str value = p->s->scheduler.pool_value;

	if (p->s->scheduler.pool_key.n == 0)
		return false;
	if (value.n == 0)
		return p->has_mark[MARK_POOL];
	return !p->has_mark[MARK_POOL] || !str_eq(strbuf_str(&p->marks[MARK_POOL]), value);
}

static void check_uid(struct reading *p)
{
	bool fresh;
	char packed[17];
	struct str uid = strbuf_str(&p->uid);

	if (uid.n == 0) {
		p->s->no_uid += p->kind == KIND_PODS;
		return;
	}
	uint32_t id = names_put(&p->s->uids[p->kind], pack_uid(uid, packed), &fresh);
	if (fresh && p->kind == KIND_PODS) {
		ARRAY_GROW(p->s->pod_of_uid, id - 1, p->s->pod_of_uid_cap);
		p->s->pod_of_uid[id - 1] = p->number;
	}
	if (!fresh)
		fault(p, FAULT_DUPLICATE_UID, SEVERITY_ERROR, FIELD("metadata.uid"),
			DOUBT_DUPLICATE_UID " (%.80s)", kind_key(p->kind), p->uid.s);
}

void identify(struct reading *p)
{
	bool fresh;

	strbuf_clear(&p->id);
	if (p->ns.len != 0) {
		strbuf_addstr(&p->id, strbuf_str(&p->ns));
		strbuf_addc(&p->id, '/');
	}
	strbuf_addstr(&p->id, strbuf_str(&p->name));
	if (p->name.len == 0)
		fault(p, FAULT_NAME_MISSING, SEVERITY_ERROR, FIELD("metadata.name"),
			DOUBT_NAME_MISSING, kind_key(p->kind));
	p->s->outside[p->kind] += in_other_pool(p);
	p->number = names_put(&p->s->ids[p->kind], strbuf_str(&p->id), &fresh);
	if (fresh)
		check_uid(p);
	else if (p->name.len != 0)
		fault(p, FAULT_DUPLICATE_NAME, SEVERITY_ERROR, FIELD("metadata.name"),
			DOUBT_DUPLICATE_NAME, kind_key(p->kind));
	if (!fresh)
		p->number = 0;
	faults_name_object(&p->s->faults, p->first_fault, strbuf_str(&p->id));
}

bool read_quantity(struct reading *p, struct where where, struct quantity *q)
{
	struct str t;

	*q = (struct quantity){0};
	if (json_null(p->r))
		return true;
	if (!(json_peek(p->r) == JSON_NUMBER ? json_number(p->r, &t) : json_string(p->r, &t)))
		return false;
	int shown = (int)(t.n < 80 ? t.n : 80);
	if (!quantity_parse(t, q)) {
		*q = (struct quantity){0};
		fault(p, FAULT_QUANTITY_BAD, SEVERITY_ERROR, where, "\"%.*s\" is not a quantity",
			shown, t.p);
		return false;
	}
	if (q->nano < 0) {
		fault(p, FAULT_QUANTITY_NEGATIVE, SEVERITY_ERROR, where,
			"%.*s is " DOUBT_AMOUNT_NEGATIVE, shown, t.p);
		*q = (struct quantity){0};
	} else if (doubtful_amount(where.key.n ? where.key : STR("storage"), *q)) {
		fault(p, FAULT_QUANTITY_HUGE, SEVERITY_ERROR, where, "%.*s is " DOUBT_AMOUNT_HUGE,
			shown, t.p);
		*q = (struct quantity){0};
	}
	return true;
}

void read_quantities(struct reading *p, struct where where, take_quantity *take, void *ctx)
{
	struct str key;
	struct quantity q;

	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		strbuf_clear(&p->key);
		strbuf_addstr(&p->key, key);
		where.key = strbuf_str(&p->key);
		if (read_quantity(p, where, &q) && take)
			take(ctx, where.key, q);
	}
}

void read_conditions(struct reading *p, const char *list, bool *ready)
{
	struct str key, value;

	if (!enter(p->r))
		return;
	for (uint32_t i = 0; json_element(p->r); i++) {
		bool is_ready = false, is_true = false;

		if (!enter(p->r))
			continue;
		while (json_key(p->r, &key)) {
			if (IS(key, "lastHeartbeatTime"))
				read_time(p,
					(struct where){.list = list,
						.at = i,
						.field = "lastHeartbeatTime"});
			else if (IS(key, "lastTransitionTime"))
				read_time(p,
					(struct where){.list = list,
						.at = i,
						.field = "lastTransitionTime"});
			else if (ready && IS(key, "type"))
				is_ready = word(p->r, &value) && IS(value, "Ready");
			else if (ready && IS(key, "status"))
				is_true = word(p->r, &value) && IS(value, "True");
			else
				json_skip(p->r);
		}
		if (is_ready)
			*ready = is_true;
	}
}

bool is_gpu(struct str resource)
{
	return IS(resource, "nvidia.com/gpu") || IS(resource, "amd.com/gpu");
}

static size_t digits(struct str t, size_t at, int64_t *value)
{
	size_t from = at;

	for (*value = 0; at < t.n && t.p[at] >= '0' && t.p[at] <= '9' && at - from < 9; at++)
		*value = *value * 10 + (t.p[at] - '0');
	return at - from;
}

int64_t mig_size(struct str resource)
{
	const struct str prefix = STR("nvidia.com/mig-");
	int64_t size, memory;

	if (!str_starts(resource, prefix))
		return 0;
	size_t at = prefix.n, n = digits(resource, at, &size);
	at += n;
	if (n == 0 || at + 2 > resource.n || resource.p[at] != 'g' || resource.p[at + 1] != '.')
		return 0;
	n = digits(resource, at + 2, &memory);
	at += 2 + n;
	return n != 0 && at + 2 == resource.n && memcmp(resource.p + at, "gb", 2) == 0 ? size : 0;
}
