/* A document from its input to its proof: names are gathered, numbered, written, looked for. */
#ifndef REDACT_JOB_H
#define REDACT_JOB_H
#include "original.h"
#include "prove.h"
#include "settings.h"
#include "volumes.h"
#include "walk.h"

struct job {
	const struct settings *settings;
	struct original original;
	struct book book;
	struct params params;
	struct arena arena;
	struct schemas *schemas;
	struct derived derived;
	struct map unknown;
	struct shift shift;       /* {0}: times stay */
	struct rounding rounding; /* of --profile public */
	struct sink out;
	struct proof proof; /* what is decided on the original */
};

/* What a job begins with. */
#define JOB_OF(s) ((struct job){.settings = (s), .original = {.fd = -1}, .out = {.fd = -1}})
/* Opens the file of the settings; original_of takes a text instead. False: *e is set. */
bool job_open(struct job *j, struct error *e);
/* The redacted document is in j->out. False: *e is set. job_free releases j in any case. */
bool job_run(struct job *j, struct error *e);
void job_free(struct job *j);

#endif
