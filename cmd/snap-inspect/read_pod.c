/* Pods: requests and nodes (rules/01 6). */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "read.h"

/* Resources of one container, or of several, still as exact quantities. */
struct needs {
	struct quantity cpu, memory, gpu;
	double mig;
};

/* The same in the units of the scheduler. */
struct vector {
	int64_t cpu, memory, gpu;
	double mig;
};

static void take_need(void *ctx, struct str name, struct quantity q)
{
	struct needs *n = ctx;

	if (IS(name, "cpu"))
		n->cpu = quantity_add(n->cpu, q);
	else if (IS(name, "memory"))
		n->memory = quantity_add(n->memory, q);
	else if (is_gpu(name))
		n->gpu = quantity_add(n->gpu, q);
	else if (mig_size(name) != 0)
		n->mig += (double)mig_size(name) * (double)quantity_value(q);
}

static struct vector convert(const struct needs *n)
{
	return (struct vector){
		quantity_milli(n->cpu), quantity_value(n->memory), quantity_value(n->gpu), n->mig};
}

static int64_t add(int64_t a, int64_t b)
{
	return a > INT64_MAX - b ? INT64_MAX : a + b;
}

static int64_t larger(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static struct vector vector_add(struct vector a, struct vector b)
{
	return (struct vector){
		add(a.cpu, b.cpu), add(a.memory, b.memory), add(a.gpu, b.gpu), a.mig + b.mig};
}

static struct vector vector_max(struct vector a, struct vector b)
{
	return (struct vector){larger(a.cpu, b.cpu), larger(a.memory, b.memory),
		larger(a.gpu, b.gpu), fmax(a.mig, b.mig)};
}

static void read_resources(struct reading *p, const char *list, uint32_t at, struct needs *needs)
{
	struct str key;

	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		if (IS(key, "requests"))
			read_quantities(p,
				(struct where){
					.list = list, .at = at, .field = "resources.requests"},
				take_need, needs);
		else if (IS(key, "limits"))
			read_quantities(p,
				(struct where){.list = list, .at = at, .field = "resources.limits"},
				NULL, NULL);
		else
			json_skip(p->r);
	}
}

/* Reads one container and adds its requests to needs. True: it is a sidecar. */
static bool read_container(struct reading *p, const char *list, uint32_t at, struct needs *needs)
{
	struct str key, policy;
	bool sidecar = false;

	if (!enter(p->r))
		return false;
	while (json_key(p->r, &key)) {
		if (IS(key, "resources"))
			read_resources(p, list, at, needs);
		else if (IS(key, "restartPolicy"))
			sidecar = word(p->r, &policy) && IS(policy, "Always");
		else
			json_skip(p->r);
	}
	return sidecar;
}

struct pod_needs {
	struct needs containers, overhead;
	struct vector sidecars, peak;
};

static void read_init_containers(struct reading *p, struct pod_needs *n)
{
	if (!enter(p->r))
		return;
	for (uint32_t i = 0; json_element(p->r); i++) {
		struct needs one = {0};

		if (read_container(p, "spec.initContainers", i, &one))
			n->sidecars = vector_add(n->sidecars, convert(&one));
		else
			n->peak = vector_max(n->peak, vector_add(convert(&one), n->sidecars));
	}
}

static void read_spec(struct reading *p, struct pod *pod, struct pod_needs *n)
{
	struct str key, name;
	bool named = false;

	if (!enter(p->r))
		return;
	while (json_key(p->r, &key)) {
		if (IS(key, "nodeName")) {
			pod->node = ref(p);
		} else if (IS(key, "schedulerName")) {
			word(p->r, &name);
			tally_add(&p->s->schedulers, name);
			named = true;
		} else if (IS(key, "schedulingGates")) {
			pod->gated = any_element(p->r);
		} else if (IS(key, "containers")) {
			if (!enter(p->r))
				continue;
			for (uint32_t i = 0; json_element(p->r); i++)
				read_container(p, "spec.containers", i, &n->containers);
		} else if (IS(key, "initContainers")) {
			read_init_containers(p, n);
		} else if (IS(key, "overhead")) {
			read_quantities(p, FIELD("spec.overhead"), take_need, &n->overhead);
		} else if (IS(key, "resourceClaims")) {
			read_pod_claims(p);
		} else {
			json_skip(p->r);
		}
	}
	if (!named)
		tally_add(&p->s->schedulers, STR(""));
}

static enum pod_phase phase_of(struct str phase)
{
	if (IS(phase, "Running"))
		return PHASE_RUNNING;
	if (IS(phase, "Pending"))
		return PHASE_PENDING;
	return IS(phase, "Succeeded") || IS(phase, "Failed") ? PHASE_FINISHED : PHASE_UNKNOWN;
}

