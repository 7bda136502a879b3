/* A snapshot made of what the API server lists, for a cluster whose scheduler serves none.
 *
 *   api.c: the source; begins anew -> api_snapshot.c: the snapshot, piece by piece
 *     -> api_discovery.c: versions and time -> api_settings.c: the scheduler's configuration, with
 *        api_flags.c for a command line, search_shard.c and shard.c for a SchedulingShard
 *     -> api_list.c: all objects of a kind -> api_page.c: a page out of kubectl -> page.c: read
 *     -> api_kinds.c: where the server has which kind, claims.c: the older form of some
 *
 * Memory: the objects of a page; of a cluster whose pods are adopted, the names of pod groups. */
#ifndef SNAP_FETCH_API_H
#define SNAP_FETCH_API_H
#include "common/import/fill.h"
#include "common/value.h"
#include "common/zipwrite.h"
#include "kubectl.h"
#include "page.h"
#include "sink.h"

/* Why a snapshot has no objects of a kind. */
enum missing { MISSING_NOTHING, MISSING_LACKING, MISSING_FORBIDDEN };

struct api {
	const struct settings *s;
	struct sink *sink;
	struct zipwrite *zip;
	struct strbuf out;      /* JSON that is not packed yet */
	struct import kept;     /* assumptions, and for --adopt: queues that are made */
	struct maker maker;     /* for --adopt */
	struct strbuf versions; /* lines of kubectl api-versions; empty: not known */
	struct strbuf server;   /* what kubectl version calls serverVersion; empty: not known */
	bool local_clock;       /* the server does not tell the time */
	enum missing missing[KIND_COUNT];
	struct strbuf unread;         /* what else could not be read: "deployment x" */
	struct strbuf config, params; /* JSON */
	struct strbuf scratch;
	size_t written; /* objects of the kind being written */
	bool converts;  /* the objects being taken are in the form of V1BETA1 */
	bool again;     /* begun anew, the failure may pass */
};

/* ---- api_snapshot.c ---- */

/* Writes the snapshot, and fills in capture.json. False: *e is set. */
bool api_put_snapshot(struct api *api, struct error *e);

/* ---- api_kinds.c ---- */

/* The version of resource.k8s.io whose objects have another form (claims.h). */
#define V1BETA1 "v1beta1"

const char *api_resource(enum kind kind); /* "podgroups" */
/* Objects that are asked for at once. */
unsigned api_page_size(enum kind kind);
/* False: the server is known not to have that version of the group. */
bool api_may_serve(const struct api *api, const char *group, const char *version);
/* The best version of the kind that the server may have, worse than `behind` unless that is NULL.
 * NULL: there is none. */
const char *api_version(const struct api *api, enum kind kind, const char *behind);
/* Appends "/api/v1/pods?limit=500". */
void api_path(enum kind kind, const char *version, unsigned limit, struct strbuf *path);
/* Appends rules of a ClusterRole, one for each API group: the right to list all kinds. */
void api_put_rules(struct strbuf *to);

/* ---- api_list.c ---- */

/* Lists all objects of a kind. Each goes to take, which returns false with *e set to end it; o is
 * valid during the call. A kind that the server lacks, or that may not be listed, has none: it is
 * noted in api. False: *e is set. */
typedef bool api_take(struct api *api, enum kind kind, struct object *o, struct error *e);
bool api_list(struct api *api, enum kind kind, api_take *take, struct error *e);

/* ---- api_page.c ---- */

enum page_end {
	PAGE_WHOLE,
	PAGE_TOO_LARGE, /* a smaller one may do */
	PAGE_BROKEN,    /* once more may help */
	PAGE_EXPIRED,   /* the server has forgotten the list */
	PAGE_NOT_FOUND,
	PAGE_FORBIDDEN,
	PAGE_FAILED /* nothing helps: no kubectl, or out of time */
};

/* kubectl get --raw PATH as a page, which has its kind. what is for messages. Other than
 * PAGE_WHOLE: *e is set, and the page is of no use. */
enum page_end api_page(const struct settings *s, const char *what, const char *path, struct page *p,
	struct error *e);

/* ---- api_discovery.c ---- */

/* Asks for versions, server and time. False: *e is set; that the server does not tell is no
 * failure. */
bool api_discover(struct api *api, struct error *e);
/* Appends the value of discovery. */
void api_put_discovery(const struct api *api, struct strbuf *out);

/* ---- api_settings.c, api_flags.c ---- */

/* Asks for config and params, those of the scheduler or what is built into it. False: *e is set. */
bool api_settings(struct api *api, struct error *e);
/* The value of schedulerParams for a command line, of n arguments. The value of --scheduler-conf
 * becomes *conf. False: *e is set, an argument has no such value. */
bool api_params(
	const struct str *args, size_t n, struct strbuf *out, struct str *conf, struct error *e);

/* ---- api_ask.c ---- */

/* What "kubectl ARGS..." prints, as JSON. NULL: *e is set, and *f says why. */
struct value *api_ask(const struct settings *s, const char *const args[], const char *what,
	struct arena *a, enum kubectl_failure *f, struct error *e);

#endif
