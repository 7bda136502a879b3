#include "capture.h"
#include <poll.h>
#include "cluster.h"
#include "download.h"
#include "leader.h"
#include "origin.h"
#include "role.h"
#include "sources.h"

enum attempt {
	CAPTURED,
	TRY_AGAIN,
	LEADERLESS, /* every pod answers 404, or none is ready */
	NEW_LEADER, /* TRY_AGAIN, and that is no retry */
	SETTLING,   /* also after a 404: a leader returns 404 until its first cycle has begun */
	GIVE_UP
};

static enum attempt attempt_of(enum download_end end)
{
	return end == DOWNLOAD_DONE ? CAPTURED : end == DOWNLOAD_TRANSIENT ? TRY_AGAIN : GIVE_UP;
}

/* Downloads from one pod. *missing: the pod returns 404, as a standby does. */
static enum attempt from_pod(const struct settings *s, const char *pod, unsigned port,
	struct sink *k, bool *missing, struct error *e)
{
	struct forward f;
	struct strbuf url = {0}, text = {0};
	enum attempt result = GIVE_UP;

	*missing = false;
	strbuf_addf(&text, "pod %s/%s", s->namespace, pod);
	const char *name = arena_str(&k->arena, strbuf_str(&text))
				   .p; /* the sink's verifier reads it until the end */
	enum kubectl_failure failure = forward_start(&f, s, pod, port, e);
	if (failure == KUBECTL_OK) {
		strbuf_addf(&url, "http://%s:%u%s", f.host, f.port, s->source->service->path);
		enum download_end end =
			download(s, &(struct endpoint){url.s, name, pod, port, &f}, k, e);
		*missing = end == DOWNLOAD_NOT_FOUND;
		result = attempt_of(end);
	} else if (failure == KUBECTL_OTHER || failure == KUBECTL_NOT_FOUND) {
		result = TRY_AGAIN; /* pods come and go */
	}
	forward_stop(&f);
	strbuf_free(&url);
	strbuf_free(&text);
	return result;
}

static void all_missing(const struct cluster *c, struct error *e)
{
	struct strbuf names = {0};

	for (size_t i = 0; i < c->pod_count; i++)
		strbuf_addf(&names, "%s%s%s", i ? ", " : "", c->pods[i]->name.p,
			i == 0 && c->leader_known ? " (the leader)" : "");
	struct error each = *e;
	*e = (struct error){0};
	error_set(e, SNAP_SYSTEM, "every pod answers 404", "%s: %.300s", each.why, names.s);
	error_hint(e, "%s", each.hint); /* it is the same for each */
	strbuf_free(&names);
}

/* Tries the leader first, then the other pods, until one serves. A failure is reported rather than
 * a 404: that pod may be the right one. */
static enum attempt from_pods(
	const struct settings *s, const struct cluster *c, struct sink *k, struct error *e)
{
	enum attempt result = LEADERLESS;
	struct error failure = {0}, missing_error = {0};

	for (size_t i = 0; i < c->pod_count; i++) {
		struct error why = {0};
		bool missing;
		const char *name = c->pods[i]->name.p;
		enum attempt a = from_pod(s, name, c->remote_port, k, &missing, &why);

		if (a == CAPTURED && s->source->content->annexed && !s->raw)
			origin_describe(s, c, c->pods[i], &k->arena, &k->info);
		if (a == CAPTURED)
			return CAPTURED;
		if (missing) {
			missing_error = why;
			continue;
		}
		if (!failure.status)
			failure = why;
		result = a;
		if (a == GIVE_UP || k->bytes)
			break;
		if (i + 1 < c->pod_count)
			msg_warn(name, "%s: %s; asking the next pod", why.what, why.why);
	}
	*e = failure.status ? failure : missing_error;
	if (!failure.status)
		all_missing(c, e);
	return result;
}

static enum attempt from_cluster(const struct settings *s, const struct cluster *c, bool found,
	struct sink *k, struct error *e)
{
	if (found)
		return from_pods(s, c, k, e);
	return c->lease_name ? LEADERLESS : GIVE_UP;
}

