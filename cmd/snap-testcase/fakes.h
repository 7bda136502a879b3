/* A snapshot in the words of the fakes of the scheduler's integration tests
 * (pkg/scheduler/test_utils): what they have no word for is not in it (lacks.h). */
#ifndef TESTCASE_FAKES_H
#define TESTCASE_FAKES_H
#include "common/msg.h"
#include "common/timefmt.h"
#include "lacks.h"

struct fake_task {
	struct str pod;  /* namespace/name in the snapshot */
	struct str name; /* among the fakes: that of its job and its place there */
	const char *state;
	struct str node; /* empty unless it has one */
	struct str created, uid;
	const struct value *gpu_groups; /* of labels; a text or NULL */
	int64_t cpu, memory;            /* requested: thousandths, bytes */
	int64_t gpus;                   /* whole ones */
	struct str fraction;            /* of a GPU, as written; empty: none */
	int64_t order;                  /* its priority in the job; INT64_MIN: none */
};

struct fake_job {
	struct str name, ns, queue, created;
	struct str preemptibility; /* empty: by the priority */
	int64_t priority, min_member;
	int age; /* in minutes; no two jobs have the same */
	struct fake_task *tasks;
	size_t n, cap;
	/* What each of its tasks requests, but for whole GPUs. */
	int64_t cpu, memory; /* thousandths, bytes */
	struct str fraction; /* of a GPU, as written; empty: none */
};

struct fake_place {
	const struct fake_job *job;
	const struct fake_task *task;
};

struct fake_node {
	struct str name;
	int64_t cpu, memory, gpus, pods; /* cpu in thousandths, memory in bytes */
	const struct value *labels;      /* NULL: none */
};

struct fake_amounts {
	double quota, limit, weight;
};
struct fake_queue {
	struct str name, parent, created;
	bool v1;          /* without amounts */
	int64_t priority; /* INT64_MIN: none */
	struct fake_amounts gpu, cpu, memory;
};

/* Start with {0}; fakes_free releases it. */
struct fakes {
	struct fake_job *jobs; /* by age, the oldest first */
	struct fake_node *nodes;
	struct fake_queue *queues; /* by age, the oldest first */
	size_t n_jobs, cap_jobs, n_nodes, cap_nodes, n_queues, cap_queues;
	const struct value *config, *params;
	struct map classes; /* of priorities, by name */
	struct map groups;  /* namespace/name of a pod group to its job */
	struct map tasks;   /* the name of a task to its struct fake_place */
	struct lacks lacks;
	struct arena arena;
};

/* The snapshot must live longer. */
void fakes_make(struct fakes *f, const struct value *snapshot);
void fakes_free(struct fakes *f);
/* The task of this name, and its job. NULL: there is none. */
const struct fake_task *fakes_task(
	const struct fakes *f, struct str name, const struct fake_job **job);

/* Parts of fakes_make. */
void fakes_take_jobs(struct fakes *f, const struct value *objects);
void fakes_take_nodes(struct fakes *f, const struct value *objects);
void fakes_take_queues(struct fakes *f, const struct value *objects);
void fakes_take_settings(struct fakes *f, const struct value *snapshot);

/* What the fakes make of it, as a snapshot: appends JSON, JSON_PADDING readable bytes follow. */
void fakes_write(const struct fakes *f, struct instant now, struct strbuf *out);

#endif
