/* Pod groups and their pods. */
#include <stdlib.h>

#include "common/grow.h"
#include "common/keys.h"
#include "common/quantity.h"
#include "fakes.h"
#include "fakes_values.h"

/* ---- pods ---- */

/* As the scheduler's pod_status calls it. */
static const char *state_of(const struct value *pod)
{
	struct str phase = text_at(pod, "status.phase");

	if (at(pod, "metadata.deletionTimestamp"))
		return "Releasing";
	if (str_eq(phase, STR("Running")))
		return "Running";
	if (str_eq(phase, STR("Succeeded")))
		return "Succeeded";
	if (str_eq(phase, STR("Failed")))
		return "Failed";
	if (count_at(pod, "spec.schedulingGates"))
		return "Gated";
	return text_at(pod, "spec.nodeName").n ? "Bound" : "Pending";
}

static struct quantity sum(const struct value *pod, const char *resource)
{
	const struct value *list = at(pod, "spec.containers");
	struct quantity all = {.fast = true}, q;

	for (size_t i = 0; i < count_at(pod, "spec.containers"); i++) {
		const struct value *v =
			value_get(at(item(list, i), "resources.requests"), str_of(resource));

		if (v && quantity_parse(v->text, &q))
			all = quantity_add(all, q);
	}
	return all;
}

static struct str full_name(struct fakes *f, struct str ns, struct str name)
{
	struct strbuf full = {0};

	strbuf_addstr(&full, ns);
	strbuf_addc(&full, '/');
	strbuf_addstr(&full, name);
	struct str s = arena_str(&f->arena, strbuf_str(&full));
	strbuf_free(&full);
	return s;
}

static void take_pod(struct fakes *f, const struct value *pod)
{
	struct str group = entry_at(pod, "metadata.annotations",
			   pod_annotation_keys[POD_ANNOTATION_POD_GROUP]),
		   ns = text_at(pod, "metadata.namespace"),
		   order = entry_at(pod, "metadata.labels", label_keys[LABEL_TASK_PRIORITY]);
	struct fake_job *job = map_get(&f->groups, full_name(f, ns, group));

	if (!job) {
		lacks_add(&f->lacks, STR("pods without a pod group"));
		return;
	}
	struct fake_task t = {.pod = full_name(f, ns, text_at(pod, "metadata.name")),
		.state = state_of(pod),
		.node = text_at(pod, "spec.nodeName"),
		.created = text_at(pod, "metadata.creationTimestamp"),
		.uid = text_at(pod, "metadata.uid"),
		.gpu_groups = value_get(at(pod, "metadata.labels"), label_keys[LABEL_GPU_GROUP]),
		.cpu = quantity_milli(sum(pod, "cpu")),
		.memory = quantity_value(sum(pod, "memory")),
		.gpus = quantity_value(sum(pod, "nvidia.com/gpu")),
		.fraction = entry_at(pod, "metadata.annotations",
			pod_annotation_keys[POD_ANNOTATION_GPU_FRACTION]),
		.order = order.n ? strtoll(order.p, NULL, 10) : INT64_MIN};
	ARRAY_GROW(job->tasks, job->n, job->cap);
	job->tasks[job->n++] = t;
}

/* ---- pod groups ---- */

/* Returns the priority of groups without a class. */
static int64_t take_classes(struct fakes *f, const struct value *objects)
{
	const struct value *list = at(objects, "priorityClasses");
	int64_t priority = 50; /* without any (rules/01 8.1) */

	for (size_t i = count_at(objects, "priorityClasses"); i-- > 0;) {
		const struct value *c = item(list, i);

		map_put(&f->classes, text_at(c, "metadata.name"), NULL)->value =
			(void *)(uintptr_t)c;
		if (true_at(c, "globalDefault"))
			priority = int_at(c, "value", 0);
	}
	return priority;
}

static void take_group(struct fakes *f, const struct value *v, int64_t no_class)
{
	const struct value *class = map_get(&f->classes, text_at(v, "spec.priorityClassName"));
	struct fake_job j = {.name = text_at(v, "metadata.name"),
		.ns = text_at(v, "metadata.namespace"),
		.queue = text_at(v, "spec.queue"),
		.created = text_at(v, "metadata.creationTimestamp"),
		.preemptibility = text_at(v, "spec.preemptibility"),
		.priority = class ? int_at(class, "value", 0) : no_class,
		.min_member = int_at(v, "spec.minMember", 1)};

	ARRAY_GROW(f->jobs, f->n_jobs, f->cap_jobs);
	f->jobs[f->n_jobs++] = j;
}

static int by_age(const void *a, const void *b)
{
	const struct fake_job *x = a, *y = b;
	int order = str_cmp(x->created, y->created);

	return order ? order : str_cmp(x->name, y->name);
}

static int by_creation(const void *a, const void *b)
{
	const struct fake_task *x = a, *y = b;
	int order = str_cmp(x->created, y->created);

	return order ? order : str_cmp(x->uid, y->uid);
}

