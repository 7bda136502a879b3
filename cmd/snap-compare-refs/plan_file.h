/* The form of plan.json. */
#ifndef SNAP_COMPARE_PLAN_FILE_H
#define SNAP_COMPARE_PLAN_FILE_H

/* Rows: refs times snapshots. */
enum { PLAN_FORMAT = 1, PLAN_ROWS_MAX = 1000000 };

#endif
