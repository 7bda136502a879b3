#include "shortcuts/known_failures.h"

#include <stdlib.h>

#include "common/grow.h"
#include "common/mem.h"
#include "model/bits.h"
#include "model/dice.h"
#include "shortcuts/alike_pods.h"

enum { FAILURES_MOST = 1 << 18 }; /* 12 MB */

struct failure {
	struct sum_digest digest; /* of the victims' jobs */
	uint32_t source;          /* 1 + index in sources; 0: there is no failure here */
};
struct source {                /* a preemptor with failures */
	const struct job *job; /* the session's job */
	const struct task *pod;
	uint64_t *nodes; /* those of the probe, as bits */
	/* By queue index: how many fixed jobs of the leaf the walks of its failures had popped, at
	 * most. They did not see the jobs behind, nor did they have another one of these next. */
	int *passed;
	bool serves; /* its failures are those of the present preemptor, too */
};
struct known_failures {
	struct session *session;
	struct source *sources;
	int n_sources, cap_sources;
	struct failure *failures; /* a hash table */
	size_t n, cap;            /* cap: 0 or a power of two */
	/* Of the present preemptor. */
	struct dry_run *run; /* NULL: there is none */
	bool served;         /* by some source */
	int own;             /* its index in sources; -1: its failures are not kept */
	bool hidden;         /* only those in which it was hidden are */
	uint64_t *keys;      /* of digests; two for each job */
};

struct known_failures *known_failures_new(struct session *s)
{
	struct known_failures *k = xcalloc(1, sizeof *k);

	k->session = s;
	k->own = -1;
	k->keys = xcalloc(2 * (size_t)s->c->n_jobs, sizeof *k->keys);
	for (size_t i = 0; i < 2 * (size_t)s->c->n_jobs; i++)
		k->keys[i] = dice_mix(i, 1);
	return k;
}

void known_failures_forget(struct known_failures *k)
{
	for (int i = 0; i < k->n_sources; i++) {
		free(k->sources[i].nodes);
		free(k->sources[i].passed);
	}
	free(k->failures);
	k->failures = NULL;
	k->n = k->cap = 0;
	k->n_sources = 0;
	k->run = NULL;
	k->served = false;
	k->own = -1;
}

void known_failures_free(struct known_failures *k)
{
	known_failures_forget(k);
	free(k->sources);
	free(k->keys);
	free(k);
}

/* ---- the preemptor ---- */

static bool is_like(const struct session *s, const struct source *a, const struct source *b)
{
	return pods_are_alike(s, a->pod, b->pod) && bits_equal(a->nodes, b->nodes, s->c->n_nodes);
}

