/* What --explain says of an order is what the order does, and asking leaves no trace: rules/05 8
 * and 9, rules/03 4.2. */
#include "acts.h"
#include "cmd/snap-replay/session/orders.h"

#define SIBLING(name, gpus, more) \
	"{'metadata':{'name':'" name "','creationTimestamp':'2026-01-01T0" more \
	"},'spec':{'parentQueue':'top','resources':{'cpu':" UNLIMITED_RESOURCE \
	",'memory':" UNLIMITED_RESOURCE ",'gpu':{'quota':" gpus \
	",'limit':-1,'overQuotaWeight':1}}"
/* more of a queue begins with the hour of its creation, and closes the metadata */
#define AT(hour) hour ":00:00Z'"

static const char *const raw[] = {
	"'nodes':[" GPU_NODE("n1", "8") "," GPU_NODE("n2", "16") "]," PRIORITIES,
	"'queues':[" QUEUE("top") "," SIBLING("big", "8", AT("1")) "}}," SIBLING(
		"none", "0", AT("2")) "}}," SIBLING("twin", "0", AT("3")) "}}," SIBLING("even", "0",
		AT("3")) "}}," SIBLING("heavy", "0", AT("4")) "}}," SIBLING("first", "0",
		AT("5")) ",'priority':200}}]",
	"'podGroups':[" JOB("in-big", "big", "low", "01", "1") "," JOB("in-none", "none", "low",
		"01", "1") "," JOB("in-twin", "twin", "low", "01", "1") "," JOB("in-even", "even",
		"low", "01", "1") "," JOB("in-heavy", "heavy", "low", "01", "1") "," JOB("in-first",
		"first", "low", "01", "1") "," JOB("young", "none", "low", "02",
		"1") "," JOB("same-age", "none", "low", "02", "1") "," JOB("urgent", "none", "high",
		"03", "1") "," JOB("grown", "none", "low", "00", "1") "]",
	"'pods':[" PENDING("p-big", "in-big", "1") "," PENDING("p-none", "in-none",
		"2") "," PENDING("p-twin", "in-twin", "2") "," PENDING("p-even", "in-even",
		"2") "," PENDING("p-heavy", "in-heavy", "4") "," PENDING("p-first", "in-first",
		"1") "," PENDING("p-young", "young", "1") "," PENDING("p-same-age", "same-age",
		"1") "," PENDING("p-urgent", "urgent", "1") "," RUNNING("p-grown", "grown", "1",
		"n1") "," PENDING("p-grown-2", "grown", "1") "]",
	NULL};

static void jobs(struct fixture *f, const char *l, const char *r, const char *step,
	const char *l_value, const char *r_value)
{
	struct order_reason why =
		session_job_reason(&f->session, fixture_job(f, l), fixture_job(f, r));

	ok(why.order < 0 && session_job_less(&f->session, fixture_job(f, l), fixture_job(f, r)),
		"%s goes before %s", l, r);
	is_text(str_of(why.step), step);
	is_text(why.l, l_value);
	is_text(why.r, r_value);
}

static void queues(struct fixture *f, const char *l, const char *r, const char *step,
	const char *l_value, const char *r_value)
{
	char l_job[32], r_job[32];
	struct order_reason why;

	snprintf(l_job, sizeof l_job, "in-%s", l);
	snprintf(r_job, sizeof r_job, "in-%s", r);
	why = session_queue_reason(&f->session, fixture_queue(f, l), fixture_queue(f, r),
		fixture_job(f, l_job), fixture_job(f, r_job));
	ok(why.order < 0, "queue %s goes before %s", l, r);
	is_text(str_of(why.step), step);
	is_text(why.l, l_value);
	is_text(why.r, r_value);
}

/* Every pair both ways, before and after the order itself was asked: the sign is the order's, and
 * the jobs cache nothing by it. */
static void no_trace(struct fixture *f)
{
	static const char *const names[] = {"big", "none", "twin", "heavy", "first"};
	int wrong = 0, kept = 0;
	char l[32], r[32];

	for (int i = 0; i < 5; i++)
		for (int k = 0; k < 5; k++) {
			struct queue *a = fixture_queue(f, names[i]),
				     *b = fixture_queue(f, names[k]);

			snprintf(l, sizeof l, "in-%s", names[i]);
			snprintf(r, sizeof r, "in-%s", names[k]);
			if (i == k)
				continue;
			wrong += (session_queue_reason(
					  &f->session, a, b, fixture_job(f, l), fixture_job(f, r))
						 .order < 0) !=
				session_queue_less_quietly(
					&f->session, a, b, fixture_job(f, l), fixture_job(f, r));
			kept += fixture_job(f, l)->unit_cached +
				fixture_job(f, l)->unit_request_cached +
				fixture_job(f, r)->unit_cached +
				fixture_job(f, r)->unit_request_cached;
		}
	ok(wrong == 0, "reasons and order agree for all pairs of queues");
	ok(kept == 0, "no job keeps a unit or a request that it had not");
	session_queue_less(&f->session, fixture_queue(f, "big"), fixture_queue(f, "none"),
		fixture_job(f, "in-big"), fixture_job(f, "in-none"), NULL, NULL);
	ok(fixture_job(f, "in-big")->unit_request_cached, "the order itself does keep it");
	session_queue_less_quietly(&f->session, fixture_queue(f, "big"), fixture_queue(f, "none"),
		fixture_job(f, "in-big"), fixture_job(f, "in-none"));
	ok(fixture_job(f, "in-big")->unit_request_cached, "and what was kept before stays");
}

/* Created in one second and equal in all else: neither goes first. */
static void equal_queues(struct fixture *f)
{
	struct queue *l = fixture_queue(f, "twin"), *r = fixture_queue(f, "even");
	struct job *l_job = fixture_job(f, "in-twin"), *r_job = fixture_job(f, "in-even");

	ok(!session_queue_less(&f->session, l, r, l_job, r_job, NULL, NULL) &&
			!session_queue_less(&f->session, r, l, r_job, l_job, NULL, NULL),
		"of equal queues neither goes before the other");
	is_text(str_of(session_queue_reason(&f->session, l, r, l_job, r_job).step),
		"place: they are equal, and who is in front stays there");
}

int main(void)
{
	struct fixture f;

	fixture_open_parts(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	no_trace(&f);
	jobs(&f, "urgent", "young", "priority", "90", "50");
	jobs(&f, "in-none", "grown", "elastic", "below its minimum", "at its minimum");
	jobs(&f, "in-none", "young", "creation time", "2026-01-01T01:00:00Z",
		"2026-01-01T02:00:00Z");
	jobs(&f, "same-age", "young", "name", "same-age", "young");
	queues(&f, "big", "none", "quota, with its next pod group", "within its quota",
		"over its quota");
	queues(&f, "first", "none", "queue priority", "200", "100");
	/* fair shares are what is asked for: 7, 4 and 2 GPUs; none runs 1 and would get 2 more */
	queues(&f, "none", "heavy", "dominant share, with its next pod group", "0.4286", "1");
	queues(&f, "twin", "heavy", "what it may have in all", "", "");
	equal_queues(&f);
	fixture_job(&f, "young")->creation = TIME_ZERO;
	jobs(&f, "young", "same-age", "creation time", "none", "2026-01-01T02:00:00Z");
	fixture_close(&f);
	return tap_end();
}
