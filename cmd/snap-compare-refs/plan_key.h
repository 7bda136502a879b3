#ifndef SNAP_COMPARE_PLAN_KEY_H
#define SNAP_COMPARE_PLAN_KEY_H
#include "plan.h"

/* Of a ref with the settings of its replays. */
void plan_ref_key(const struct settings *s, const struct ref *r, char key[ROW_KEY]);
/* Of a row, from that of its ref and the snapshot's name. */
void plan_join_keys(const char *ref_key, const char *snapshot, char key[ROW_KEY]);

#endif
