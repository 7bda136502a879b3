/* The page's pending pod groups by reason: how many, of which queues, what the largest asks for. A
 * pod group counts under its first error. Errors are of one reason if they differ in numbers and
 * names of nodes alone, and in names of their own. */
#include <stdlib.h>

#include "common/mem.h"
#include "report/event_writer.h"
#include "report/generic_words.h"

enum { PHRASES = 3, QUEUES_SHOWN = 8 };
#define NODES STR("node(s) ")

struct phrase { /* the scheduler's words for what nodes refused, and how many nodes at most */
	struct str words;
	int nodes;
};
struct reason {
	struct str words; /* instead of phrases */
	struct phrase phrases[PHRASES];
	int n_phrases;
	int groups;
	const struct job *largest; /* by GPUs, then by pods */
	double gpus;
	int pods;
};
struct waiting { /* a pending pod group */
	const struct job *job;
	struct reason *reason;
};
struct reasons {
	struct arena arena;
	struct map by_key; /* to struct reason */
	struct waiting *members;
	int n;
};

static const struct {
	const char *reason, *words;
} sentences[] = {
	{"OverLimit", "over the limit of the queue or of one above it"},
	{"NonPreemptibleOverQuota",
		"not preemptible, and over the quota of the queue or of one above it"},
	{"QueueDoesNotExist", "the queue does not exist"},
	{"PreemptionDelayNotElapsed", "the preemption delay has not elapsed"},
	{"NotReady", "fewer pods than the minimum exist"},
	{"Unschedulable", "no error was noted"},
	{"MaxNodePoolResources", "one pod asks for more than any node has"},
	{"Not enough resources for the workload", "no domain of its topology has room"},
};

static int most_nodes(const void *a, const void *b)
{
	const struct reason_count *l = a, *r = b;

	return l->count != r->count ? (l->count > r->count ? -1 : 1)
				    : str_cmp(l->reason, r->reason);
}

static struct str sentence_of(struct str reason, struct str otherwise)
{
	for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
		if (str_eq(reason, str_of(sentences[i].reason)))
			return str_of(sentences[i].words);
	return otherwise;
}

/* What refused the pod before any node: the name of the first check, which stands in the second
 * line in front of a colon (plugins/predicates/pre_predicates.c). Else the text. */
static struct str check_of(struct str text)
{
	const char *mark = str_find(text, LINE_MARK);
	struct str rest = {
		mark ? mark + 1 : text.p, mark ? text.n - (size_t)(mark + 1 - text.p) : text.n};
	const char *colon = mark ? str_find(rest, ':') : NULL;

	if (colon)
		rest.n = (size_t)(colon - rest.p);
	return sentence_of(rest, rest);
}

static int by_reason(const void *a, const void *b)
{
	return str_cmp(
		((const struct reason_count *)a)->reason, ((const struct reason_count *)b)->reason);
}

/* Adds up what has become equal; returns how many are left. */
static int merge_equal(struct reason_count *counts, int n)
{
	int kept = 0;

	qsort(counts, (size_t)n, sizeof *counts, by_reason);
	for (int i = 0; i < n; i++)
		if (kept && str_eq(counts[kept - 1].reason, counts[i].reason))
			counts[kept - 1].count += counts[i].count;
		else
			counts[kept++] = counts[i];
	return kept;
}

/* The phrases of the pod that found no place. */
static void pod_phrases(struct reasons *all, struct reason *r, const struct cluster *c,
	const struct task *t, const struct task_errors *te)
{
	struct reason_count *sorted = ARENA_ARRAY(&all->arena, (size_t)te->n, struct reason_count);
	int n;

	r->words = generic_words(&all->arena, c, t->job, t, check_of(te->text));
	for (int i = 0; i < te->n; i++)
		sorted[i] = (struct reason_count){
			generic_words(&all->arena, c, t->job, t, te->counts[i].reason),
			te->counts[i].count};
	n = merge_equal(sorted, te->n);
	qsort(sorted, (size_t)n, sizeof *sorted, most_nodes);
	for (int i = 0; i < n && i < PHRASES; i++)
		r->phrases[r->n_phrases++] = (struct phrase){sorted[i].reason, sorted[i].count};
}

