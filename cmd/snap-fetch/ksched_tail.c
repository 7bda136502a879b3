#include "ksched_tail.h"
#include <stdio.h>

enum {
	ATTACH_MS = 3000, /* an empty log shows no line when it is followed */
	KEEP = 65536
};

bool ksched_tail_open(struct ksched_tail *t, bool follow, struct error *e)
{
	const char *args[] = {"logs", t->pod->name.p, "-c", t->pod->container.p, "--timestamps",
		follow ? "--tail=1" : "--tail=-1", follow ? "--follow" : NULL, NULL};
	const char *argv[KUBECTL_ARGS];
	struct error started = {0};

	kubectl_argv(t->settings, args, argv);
	t->heard = proc_clock_ms();
	if (proc_start(&t->proc, argv, NULL, NULL, PROC_NULL_IN | PROC_OUT | PROC_ERR, &started))
		return true;
	kubectl_missing(t->settings, &started, e);
	return false;
}

void ksched_tail_close(struct ksched_tail *t)
{
	proc_stop(&t->proc, KSCHED_GRACE_MS);
	strbuf_free(&t->out);
	strbuf_free(&t->err);
}

bool ksched_tail_read(struct ksched_tail *t, int wait_ms, struct error *e)
{
	strbuf_clear(&t->out);
	if (t->err.len > KEEP)
		strbuf_clear(&t->err);
	switch (proc_read(&t->proc, wait_ms, &t->out, &t->err, e)) {
	case PROC_FAILED: return false;
	case PROC_EOF: t->ended = true; break;
	default: break;
	}
	if (t->out.len)
		t->heard = proc_clock_ms();
	return ksched_log_feed(t->log, strbuf_str(&t->out), e);
}

bool ksched_tail_finish(struct ksched_tail *t, struct error *e)
{
	char what[300];
	int status = 0;

	if (!proc_wait(&t->proc, KSCHED_GRACE_MS, &status))
		proc_stop(&t->proc, KSCHED_GRACE_MS);
	if (status == 0)
		return true;
	snprintf(what, sizeof what, "the log of pod %s", t->pod->name.p);
	kubectl_explain(t->settings, what, &t->err, status, e);
	return false;
}

bool ksched_tail_broke(struct ksched_tail *t, struct error *e)
{
	if (!ksched_tail_finish(t, e))
		return false;
	error_set(e, SNAP_SYSTEM, "the log is at its end", "no whole dump came");
	error_hint(e, "'kubectl get pod %s -n %s': has it been restarted?", t->pod->name.p,
		t->settings->namespace);
	return false;
}

bool ksched_tail_attach(struct ksched_tail *t, struct error *e)
{
	const int64_t until = proc_clock_ms() + ATTACH_MS;

	while (!ksched_log_any(t->log) && proc_clock_ms() < until) {
		if (!ksched_tail_read(t, KSCHED_SLICE_MS, e))
			return false;
		if (t->ended)
			return ksched_tail_broke(t, e);
	}
	return true;
}