/* Its index in sources, to which it is added if it is new. */
static int find_source(struct known_failures *k, struct source one)
{
	const struct cluster *c = k->session->c;
	size_t blocks = (size_t)bit_blocks(c->n_nodes);
	const uint64_t *nodes = one.nodes;

	for (int i = 0; i < k->n_sources; i++)
		if (k->sources[i].job == one.job && is_like(k->session, &k->sources[i], &one))
			return i;
	one.nodes = xcalloc(blocks, sizeof *one.nodes);
	memcpy(one.nodes, nodes, blocks * sizeof *one.nodes);
	one.passed = xcalloc((size_t)c->n_queues, sizeof *one.passed);
	ARRAY_GROW(k->sources, k->n_sources, k->cap_sources);
	k->sources[k->n_sources] = one;
	return k->n_sources++;
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
static bool was_not_seen(const struct dry_run *r, const struct source *from, bool one_pod)
{
	const struct walk_job *own = own_job(r);
	int passed = from->passed[own->job->queue->index];

	return one_pod ? passed <= own->fixed_before : passed < own->fixed_before && is_led(r);
}

static void find_servers(
	struct known_failures *k, const struct dry_run *r, const struct source *own, bool one_pod)
{
	for (int i = 0; i < k->n_sources; i++) {
		struct source *from = &k->sources[i];

		from->serves = is_like(k->session, from, own) && was_not_seen(r, from, one_pod);
		k->served |= from->serves;
	}
}

void known_failures_begin(struct known_failures *k, struct dry_run *r, struct task_list unit,
	const struct probe_nodes *nodes)
{
	const struct job *job = r->preemptor->session_job;
	struct source own = {.job = job, .nodes = nodes->bits};

	known_failures_end(k);
	k->run = r;
	r->keeps_failures = false;
	if (!r->possible || unit.n != 1 || !is_in_its_place(r) ||
		r->pods[r->jobs[r->preemptor_position].first].claiming)
		return;
	own.pod = unit.items[0];
	find_servers(k, r, &own, job->n_tasks == 1);
	k->hidden = job->n_tasks > 1;
	if (!k->hidden || is_led(r))
		k->own = find_source(k, own);
	r->keeps_failures = k->own >= 0;
}

/* Moves what the walks of the lane have passed to the source; NULL: forgets it. */
static void take_passed(struct dry_lane *l, struct source *from, int n_queues)
{
	for (int i = 0; i < n_queues; i++) {
		if (from && l->passed[i] > from->passed[i])
			from->passed[i] = l->passed[i];
		l->passed[i] = 0;
	}
}

void known_failures_end(struct known_failures *k)
{
	struct dry_run *r = k->run;
	struct source *own = k->own >= 0 ? &k->sources[k->own] : NULL;

	if (!r)
		return;
	take_passed(r->lane, own, k->session->c->n_queues);
	if (r->second)
		take_passed(r->second, own, k->session->c->n_queues);
	k->run = NULL;
	k->served = false;
	k->own = -1;
}

/* ---- failures ---- */

/* Two sums, modulo 2^64, of the jobs times keys by their place in the list. With keys drawn by
 * chance, two lists whose numbers are below 2^20 agree in one sum by a chance of 2^-44 at most, in
 * both by 2^-88. */
static struct sum_digest digest_of(const struct known_failures *k, const struct dry_input *in)
{
	struct sum_digest d = {{1, 1}};
	const uint64_t *key = k->keys;

	for (int w = 0; w < k->run->blocks; w++) {
		uint64_t must = dry_must_return_block(k->run, in, w);

		for (uint64_t left = in->chosen[w]; left; left &= left - 1) {
			int bit = __builtin_ctzll(left);
			uint64_t job = (uint64_t)k->run->job_index[w * 64 + bit],
				 one = 1 + 2 * job + (must >> bit & 1);

			d.at[0] += one * *key++;
			d.at[1] += one * *key++;
		}
	}
	return d;
}

/* Computed once for an input. */
static struct failure failure_of(struct known_failures *k, struct dry_input *in)
{
	if (!in->digest.at[0] && !in->digest.at[1])
		in->digest = digest_of(k, in);
	return (struct failure){in->digest, (uint32_t)k->own + 1};
}

/* The first entry from index *at on that has this digest, or an empty one; *at: the index behind
 * it. */
static struct failure *next_entry(
	const struct known_failures *k, const struct failure *f, size_t *at)
{
	for (;;) {
		struct failure *entry = &k->failures[(*at)++ & (k->cap - 1)];

		if (!entry->source || digest_equal(&entry->digest, &f->digest))
			return entry;
	}
}

/* The entry of the failure, or an empty one. */
static struct failure *entry_of(const struct known_failures *k, const struct failure *f)
{
	size_t at = f->digest.at[0];
	struct failure *entry = next_entry(k, f, &at);

	while (entry->source && entry->source != f->source)
		entry = next_entry(k, f, &at);
	return entry;
}

static void grow(struct known_failures *k)
{
	struct failure *before = k->failures;
	size_t n = k->cap;

	k->cap = next_capacity(n);
	k->failures = xcalloc(k->cap, sizeof *k->failures);
	for (size_t i = 0; i < n; i++)
		if (before[i].source)
			*entry_of(k, &before[i]) = before[i];
	free(before);
}

bool known_failures_has(struct known_failures *k, struct dry_input *in)
{
	struct failure f, *entry;
	size_t at;

	if (!k->served || !k->n)
		return false;
	f = failure_of(k, in);
	at = f.digest.at[0];
	for (;;) {
		entry = next_entry(k, &f, &at);
		if (!entry->source || k->sources[entry->source - 1].serves)
			return entry->source;
	}
}

void known_failures_add(struct known_failures *k, struct dry_input *in, bool hidden)
{
	struct failure f, *entry;
	const struct walk_job *own;
	int *passed;

	if (!k->run || k->own < 0 || (k->hidden && !hidden) || k->n == FAILURES_MOST)
		return;
	if (2 * (k->n + 1) > k->cap)
		grow(k);
	f = failure_of(k, in);
	entry = entry_of(k, &f);
	k->n += !entry->source;
	*entry = f;
	own = own_job(k->run);
	passed = &k->sources[k->own].passed[own->job->queue->index];
	if (*passed <= own->fixed_before)
		*passed = own->fixed_before + 1;
}
