/* How long the scheduler searches where its configuration does not say (rules/01 1.4), in seconds.
 */
#ifndef SNAP_SEARCH_BUDGETS_H
#define SNAP_SEARCH_BUDGETS_H

enum {
	DEFAULT_ACTION_SEARCH = 300,
	DEFAULT_JOB_SEARCH = 240,
	DEFAULT_MIN_JOB_SEARCH = 0,
	DEFAULT_GENERATOR_SEARCH = 120,
	DEFAULT_NODE_LOCAL_GREEDY_SEARCH = 30
};

#endif
