#include "shortcuts/known_failures.h"

#include <nettle/sha2.h>
#include <stdlib.h>

#include "common/grow.h"
#include "common/mem.h"
#include "model/bits.h"
#include "shortcuts/alike_pods.h"

enum { FAILURES_MOST = 1 << 18 }; /* 16 MB */

struct failure { /* all zero: none */
	uint64_t digest[SHA256_DIGEST_SIZE / sizeof(uint64_t)];
};
struct likeness { /* of preemptors */
	const struct task *pod;
	uint64_t *nodes; /* those of the probe, as bits */
	/* By queue index: how many fixed jobs of the leaf the walks of its failures had popped, at
	 * most. They did not see the jobs behind, nor did they have another one of these next. */
	int *passed;
};
struct known_failures {
	struct session *session;
	struct likeness *likes;
	int n_likes, cap_likes;
	struct failure *failures; /* a hash table */
	size_t n, cap;            /* cap: 0 or a power of two */
	/* Of the present preemptor. */
	struct dry_run *run; /* NULL: there is none */
	int like;            /* index in likes; -1: none */
	bool serves, keeps;  /* what is known is valid for it; is extended by it */
	uint32_t *jobs;      /* scratch */
	int cap_jobs;
};

struct known_failures *known_failures_new(struct session *s)
{
	struct known_failures *k = xcalloc(1, sizeof *k);

	k->session = s;
	return k;
}

void known_failures_forget(struct known_failures *k)
{
	for (int i = 0; i < k->n_likes; i++) {
		free(k->likes[i].nodes);
		free(k->likes[i].passed);
	}
	free(k->failures);
	k->failures = NULL;
	k->n = k->cap = 0;
	k->n_likes = 0;
	k->run = NULL;
	k->serves = k->keeps = false;
}

void known_failures_free(struct known_failures *k)
{
	known_failures_forget(k);
	free(k->likes);
	free(k->jobs);
	free(k);
}

/* ---- the preemptor ---- */

static bool is_like(const struct session *s, const struct likeness *a, const struct likeness *b)
{
	return pods_are_alike(s, a->pod, b->pod) && bits_equal(a->nodes, b->nodes, s->c->n_nodes);
}

static int find_like(struct known_failures *k, struct likeness one)
{
	const struct cluster *c = k->session->c;
	size_t blocks = (size_t)bit_blocks(c->n_nodes);
	const uint64_t *nodes = one.nodes;

	for (int i = 0; i < k->n_likes; i++)
		if (is_like(k->session, &k->likes[i], &one))
			return i;
	one.nodes = xcalloc(blocks, sizeof *one.nodes);
	memcpy(one.nodes, nodes, blocks * sizeof *one.nodes);
	one.passed = xcalloc((size_t)c->n_queues, sizeof *one.passed);
	ARRAY_GROW(k->likes, k->n_likes, k->cap_likes);
	k->likes[k->n_likes] = one;
	return k->n_likes++;
}

static const struct walk_job *own_job(const struct dry_run *r)
{
	return &r->in_walk[r->preemptor_position];
}

/* A job of its leaf is before it, and was filled in before it. */
static bool is_led(const struct dry_run *r)
{
	const struct walk_job *own = own_job(r), *fixed;
	int n;

	fixed = scenario_walk_fixed(r->lane->walk, own->job->queue, &n);
	for (int i = 0; i < own->fixed_before; i++)
		if (fixed[i].rank < own->rank)
			return true;
	return false;
}

/* The partial job comes where the job does. */
static bool is_in_its_place(const struct dry_run *r)
{
	const struct walk_job *own = own_job(r);

	return scenario_walk_job(r->lane->walk, own->job->session_job, NULL, true).fixed_before ==
		own->fixed_before;
}

/* No walk of a failure passed the preemptor, or was influenced by what else its job asks for. */
static bool was_not_seen(const struct dry_run *r, const struct likeness *like, bool one_pod)
{
	const struct walk_job *own = own_job(r);
	int passed = like->passed[own->job->queue->index];

	return one_pod ? passed <= own->fixed_before : passed < own->fixed_before && is_led(r);
}

