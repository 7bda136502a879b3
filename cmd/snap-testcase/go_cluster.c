#include <stdlib.h>

#include "common/jsonw.h"
#include "go_test.h"
#include "gotext.h"

static void add_task(const struct fake_job *j, const struct fake_task *t, struct strbuf *out)
{
	strbuf_addf(out, "\t\t\t{State: pod_status.%s", t->state);
	go_text(out, "NodeName", t->node);
	if (t->gpus != (j->cpu ? j->tasks[0].gpus : 0))
		strbuf_addf(out, ", RequiredGPUs: ptr.To[int64](%lld)", (long long)t->gpus);
	if (t->gpu_groups) {
		strbuf_addz(out, ", GPUGroups: []string{");
		go_string(out, value_str(t->gpu_groups));
		strbuf_addc(out, '}');
	}
	if (t->order != INT64_MIN)
		strbuf_addf(out, ", Priority: ptr.To(%lld)", (long long)t->order);
	strbuf_addz(out, "},\n");
}

static void add_job(const struct fake_job *j, struct strbuf *out)
{
	strbuf_addz(out, "\t\t{Name: ");
	go_string(out, j->name);
	go_text(out, "Namespace", j->ns);
	go_text(out, "QueueName", j->queue);
	strbuf_addf(out, ", Priority: %lld", (long long)j->priority);
	if (j->preemptibility.n) {
		strbuf_addz(out, ", Preemptibility: ");
		go_string(out, j->preemptibility);
	}
	strbuf_addf(out, ", JobAgeInMinutes: %d", j->age);
	if (!j->cpu)
		strbuf_addz(out, ", IsBestEffortJob: true");
	else if (j->fraction.n)
		go_number(out, "RequiredGPUsPerTask", strtod(j->fraction.p, NULL));
	else if (j->tasks[0].gpus)
		go_number(out, "RequiredGPUsPerTask", (double)j->tasks[0].gpus);
	if (j->cpu) {
		go_thousandths(out, "RequiredCPUsPerTask", j->cpu);
		go_number(out, "RequiredMemoryPerTask", (double)j->memory);
	}
	strbuf_addf(out, ", RootSubGroupSet: jobs_fake.DefaultSubGroup(%lld)",
		(long long)j->min_member);
	strbuf_addz(out, ", Tasks: []*tasks_fake.TestTaskBasic{\n");
	for (size_t i = 0; i < j->n; i++)
		add_task(j, &j->tasks[i], out);
	strbuf_addz(out, "\t\t}},\n");
}

static void add_node(const struct fake_node *n, struct strbuf *out)
{
	strbuf_addz(out, "\tnodes[");
	go_string(out, n->name);
	strbuf_addf(out, "] = nodes_fake.TestNodeBasic{GPUs: %lld", (long long)n->gpus);
	go_thousandths(out, "CPUMillis", n->cpu);
	go_number(out, "CPUMemory", (double)n->memory);
	strbuf_addf(out, ", MaxTaskNum: ptr.To(%lld)", (long long)n->pods);
	if (n->labels && n->labels->count) {
		strbuf_addz(out, ", Labels: map[string]string{");
		for (size_t i = 0; i < n->labels->count; i++) {
			strbuf_addz(out, i ? ", " : "");
			go_string(out, n->labels->members[i].key);
			strbuf_addz(out, ": ");
			go_string(out, value_str(n->labels->members[i].value));
		}
		strbuf_addc(out, '}');
	}
	strbuf_addz(out, "}\n");
}

/* -1 is what there is without it. */
static void add_pointer(struct strbuf *out, const char *name, double v)
{
	char text[32];
	size_t n = jsonw_format_double(text, v);

	if (v == -1)
		return;
	strbuf_addf(out, ", %s: ptr.To[float64](", name);
	strbuf_add(out, text, n);
	strbuf_addc(out, ')');
}

static void add_queue(const struct fake_queue *q, struct strbuf *out)
{
	strbuf_addz(out, "\t\t{Name: ");
	go_string(out, q->name);
	go_text(out, "ParentQueue", q->parent);
	if (q->priority != INT64_MIN)
		strbuf_addf(out, ", Priority: ptr.To(%lld)", (long long)q->priority);
	if (q->v1) {
		strbuf_addz(out, ", V1: true");
	} else {
		go_number(out, "DeservedGPUs", q->gpu.quota);
		go_number(out, "MaxAllowedGPUs", q->gpu.limit);
		go_number(out, "GPUOverQuotaWeight", q->gpu.weight);
		add_pointer(out, "DeservedCPUs", q->cpu.quota);
		add_pointer(out, "MaxAllowedCPUs", q->cpu.limit);
		add_pointer(out, "DeservedMemory", q->memory.quota);
		add_pointer(out, "MaxAllowedMemory", q->memory.limit);
	}
	strbuf_addz(out, "},\n");
}

void go_cluster_write(const struct fakes *f, struct strbuf *out)
{
	strbuf_addz(out, "\tjobs := []*jobs_fake.TestJobBasic{\n");
	for (size_t i = 0; i < f->n_jobs; i++)
		add_job(&f->jobs[i], out);
	strbuf_addz(out, "\t}\n\tnodes := map[string]nodes_fake.TestNodeBasic{}\n");
	for (size_t i = 0; i < f->n_nodes; i++)
		add_node(&f->nodes[i], out);
	strbuf_addz(out, "\tqueues := []test_utils.TestQueueBasic{\n");
	for (size_t i = 0; i < f->n_queues; i++)
		add_queue(&f->queues[i], out);
	strbuf_addz(out, "\t}\n");
}
