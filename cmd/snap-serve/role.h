/* What --as names: whose server snap-serve stands for. */
#ifndef SNAP_SERVE_ROLE_H
#define SNAP_SERVE_ROLE_H
#include "common/input.h"
#include "common/str.h"
#include "respond.h"

struct role {
	const char *name;
	const char *path; /* what it answers, for the user */
	unsigned port;    /* default of --port */
	/* Reads the whole input, whose file is fd, and verifies it. Returns the descriptor of the
	 * bytes to be sent: fd itself, or an unlinked file's; -1: *e is set. *status: HTTP's of an
	 * answer with these bytes. */
	int (*verify)(struct input *in, int fd, unsigned *status, struct error *e);
	bool any; /* verify takes what is no JSON, too (input_limits.any), to name it */
	/* Answers a request that is meant for this server, with the path of its URL. */
	enum MHD_Result (*answer)(struct request *q, const char *path);
};

/* The roles, the default first; each is a struct role_NAME in a file of its own. */
#define ROLES(X) X(kai) X(cluster_autoscaler)

#define ROLE_DECLARE(name) extern const struct role role_##name;
ROLES(ROLE_DECLARE)
#undef ROLE_DECLARE

/* The role of that name; NULL: none. */
const struct role *role_named(const char *name);
/* The one without --as. */
const struct role *role_default(void);
/* Appends "x or y". */
void role_list(struct strbuf *to);

#endif