static struct reason reason_of(struct reasons *all, struct session *s, const struct job *j)
{
	const struct job_error *first = j->errors && j->errors->n ? &j->errors->items[0] : NULL;
	const struct task_errors *te =
		first && first->source.task ? s->fits.tasks[first->source.task->index] : NULL;
	struct pending_reason *found;
	struct reason r = {.words = STR("its sub-group does not exist")};
	int n = pending_reasons(s, j, &found);

	if (te && (te->n || te->text.n)) {
		pod_phrases(all, &r, s->c, first->source.task, te);
	} else if (n) {
		r.words = sentence_of(found[0].reason,
			generic_words(&all->arena, s->c, j, first ? first->source.task : NULL,
				found[0].message));
	}
	free(found);
	return r;
}

static int by_words(const void *a, const void *b)
{
	return str_cmp(((const struct phrase *)a)->words, ((const struct phrase *)b)->words);
}

/* The reason in all with the same words; a new one at its first call. */
static struct reason *shared_reason(struct reasons *all, const struct reason *r)
{
	struct phrase sorted[PHRASES];
	struct strbuf key = {0};
	struct map_entry *entry;
	bool fresh;

	memcpy(sorted, r->phrases, sizeof sorted);
	qsort(sorted, (size_t)r->n_phrases, sizeof *sorted, by_words);
	strbuf_addstr(&key, r->words);
	for (int i = 0; i < r->n_phrases; i++) {
		strbuf_addc(&key, '\n');
		strbuf_addstr(&key, sorted[i].words);
	}
	entry = map_put(&all->by_key, strbuf_str(&key), &fresh);
	if (fresh) {
		entry->key = arena_str(&all->arena, strbuf_str(&key));
		entry->value = ARENA_NEW(&all->arena, struct reason);
		*(struct reason *)entry->value = *r;
	}
	strbuf_free(&key);
	return entry->value;
}

static double gpus_asked(const struct job *j, int *pods)
{
	double gpus = 0;

	*pods = job_pending_pods(j);
	for (int i = 0; i < j->n_tasks; i++)
		if (task_waits(j->tasks[i]))
			gpus += gpu_request_quota(&j->tasks[i]->gpu);
	return gpus;
}

static void add(struct reasons *all, struct session *s, const struct job *j)
{
	struct reason own = reason_of(all, s, j), *r = shared_reason(all, &own);
	int pods;
	double gpus = gpus_asked(j, &pods);

	for (int i = 0; i < own.n_phrases; i++)
		for (int k = 0; k < r->n_phrases; k++)
			if (str_eq(own.phrases[i].words, r->phrases[k].words) &&
				own.phrases[i].nodes > r->phrases[k].nodes)
				r->phrases[k].nodes = own.phrases[i].nodes;
	r->groups++;
	if (!r->largest || gpus > r->gpus || (gpus == r->gpus && pods > r->pods)) {
		r->largest = j;
		r->gpus = gpus;
		r->pods = pods;
	}
	all->members[all->n++] = (struct waiting){j, r};
}

/* ---- rows ---- */

struct share { /* of one queue in one reason */
	struct str queue;
	int groups;
};

static int by_reason_and_queue(const void *a, const void *b)
{
	const struct waiting *l = a, *r = b;

	if (l->reason != r->reason)
		return l->reason->groups != r->reason->groups
			? (l->reason->groups > r->reason->groups ? -1 : 1)
			: (l->reason->largest->index > r->reason->largest->index) -
				(l->reason->largest->index < r->reason->largest->index);
	return str_cmp(l->job->object->queue, r->job->object->queue);
}

static int most_groups(const void *a, const void *b)
{
	const struct share *l = a, *r = b;

	return l->groups != r->groups ? (l->groups > r->groups ? -1 : 1)
				      : str_cmp(l->queue, r->queue);
}

