/* The patterns of the log's lines. rules/01 15, rules/02 19 and rules/03 16 list these lines with
 * their levels. */
#include "tool/translate.h"
#include <stdlib.h>
#include "common/json.h"
#include "tool/log_numbers.h"
#include "tool/move_times.h"

enum { CAPTURES = 8, MILLISECOND = 1000000 /* ns */ };

static struct str copy(struct translate *t, struct str s)
{
	return arena_str(&t->log->arena, s);
}

/* A copy of a sentence; times in it are moved back. */
static struct str copy_words(struct translate *t, struct str s)
{
	return move_back(&t->log->arena, s, t->ahead);
}

static struct str *slot(struct translate *t, struct map *m, struct str pod, size_t n)
{
	bool fresh;
	struct map_entry *entry = map_put(m, pod, &fresh);

	if (fresh) {
		entry->key = copy(t, pod);
		entry->value = ARENA_ARRAY(&t->log->arena, n, struct str);
	}
	return entry->value;
}

/* The statement that is being committed evicted the pod. So it is a victim and no pod of the
 * preemptor. */
static bool is_victim(const struct translate *t, struct str pod)
{
	for (size_t i = t->statements ? t->log->n_decisions : 0; i-- > 0;) {
		const struct log_decision *d = &t->log->decisions[i];

		if (d->statement != t->statements)
			return false;
		if (d->kind == DECISION_EVICT && str_eq(d->pod, pod))
			return true;
	}
	return false;
}

static struct log_decision *decide(
	struct translate *t, const struct log_line *line, enum decision_kind kind, struct str pod)
{
	bool own = kind != DECISION_EVICT && !is_victim(t, pod);
	struct log_decision *d = LOG_ADD(t->log, decisions);

	d->action = log_action(t->log, line->action);
	d->kind = kind;
	d->statement = t->statements;
	d->pod = copy(t, pod);
	if (own && t->action == d->action) {
		d->pod_group = t->job;
		d->queue = t->queue;
	}
	return d;
}

static void on_bind(struct translate *t, const struct log_line *line, const struct str *c)
{
	struct log_decision *d = decide(t, line, DECISION_BIND, c[0]);

	d->node = copy(t, c[1]);
	d->groups = copy(t, c[2]);
}

static void on_pipeline(struct translate *t, const struct log_line *line, const struct str *c)
{
	struct log_decision *d = decide(t, line, DECISION_PIPELINE, c[0]);
	const struct str *where = map_get(&t->placed, c[0]);

	if (where) {
		d->node = where[0];
		d->groups = where[1];
	}
}

static void on_evict(struct translate *t, const struct log_line *line, const struct str *c)
{
	struct log_decision *d = decide(t, line, DECISION_EVICT, c[0]);
	const struct str *where = map_get(&t->standing, c[0]);

	if (where)
		d->node = *where;
	if (t->action == d->action)
		d->preemptor = t->job;
}

static void on_stale(struct translate *t, const struct log_line *line, const struct str *c)
{
	decide(t, line, DECISION_EVICT, c[0])->statement = 0;
}

static void on_refused(struct translate *t, const struct log_line *line, const struct str *c)
{
	(void)line;
	for (size_t i = t->log->n_decisions; i-- > 0;) {
		struct log_decision *d = &t->log->decisions[i];

		if (d->kind == DECISION_EVICT && str_eq(d->pod, c[0])) {
			d->refused = true;
			return;
		}
	}
}

/* The bind request, the last decision, was not created: the pod stays where it is. */
static void on_unbound(struct translate *t, const struct log_line *line, const struct str *c)
{
	struct log_events *log = t->log;
	const struct log_decision *last = log->decisions + log->n_decisions - 1;

	(void)line;
	if (!log->n_decisions || last->kind != DECISION_BIND || !str_eq(last->pod, c[0]))
		return;
	log->n_decisions--;
	for (size_t i = log->n_warnings; i-- > 0 && log->warnings[i].at > log->n_decisions;)
		log->warnings[i].at--;
}

/* A line that says nothing beyond the one before it. */
static void on_repeat(struct translate *t, const struct log_line *line, const struct str *c)
{
	(void)t;
	(void)line;
	(void)c;
}

/* Another thread carries out evictions, so this line comes at any time after the decision. */
static void on_evicted(struct translate *t, const struct log_line *line, const struct str *c)
{
	(void)line;
	for (size_t i = 0; i < t->log->n_decisions; i++) {
		struct log_decision *d = &t->log->decisions[i];

		if (d->kind == DECISION_EVICT && !d->refused && !d->message.n &&
			str_eq(d->pod, c[0])) {
			d->message = copy_words(t, c[2]);
			t->open_text = &d->message;
			return;
		}
	}
}