void known_failures_begin(struct known_failures *k, struct dry_run *r, struct task_list unit,
	const struct probe_nodes *nodes)
{
	bool one_pod;

	known_failures_end(k);
	k->run = r;
	k->like = -1;
	k->serves = k->keeps = false;
	if (!r->possible || unit.n != 1 || !is_in_its_place(r) ||
		r->pods[r->jobs[r->preemptor_position].first].claiming)
		return;
	one_pod = r->preemptor->session_job->n_tasks == 1;
	k->like = find_like(k, (struct likeness){.pod = unit.items[0], .nodes = nodes->bits});
	k->serves = k->n && was_not_seen(r, &k->likes[k->like], one_pod);
	k->keeps = one_pod;
}

/* Moves what the walks of the lane have passed to the likeness; NULL: forgets it. */
static void take_passed(struct dry_lane *l, struct likeness *like, int n_queues)
{
	for (int i = 0; i < n_queues; i++) {
		if (like && l->passed[i] > like->passed[i])
			like->passed[i] = l->passed[i];
		l->passed[i] = 0;
	}
}

void known_failures_end(struct known_failures *k)
{
	struct dry_run *r = k->run;
	struct likeness *like = k->keeps ? &k->likes[k->like] : NULL;

	if (!r)
		return;
	take_passed(r->lane, like, k->session->c->n_queues);
	if (r->second)
		take_passed(r->second, like, k->session->c->n_queues);
	k->run = NULL;
	k->serves = k->keeps = false;
}

/* ---- failures ---- */

static struct failure failure_of(struct known_failures *k, const uint64_t *chosen)
{
	const struct dry_run *r = k->run;
	struct failure f;
	struct sha256_ctx sha;
	int n = 0;

	ARRAY_RESERVE(k->jobs, k->session->c->n_jobs + 1, k->cap_jobs);
	k->jobs[n++] = (uint32_t)k->like;
	for (int w = 0; w < r->blocks; w++)
		for (uint64_t left = chosen[w]; left; left &= left - 1) {
			const struct dry_job *j = &r->jobs[w * 64 + __builtin_ctzll(left)];
			bool must = j->must_return == RETURN_REQUIRED;

			k->jobs[n++] = 2 * (uint32_t)j->job->index + must;
		}
	sha256_init(&sha);
	sha256_update(&sha, (size_t)n * sizeof *k->jobs, (const uint8_t *)k->jobs);
	sha256_digest(&sha, sizeof f.digest, (uint8_t *)f.digest);
	return f;
}

static bool is_none(const struct failure *f)
{
	static const struct failure none;

	return !memcmp(f, &none, sizeof none);
}

/* The entry of the failure, or an empty one. */
static struct failure *entry_of(const struct known_failures *k, const struct failure *f)
{
	for (size_t at = (size_t)f->digest[0];; at++) {
		struct failure *entry = &k->failures[at & (k->cap - 1)];

		if (is_none(entry) || !memcmp(entry, f, sizeof *f))
			return entry;
	}
}

static void grow(struct known_failures *k)
{
	struct known_failures bigger = *k;

	bigger.cap = next_capacity(k->cap);
	bigger.failures = xcalloc(bigger.cap, sizeof *bigger.failures);
	for (size_t i = 0; i < k->cap; i++)
		if (!is_none(&k->failures[i]))
			*entry_of(&bigger, &k->failures[i]) = k->failures[i];
	free(k->failures);
	*k = bigger;
}

bool known_failures_has(struct known_failures *k, const uint64_t *chosen)
{
	struct failure f;

	if (!k->serves)
		return false;
	f = failure_of(k, chosen);
	return !is_none(entry_of(k, &f));
}

void known_failures_add(struct known_failures *k, const uint64_t *chosen)
{
	struct failure f, *entry;
	const struct walk_job *own;
	int *passed;

	if (!k->run || !k->keeps || k->n == FAILURES_MOST)
		return;
	if (2 * (k->n + 1) > k->cap)
		grow(k);
	f = failure_of(k, chosen);
	entry = entry_of(k, &f);
	k->n += is_none(entry);
	*entry = f;
	own = own_job(k->run);
	passed = &k->likes[k->like].passed[own->job->queue->index];
	if (*passed <= own->fixed_before)
		*passed = own->fixed_before + 1;
}
