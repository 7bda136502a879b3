/* One pod's dump: the log is followed first, then the signal is sent, then the dump awaited. */
#include "ksched_tail.h"

enum { WORD_MS = 15000, QUIET_MS = 2000 };

static const char *node_of(const struct ksched_pod *pod)
{
	return pod->node.n ? pod->node.p : "NODE";
}

/* Only kube-scheduler itself may get the signal: another program may die of it. */
static bool may_signal(const struct ksched_pod *pod, struct error *e)
{
	if (!pod->foreign_pids)
		return true;
	error_set(e, SNAP_SYSTEM, "its processes are not the container's own",
		"pod %s shares a process namespace, so process 1 is not kube-scheduler",
		pod->name.p);
	error_hint(e, "send kube-scheduler the signal USR2 on node %s, then use --no-signal",
		node_of(pod));
	return false;
}

static bool await(struct ksched_tail *t, struct error *e)
{
	const int64_t begun = proc_clock_ms();
	bool told = false;

	while (!ksched_log_whole(t->log)) {
		int64_t now = proc_clock_ms();

		if (t->ended)
			return ksched_tail_broke(t, e);
		if (now >= t->settings->deadline)
			return deadline_error(t->settings, e, "%s",
				ksched_log_begun(t->log) ? "the dump has no end"
							 : "no dump came into the log");
		if (!told && now - begun >= WORD_MS) {
			msg_warn(t->pod->name.p,
				"the signal is sent, but after 15 s there is no %sdump in the log; waiting",
				ksched_log_begun(t->log) ? "whole " : "");
			told = true;
		}
		if (!ksched_tail_read(t, KSCHED_SLICE_MS, e))
			return false;
		if (proc_clock_ms() - t->heard >= QUIET_MS)
			ksched_log_quiet(t->log);
	}
	return true;
}

static bool fresh(struct ksched_tail *t, struct error *e)
{
	if (!may_signal(t->pod, e) || !ksched_tail_open(t, true, e) || !ksched_tail_attach(t, e))
		return false;
	ksched_log_arm(t->log);
	return ksched_signal(t, e) && await(t, e);
}

/* The last whole dump of the log as it is. */
static bool old(struct ksched_tail *t, struct error *e)
{
	ksched_log_arm(t->log);
	if (!ksched_tail_open(t, false, e))
		return false;
	while (!t->ended) {
		if (proc_clock_ms() >= t->settings->deadline)
			return deadline_error(t->settings, e, "the log has no end");
		if (!ksched_tail_read(t, KSCHED_SLICE_MS, e))
			return false;
	}
	if (!ksched_tail_finish(t, e))
		return false;
	ksched_log_quiet(t->log);
	if (ksched_log_whole(t->log))
		return true;
	error_set(e, SNAP_INPUT, "no whole dump in the log", "%s since pod %s began it",
		ksched_log_begun(t->log) ? "one has begun" : "none has begun", t->pod->name.p);
	error_hint(e,
		"without --no-signal it is asked for one; or on node %s: pkill -USR2 -x kube-scheduler",
		node_of(t->pod));
	return false;
}

bool ksched_dump(const struct settings *s, const struct ksched_pod *pod, struct ksched_log *log,
	struct error *e)
{
	struct ksched_tail t = {.settings = s, .pod = pod, .log = log};

	if (!pod->container.n) {
		error_set(e, SNAP_SYSTEM, "no container of kube-scheduler",
			"none of pod %s has that name or runs a program of that name", pod->name.p);
		error_hint(e,
			"another program may die of the signal USR2, so only kube-scheduler gets it; is it the right pod (--pod, --selector)?");
		return false;
	}
	bool ok = s->no_signal ? old(&t, e) : fresh(&t, e);
	ksched_tail_close(&t);
	return ok;
}