static void on_simulated_pipeline(
	struct translate *t, const struct log_line *line, const struct str *c)
{
	(void)line;
	struct str *where = slot(t, &t->placed, c[0], 2);
	where[0] = copy(t, c[1]);
	where[1] = copy(t, c[2]);
}

static void on_simulated_evict(
	struct translate *t, const struct log_line *line, const struct str *c)
{
	(void)line;
	*slot(t, &t->standing, c[0], 1) = copy(t, c[1]);
}

static void on_commit(struct translate *t, const struct log_line *line, const struct str *c)
{
	(void)line;
	(void)c;
	t->statements++;
}

static void on_attempt(struct translate *t, const struct log_line *line, const struct str *c)
{
	t->action = log_action(t->log, line->action);
	t->job = copy(t, c[0]);
	t->queue = (struct str){0};
	t->attempts++;
}

static void on_preempt_attempt(
	struct translate *t, const struct log_line *line, const struct str *c)
{
	on_attempt(t, line, c);
	t->queue = copy(t, c[2]);
}

static void on_opening(struct translate *t, const struct log_line *line, const struct str *c)
{
	(void)c;
	t->opening = true;
	t->log->now_known = log_time_parse(line->time, &t->log->now);
	t->log->now = instant_add(t->log->now, -t->ahead);
}

static void on_session(struct translate *t, const struct log_line *line, const struct str *c)
{
	(void)line;
	struct log_events *d = t->log;
	d->session_known = count_of(c[1], &d->jobs) && count_of(c[2], &d->queue_count) &&
		count_of(c[3], &d->nodes);
}

static void on_action_done(struct translate *t, const struct log_line *line, const struct str *c)
{
	(void)line;
	int64_t ns;
	if (duration_parse(c[1], &ns) && ns >= 0)
		log_set_time(t->log, log_action(t->log, c[0]), ns);
}

static void on_run_done(struct translate *t, const struct log_line *line, const struct str *c)
{
	(void)line;
	int64_t ns;
	t->log->total_known = duration_parse(c[0], &ns) && ns >= 0;
	if (t->log->total_known)
		t->log->total_ns = ns;
}

static void on_queue(struct translate *t, const struct log_line *line, const struct str *c)
{
	(void)line;
	struct log_queue q = {.name = c[0]};
	if (!queue_numbers_parse(c[2], &q)) {
		*LOG_ADD(t->log, warnings) = (struct log_warning){
			STR("the figures of a queue in the log are no numbers: no queue event"),
			copy(t, c[0]), t->log->n_decisions};
		return;
	}
	q.name = copy(t, c[0]);
	*LOG_ADD(t->log, queues) = q;
}

static void on_unschedulable_pod(
	struct translate *t, const struct log_line *line, const struct str *c)
{
	(void)line;
	*LOG_ADD(t, pods) = copy(t, c[0]);
}

static void on_fit_error(struct translate *t, const struct log_line *line, const struct str *c)
{
	(void)line;
	t->fit_error = copy_words(t, c[0]);
	t->open_text = &t->fit_error;
}

/* The pod group of the last fit_error ("\nREASON.\nMESSAGE.\nMESSAGE.") and of the pods so far. */
static void on_condition(struct translate *t, const struct log_line *line, const struct str *c)
{
	(void)line;
	struct log_pending *p = LOG_ADD(t->log, pending);
	p->pod_group = copy(t, c[0]);
	p->pods = ARENA_ARRAY(&t->log->arena, t->n_pods, struct str);
	p->n_pods = t->n_pods;
	if (t->n_pods)
		memcpy(p->pods, t->pods, t->n_pods * sizeof *p->pods);
	fit_error_split(t->log, t->fit_error, p);
	t->fit_error = (struct str){0};
	t->n_pods = 0;
}

/* The next pod group begins. If the one before got no condition line, its error and pods are
 * dropped. */
static void on_next_fit_error(struct translate *t, const struct log_line *line, const struct str *c)
{
	if (t->fit_error.n) {
		size_t fresh = t->n_pods - t->pods_at_error;

		if (fresh)
			memmove(t->pods, t->pods + t->pods_at_error, fresh * sizeof *t->pods);
		t->n_pods = fresh;
	}
	on_fit_error(t, line, c);
	t->pods_at_error = t->n_pods;
}

