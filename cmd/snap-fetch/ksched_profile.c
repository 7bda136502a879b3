/* --profile: what the profiler of one pod of kube-scheduler gives. */
#include <stdio.h>
#include "common/output.h"
#include "ksched_request.h"

static bool write_body(const struct settings *s, const struct spool *body, struct error *e)
{
	struct output *out = output_open(s->output, e);

	if (out && !spool_copy(body, ksched_put, out, e)) {
		output_abort(out);
		return false;
	}
	return out && output_commit(out, e);
}

bool ksched_profile(const struct settings *s, const struct ksched_pod *pod, struct error *e)
{
	const struct pprof_kind *p = &s->profile;
	struct spool body;
	char path[64];

	if (!s->remote_port && !pod->secure_port) {
		error_set(
			e, SNAP_SYSTEM, "no secure port", "--secure-port=0 is among its arguments");
		error_hint(e, "another pod: --pod NAME");
		return false;
	}
	if (!spool_open(&body, e))
		return false;
	snprintf(path, sizeof path, p->seconds ? "%s%u" : "%s", p->path, p->seconds);
	if (p->seconds)
		msg_note("%s: takes a CPU profile for %u s", pod->name.p, p->seconds);
	bool ok = ksched_request(s, pod, path, &body, e) && write_body(s, &body, e);
	spool_close(&body);
	return ok;
}
