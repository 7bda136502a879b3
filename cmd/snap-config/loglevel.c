/* logLevel of OpenShift's KubeScheduler and the number behind -v of kube-scheduler. */
#include "config.h"

/* A line is X(name, number of kube-scheduler, number of its operator). */
#define LEVELS(X) X(Normal, 2, 2) X(Debug, 4, 4) X(Trace, 6, 6) X(TraceAll, 10, 8)

static const struct level {
	const char *name;
	int operand, operator;
} levels[] = {
#define LEVEL(name, operand, operator) {#name, operand, operator},
	LEVELS(LEVEL)};
enum { N_LEVELS = sizeof levels / sizeof *levels };

static _Noreturn void refuse(const char *text, bool own)
{
	struct strbuf known = {0};

	for (int i = 0; i < N_LEVELS; i++)
		strbuf_addf(&known, "%s%s (%d)", i == 0 ? "" : i < N_LEVELS - 1 ? ", " : " or ",
			levels[i].name, own ? levels[i].operator : levels[i].operand);
	msg_usage("unknown level '%s': %s", text, known.s);
}

int config_loglevel(struct config_run *r)
{
	const char *text = r->options->operands[0];
	bool own = r->options->operator_level;

	for (int i = 0; i < N_LEVELS; i++) {
		struct strbuf number = {0};

		strbuf_addf(&number, "%d", own ? levels[i].operator : levels[i].operand);
		if (strcmp(text, levels[i].name) == 0)
			strbuf_addstr(&r->out, strbuf_str(&number));
		else if (strcmp(text, number.s) == 0)
			strbuf_addz(&r->out, levels[i].name);
		strbuf_free(&number);
	}
	if (r->out.len == 0)
		refuse(text, own);
	strbuf_addc(&r->out, '\n');
	return SNAP_OK;
}
