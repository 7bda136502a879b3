#include "go_test.h"

#include <stdlib.h>

#include "fakes_values.h"
#include "gotext.h"

#define KAI "github.com/kai-scheduler/KAI-scheduler/pkg/scheduler/"
static const char imports[] = "package snapshots_test\n"
			      "\n"
			      "import (\n"
			      "\t\"testing\"\n"
			      "\n"
			      "\t\"go.uber.org/mock/gomock\"\n"
			      "\t\"k8s.io/utils/ptr\"\n"
			      "\n"
			      "\t\"" KAI "api/pod_status\"\n"
			      "\t\"" KAI "framework\"\n"
			      "\t\"" KAI "log\"\n"
			      "\t\"" KAI "test_utils\"\n"
			      "\t\"" KAI "test_utils/jobs_fake\"\n"
			      "\t\"" KAI "test_utils/nodes_fake\"\n"
			      "\t\"" KAI "test_utils/tasks_fake\"\n"
			      ")\n";

static const char session[] =
	"\ttopology := test_utils.TestTopologyBasic{\n"
	"\t\tName:                     t.Name(),\n"
	"\t\tJobs:                     jobs,\n"
	"\t\tNodes:                    nodes,\n"
	"\t\tQueues:                   queues,\n"
	"\t\tDisableDefaultDepartment: true,\n"
	"\t\tTaskExpectedResults:      expected,\n"
	"\t\tMocks:                    &test_utils.TestMock{CacheRequirements: &requirements},\n"
	"\t}\n"
	"\n"
	"\ttest_utils.InitTestingInfrastructure()\n"
	"\tcontroller := gomock.NewController(t)\n"
	"\tdefer controller.Finish()\n"
	"\tssn := test_utils.BuildSession(topology, controller)\n";

static const char cycle[] = " {\n"
			    "\t\taction, found := framework.GetAction(name)\n"
			    "\t\tif !found {\n"
			    "\t\t\tt.Fatalf(\"no action %s\", name)\n"
			    "\t\t}\n"
			    "\t\tlog.InfraLogger.SetAction(name)\n"
			    "\t\taction.Execute(ssn)\n"
			    "\t}\n"
			    "\ttest_utils.MatchExpectedAndRealTasks(t, 0, topology, ssn)\n"
			    "}\n";

/* ---- what is expected ---- */

static void add_expected(
	const struct fakes *f, const struct value *pod, struct str name, struct strbuf *out)
{
	const struct fake_job *j = NULL;
	const struct fake_task *t = fakes_task(f, name, &j);

	if (!t)
		return;
	strbuf_addz(out, "\texpected[");
	go_string(out, name);
	strbuf_addf(out, "] = test_utils.TestExpectedResultBasic{Status: pod_status." STR_FMT,
		STR_ARG(text_at(pod, "status")));
	go_text(out, "NodeName", text_at(pod, "node"));
	if (j->fraction.n)
		go_number(out, "GPUsRequired", strtod(j->fraction.p, NULL));
	else if (t->gpus)
		go_number(out, "GPUsRequired", (double)t->gpus);
	strbuf_addz(out, "}\n");
}

static void add_expectations(const struct subject *s, const struct fakes *f,
	const struct cycle *after, struct strbuf *out)
{
	struct expected pods = {0};

	expected_find(&pods, s->settings->expect, after);
	strbuf_addz(out, "\texpected := map[string]test_utils.TestExpectedResultBasic{}\n");
	for (size_t i = 0; i < after->n_events; i++) {
		const struct value *pod = after->events[i];
		struct str name = text_at(pod, "pod");
		const char *slash = str_find(name, '/');
		size_t skip = slash ? (size_t)(slash - name.p) + 1 : 0;

		if (event_is(pod, "pod") && expected_has(&pods, name))
			add_expected(f, pod, (struct str){name.p + skip, name.n - skip}, out);
	}
	expected_free(&pods);
	strbuf_addf(out,
		"\trequirements := test_utils.CacheMocking{NumberOfCacheBinds: %zu, "
		"NumberOfCacheEvictions: %zu, NumberOfPipelineActions: %zu}\n",
		cycle_count(after, "bind"), cycle_count(after, "evict"),
		cycle_count(after, "pipeline"));
}

/* ---- the session ---- */

static void add_settings(const struct fakes *f, struct strbuf *out)
{
	strbuf_addf(out, "\tssn.OverrideMaxNumberConsolidationPreemptees(%lld)\n",
		(long long)int_at(f->params, "maxNumberConsolidationPreemptees", 0));
	strbuf_addf(out, "\tssn.OverrideGlobalDefaultStalenessGracePeriod(%lld)\n",
		(long long)int_at(f->params, "globalDefaultStalenessGracePeriod", 0));
	strbuf_addf(out, "\tssn.SchedulerParams.UseSchedulingSignatures = %s\n",
		true_at(f->params, "useSchedulingSignatures") ? "true" : "false");
}

static void add_actions(const struct fakes *f, struct strbuf *out)
{
	struct str left = text_at(f->config, "actions");
	bool any = false;

	strbuf_addz(out, "\tfor _, name := range []string{");
	while (left.n) {
		const char *comma = str_find(left, ',');
		struct str one = {left.p, comma ? (size_t)(comma - left.p) : left.n};
		size_t used = one.n + (comma != NULL);

		while (one.n && one.p[0] == ' ')
			one = (struct str){one.p + 1, one.n - 1};
		while (one.n && one.p[one.n - 1] == ' ')
			one.n--;
		strbuf_addz(out, any ? ", " : "");
		go_string(out, one);
		any = true;
		left = (struct str){left.p + used, left.n - used};
	}
	strbuf_addc(out, '}');
}

void go_test_write(const struct subject *s, const struct fakes *f, const struct cycle *after,
	struct strbuf *out)
{
	strbuf_addz(out, "// Made by snap-testcase of a snapshot: ");
	subject_tell(s, out);
	strbuf_addz(out,
		".\n// For pkg/scheduler/actions/integration_tests/snapshots of KAI Scheduler "
		"v0.17.0.\n");
	if (f->lacks.counts.count)
		strbuf_addz(
			out, "//\n// The fakes cannot say, but without it the same is decided:\n");
	lacks_write(&f->lacks, "//   ", out);
	strbuf_addc(out, '\n');
	strbuf_addz(out, imports);
	strbuf_addf(out, "\nfunc TestSnapshot%s(t *testing.T) {\n", s->id);
	go_cluster_write(f, out);
	add_expectations(s, f, after, out);
	strbuf_addz(out, session);
	add_settings(f, out);
	add_actions(f, out);
	strbuf_addz(out, cycle);
}
