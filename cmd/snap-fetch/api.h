/* A snapshot made of what the API server lists, for a cluster whose scheduler serves none. */
#ifndef SNAP_FETCH_API_H
#define SNAP_FETCH_API_H
#include "common/import/fill.h"
#include "common/zipwrite.h"
#include "kubectl.h"
#include "sink.h"

/* Objects pass through page by page. Of a cluster whose pods are adopted, what names groups and
 * queues is kept. */
struct api {
	const struct settings *s;
	struct sink *sink;
	struct zipwrite *zip;
	struct strbuf out;      /* JSON that is not packed yet */
	struct import kept;     /* assumptions, and for --adopt: queues and pod groups */
	struct maker maker;     /* for --adopt */
	struct strbuf versions; /* lines of kubectl api-versions; empty: not known */
	struct strbuf server;   /* what kubectl version calls serverVersion; empty: not known */
	struct strbuf lacking;  /* kinds that the server lacks, as a list of words */
	struct strbuf refused;  /* kinds that may not be listed */
	struct strbuf config, params; /* JSON */
	size_t kinds, written;        /* kinds in out, and objects of the last one */
	bool again;                   /* the failure may pass */
};

/* api_pages.c: lists all objects of a kind. Each goes to take, which returns false with *e set to
 * end it; o is valid until the next one, unless keep is true. A kind that the server lacks, or that
 * may not be listed, has none: it is noted in api. False: *e is set. */
typedef bool api_take(struct api *api, enum kind kind, struct object *o, struct error *e);
bool api_list(struct api *api, enum kind kind, bool keep, api_take *take, struct error *e);

/* Appends rules of a ClusterRole, one for each API group: the right to list all kinds. */
void api_put_rules(struct strbuf *to);

/* api_discovery.c: asks for versions and server. False: *e is set; that the server does not tell is
 * no failure. */
bool api_discover(struct api *api, struct error *e);
/* Appends the value of discovery. */
void api_put_discovery(const struct api *api, struct strbuf *out);

/* api_settings.c: asks for config and params, those of the scheduler's Deployment or what is built
 * into it. False: *e is set. */
bool api_settings(struct api *api, struct error *e);

/* api_flags.c: the value of schedulerParams for a command line, of n arguments. The value of
 * --scheduler-conf becomes *conf. False: *e is set, an argument has no such value. */
bool api_params(
	const struct str *args, size_t n, struct strbuf *out, struct str *conf, struct error *e);

#endif
