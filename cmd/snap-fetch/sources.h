/* What --from names: where a snapshot comes from. */
#ifndef SNAP_FETCH_SOURCES_H
#define SNAP_FETCH_SOURCES_H
#include "common/msg.h"
#include "common/str.h"
#include "content.h"
#include "service.h"
#include "settings.h"

struct source {
	const char *name;
	/* The options that it takes and some other source does not: " --pod --url ", with a blank
	 * around each. */
	const char *options;
	/* Defaults of --namespace and --deployment; NULL: none, the settings have NULL, too. */
	const char *namespace, *deployment;
	/* What is asked over HTTP; NULL: nothing is. */
	const struct service *service;
	const struct content *content; /* of the sink; NULL: it is not used */
	const char *suffix;            /* of the file that a terminal gets: "zip" */
	/* The whole fetch. True: the result is written. False: *e is set, and input, owned by the
	 * caller, names the pod or URL of the error. */
	bool (*fetch)(const struct settings *s, struct strbuf *input, struct error *e);
	/* Appends a Role with the rights that fetch takes, for kubectl apply. */
	void (*role)(const struct settings *s, struct strbuf *to);
};

/* The sources, the default first; each is a struct source_NAME in a file of its own. */
#define FETCH_SOURCES(X) X(kai) X(api) X(kube_scheduler) X(cluster_autoscaler)

#define FETCH_DECLARE(name) extern const struct source source_##name;
FETCH_SOURCES(FETCH_DECLARE)
#undef FETCH_DECLARE

/* The source of that name; NULL: none. */
const struct source *source_named(const char *name);
/* The one without --from. */
const struct source *source_default(void);
/* Appends "kai, x or y". */
void source_list(struct strbuf *to);
/* False: option ("--url") goes only with other sources. */
bool source_takes(const struct source *source, const char *option);
/* Appends the sources that take an option which others do not: "kai or api". */
void source_takers(const char *option, struct strbuf *to);

#endif
