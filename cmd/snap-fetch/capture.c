#include "capture.h"
#include <poll.h>
#include "cluster.h"
#include "download.h"

enum attempt { CAPTURED, TRY_AGAIN, GIVE_UP };

static enum attempt attempt_of(enum download_end end)
{
	return end == DOWNLOAD_DONE ? CAPTURED : end == DOWNLOAD_TRANSIENT ? TRY_AGAIN : GIVE_UP;
}

/* One pod. *missing: it answers 404, which a standby does. */
static enum attempt from_pod(const struct settings *s, const char *pod, unsigned port, struct sink *k, bool *missing, struct error *e)
{
	struct forward f;
	struct strbuf url = {0}, name = {0};
	enum attempt result = GIVE_UP;
	*missing = false;
	strbuf_addf(&name, "pod %s/%s", s->namespace, pod);
	enum kubectl_failure failure = forward_start(&f, s, pod, port, e);
	if (failure == KUBECTL_OK) {
		strbuf_addf(&url, "http://%s:%u" SNAPSHOT_PATH, f.host, f.port);
		enum download_end end = download(s, &(struct endpoint){url.s, name.s, pod, port, &f}, k, e);
		*missing = end == DOWNLOAD_NOT_FOUND;
		result = attempt_of(end);
	} else if (failure == KUBECTL_OTHER || failure == KUBECTL_NOT_FOUND) {
		result = TRY_AGAIN; /* pods come and go */
	}
	forward_stop(&f);
	strbuf_free(&url);
	strbuf_free(&name);
	return result;
}

static void all_missing(const struct settings *s, const struct cluster *c, struct error *e)
{
	struct strbuf names = {0};
	for (size_t i = 0; i < c->pod_count; i++)
		strbuf_addf(&names, "%s%s%s", i ? ", " : "", c->pods[i], i == 0 && c->leader_known ? " (the leader)" : "");
	struct error each = *e;
	*e = (struct error){0};
	error_set(e, SNAP_SYSTEM, "every pod answers 404", "%s: %.300s", each.why, names.s);
	if (s->pod)
		error_hint(e, "without --pod, so that the leader is looked up: a standby answers 404; or %.350s", each.hint);
	else
		error_hint(e, "%s", each.hint);
	strbuf_free(&names);
}

/* The leader first, then the others, until one of them serves. A failure counts for more than a 404: that pod may be the one. */
static enum attempt from_pods(const struct settings *s, const struct cluster *c, struct sink *k, struct error *e)
{
	enum attempt result = GIVE_UP;
	struct error failure = {0}, missing_error = {0};
	for (size_t i = 0; i < c->pod_count; i++) {
		struct error why = {0};
		bool missing;
		enum attempt a = from_pod(s, c->pods[i], c->remote_port, k, &missing, &why);
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
			msg_warn(c->pods[i], "%s: %s; asking the next pod", why.what, why.why);
	}
	*e = failure.status ? failure : missing_error;
	if (!failure.status)
		all_missing(s, c, e);
	return result;
}

static enum attempt from_cluster(const struct settings *s, struct sink *k, struct error *e)
{
	struct arena a = {0};
	struct cluster c;
	enum attempt result = cluster_find(s, &a, &c, e) ? from_pods(s, &c, k, e) : GIVE_UP;
	arena_free(&a);
	return result;
}

static void name_input(const struct settings *s, struct strbuf *input)
{
	if (s->url)
		strbuf_addz(input, s->url);
	else
		strbuf_addf(input, "%s/%s", s->namespace, s->pod ? s->pod : s->deployment);
}

static enum attempt once(const struct settings *s, const char *input, bool *passed_on, struct error *e)
{
	struct sink k;
	enum attempt result = GIVE_UP;
	if (!sink_open(&k, s, e))
		return GIVE_UP;
	if (s->url) {
		enum download_end end = download(s, &(struct endpoint){.url = s->url, .name = input}, &k, e);
		result = attempt_of(end);
	} else {
		result = from_cluster(s, &k, e);
	}
	*passed_on = k.passed_on;
	bool whole = sink_close(&k, e);
	return whole ? CAPTURED : result == CAPTURED ? GIVE_UP : result;
}

bool capture(const struct settings *s, struct strbuf *input, struct error *e)
{
	name_input(s, input);
	for (unsigned tries = 1;; tries++) {
		bool passed_on = false;
		*e = (struct error){0};
		enum attempt result = once(s, input->s, &passed_on, e);
		if (result == CAPTURED)
			return true;
		if (result == GIVE_UP || passed_on || tries > s->retries)
			return false;
		int64_t left = s->deadline - proc_clock_ms(), pause = tries < 10 ? 500 * (int64_t)tries : 5000;
		msg_warn(input->s, "%s: %s; try %u of %u follows", e->what, e->why, tries + 1, s->retries + 1);
		poll(NULL, 0, (int)(pause < left ? pause : left > 0 ? left : 0));
	}
}
