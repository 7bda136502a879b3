#include "download.h"
#include <curl/curl.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "common/mem.h"
#include "common/program.h"
#include "sources.h"

enum { SLICE_MS = 500, REFUSAL = 2048 };
static const time_t YEAR_10000 = 253402300800;

struct transfer {
	const struct settings *settings;
	const struct service *service;
	const struct endpoint *from;
	CURL *easy;
	CURLM *multi;
	/* Bytes that curl has delivered and that are not written yet. They are not written from
	 * within curl, which blocks SIGPIPE there. */
	struct strbuf arrived;
	struct strbuf refusal; /* start of the body of a response that is not for the sink */
	long status;           /* HTTP's */
	bool taken;            /* the response is for the sink */
	time_t answered;       /* by our own clock */
	char reason[CURL_ERROR_SIZE];
};

static size_t on_bytes(char *bytes, size_t size, size_t n, void *ctx)
{
	(void)size;
	struct transfer *t = ctx;
	curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &t->status);
	if (n && !t->taken && !t->refusal.len)
		t->taken = t->status == 200 || t->service->takes(t->status, *bytes);
	if (t->taken) {
		if (!t->answered)
			t->answered = time(NULL);
		strbuf_add(&t->arrived, bytes, n);
		return n;
	}
	size_t room = REFUSAL - t->refusal.len;
	strbuf_add(&t->refusal, bytes, n < room ? n : room);
	return n <= room ? n : 0; /* a refusal may be endless too */
}

static bool transfer_open(struct transfer *t)
{
	char agent[64];

	snprintf(agent, sizeof agent, "snap-fetch/%s", program_release);
	t->multi = curl_multi_init();
	t->easy = curl_easy_init();
	if (!t->multi || !t->easy)
		return false;
	CURL *c = t->easy;
	bool ok = curl_easy_setopt(c, CURLOPT_URL, t->from->url) == CURLE_OK &&
		curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK &&
		curl_easy_setopt(c, CURLOPT_USERAGENT, agent) == CURLE_OK &&
		/* one request: HTTP/2 has nothing to offer */
		curl_easy_setopt(c, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1) == CURLE_OK &&
		curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, on_bytes) == CURLE_OK &&
		curl_easy_setopt(c, CURLOPT_WRITEDATA, t) == CURLE_OK &&
		curl_easy_setopt(c, CURLOPT_BUFFERSIZE, 65536L) == CURLE_OK &&
		curl_easy_setopt(c, CURLOPT_ERRORBUFFER, t->reason) == CURLE_OK;
	/* A proxy of the environment cannot reach the loopback. */
	if (t->from->forward)
		ok = ok && curl_easy_setopt(c, CURLOPT_NOPROXY, "*") == CURLE_OK;
	const char *authorities = getenv("SSL_CERT_FILE");
	if (authorities && *authorities)
		ok = ok && curl_easy_setopt(c, CURLOPT_CAINFO, authorities) == CURLE_OK;
	return ok && curl_multi_add_handle(t->multi, c) == CURLM_OK;
}

static void transfer_close(struct transfer *t)
{
	if (t->multi && t->easy)
		curl_multi_remove_handle(t->multi, t->easy);
	if (t->easy)
		curl_easy_cleanup(t->easy);
	if (t->multi)
		curl_multi_cleanup(t->multi);
	strbuf_free(&t->arrived);
	strbuf_free(&t->refusal);
}

static enum download_end refused(const struct transfer *t, struct error *e)
{
	char what[64], output[400];
	char *where = NULL;

	kubectl_one_line(&t->refusal, output, sizeof output);
	snprintf(what, sizeof what, "HTTP status %ld", t->status);
	curl_easy_getinfo(t->easy, CURLINFO_REDIRECT_URL, &where);
	struct strbuf target = {0};
	url_shown(where ? where : "", &target);
	error_set(e, SNAP_SYSTEM, what, "%s%s", where ? "a redirect to " : output,
		where ? target.s : "");
	strbuf_free(&target);
	if (where)
		error_hint(e, "--url with that address, if it is that of %s", t->service->who);
	const struct refusal r = {t->settings, t->from->pod, t->status};
	return t->service->refused(&r, e);
}

/* The connection failed. If kubectl has died or reported an error, that is the cause. */
static bool blame_forward(const struct transfer *t, uint64_t bytes, struct error *e)
{
	struct forward *f = t->from->forward;
	char output[600];

	if (!f)
		return false;
	bool alive = forward_outlives(f);
	kubectl_one_line(&f->err, output, sizeof output);
	if (alive && !output[0])
		return false;
	error_set(e, bytes ? SNAP_INPUT : SNAP_SYSTEM,
		alive ? "port-forward failed" : "port-forward died", "at byte %llu: %s",
		(unsigned long long)bytes, output[0] ? output : "without a word");
	if (forward_refused(f))
		error_hint(e,
			"nothing listens on port %u in pod %s: --remote-port with that of %s's %s",
			t->from->remote_port, t->from->pod, t->service->who, t->service->port_flag);
	else
		error_hint(e, "'kubectl get pod %s -n %s': has it been restarted?", t->from->pod,
			t->settings->namespace);
	return true;
}

