/* What the command line asks for. */
#ifndef SNAP_DIFF_SETTINGS_H
#define SNAP_DIFF_SETTINGS_H
#include <stdint.h>
#include "common/program.h"
#include "common/terminal.h"
#include "decisions.h"
#include "report.h"

struct settings {
	struct report_options report;
	const char *output, *operands[2];
	enum format format;
	uint64_t max_memory; /* 0: the default */
	const char *apply;   /* a patch, to be applied to the second operand; NULL: compare */
	struct cycle cycle;  /* with decisions */
	bool quiet, decisions, patch;
};

#endif
