/* What the user asked for, as the parts of snap-fetch read it. */
#ifndef SNAP_FETCH_SETTINGS_H
#define SNAP_FETCH_SETTINGS_H
#include <stdbool.h>
#include <stdint.h>

enum {
	PLUGIN_PORT = 8081
}; /* where KAI's plugin server listens unless --plugin-server-port says otherwise (rules/01 1.1) */
#define SNAPSHOT_PATH "/get-snapshot"

struct settings {
	const char *namespace, *deployment, *context, *kubectl;
	const char *pod, *url; /* NULL: not given */
	const char *url_shown; /* url for messages, without what is secret in it */
	const char *output;    /* NULL: stdout */
	unsigned local_port;   /* 0: a free one */
	unsigned remote_port;  /* 0: as the deployment's arguments say, else PLUGIN_PORT */
	unsigned retries;
	uint64_t max_size; /* bytes, as they come and unpacked */
	int64_t timeout_ms;
	int64_t deadline; /* of the whole run, by proc_clock_ms */
	bool verify, quiet;
	bool raw;        /* nothing is added to what comes */
	bool print_role; /* instead of a capture */
};

#endif