/* ---- jobs ---- */

static int by_text(const void *a, const void *b)
{
	return str_cmp(((const struct fake_task *)a)->name, ((const struct fake_task *)b)->name);
}

static int by_place(const void *a, const void *b)
{
	const struct fake_task *x = a, *y = b;

	return x->name.n != y->name.n ? (x->name.n > y->name.n) - (x->name.n < y->name.n)
				      : str_cmp(x->name, y->name);
}

/* The scheduler takes the pods of a group in the order of their UIDs, which the fakes make of the
 * job and a number: "a-10" before "a-2". The first pod gets the first of these texts. */
static void name_tasks(struct fakes *f, struct fake_job *j)
{
	struct fake_task *names = ARENA_ARRAY(&f->arena, j->n + 1, struct fake_task);

	for (size_t i = 0; i < j->n; i++) {
		struct strbuf name = {0};

		strbuf_addstr(&name, j->name);
		strbuf_addf(&name, "-%zu", i);
		names[i].name = arena_str(&f->arena, strbuf_str(&name));
		strbuf_free(&name);
	}
	qsort(names, j->n, sizeof *names, by_text);
	qsort(j->tasks, j->n, sizeof *j->tasks, by_creation);
	for (size_t i = 0; i < j->n; i++)
		j->tasks[i].name = names[i].name;
	qsort(j->tasks, j->n, sizeof *j->tasks, by_place);
}

/* A job says what all of its tasks request, but for whole GPUs: what the first one does. */
static void check_tasks(struct fakes *f, const struct fake_job *j)
{
	const struct fake_task *first = &j->tasks[0];

	for (size_t i = 0; i < j->n; i++) {
		const struct fake_task *t = &j->tasks[i];

		if (t->cpu != first->cpu || t->memory != first->memory)
			lacks_add(&f->lacks,
				STR("pods.spec.containers.resources.requests: not those of the group's first pod"));
		if (!str_eq(t->fraction, first->fraction))
			lacks_add(&f->lacks,
				STR("pods.metadata.annotations.gpu-fraction: not that of the group's first pod"));
	}
}

static void take_requests(struct fakes *f, struct fake_job *j)
{
	enum { DEFAULT_CPU = 1000, DEFAULT_MEMORY = 1000000000 }; /* of resources_fake */
	const struct fake_task *t = &j->tasks[0];
	double share = t->fraction.n ? strtod(t->fraction.p, NULL) : 0.5;

	j->cpu = t->cpu;
	j->memory = t->memory;
	if (share > 0 && share < 1)
		j->fraction = t->fraction;
	else
		lacks_add(
			&f->lacks, STR("pods.metadata.annotations.gpu-fraction: no part of a GPU"));
	if (!t->cpu == !t->memory && (t->cpu || !j->fraction.n))
		return;
	lacks_add(&f->lacks, STR("pods.spec.containers.resources.requests: CPUs or memory alone"));
	j->cpu = t->cpu ? t->cpu : DEFAULT_CPU;
	j->memory = t->memory ? t->memory : DEFAULT_MEMORY;
}

/* Jobs have no namespace among the fakes, and lie still from here on. */
static void index_jobs(struct fakes *f)
{
	struct map names = {0};

	for (size_t i = 0; i < f->n_jobs; i++) {
		struct fake_job *j = &f->jobs[i];
		bool fresh;

		map_put(&f->groups, full_name(f, j->ns, j->name), NULL)->value = j;
		map_put(&names, j->name, &fresh)->value = j;
		if (!fresh)
			lacks_add(&f->lacks, STR("podGroups of one name"));
		j->age = (int)(f->n_jobs - i);
	}
	map_free(&names);
}

static void index_tasks(struct fakes *f, const struct fake_job *j)
{
	for (size_t i = 0; i < j->n; i++) {
		struct fake_place *place = ARENA_NEW(&f->arena, struct fake_place);

		*place = (struct fake_place){j, &j->tasks[i]};
		map_put(&f->tasks, j->tasks[i].name, NULL)->value = place;
	}
}

void fakes_take_jobs(struct fakes *f, const struct value *objects)
{
	int64_t no_class = take_classes(f, objects);

	for (size_t i = 0; i < count_at(objects, "podGroups"); i++)
		take_group(f, item(at(objects, "podGroups"), i), no_class);
	if (f->n_jobs)
		qsort(f->jobs, f->n_jobs, sizeof *f->jobs, by_age);
	index_jobs(f);
	for (size_t i = 0; i < count_at(objects, "pods"); i++)
		take_pod(f, item(at(objects, "pods"), i));
	for (size_t i = 0; i < f->n_jobs; i++) {
		if (!f->jobs[i].n)
			continue;
		name_tasks(f, &f->jobs[i]);
		check_tasks(f, &f->jobs[i]);
		take_requests(f, &f->jobs[i]);
		index_tasks(f, &f->jobs[i]);
	}
}
