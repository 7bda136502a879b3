/* The page's first line: what the cycle does, in one sentence. */
#include "report/event_writer.h"

/* ", 12 move" */
static void part(struct text *out, const char **before, int n, const char *one, const char *many)
{
	if (!n)
		return;
	text_addf(out, "%s", *before);
	text_add_number(out, n);
	text_addf(out, " %s", n == 1 ? one : many);
	*before = ", ";
}

static void whose(struct events *ev, struct text *out)
{
	const struct events_filter *f = &ev->options.only;

	if (!filter_any(ev))
		return;
	text_addf(out, "of%s%s%s%s%s%s: ", f->queue ? " queue " : "", f->queue ? f->queue : "",
		f->ns ? " namespace " : "", f->ns ? f->ns : "", f->pod_group ? " pod groups " : "",
		f->pod_group ? f->pod_group : "");
}

void text_answer(struct events *ev, struct session *s)
{
	int pending = 0;

	net_count(ev, s->c, false);
	for (int i = 0; i < s->c->n_jobs; i++)
		pending += job_pending_pods(s->c->jobs[i]) && filter_job(ev, s->c->jobs[i]);
	text_answer_counts(ev, pending);
}

void text_answer_counts(struct events *ev, int pending)
{
	const int *pods = ev->net.pods_by_change;
	struct text *out = &ev->page.answer;
	const char *before = "";

	whose(ev, out);
	part(out, &before, pods[NET_BOUND], "pod bound", "pods bound");
	part(out, &before, pods[NET_PIPELINED], "pod waits for room that is being freed",
		"pods wait for room that is being freed");
	if (pods[NET_EVICTED]) {
		int groups = ev->net.groups_by_change[NET_EVICTED];

		part(out, &before, pods[NET_EVICTED], "running pod", "running pods");
		text_ours(out, " of ");
		text_add_count(out, groups, "group");
		text_ours(out, pods[NET_EVICTED] == 1 ? " loses its place" : " lose their place");
	}
	part(out, &before, pods[NET_MOVED], "moves", "move");
	part(out, &before, pods[NET_WITHDRAWN], "waiting pod gets room and loses it again",
		"waiting pods get room and lose it again");
	if (!before[0]) {
		text_ours(out, "nothing changes");
		before = ", ";
	}
	if (pending >= 0) {
		text_addf(out, "%s", before);
		text_add_number(out, pending);
		text_ours(out, pending == 1 ? " group stays pending" : " groups stay pending");
	}
	text_ours(out, "\n");
}
