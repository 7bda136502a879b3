/* A jq program: what is the same wherever one is run. Its users link libjq. */
#ifndef SNAP_JQPROGRAM_H
#define SNAP_JQPROGRAM_H
#include <jq.h>
#include "common/msg.h"
#include "common/str.h"

/* Compiles a program, whose variables args has by their names; args is consumed. What is wrong goes
 * to on_error with ctx. jq that gets no memory ends the program. NULL: it does not compile, or *e
 * is set. The caller frees it with jq_teardown. */
jq_state *jq_program(const char *program, jv args, jq_msg_cb on_error, void *ctx, struct error *e);

/* Of a string; valid as long as that. */
static inline struct str jq_string(jv string)
{
	return (struct str){
		jv_string_value(string), (size_t)jv_string_length_bytes(jv_copy(string))};
}

#endif