static void name_input(const struct settings *s, struct strbuf *input)
{
	if (s->url)
		strbuf_addz(input, s->url_shown);
	else
		strbuf_addf(input, "%s/%s", s->namespace, s->pod ? s->pod : s->deployment);
}

static enum attempt from_url(
	const struct settings *s, const char *input, struct sink *k, struct error *e)
{
	enum attempt result =
		attempt_of(download(s, &(struct endpoint){.url = s->url, .name = input}, k, e));

	if (result == CAPTURED)
		origin_describe(s, NULL, NULL, &k->arena, &k->info);
	return result;
}

/* After no pod served a snapshot: if the leader has died, waits for the next one. */
static enum attempt after_failure(
	const struct settings *s, const struct cluster *c, enum attempt result, struct error *e)
{
	if (result != TRY_AGAIN && result != LEADERLESS)
		return result;
	switch (leader_wait(s, c, e)) {
	case LEADER_NEW: return NEW_LEADER;
	case LEADER_NOBODY: return GIVE_UP;
	default: return result == LEADERLESS && leader_is_new(&c->lease) ? SETTLING : result;
	}
}

/* last: no other try follows. */
static enum attempt once(const struct settings *s, const char *input, bool last, struct error *e)
{
	struct sink k;
	struct arena a = {0};
	struct cluster c = {.lease_name = NULL};
	enum attempt result;

	if (!sink_open(&k, s, e))
		return GIVE_UP;
	k.keep = s->keep_error && last;
	if (s->url)
		result = from_url(s, input, &k, e);
	else
		result = from_cluster(s, &c, s->source->service->find(s, &a, &c, e), &k, e);
	bool whole = sink_close(&k, e);
	if (whole)
		result = CAPTURED;
	else if (result == CAPTURED || k.passed_on)
		result = k.unusable && !k.passed_on ? TRY_AGAIN : GIVE_UP;
	else
		result = after_failure(s, &c, result, e);
	arena_free(&a);
	return result;
}

static void wait_ms(const struct settings *s, int64_t pause)
{
	int64_t left = s->deadline - proc_clock_ms();

	poll(NULL, 0, (int)(pause < left ? pause : left > 0 ? left : 0));
}

bool capture(const struct settings *s, struct strbuf *input, struct error *e)
{
	bool told = false;

	name_input(s, input);
	for (unsigned tries = 1;;) {
		*e = (struct error){0};
		enum attempt result = once(s, input->s, tries > s->retries, e);
		switch (result) {
		case CAPTURED: return true;
		case NEW_LEADER: continue;
		case SETTLING:
			if (!told)
				msg_warn(input->s,
					"the leader is new and does not serve yet; waiting for its first cycle");
			told = true;
			wait_ms(s, 500);
			continue;
		case TRY_AGAIN:
			if (tries <= s->retries)
				break;
			return false;
		default: return false;
		}
		msg_warn(input->s, "%s: %s; try %u of %u follows", e->what, e->why, tries + 1,
			s->retries + 1);
		wait_ms(s, s->source->service->pause_ms * (tries < 10 ? tries : 10));
		tries++;
	}
}

void capture_role(const struct settings *s, struct strbuf *to)
{
	const char *name = s->source->service->role;

	role_begin(to);
	role_binding(to, name, s->namespace);
	role_head(to, name, s->namespace);
	strbuf_addz(to,
		"- apiGroups: [apps]\n"
		"  resources: [deployments]\n"
		"  verbs: [get]\n"
		"- apiGroups: [coordination.k8s.io]\n"
		"  resources: [leases]\n"
		"  verbs: [get]\n"
		"- apiGroups: [\"\"]\n"
		"  resources: [pods]\n"
		"  verbs: [get, list]\n"
		"- apiGroups: [\"\"]\n"
		"  resources: [pods/portforward]\n"
		"  verbs: [create]\n");
}
