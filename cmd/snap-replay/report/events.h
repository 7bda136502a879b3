/* What the engine tells the world: decisions as they are committed, then the state in the end (cli.md, "snap-replay"). */
#ifndef SNAP_EVENTS_H
#define SNAP_EVENTS_H
#include "../session/statement.h"

struct events; /* made by the report; the session only calls these */

void events_bind(struct events *ev, const char *action, const struct task *t);
void events_pipeline(struct events *ev, const char *action, const struct task *t, const struct node *n);
void events_evict(struct events *ev, const char *action, const struct task *t, const struct node *n, const struct eviction *why);

#endif
