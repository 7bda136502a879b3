/* Certificates (shortcuts/certificates.h): which searches repeat an earlier one. */
#include "scene.h"
#include "cmd/snap-replay/shortcuts/certificates.h"

#define QUEUE_OF(name, parent, hour, quota, limit) \
	"{'metadata':{'name':'" name "','creationTimestamp':'2026-01-01T" hour \
	":00:00Z'},'spec':{'parentQueue':'" parent "','resources':{'cpu':" UNLIMITED_RESOURCE \
	",'memory':" UNLIMITED_RESOURCE ",'gpu':{'quota':" quota ",'limit':" limit \
	",'overQuotaWeight':1}}}}"
/* v, in v_queue, holds the node. Below the top queue t wait, with one GPU a pod: a, b and the gang
 * c in q, e in r, f in x and h in y below m, n in q and g in x, which are not preemptible; d wants
 * two. */
struct world {
	const char *t_quota, *u_hour, *r_limit, *v_queue, *d_hour, *m_quota, *m_limit;
	/* Of t and u: the queue above; the objects of it and of those around it. NULL: nothing. */
	const char *above, *around;
};
static const struct world plain = {"-1", "02", "-1", "s", "09", "8", "-1", NULL, NULL};

static const char top[] = QUEUE_OF("top", "", "01", "-1", "0") ",",
		  chain[] = QUEUE_OF("top", "", "01", "-1", "-1") "," QUEUE_OF(
			  "chain", "top", "02", "-1", "-1") ",",
		  forks[] = QUEUE_OF("top", "", "01", "-1", "-1") "," QUEUE_OF("fork", "top", "02",
			  "-1", "-1") "," QUEUE_OF("other", "top", "03", "-1", "-1") ",";

static struct world below_queue(struct world w, const char *above, const char *around)
{
	w.above = above;
	w.around = around;
	return w;
}

static void write_world(const struct world *w, struct strbuf *b)
{
	const char *above = w->above ? w->above : "";

	strbuf_addf(b,
		"'queues':[" QUEUE_OF("t", "%s", "01", "%s", "-1") "," QUEUE_OF(
			"u", "%s", "%s", "-1", "-1") ",",
		above, w->t_quota, w->u_hour, above);
	strbuf_addz(b, w->around ? w->around : "");
	strbuf_addf(b,
		QUEUE_OF("m", "t", "06", "%s", "%s") "," QUEUE_OF(
			"x", "m", "01", "8", "-1") "," QUEUE_OF("y", "m", "02", "8", "-1") ",",
		w->m_quota, w->m_limit);
	strbuf_addf(b,
		QUEUE_OF("q", "t", "04", "8", "-1") "," QUEUE_OF(
			"r", "t", "03", "8", "%s") "," QUEUE_OF("s", "u", "05", "-1",
			"-1") "]," PRIORITIES ",'nodes':[" GPU_NODE("n0", "64"),
		w->r_limit);
	strbuf_addf(b,
		"],'podGroups':[" JOB("v", "%s", "low", "01", "1") "," JOB(
			"d", "q", "low", "%s", "1") "," JOB("a", "q", "low", "02", "1") "," JOB("b",
			"q", "low", "04", "1"),
		w->v_queue, w->d_hour);
	strbuf_addz(b,
		"," JOB("c", "q", "low", "05", "2") "," JOB("e", "r", "low", "07", "1") "," JOB(
			"f", "x", "low", "07", "1") "," JOB("g", "x", "build", "08",
			"1") "," JOB("h", "y", "low", "08", "1") "," JOB("n", "q", "build", "08",
			"1") "],'pods':[" RUNNING("v1", "v", "64", "n0"));
	strbuf_addz(b,
		"," PENDING("a1", "a", "1") "," PENDING("b1", "b", "1") "," PENDING(
			"c1", "c", "1") "," PENDING("c2", "c", "1") "," PENDING("d1", "d",
			"2") "," PENDING("e1", "e", "1") "," PENDING("n1", "n",
			"1") "," PENDING("f1", "f", "1") "," PENDING("g1", "g",
			"1") "," PENDING("h1", "h", "1") "]");
}

struct play {
	struct scene s;
	struct certificates *known;
	struct pending_jobs *pending;
	struct watched_turn turn;
};

static void play_open(struct play *p, const struct world *w)
{
	struct strbuf raw = {0};

	*p = (struct play){0};
	write_world(w, &raw);
	scene_open(&p->s, raw.s);
	strbuf_free(&raw);
	p->s.q.victims = running_jobs;
	p->s.q.feasible = p->s.in;
	p->pending = pending_jobs_new(&p->s.f.session);
	p->known = certificates_new(&p->s.f.session, p->pending);
}

static void play_close(struct play *p)
{
	certificates_free(p->known);
	pending_jobs_free(p->pending);
	p->s.q.job = fixture_job(&p->s.f, "a");
	scene_close(&p->s);
}

static const struct strbuf *find(struct play *p, const char *job)
{
	p->turn = (struct watched_turn){0};
	p->s.q.job = fixture_job(&p->s.f, job);
	return certificates_find(p->known, &p->s.q, &p->turn);
}

/* The search for this job finds nothing. */
static void fail(struct play *p, const char *job)
{
	struct strbuf record = {0};

	strbuf_addz(&record, job);
	if (!find(p, job) && p->turn.top)
		certificates_add(p->known, &record);
	strbuf_free(&record);
}

static void repeats(struct play *p, const char *job, const char *want, const char *what)
{
	const struct strbuf *found = find(p, job);

	ok(found ? str_eq(strbuf_str(found), str_of(want)) : !*want, "%s: %s", what,
		*want ? want : "none");
}

