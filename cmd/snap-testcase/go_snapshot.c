/* A Go test that loads the snapshot as the scheduler's snapshot-tool does. */
#include "forms.h"
#include "gotext.h"

#define KAI "github.com/kai-scheduler/KAI-scheduler/pkg/scheduler/"
static const char imports[] = "package main\n"
			      "\n"
			      "import (\n"
			      "\t\"encoding/json\"\n"
			      "\t\"net/http\"\n"
			      "\t\"os\"\n"
			      "\t\"regexp\"\n"
			      "\t\"testing\"\n"
			      "\t\"time\"\n"
			      "\n"
			      "\t\"" KAI "actions\"\n"
			      "\t\"" KAI "cache\"\n"
			      "\t\"" KAI "conf_util\"\n"
			      "\t\"" KAI "framework\"\n"
			      "\t\"" KAI "plugins\"\n"
			      "\t\"" KAI "plugins/snapshot\"\n"
			      ")\n";

static const char loading[] =
	"\tif err != nil {\n"
	"\t\tt.Fatal(err)\n"
	"\t}\n"
	"\tage := time.Since(then).Round(time.Second)\n"
	"\ttimes := regexp.MustCompile(`\"\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z\"`)\n"
	"\ttext = times.ReplaceAllFunc(text, func(old []byte) []byte {\n"
	"\t\tmoved, err := time.Parse(`\"`+time.RFC3339Nano+`\"`, string(old))\n"
	"\t\tif err != nil {\n"
	"\t\t\treturn old\n"
	"\t\t}\n"
	"\t\treturn []byte(moved.Add(age).Format(`\"` + time.RFC3339Nano + `\"`))\n"
	"\t})\n"
	"\tvar loaded snapshot.Snapshot\n"
	"\tif err := json.Unmarshal(text, &loaded); err != nil {\n"
	"\t\tt.Fatal(err)\n"
	"\t}\n"
	"\n"
	"\tdisableWatchListClientForFakeReplay()\n"
	"\tactions.InitDefaultActions()\n"
	"\tplugins.InitDefaultPlugins()\n"
	"\tkubeClient, kaiClient, nrtClient := loadClientsWithSnapshot(loaded.RawObjects, loaded.Discovery)\n"
	"\tparams := loaded.SchedulerParams\n"
	"\tschedulerCache := cache.New(&cache.SchedulerCacheParams{\n"
	"\t\tKubeClient:                  kubeClient,\n"
	"\t\tKAISchedulerClient:          kaiClient,\n"
	"\t\tNRTClient:                   nrtClient,\n"
	"\t\tSchedulerName:               params.SchedulerName,\n"
	"\t\tNodePoolParams:              params.PartitionParams,\n"
	"\t\tRestrictNodeScheduling:      params.RestrictSchedulingNodes,\n"
	"\t\tDetailedFitErrors:           params.DetailedFitErrors,\n"
	"\t\tScheduleCSIStorage:          params.ScheduleCSIStorage,\n"
	"\t\tFullHierarchyFairness:       params.FullHierarchyFairness,\n"
	"\t\tAllowConsolidatingReclaim:   params.AllowConsolidatingReclaim,\n"
	"\t\tNumOfStatusRecordingWorkers: params.NumOfStatusRecordingWorkers,\n"
	"\t\tStuckInReleasingThreshold:   params.StuckInReleasingThreshold,\n"
	"\t\tDiscoveryClient:             kubeClient.Discovery(),\n"
	"\t})\n"
	"\tstop := make(chan struct{})\n"
	"\tdefer close(stop)\n"
	"\tschedulerCache.Run(stop)\n"
	"\tschedulerCache.WaitForCacheSync(stop)\n"
	"\tssn, err := framework.OpenSession(schedulerCache, loaded.Config, params, \"\", &http.ServeMux{})\n"
	"\tif err != nil {\n"
	"\t\tt.Fatal(err)\n"
	"\t}\n"
	"\tcycle, err := conf_util.GetActionsFromConfig(loaded.Config)\n"
	"\tif err != nil {\n"
	"\t\tt.Fatal(err)\n"
	"\t}\n"
	"\tfor _, action := range cycle {\n"
	"\t\taction.Execute(ssn)\n"
	"\t}\n"
	"\n"
	"\tgot := map[string]string{}\n"
	"\tfor _, job := range ssn.ClusterInfo.PodGroupInfos {\n"
	"\t\tfor _, task := range job.GetAllPodsMap() {\n"
	"\t\t\tgot[task.Namespace+\"/\"+task.Name] = task.Status.String() + \" \" + task.NodeName\n"
	"\t\t}\n"
	"\t}\n"
	"\tfor pod, end := range expected {\n"
	"\t\tif got[pod] != end {\n"
	"\t\t\tt.Errorf(\"%s ends as %q, not %q\", pod, got[pod], end)\n"
	"\t\t}\n"
	"\t}\n"
	"}\n";

static struct str member(const struct value *event, const char *key)
{
	return value_str(value_get(event, str_of(key)));
}

static void add_expectations(const struct subject *s, struct strbuf *out)
{
	struct expected pods = {0};

	expected_find(&pods, s->settings->expect, &s->cycle);
	strbuf_addz(out, "\texpected := map[string]string{}\n");
	for (size_t i = 0; i < s->cycle.n_events; i++) {
		const struct value *pod = s->cycle.events[i];
		struct strbuf end = {0};

		if (!event_is(pod, "pod") || !expected_has(&pods, member(pod, "pod")))
			continue;
		strbuf_addz(out, "\texpected[");
		go_string(out, member(pod, "pod"));
		strbuf_addz(out, "] = ");
		strbuf_addstr(&end, member(pod, "status"));
		strbuf_addc(&end, ' ');
		strbuf_addstr(&end, member(pod, "node"));
		go_string(out, strbuf_str(&end));
		strbuf_addc(out, '\n');
		strbuf_free(&end);
	}
	expected_free(&pods);
}

void go_snapshot_write(const struct subject *s, struct str data, struct strbuf *out)
{
	strbuf_addz(out, "// Made by snap-testcase of a snapshot: ");
	subject_tell(s, out);
	strbuf_addz(out, ".\n// For cmd/snapshot-tool of KAI Scheduler v0.17.0.\n\n");
	strbuf_addz(out, imports);
	strbuf_addf(out, "\nfunc TestSnapshot%s(t *testing.T) {\n", s->id);
	add_expectations(s, out);
	strbuf_addz(out, "\n\ttext, err := os.ReadFile(");
	go_string(out, data);
	strbuf_addz(out,
		")\n\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n"
		"\t// The scheduler's clock is that of the machine: all times move with it.\n"
		"\tthen, err := time.Parse(time.RFC3339Nano, \"");
	rfc3339_format(out, s->cycle.now);
	strbuf_addz(out, "\")\n");
	strbuf_addz(out, loading);
}