/* The queues of the members, which are of one reason; the greatest share first. */
static struct share *shares_of(const struct waiting *m, int n, int *n_shares)
{
	struct share *shares = xmalloc(((size_t)n + 1) * sizeof *shares);

	*n_shares = 0;
	for (int i = 0; i < n; i++) {
		if (i == 0 || !str_eq(m[i].job->object->queue, m[i - 1].job->object->queue))
			shares[(*n_shares)++] = (struct share){job_queue_label(m[i].job), 0};
		shares[*n_shares - 1].groups++;
	}
	qsort(shares, (size_t)*n_shares, sizeof *shares, most_groups);
	return shares;
}

static void words(struct text *out, const struct reason *r)
{
	if (r->words.n) {
		const char *end = str_find(r->words, LINE_MARK);

		text_add(out,
			(struct str){r->words.p, end ? (size_t)(end - r->words.p) : r->words.n});
	}
	for (int i = 0; i < r->n_phrases; i++) {
		const struct phrase *p = &r->phrases[i];
		bool of_nodes = str_starts(p->words, NODES);
		struct str rest = p->words;

		if (of_nodes)
			rest = (struct str){rest.p + NODES.n, rest.n - NODES.n};
		text_ours(out, i || r->words.n ? ", " : "");
		text_add_count(out, p->nodes, "node");
		text_addf(out, "%s " STR_FMT, of_nodes ? "" : ":", STR_ARG(rest));
	}
}

static void asks(struct text *out, const struct reason *r)
{
	struct strbuf gpus = {0};

	fit_human(&gpus, r->gpus, 1);
	text_addf(out, "; %s", r->groups == 1 ? "it asks for " : "the largest asks for ");
	if (r->gpus > 0)
		text_addf(out, "%s %s", gpus.s, r->gpus == 1 ? "GPU" : "GPUs");
	else
		text_add_count(out, r->pods, "pod");
	text_ours(out, "\n");
	strbuf_free(&gpus);
}

static void row(struct events *ev, const struct waiting *m, int n)
{
	struct text *out = &ev->page.sections[SECTION_REASONS].rows;
	const struct reason *r = m->reason;
	int n_shares;
	struct share *shares = shares_of(m, n, &n_shares);
	struct str key = shown_key(ev, r->largest->key);

	text_ours(out, "  ");
	text_add_count(out, n, "pod group");
	text_ours(out, " in ");
	text_add_count(out, n_shares, "queue");
	text_ours(out, ": ");
	words(out, r);
	asks(out, r);
	text_ours(out, "      ");
	for (int i = 0; i < n_shares && i < QUEUES_SHOWN; i++) {
		struct str queue = shown_key(ev, shares[i].queue);

		text_addf(out, "%s" STR_FMT " %d", i ? ", " : "", STR_ARG(queue), shares[i].groups);
	}
	if (n_shares > QUEUES_SHOWN)
		text_addf(out, " and %d more queues", n_shares - QUEUES_SHOWN);
	text_addf(out, "; %s " STR_FMT "%s\n", n == 1 ? "it is" : "the largest is", STR_ARG(key),
		r->largest->not_replayed ? DOUBTFUL_MARK : "");
	page_row(&ev->page, SECTION_REASONS);
	free(shares);
}

void text_reasons(struct events *ev, struct session *s)
{
	struct reasons all = {.n = 0};

	all.members = xmalloc(((size_t)s->c->n_jobs + 1) * sizeof *all.members);
	for (int i = 0; i < s->c->n_jobs; i++)
		if (job_pending_pods(s->c->jobs[i]) && filter_job(ev, s->c->jobs[i]))
			add(&all, s, s->c->jobs[i]);
	qsort(all.members, (size_t)all.n, sizeof *all.members, by_reason_and_queue);
	for (int i = 0, next; i < all.n; i = next) {
		for (next = i + 1;
			next < all.n && all.members[next].reason == all.members[i].reason; next++)
			;
		row(ev, &all.members[i], next - i);
	}
	free(all.members);
	map_free(&all.by_key);
	arena_free(&all.arena);
}