static void after_one(const struct world *w, const char *earlier, const char *later, bool want,
	void (*meanwhile)(struct play *p), const char *what)
{
	struct play p;

	play_open(&p, w);
	fail(&p, earlier);
	if (meanwhile)
		meanwhile(&p);
	repeats(&p, later, want ? earlier : "", what);
	play_close(&p);
}

static void forget(struct play *p)
{
	certificates_forget(p->known);
}

static void close_node(struct play *p)
{
	p->s.in[0] = false;
}

static void draw_lots(struct play *p)
{
	p->s.q.by_lot = true;
}

static void throw_dice(struct play *p)
{
	p->s.f.cluster.dice.thrown = true;
}

static void lose_hold(struct play *p)
{
	fixture_job(&p->s.f, "v")->counts[POD_RUNNING] = 0;
}

/* What is watched is the greatest key of the top queue before the preemptor's turn. */
static void watched(void)
{
	const struct world between = {"-1", "02", "-1", "s", "03", "8", "-1", NULL, NULL};
	struct play p;

	play_open(&p, &between);
	find(&p, "a");
	ok(p.turn.top && str_eq(p.turn.top->name, STR("t")), "the top queue is watched");
	ok(p.turn.request[SLOT_GPU] == 1, "a comes before d");
	find(&p, "b");
	ok(p.turn.request[SLOT_GPU] == 2, "b comes behind it");
	play_close(&p);
}

/* The queues above the top queue make no difference, whatever they hold. */
static void watched_below(void)
{
	const struct world chained = below_queue(plain, "chain", chain);
	struct queue_sort_key most;
	struct play p;

	play_open(&p, &plain);
	find(&p, "a");
	most = p.turn.most;
	play_close(&p);
	play_open(&p, &chained);
	find(&p, "a");
	ok(p.turn.top && str_eq(p.turn.top->name, STR("t")) &&
			!queue_sort_key_order(&p.turn.most, &most),
		"the same with queues above it");
	play_close(&p);
}

int main(void)
{
	const struct world between = {"-1", "02", "-1", "s", "03", "8", "-1", NULL, NULL},
			   before = {"-1", "02", "-1", "s", "01", "8", "-1", NULL, NULL},
			   limited = {"-1", "02", "0", "s", "09", "8", "-1", NULL, NULL},
			   at_limit = {"-1", "02", "1", "s", "09", "8", "1", NULL, NULL},
			   limited_above = {"-1", "02", "-1", "s", "09", "8", "0", NULL, NULL},
			   below = {"-1", "02", "-1", "r", "09", "8", "-1", NULL, NULL},
			   tied = {"-1", "01", "-1", "s", "09", "8", "-1", NULL, NULL},
			   quota = {"60", "02", "-1", "s", "09", "-1", "-1", NULL, NULL},
			   no_quota = {"-1", "02", "-1", "s", "09", "-1", "-1", NULL, NULL};
	const struct world rooted = below_queue(plain, "top", top),
			   tied_below = below_queue(tied, "top", top),
			   below_root = below_queue(below, "top", top),
			   chained = below_queue(plain, "chain", chain),
			   forked = below_queue(plain, "fork", forks);

	watched();
	watched_below();
	after_one(&plain, "a", "b", true, NULL, "a job behind, with the same request");
	after_one(&plain, "b", "a", true, NULL, "a job before it");
	after_one(&plain, "a", "c", true, NULL, "a gang behind");
	after_one(&plain, "c", "b", true, NULL, "a job before a gang");
	after_one(&plain, "a", "d", false, NULL, "another request");
	after_one(&between, "a", "b", false, NULL, "a greater request between them");
	after_one(&before, "a", "b", true, NULL, "a greater request before both");
	after_one(&plain, "a", "e", true, NULL, "another leaf");
	after_one(&limited, "a", "e", false, NULL, "another leaf, with a limit");
	after_one(&plain, "f", "h", true, NULL, "another leaf further down");
	after_one(&at_limit, "f", "h", true, NULL, "a limit above that the pod reaches");
	after_one(&limited_above, "f", "h", false, NULL, "a limit above that it exceeds");
	after_one(&at_limit, "e", "f", true, NULL, "leaves of two levels");
	after_one(&plain, "a", "n", true, NULL, "a job that is not preemptible, without quotas");
	after_one(&quota, "a", "n", false, NULL, "one, below a quota");
	after_one(&no_quota, "f", "g", true, NULL, "one further down, without quotas");
	after_one(&plain, "f", "g", false, NULL, "one, with a quota above the leaf");
	after_one(&quota, "f", "g", false, NULL, "one, with a quota of the top queue");
	after_one(&below, "a", "b", false, NULL, "a candidate below the top queue");
	after_one(&tied, "a", "b", false, NULL, "two top queues of one second");
	after_one(&rooted, "a", "c", true, NULL, "all queues below one");
	after_one(&chained, "a", "c", true, NULL, "all queues below the only child of one");
	after_one(&rooted, "a", "e", true, NULL, "another leaf, and a limit above all queues");
	after_one(
		&below_root, "a", "b", false, NULL, "a candidate below that queue of its children");
	after_one(&tied_below, "a", "b", false, NULL, "two of its children of one second");
	after_one(&forked, "a", "b", false, NULL, "a candidate below a child that is no leaf");
	after_one(&plain, "a", "b", false, forget, "it was forgotten");
	after_one(&plain, "a", "b", false, close_node, "other nodes");
	after_one(&plain, "a", "b", false, lose_hold, "other candidates");
	after_one(&plain, "a", "b", false, draw_lots, "candidates by lot");
	after_one(&plain, "a", "b", false, throw_dice, "--seed");
	return tap_end();
}