/* A transfer that had begun: the server closed it before the snapshot was complete, or reading
 * failed on this machine. */
static int status_of_cut(const struct transfer *t, uint64_t bytes)
{
	long code = 0;
	bool known = curl_easy_getinfo(t->easy, CURLINFO_OS_ERRNO, &code) == CURLE_OK && code != 0;
	bool ours = known && code != ECONNRESET && code != ECONNABORTED && code != EPIPE &&
		code != ETIMEDOUT;

	return bytes && !ours ? SNAP_INPUT : SNAP_SYSTEM;
}

static enum download_end broken(
	const struct transfer *t, CURLcode code, uint64_t bytes, struct error *e)
{
	const char *why = t->reason[0] ? t->reason : curl_easy_strerror(code);
	char what[64];

	if (blame_forward(t, bytes, e))
		return DOWNLOAD_TRANSIENT;
	switch (code) {
	case CURLE_COULDNT_RESOLVE_HOST:
	case CURLE_COULDNT_RESOLVE_PROXY:
	case CURLE_COULDNT_CONNECT:
		error_set(e, SNAP_SYSTEM, "cannot connect", "%s", why);
		error_hint(e, "is it up, and is that its address? curl -v %s",
			t->from->forward ? t->from->url : t->settings->url_shown);
		return DOWNLOAD_TRANSIENT;
	case CURLE_PEER_FAILED_VERIFICATION:
	case CURLE_SSL_CACERT_BADFILE:
	case CURLE_SSL_ISSUER_ERROR:
		error_set(e, SNAP_SYSTEM, "its certificate is not trusted", "%s", why);
		error_hint(e,
			"SSL_CERT_FILE=CA.pem in the environment, with the certificate of the authority that signed it");
		return DOWNLOAD_FAILED;
	case CURLE_GOT_NOTHING:
	case CURLE_PARTIAL_FILE:
	case CURLE_RECV_ERROR:
	case CURLE_SEND_ERROR:
	case CURLE_HTTP2_STREAM:
		snprintf(what, sizeof what, "connection cut at byte %llu",
			(unsigned long long)bytes);
		error_set(e, status_of_cut(t, bytes), what, "%s", why);
		error_hint(e,
			"again, with more --retries and to a file with -o: 'kubectl logs' of %s may tell why it stopped",
			t->service->who);
		return DOWNLOAD_TRANSIENT;
	default:
		error_set(e, SNAP_SYSTEM, "the download failed", "%s", why);
		return DOWNLOAD_FAILED;
	}
}

static bool out_of_time(const struct transfer *t, uint64_t bytes, struct error *e)
{
	if (bytes)
		return deadline_error(
			t->settings, e, "no end at byte %llu", (unsigned long long)bytes);
	deadline_error(t->settings, e, "no answer from %s", t->from->name);
	if (t->service->silent)
		t->service->silent(t->settings, e);
	return false;
}

/* Hands on what has arrived. */
static bool drain(struct transfer *t, struct sink *k, struct error *e)
{
	k->fault = t->status == 200 ? 0 : t->status;
	bool ok = !t->arrived.len || sink_write(k, t->from->name, t->arrived.s, t->arrived.len, e);

	strbuf_clear(&t->arrived);
	return ok;
}

/* A word to whoever waits, once, after an eighth of the time that there is. */
static void tell_patience(const struct transfer *t, int64_t since, bool *told)
{
	if (*told || !t->service->patience || t->answered ||
		proc_clock_ms() - since < t->settings->timeout_ms / 8)
		return;
	*told = true;
	msg_note("%s: %s", t->from->name, t->service->patience);
}

/* Runs the transfer to its end. False: stopped, *e is set. */
static bool run(struct transfer *t, struct sink *k, CURLcode *code, struct error *e)
{
	const int64_t since = proc_clock_ms();
	bool told = false;

	for (int running = 1;;) {
		if (curl_multi_perform(t->multi, &running) != CURLM_OK)
			return error_set(e, SNAP_SYSTEM, "the download failed", "%s",
				"libcurl cannot go on");
		if (!drain(t, k, e))
			return false;
		if (!running)
			break;
		int64_t left = t->settings->deadline - proc_clock_ms();
		if (left <= 0)
			return out_of_time(t, k->bytes, e);
		tell_patience(t, since, &told);
		if (curl_multi_poll(t->multi, NULL, 0, left < SLICE_MS ? (int)left : SLICE_MS,
			    NULL) != CURLM_OK)
			return error_set(
				e, SNAP_SYSTEM, "the download failed", "%s", "libcurl cannot wait");
		if (t->from->forward)
			forward_read(t->from->forward, 0); /* its pipe must not fill up */
	}
	int left;
	CURLMsg *m = curl_multi_info_read(t->multi, &left);
	*code = m && m->msg == CURLMSG_DONE ? m->data.result : CURLE_OK;
	return true;
}

