/* Roles for kubectl apply, with the commands that give them to somebody. Each set of rights has a
 * name of its own: what is applied takes the place of what has that name. */
#ifndef SNAP_FETCH_ROLE_H
#define SNAP_FETCH_ROLE_H
#include "common/str.h"

/* What the whole begins with; the commands of role_binding follow. */
void role_begin(struct strbuf *to);
/* The command that binds the Role of that name, or without a namespace (NULL) the ClusterRole. */
void role_binding(struct strbuf *to, const char *name, const char *namespace);
/* A role of that name up to its rules, which the caller appends. */
void role_head(struct strbuf *to, const char *name, const char *namespace);

#endif
