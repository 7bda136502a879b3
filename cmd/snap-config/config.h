/* The commands of snap-config. Each writes its result to out and returns an exit status; if that is
 * neither SNAP_OK nor SNAP_NO, *e is set, and *input names the file in which it was found. */
#ifndef CONFIG_H
#define CONFIG_H
#include "common/arena.h"
#include "common/program.h"
#include "common/str.h"

struct config_options {
	char **operands;
	int n_operands;
	enum format format;    /* of diff */
	bool dra;              /* of profile */
	const char *openshift; /* of profile: "4.22"; NULL: the newest that was recorded */
	bool operator_level;   /* of loglevel: the operator's own table */
};

struct config_run {
	const struct config_options *options;
	struct arena arena;
	struct strbuf out;
	const char *input; /* for messages; NULL: none */
	struct error *e;
};

typedef int config_command(struct config_run *r);
config_command config_merge, config_profile, config_loglevel, config_diff, config_kai;

#endif
