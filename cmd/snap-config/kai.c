/* KAI Scheduler's configuration as the scheduler has it once it has read its file. */
#include "common/document.h"
#include "common/kai_config.h"
#include "config.h"

int config_kai(struct config_run *r)
{
	struct value *doc, *config;

	if (r->options->n_operands == 0) {
		config = kai_config_built_in(&r->arena);
	} else {
		r->input = r->options->operands[0];
		doc = document_read(&r->arena, r->input, r->e);
		config = doc ? kai_config_in(&r->arena, doc, r->e) : NULL;
		if (config && config->type == JSON_NULL)
			msg_warn(r->input,
				"no configuration in the snapshot: this is the built-in one");
	}
	if (!config)
		return r->e->status;
	value_write(&r->out, kai_config_filled(&r->arena, config));
	strbuf_addc(&r->out, '\n');
	return SNAP_OK;
}
