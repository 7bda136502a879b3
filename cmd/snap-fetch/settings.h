/* Settings of snap-fetch. */
#ifndef SNAP_FETCH_SETTINGS_H
#define SNAP_FETCH_SETTINGS_H
#include <stdbool.h>
#include <stdint.h>
#include "common/import/import.h"
#include "pprof_kinds.h"

struct settings {
	const struct source *source;
	const char *namespace, *deployment; /* NULL: see struct source */
	const char *context, *kubectl;
	const char *pod, *url; /* NULL: absent */
	const char *url_shown; /* url for messages, without its secrets */
	const char *output;    /* NULL: stdout */
	unsigned local_port;   /* 0: a free one */
	unsigned remote_port;  /* 0: from the deployment's arguments, else the service's */
	unsigned retries;
	uint64_t max_size; /* bytes, both of the download and decompressed */
	int64_t timeout_ms;
	int64_t deadline; /* of the whole run, by proc_clock_ms */
	bool verify, quiet;
	enum adopt adopt;          /* pods of --from api that get a pod group */
	const char *selector;      /* of the pods; NULL: absent */
	bool no_signal;            /* the log is taken as it is */
	bool keep_error;           /* a document of cluster-autoscaler that tells of an error */
	struct pprof_kind profile; /* in place of a dump; word NULL: absent */
	bool raw;                  /* the download stays unchanged */
	bool print_role;           /* in place of a capture */
};

#endif