/* Time of the response by the server's clock, else by the local clock. */
static void note_time(const struct transfer *t, struct sink *k)
{
	struct curl_header *date;
	struct strbuf text = {0};
	time_t at = -1;

	if (curl_easy_header(t->easy, "Date", 0, CURLH_HEADER, -1, &date) == CURLHE_OK)
		at = curl_getdate(date->value, NULL);
	rfc3339_format(&text, (struct instant){at > 0 && at < YEAR_10000 ? at : t->answered, 0});
	k->info.field[CAPTURE_AT] = arena_str(&k->arena, strbuf_str(&text));
	strbuf_free(&text);
}

enum download_end download(
	const struct settings *s, const struct endpoint *from, struct sink *k, struct error *e)
{
	struct transfer t = {.settings = s, .service = s->source->service, .from = from};
	enum download_end end = DOWNLOAD_FAILED;
	CURLcode code = CURLE_OK;

	if (!transfer_open(&t)) {
		error_set(
			e, SNAP_SYSTEM, "the download cannot be started", "%s", "libcurl refused");
	} else if (run(&t, k, &code, e)) {
		curl_easy_getinfo(t.easy, CURLINFO_RESPONSE_CODE, &t.status);
		if (t.status && t.status != 200 && !t.taken)
			end = refused(&t, e);
		else if (code != CURLE_OK)
			end = broken(&t, code, k->bytes, e);
		else
			end = DOWNLOAD_DONE;
		if (end == DOWNLOAD_DONE)
			note_time(&t, k);
	}
	transfer_close(&t);
	return end;
}

/* "HOST:PORT" or "[ADDRESS]:PORT", maybe with a path, and nothing else. */
static bool is_host_and_port(const char *given)
{
	size_t n = *given == '[' ? strcspn(given, "]/") + 1 : strcspn(given, ":/@");
	const char *port = given + n;

	if (n == 0 || strlen(given) < n || *port != ':')
		return false;
	n = strspn(port + 1, "0123456789");
	return n > 0 && (!port[1 + n] || port[1 + n] == '/');
}

bool url_complete(const char *given, const char *path_of_service, struct strbuf *url)
{
	struct strbuf with_scheme = {0};

	errno = 0;
	if (is_host_and_port(given)) {
		strbuf_addf(&with_scheme, "http://%s", given);
		given = with_scheme.s;
	}
	CURLU *u = curl_url();
	char *scheme = NULL, *path = NULL, *whole = NULL;
	bool ok = u && curl_url_set(u, CURLUPART_URL, given, 0) == CURLUE_OK &&
		curl_url_get(u, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
		(strcmp(scheme, "http") == 0 || strcmp(scheme, "https") == 0) &&
		curl_url_get(u, CURLUPART_PATH, &path, 0) == CURLUE_OK;
	if (ok && strcmp(path, "/") == 0)
		ok = curl_url_set(u, CURLUPART_PATH, path_of_service, 0) == CURLUE_OK;
	ok = ok && curl_url_get(u, CURLUPART_URL, &whole, 0) == CURLUE_OK;
	if (!ok && errno == ENOMEM)
		out_of_memory(); /* which is no fault of the URL */
	if (ok)
		strbuf_addz(url, whole);
	curl_free(scheme);
	curl_free(path);
	curl_free(whole);
	curl_url_cleanup(u);
	strbuf_free(&with_scheme);
	return ok;
}

void url_shown(const char *text, struct strbuf *shown)
{
	CURLU *u = curl_url();
	char *whole = NULL;
	static const CURLUPart secret[] = {CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS,
		CURLUPART_QUERY, CURLUPART_FRAGMENT};
	bool ok = u && curl_url_set(u, CURLUPART_URL, text, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK;

	for (size_t i = 0; ok && i < sizeof secret / sizeof *secret; i++)
		ok = curl_url_set(u, secret[i], NULL, 0) == CURLUE_OK;
	ok = ok && curl_url_get(u, CURLUPART_URL, &whole, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK;
	if (ok) {
		strbuf_addz(shown, whole);
	} else {
		/* Not a valid URL: shows only the part between the last @ and a query, since the
		 * rest may be secret. */
		const char *at = strrchr(text, '@');
		text = at ? at + 1 : text;
		strbuf_add(shown, text, strcspn(text, "?#"));
	}
	curl_free(whole);
	curl_url_cleanup(u);
}