static const struct {
	const char *pattern;
	void (*act)(struct translate *t, const struct log_line *line, const struct str *captures);
} rules[] = {
	{"Creating bind request for task <%> to node <%> gpuGroup: <[%]>, requires: *", on_bind},
	{"Committing operations ...", on_commit},
	{"Pipelining task: %", on_pipeline},
	{"Evicting task: %", on_evict},
	{"Evicted task: <%> due its job being a stale job, *", on_stale},
	/* The tool writes this if the API has the eviction already. */
	{"Failed to evict task: <%> of job <%> err: node doesnt exist on cluster", on_stale},
	{"Failed to evict task <%>, error: *", on_refused},
	{"Failed to bind task <%>. Error: *", on_unbound},
	{"Failed to allocate task. error: *", on_repeat},
	{"Evicting pod %, reason: %, message: %", on_evicted},
	{"Statement pipelined task: <%> to node: <%>, gpuGroup: <[%]>", on_simulated_pipeline},
	{"Statement evicted task: <%> from node: <%>", on_simulated_evict},
	{"Attempting to allocate job: <%> of queue *", on_attempt},
	{"Attempting to reclaim for job: <%> of queue *", on_attempt},
	{"Attempting to preempt for job: <%>, priority: <%>, queue: <%>, *", on_preempt_attempt},
	{"Attempting to consolidate running jobs in order to make room for job: <%>, *",
		on_attempt},
	{"Taking cluster snapshot ...", on_opening},
	{"Session % with <%> Jobs, <%> Queues and <%> Nodes", on_session},
	{"Action <%> completed in %", on_action_done},
	{"Snapshot tool run completed in %", on_run_done},
	{"Resource division result for queue <%>: Queue Priority: <%>, %", on_queue},
	{"setting message for task: %, *", on_unschedulable_pod},
	{"Full job fit error: %", on_next_fit_error},
	{"Updating pod group scheduling condition for % to (*", on_condition},
};

static void append(struct translate *t, struct str more)
{
	struct strbuf b = {0};

	strbuf_addstr(&b, *t->open_text);
	strbuf_addc(&b, '\n');
	strbuf_addstr(&b, copy_words(t, more));
	*t->open_text = copy(t, strbuf_str(&b));
	strbuf_free(&b);
}

void translate_line(struct translate *t, const struct log_line *line)
{
	struct str captures[CAPTURES] = {{0}};

	if (!line->level.n) {
		if (t->open_text)
			append(t, line->text);
		return;
	}
	t->open_text = NULL;
	if (line->action.n && !str_eq(line->action, t->in_action)) {
		t->in_action = copy(t, line->action);
		t->attempts = 0;
	}
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
		if (log_match(line->text, rules[i].pattern, captures)) {
			rules[i].act(t, line, captures);
			/* The line before it gave the same warning. */
			if (rules[i].act == on_refused || rules[i].act == on_unbound ||
				rules[i].act == on_repeat)
				return;
			break;
		}
	if (str_eq(line->level, STR("WARN")) || str_eq(line->level, STR("ERROR")))
		*LOG_ADD(t->log, warnings) = (struct log_warning){
			copy_words(t, line->text), copy(t, line->caller), t->log->n_decisions};
}

/* The summary's times are cut to milliseconds. *ns stays if it is such a time, from the log. */
static bool read_time(struct json *r, int64_t *ns)
{
	struct str number;
	int64_t ms;

	if (!json_number(r, &number) || !count_of(number, &ms) || ms > INT64_MAX / MILLISECOND)
		return false;
	if (*ns / MILLISECOND != ms)
		*ns = ms * MILLISECOND;
	return true;
}

static int64_t logged_time(const struct log_time *times, size_t n, const char *action)
{
	for (size_t i = 0; i < n; i++)
		if (times[i].action == action)
			return times[i].ns;
	return 0;
}

static void read_times(struct log_events *log, struct json *r)
{
	struct log_time *logged = log->times;
	size_t n = log->n_times;
	struct str key;

	log->times = NULL;
	log->n_times = log->cap_times = 0;
	if (json_enter(r))
		while (json_key(r, &key)) {
			const char *action = log_action(log, key);
			int64_t ns = logged_time(logged, n, action);

			if (read_time(r, &ns))
				log_set_time(log, action, ns);
		}
	free(logged);
}

bool translate_summary(struct log_events *log, struct strbuf *text)
{
	struct str key;

	memset(strbuf_reserve(text, JSON_PADDING), 0, JSON_PADDING);
	struct json *r = json_over_memory(text->s, text->len);
	bool any = false;
	if (json_peek(r) == JSON_OBJECT && json_enter(r))
		while (json_key(r, &key)) {
			if (str_eq(key, STR("total_duration_ms")))
				any = log->total_known = read_time(r, &log->total_ns);
			else if (str_eq(key, STR("action_durations_ms")))
				read_times(log, r);
			else
				json_skip(r);
		}
	any = any && json_finish(r);
	json_free(r);
	return any;
}

void translate_free(struct translate *t)
{
	map_free(&t->placed);
	map_free(&t->standing);
	free(t->pods);
}
