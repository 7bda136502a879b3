/* The scheduler's configuration and parameters (rules/01 1.4 and 1.5). */
#ifndef SNAP_CONFIG_H
#define SNAP_CONFIG_H
#include "model/values.h"

struct plugin_option {
	struct str name;
	struct labels arguments;
};
struct budget_limit { /* of an action or a generator */
	struct str key;
	int64_t ns;
};
struct queue_depth {
	struct str action;
	int64_t depth;
};
struct config {
	bool present;       /* false: null; the rest is the scheduler's default (rules/01 1.4) */
	struct str actions; /* as written: a comma-separated list */
	struct plugin_option *plugins; /* of all tiers, in order */
	int n_plugins;
	struct queue_depth *depths;
	int n_depths;
	bool has_usage_db;
	struct budget_limit *action_budgets, *generator_budgets; /* scenarioSearchBudgets */
	int n_action_budgets, n_generator_budgets;
	int64_t max_job_search, min_job_search; /* ns */
	bool has_max_job_search, has_min_job_search;
};
#define DEFAULT_POOL_KEY "kai.scheduler/node-pool"
enum { /* settings whose default is not zero */
	GIVEN_SCHEDULER_NAME = 1,
	GIVEN_POOL_KEY = 2,
	GIVEN_PREEMPTEES = 4,
	GIVEN_SIGNATURES = 8,
	GIVEN_HIERARCHY = 16,
	GIVEN_CONSOLIDATING_RECLAIM = 32,
	GIVEN_GRACE = 64
};
struct params {         /* schedulerParams; what is absent is zero until config_fill_params */
	unsigned given; /* GIVEN_..., ored */
	/* numOfStatusRecordingWorkers and schedulePeriod are given: they show which program wrote
	 * the parameters (config_gaps.c). */
	bool has_workers, has_period, has_stuck_in_releasing;
	struct str scheduler_name, pool_label_key, pool_label_value, queue_label_key;
	bool restrict_nodes, schedule_csi_storage, use_signatures, full_hierarchy,
		allow_consolidating_reclaim, detailed_fit_errors;
	int64_t max_consolidation_preemptees;
	int64_t staleness_grace_period, stuck_in_releasing; /* ns */
};

#endif
