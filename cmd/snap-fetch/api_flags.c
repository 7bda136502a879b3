/* The scheduler's command line as schedulerParams: its flags over their defaults. */
#include <stdlib.h>
#include "api.h"
#include "common/kai_config.h"
#include "common/timefmt.h"

enum flag_type { FLAG_TEXT, FLAG_BOOL, FLAG_INT, FLAG_DURATION };

/* FLAG(KEY, flag, type, default as JSON); the two of the node pool are members of partitionParams.
 */
#define POOL_FLAGS(FLAG) \
	FLAG(NodePoolLabelKey, "nodepool-label-key", FLAG_TEXT, "\"kai.scheduler/node-pool\"") \
	FLAG(NodePoolLabelValue, "partition-label-value", FLAG_TEXT, "\"\"")
#define FLAGS(FLAG) \
	FLAG(schedulerName, "scheduler-name", FLAG_TEXT, "\"kai-scheduler\"") \
	FLAG(restrictSchedulingNodes, "restrict-node-scheduling", FLAG_BOOL, "false") \
	FLAG(maxNumberConsolidationPreemptees, "max-consolidation-preemptees", FLAG_INT, "16") \
	FLAG(scheduleCSIStorage, "schedule-csi-storage", FLAG_BOOL, "false") \
	FLAG(useSchedulingSignatures, "use-scheduling-signatures", FLAG_BOOL, "true") \
	FLAG(fullHierarchyFairness, "full-hierarchy-fairness", FLAG_BOOL, "true") \
	FLAG(allowConsolidatingReclaim, "allow-consolidating-reclaim", FLAG_BOOL, "true") \
	FLAG(numOfStatusRecordingWorkers, "num-of-status-recording-workers", FLAG_INT, "5") \
	FLAG(globalDefaultStalenessGracePeriod, "default-staleness-grace-period", FLAG_DURATION, \
		"60000000000") \
	FLAG(schedulePeriod, "schedule-period", FLAG_DURATION, "1000000000") \
	FLAG(stuckInReleasingThreshold, "stuck-in-releasing-threshold", FLAG_DURATION, \
		"120000000000") \
	FLAG(detailedFitErrors, "detailed-fit-errors", FLAG_BOOL, "false") \
	FLAG(updatePodEvictionCondition, "update-pod-eviction-condition", FLAG_BOOL, "false") \
	FLAG(queueLabelKey, "queue-label-key", FLAG_TEXT, "\"" QUEUE_LABEL "\"")

struct flag {
	const char *key, *name;
	enum flag_type type;
	const char *preset;
};
#define FLAG_ROW(key, name, type, preset) {#key, name, type, preset},
static const struct flag pool_flags[] = {POOL_FLAGS(FLAG_ROW)};
static const struct flag flags[] = {FLAGS(FLAG_ROW)};

/* --NAME=VALUE, -NAME=VALUE, or --NAME and the value in the next argument; a bool needs no value.
 * The last one counts. */
static bool find(
	const struct str *args, size_t n, const char *name, bool is_bool, struct str *value)
{
	struct str wanted = str_of(name);
	bool found = false;

	for (size_t i = 0; i < n; i++) {
		struct str arg = args[i];

		for (int dashes = 0; dashes < 2 && arg.n && *arg.p == '-'; dashes++, arg.n--)
			arg.p++;
		if (arg.p == args[i].p || !str_starts(arg, wanted))
			continue;
		if (arg.n > wanted.n && arg.p[wanted.n] == '=')
			*value = (struct str){arg.p + wanted.n + 1, arg.n - wanted.n - 1};
		else if (arg.n != wanted.n)
			continue;
		else if (is_bool)
			*value = STR("true");
		else if (i + 1 < n)
			*value = args[++i];
		else
			continue;
		found = true;
	}
	return found;
}

static bool put_bool(struct jsonw *w, struct str value)
{
	static const char *const words[2][6] = {{"0", "f", "F", "false", "FALSE", "False"},
		{"1", "t", "T", "true", "TRUE", "True"}};

	for (int b = 0; b < 2; b++)
		for (int i = 0; i < 6; i++)
			if (str_eq(value, str_of(words[b][i]))) {
				jsonw_bool(w, b);
				return true;
			}
	return false;
}

static bool put_int(struct jsonw *w, struct str value)
{
	bool negative = value.n && *value.p == '-';
	int64_t n = 0;

	if (value.n == (size_t)negative || value.n > 10)
		return false;
	for (size_t i = negative; i < value.n; i++) {
		if (!is_digit(value.p[i]))
			return false;
		n = 10 * n + (value.p[i] - '0');
	}
	jsonw_int(w, negative ? -n : n);
	return true;
}

static bool put_value(struct jsonw *w, enum flag_type type, struct str value)
{
	int64_t ns;

	switch (type) {
	case FLAG_BOOL: return put_bool(w, value);
	case FLAG_INT: return put_int(w, value);
	case FLAG_DURATION:
		if (!duration_parse(value, &ns))
			return false;
		jsonw_int(w, ns);
		return true;
	default: jsonw_str(w, value); return true;
	}
}

static bool put_flags(struct jsonw *w, const struct flag *table, size_t count,
	const struct str *args, size_t n, struct error *e)
{
	for (size_t i = 0; i < count; i++) {
		const struct flag *f = &table[i];
		struct str value;

		jsonw_key(w, f->key);
		if (!find(args, n, f->name, f->type == FLAG_BOOL, &value))
			jsonw_raw(w, str_of(f->preset));
		else if (!put_value(w, f->type, value))
			return error_set(e, SNAP_SYSTEM,
				"an argument of the scheduler cannot be read",
				"--%s has the value '%.*s'", f->name,
				(int)(value.n < 80 ? value.n : 80), value.p);
	}
	return true;
}

bool api_params(
	const struct str *args, size_t n, struct strbuf *out, struct str *conf, struct error *e)
{
	struct jsonw w = {.out = out};

	*conf = (struct str){0};
	find(args, n, "scheduler-conf", false, conf);
	jsonw_begin(&w, '{');
	jsonw_key(&w, "partitionParams");
	jsonw_begin(&w, '{');
	bool good = put_flags(&w, pool_flags, sizeof pool_flags / sizeof *pool_flags, args, n, e);
	jsonw_end(&w, '}');
	good = good && put_flags(&w, flags, sizeof flags / sizeof *flags, args, n, e);
	jsonw_end(&w, '}');
	return good;
}
