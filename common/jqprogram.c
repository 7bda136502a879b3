#include "common/jqprogram.h"
#include "common/mem.h"

static void no_memory(void *ctx)
{
	(void)ctx;
	out_of_memory();
}

jq_state *jq_program(const char *program, jv args, jq_msg_cb on_error, void *ctx, struct error *e)
{
	jq_state *jq = jq_init();

	if (jq == NULL) {
		jv_free(args);
		error_set(e, SNAP_SYSTEM, "cannot start jq", "out of memory");
		return NULL;
	}
	jq_set_nomem_handler(jq, no_memory, NULL); /* jq_init leaves it to chance */
	jq_set_error_cb(jq, on_error, ctx);
	jq_set_attr(jq, jv_string("JQ_LIBRARY_PATH"),
		JV_ARRAY(jv_string("~/.jq"), jv_string("$ORIGIN/../lib/jq"),
			jv_string("$ORIGIN/lib")));
	jq_set_attr(jq, jv_string("JQ_ORIGIN"), jv_string("."));
	jq_set_attr(jq, jv_string("PROGRAM_ORIGIN"), jv_string("."));
	if (!jq_compile_args(jq, program, args))
		jq_teardown(&jq);
	return jq;
}
