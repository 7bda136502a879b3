/* The step that decides an order, for --explain. These functions must not change the session. Order
 * hooks make jobs cache their requests (rules/03 4.2). A request cached earlier than in the
 * original may differ from the original's, so the jobs drop it again. */
#include <stdarg.h>
#include <stdio.h>

#include "session/session.h"
#include "session/orders.h"

struct kept { /* what a job had cached; the buffers matter only as long as these are true */
	struct job *job;
	bool unit, request;
};

static struct kept keep(struct job *j)
{
	return (struct kept){j, j->unit_cached, j->unit_request_cached};
}

static void put_back(const struct kept *k)
{
	k->job->unit_cached = k->unit;
	k->job->unit_request_cached = k->request;
}

static struct str time_text(struct session *s, struct instant at)
{
	struct strbuf b = {0};
	struct str made = STR("none");

	if (instant_is_zero(at))
		return made;
	rfc3339_format(&b, at);
	made = arena_str(&s->arena, strbuf_str(&b));
	strbuf_free(&b);
	return made;
}

static struct order_reason by_age(
	struct session *s, struct instant a, struct instant b, struct str a_id, struct str b_id)
{
	int by_time = instant_cmp(a, b);

	if (by_time)
		return (struct order_reason){
			"creation time", time_text(s, a), time_text(s, b), by_time};
	return (struct order_reason){"name", a_id, b_id, str_cmp(a_id, b_id)};
}

struct order_reason session_job_reason(struct session *s, const struct job *l, const struct job *r)
{
	struct order_reason why = session_job_order_reason(s, l, r);

	return why.order ? why : by_age(s, l->creation, r->creation, l->name, r->name);
}

struct order_reason session_queue_reason(
	struct session *s, struct queue *l, struct queue *r, struct job *l_job, struct job *r_job)
{
	struct kept kept[2] = {keep(l_job), keep(r_job)};
	struct order_reason why = session_queue_order_reason(s, l, r, l_job, r_job);

	put_back(&kept[0]);
	put_back(&kept[1]);
	return why.order ? why : by_age(s, l->creation, r->creation, l->name, r->name);
}

bool session_queue_less_quietly(
	struct session *s, struct queue *l, struct queue *r, struct job *l_job, struct job *r_job)
{
	struct kept kept[2] = {keep(l_job), keep(r_job)};
	bool less = session_queue_less(s, l, r, l_job, r_job, NULL, NULL);

	put_back(&kept[0]);
	put_back(&kept[1]);
	return less;
}
