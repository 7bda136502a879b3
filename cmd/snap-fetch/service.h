/* What answers at an endpoint: where it is found, what it is asked, and what its answers are. */
#ifndef SNAP_FETCH_SERVICE_H
#define SNAP_FETCH_SERVICE_H
#include <stdint.h>
#include "common/msg.h"
#include "common/str.h"

struct settings;
struct cluster;
struct arena;

enum download_end {
	DOWNLOAD_DONE,      /* the HTTP body is complete; the verifier may still refuse it */
	DOWNLOAD_NOT_FOUND, /* none answers here, but another pod may */
	DOWNLOAD_TRANSIENT, /* a retry may help */
	DOWNLOAD_FAILED
};

/* A response that is not for the sink. */
struct refusal {
	const struct settings *settings;
	const char *pod; /* NULL with --url */
	long status;     /* HTTP's */
};

struct service {
	const char *who;  /* "the scheduler" */
	const char *role; /* name of the Role with the rights that it takes */
	const char *path; /* of what is asked for: "/get-snapshot" */
	unsigned port;    /* in the pod, where nothing tells another one */
	const char *port_flag;
	unsigned retries;
	int64_t timeout_ms, pause_ms; /* pause: before the second try, longer before the next */
	const char *patience;         /* said while no answer comes; NULL: nothing */
	/* Sets the pods of *c that can answer. False: *e is set. */
	bool (*find)(const struct settings *s, struct arena *a, struct cluster *c, struct error *e);
	/* True: a response that begins so is for the sink. Its status is not 200. */
	bool (*takes)(long status, char first);
	/* Of another response, of which *e tells: adds a hint. */
	enum download_end (*refused)(const struct refusal *r, struct error *e);
	/* After the time-out, without an answer: sets another hint than that of more time. NULL:
	 * there is none. */
	void (*silent)(const struct settings *s, struct error *e);
};

#endif