static void read_status(struct reading *p, struct pod *pod)
{
	struct str key, phase;
	bool told = false;

	if (enter(p->r)) {
		while (json_key(p->r, &key)) {
			if (IS(key, "phase")) {
				word(p->r, &phase);
				pod->phase = (uint8_t)phase_of(phase);
				tally_add(&p->s->phases, phase);
				told = true;
			} else if (IS(key, "startTime")) {
				read_time(p, FIELD("status.startTime"));
			} else if (IS(key, "conditions")) {
				read_conditions(p, "status.conditions", NULL);
			} else if (IS(key, "resourceClaimStatuses")) {
				read_claim_statuses(p);
			} else {
				json_skip(p->r);
			}
		}
	}
	if (!told)
		tally_add(&p->s->phases, STR(""));
}

/* Go's strconv.ParseInt of an annotation; 0: no number. */
static int64_t whole(const struct reading *p, enum mark mark)
{
	char *end;

	if (!p->has_mark[mark] || p->marks[mark].len == 0 ||
		strlen(p->marks[mark].s) != p->marks[mark].len)
		return 0;
	const char *s = p->marks[mark].s;
	if (strchr(" \t\n\v\f\r", *s))
		return 0;
	errno = 0;
	long long v = strtoll(s, &end, 10);
	return errno != 0 || *end ? 0 : v;
}

static double fraction(const struct reading *p)
{
	char *end;

	if (!p->has_mark[MARK_GPU_FRACTION] || p->marks[MARK_GPU_FRACTION].len == 0)
		return 0;
	const char *s = p->marks[MARK_GPU_FRACTION].s;
	if (strchr(" \t\n\v\f\r", *s))
		return 0;
	double f = strtod(s, &end);
	return f > 0 && f <= 1 && *end == '\0' ? f : 0;
}

/* rules/01 6.3, steps a to g. */
static void apply_annotations(const struct reading *p, struct request *q)
{
	int64_t memory = whole(p, MARK_GPU_MEMORY);
	double f = fraction(p);

	if (memory > 0 || f > 0) {
		q->devices = 1;
		if (whole(p, MARK_GPU_DEVICES) > 0)
			q->devices = whole(p, MARK_GPU_DEVICES);
		q->fraction = true;
		/* With both, the fraction counts unless there are several devices: rules/01
		 * idea 13. */
		q->gpu_memory =
			memory > 0 && (f == 0 || p->has_mark[MARK_GPU_DEVICES]) ? memory : 0;
		q->sum.gpu = round(f * 100) * (double)q->devices / 100;
		q->mig = 0;
	}
	if (p->has_mark[MARK_MIG]) {
		q->sum.gpu = 0;
		q->gpu_memory = 0;
		q->mig_annotation = true;
		q->mig = (double)mig_size(strbuf_str(&p->mig_profile)) * (double)whole(p, MARK_MIG);
	}
}

static uint32_t request_number(struct reading *p, const struct pod_needs *n)
{
	struct request q;
	struct vector sum = vector_max(vector_add(convert(&n->containers), n->sidecars), n->peak),
		      over = convert(&n->overhead);

	memset(&q, 0, sizeof q); /* its bytes are its name */
	q.sum.cpu = add(sum.cpu, over.cpu);
	q.sum.memory = add(sum.memory, over.memory);
	q.sum.gpu = (double)sum.gpu;
	q.mig = sum.mig;
	apply_annotations(p, &q);
	return names_put(&p->s->requests, (struct str){(const char *)&q, sizeof q}, NULL);
}

struct request request_of(const struct summary *s, uint32_t id)
{
	struct request q;

	memset(&q, 0, sizeof q);
	if (id != 0)
		memcpy(&q, names_text(&s->requests, id).p, sizeof q);
	return q;
}

void read_pod(struct reading *p)
{
	struct summary *s = p->s;
	struct str key;
	struct pod pod = {.index = p->index};
	struct pod_needs needs = {0};
	size_t first_claim = s->claims.of_pods_count;

	while (json_key(p->r, &key)) {
		if (IS(key, "metadata"))
			read_metadata(p);
		else if (IS(key, "spec"))
			read_spec(p, &pod, &needs);
		else if (IS(key, "status"))
			read_status(p, &pod);
		else
			json_skip(p->r);
	}
	if (json_failed(p->r))
		return;
	s->deleting += p->deleting;
	identify(p);
	keep_pod_claims(p, first_claim);
	if (p->number == 0)
		return;
	read_pod_zones(p);
	if (p->has_mark[MARK_POD_GROUP] && p->marks[MARK_POD_GROUP].len)
		pod.group = names_put(&s->refs, strbuf_str(&p->marks[MARK_POD_GROUP]), NULL);
	pod.deleting = p->deleting;
	pod.reservation = p->has_mark[MARK_APP] &&
		str_eq(strbuf_str(&p->marks[MARK_APP]), STR("kai-resource-reservation"));
	pod.other_pool = in_other_pool(p);
	pod.request = request_number(p, &needs);
	s->pods = grow(s->pods, &s->pod_cap, p->number - 1, sizeof *s->pods);
	s->pods[p->number - 1] = pod;
}
