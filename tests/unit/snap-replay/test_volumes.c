/* Volumes and CSI storage: rules/06 8.5 and 11, ideas 15 to 18 and 32. */
#include "cmd/snap-replay/session/storage/storage.h"
#include "fixture.h"

#define NODE(name, zone) \
	"{'metadata':{'name':'" name "','labels':{'zone':'" zone \
	"'}},'status':{'allocatable':{'cpu':'8','memory':'8Gi','pods':'20'}}}"
#define POD(name, claim) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'" name \
	"','annotations':{'pod-group-name':'j'}},'spec':{'volumes':[{'name':" \
	"'v'," claim "}],'containers':[{'name':'c'}]},'status':{'phase':'Pending'}}"
#define CLAIM(name) "'persistentVolumeClaim':{'claimName':'" name "'}"
#define PVC(name, meta, spec, phase) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'" name "'" meta "},'spec':{" spec \
	"},'status':{'phase':'" phase "'}}"
#define SIZE(q) ",'resources':{'requests':{'storage':'" q "'}}"
#define BOUND_MARK ",'annotations':{'pv.kubernetes.io/bind-completed':'yes'}"
#define OWNER(kind, uid) \
	",'ownerReferences':[{'kind':'" kind "','uid':'" uid "','controller':true}]"
#define CLASS(name, provisioner, mode) \
	"{'metadata':{'name':'" name "'},'provisioner':'" provisioner \
	"','volumeBindingMode':'" mode "'}"
#define CAPACITY(name, class, zone, size) \
	"{'metadata':{'name':'" name "','namespace':'n'},'storageClassName':'" class \
		"','capacity':'" size "'," \
		"'nodeTopology':{'matchLabels':{'zone':'" zone "'}}}"
#define PV(name, spec) \
	"{'metadata':{'name':'" name "'},'spec':{'capacity':{'storage':'5Gi'}," spec \
	"},'status':{'phase':'Available'}}"
#define ZONE(z) \
	"'nodeAffinity':{'required':{'nodeSelectorTerms':[{'matchExpressions':[{'key':'zone','operator':'In','values':['" z \
	"']}]}]}}"

static const char *const raw[] = {
	"'queues':[{'metadata':{'name':'q'},'spec':{'resources':{'cpu':{'quota':-1,'limit':-1},'memory':{'quota':-1,'limit':-1}}}}],"
	"'podGroups':[{'metadata':{'name':'j','namespace':'n'},'spec':{'queue':'q'}}],"
	"'nodes':[" NODE("a", "a") "," NODE("b", "b") "," NODE("c",
		"c") "],"
		     "'csiDrivers':[{'metadata':{'name':'csi'},'spec':{'storageCapacity':true}}],"
		     "'storageClasses':[" CLASS("fast", "csi", "WaitForFirstConsumer") "," CLASS(
			     "now", "csi", "Immediate") "," CLASS("local",
			     "kubernetes.io/no-provisioner",
			     "WaitForFirstConsumer") "," CLASS("slow", "csi",
			     "WaitForFirstConsumer") ",{'metadata':{'name':'mute'},'provisioner':'csi'}],"
						     "'csiStorageCapacities':[" CAPACITY("fa",
							     "fast", "a",
							     "2Gi") "," CAPACITY("fb", "fast", "b",
							     "20Gi") "," CAPACITY("fc", "fast", "c",
							     "20Gi") "," CAPACITY("fc2", "fast",
							     "c",
							     "20Gi") "," CAPACITY("sc", "slow", "c",
							     "20Gi") "],"
								     "'persistentVolumes':[" PV(
									     "vol-a",
									     ZONE("a")) "," PV("big",
									     "'storageClassName':'local'," ZONE(
										     "a")) "]",
	"'persistentVolumeClaims':[" PVC("bound", BOUND_MARK, "'volumeName':'vol-a'",
		"Bound") "," PVC("ghost", BOUND_MARK, "'volumeName':'gone'",
		"Bound") "," PVC("lost", "", "'volumeName':'gone'", "Lost") "," PVC("immediate", "",
		"'storageClassName':'now'", "Pending") "," PVC("mute", "",
		"'storageClassName':'mute'", "Pending") "," PVC("ten", "",
		"'storageClassName':'fast'" SIZE("10Gi"), "Pending") "," PVC("slow", "",
		"'storageClassName':'slow'" SIZE("1Gi"), "Pending") "," PVC("orphan",
		OWNER("Pod", "dead"), "'storageClassName':'fast'" SIZE("1Gi"),
		"Pending") "," PVC("local", "", "'storageClassName':'local'" SIZE("1Gi"),
		"Pending") "," PVC("own-v", "", "'storageClassName':'fast'", "Pending") "]",
	"'pods':[" POD("missing", CLAIM("nothing")) "," POD("bound", CLAIM("bound")) "," POD(
		"ghost", CLAIM("ghost")) "," POD("lost", CLAIM("lost")) "," POD("immediate",
		CLAIM("immediate")) "," POD("mute", CLAIM("mute")) "," POD("ten",
		CLAIM("ten")) "," POD("slow", CLAIM("slow")) "," POD("orphan",
		CLAIM("orphan")) "," POD("local", CLAIM("local")) "," POD("eph",
		"'ephemeral':{'volumeClaimTemplate':{}}") "," POD("own",
		"'ephemeral':{'volumeClaimTemplate':{}}") "]",
	NULL};

#define REFUSED(pod, text) \
	"Scheduling conditions were not met for pod n/" pod ":\nVolumeBinding: " text ".\n"

static void binding(void)
{
	struct fixture f;
	struct str text = {0};

	fixture_open_parts(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	is_text(fixture_refusal(&f, "n/missing", "a"),
		REFUSED("missing", "persistentvolumeclaim \"nothing\" not found"));
	is_text(fixture_refusal(&f, "n/lost", "a"),
		REFUSED("lost",
			"persistentvolumeclaim \"lost\" bound to non-existent persistentvolume \"gone\""));
	is_text(fixture_refusal(&f, "n/immediate", "a"),
		REFUSED("immediate", "pod has unbound immediate PersistentVolumeClaims"));
	is_text(fixture_refusal(&f, "n/mute", "a"),
		REFUSED("mute", "VolumeBindingMode not set for StorageClass \"mute\""));
	is_text(fixture_refusal(&f, "n/eph", "a"),
		REFUSED("eph",
			"waiting for ephemeral volume controller to create the persistentvolumeclaim \"eph-v\""));
	is_text(fixture_refusal(&f, "n/own", "a"),
		REFUSED("own", "PVC n/own-v was not created for pod n/own (pod is not owner)"));
	is_text(fixture_refusal(&f, "n/bound", "a"), "");
	is_text(fixture_refusal(&f, "n/bound", "b"),
		"node(s) didn't match PersistentVolume's node affinity");
	is_text(fixture_refusal(&f, "n/ghost", "a"),
		"node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)");
	is_text(fixture_refusal(&f, "n/ten", "a"), "node(s) did not have enough free storage");
	is_text(fixture_refusal(&f, "n/ten", "b"), "");
	is_text(fixture_refusal(&f, "n/local", "a"), "");
	is_text(fixture_refusal(&f, "n/local", "b"),
		"node(s) didn't find available persistent volumes to bind");
	ok(session_victim_invariant(&f.session, fixture_task(&f, "n/mute"), &text),
		"an internal error does not trip the guard");
	ok(!fixture_task(&f, "n/ten")->storage, "without scheduleCSIStorage no claims are linked");
	fixture_close(&f);
}

static struct str storage_text(struct fixture *f, const char *task, const char *node)
{
	struct task *t = fixture_task(f, task);
	struct str text = {"", 0};

	storage_on_idle(&f->session, fixture_node(f, node), t, &text);
	return text;
}

static void capacity(void)
{
	struct statement st;
	struct fixture f;

	fixture_open_parts(&f, FIXTURE_PARAMS ",'scheduleCSIStorage':true", FIXTURE_PLUGINS, raw);
	is_text(fixture_refusal(&f, "n/ten", "a"), "");
	is_text(storage_text(&f, "n/ten", "a"),
		"node(s) did not have enough free storage for storageclass fast");
	is_text(storage_text(&f, "n/ten", "b"), "");
	is_text(storage_text(&f, "n/slow", "c"),
		"no allocatable storage from storageclass slow found");
	is_text(storage_text(&f, "n/orphan", "b"), "task has deleted storage claims: , n/orphan");
	ok(storage_on_releasing(&f.session, fixture_node(&f, "b"), fixture_task(&f, "n/orphan")),
		"it may be pipelined");
	statement_begin(&st, &f.session);
	ok(statement_allocate(&st, fixture_task(&f, "n/ten"), fixture_node(&f, "b")),
		"10 of 20 GiB are taken");
	fixture_task(&f, "n/ten")->status = POD_PENDING;
	fixture_task(&f, "n/ten")->virtual_status = false;
	is_text(storage_text(&f, "n/ten", "b"), "");
	fixture_task(&f, "n/ten")->status = POD_ALLOCATED;
	fixture_task(&f, "n/ten")->virtual_status = true;
	statement_discard(&st);
	is_text(storage_text(&f, "n/ten", "b"), "");
	statement_free(&st);
	fixture_close(&f);
}

#define LOCAL_PV(name, label, spec) \
	"{'metadata':{'name':'" name "','labels':{'disk':'" label \
	"'}},'spec':{'storageClassName':'local','capacity':{'storage':'5Gi'}" spec \
	"},'status':{'phase':'Available'}}"
#define OTHERS ",'claimRef':{'namespace':'n','name':'else'}"
#define LOCAL_PVC(name, spec) \
	PVC(name, "", "'storageClassName':'local'" SIZE("1Gi") spec, "Pending")
#define DISK(label) ",'selector':{'matchLabels':{'disk':'" label "'}}"

/* Two volumes of a size, in the snapshot's order z, a: a claim that takes either takes a. The third
 * one refers to another claim. */
static const char *const same_size[] = {
	"'queues':[{'metadata':{'name':'q'},'spec':{}}]",
	"'podGroups':[{'metadata':{'name':'j','namespace':'n'},'spec':{'queue':'q'}}]",
	"'nodes':[" NODE("a", "a") "]",
	"'storageClasses':[" CLASS(
		"local", "kubernetes.io/no-provisioner", "WaitForFirstConsumer") "]",
	"'persistentVolumes':[" LOCAL_PV("z", "y", "") "," LOCAL_PV("a", "x", "") "," LOCAL_PV(
		"b", "x", OTHERS) "]",
	"'persistentVolumeClaims':[" LOCAL_PVC("any", "") "," LOCAL_PVC("x", DISK("x")) "]",
	"'pods':[" POD("both", CLAIM("any") "},{'name':'w'," CLAIM("x")) "," POD(
		"one", CLAIM("x")) "]",
	NULL,
};

static void names(void)
{
	struct fixture f;

	fixture_open_parts(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, same_size);
	is_text(fixture_refusal(&f, "n/one", "a"), "");
	is_text(fixture_refusal(&f, "n/both", "a"),
		"node(s) didn't find available persistent volumes to bind");
	fixture_close(&f);
}

/* Which volume a claim of 5 GiB, ReadWriteOnce, may have (rules/06 8.5). */
static void one_volume(void)
{
	static const struct {
		const char *meta, *spec, *phase;
		bool fits;
	} table[] = {
		{"", "", "Available", true},
		{"", ",'capacity':{'storage':'6Gi'}", "Available", true},
		{"", ",'capacity':{'storage':'4Gi'}", "Available", false},
		{"", "", "Bound", false},
		{"", "", "Released", false},
		{",'deletionTimestamp':'2026-01-01T00:00:00Z'", "", "Available", false},
		{"", ",'volumeMode':'Filesystem'", "Available", true},
		{"", ",'volumeMode':'Block'", "Available", false},
		{"", ",'volumeAttributesClassName':'gold'", "Available", false},
		{"", ",'storageClassName':'other'", "Available", false},
		{",'annotations':{'volume.beta.kubernetes.io/storage-class':'other'}", "",
			"Available", false},
		{"", ",'accessModes':['ReadWriteMany']", "Available", false},
		{"", ",'accessModes':['ReadWriteMany','ReadWriteOnce']", "Available", true},
		{"", "," ZONE("a"), "Available", true},
		{"", "," ZONE("b"), "Available", false},
		{"", ",'claimRef':{'namespace':'n','name':'c'}", "Released", true},
		{"", ",'claimRef':{'namespace':'n','name':'c'}," ZONE("b"), "Available", false},
		{"", ",'claimRef':{'namespace':'n','name':'c','uid':'c'}", "Available", true},
		{"", ",'claimRef':{'namespace':'n','name':'c','uid':'d'}", "Available", false},
		{"", ",'claimRef':{'namespace':'m','name':'c'}", "Available", false},
		{"", ",'claimRef':{'namespace':'n','name':'d'}", "Available", false},
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		struct fixture f;
		char text[2048];

		snprintf(text, sizeof text,
			"'nodes':[" NODE("a", "a") "],'storageClasses':[" CLASS("local",
				"kubernetes.io/no-provisioner",
				"WaitForFirstConsumer") "],"
							"'persistentVolumes':[{'metadata':{'name':'v'%s},'spec':{'storageClassName':'local',"
							"'capacity':{'storage':'5Gi'},'accessModes':['ReadWriteOnce']%s},"
							"'status':{'phase':'%s'}}],"
							"'persistentVolumeClaims':[" PVC("c", "",
								"'storageClassName':'local','accessModes':['ReadWriteOnce']" SIZE(
									"5Gi"),
								"Pending") "],'pods':[" POD("p",
								CLAIM("c")) "]",
			table[i].meta, table[i].spec, table[i].phase);
		fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, text);
		ok(str_eq(fixture_refusal(&f, "n/p", "a"), STR("")) == table[i].fits, "%s%s %s: %s",
			table[i].meta, table[i].spec, table[i].phase,
			table[i].fits ? "fits" : "does not fit");
		fixture_close(&f);
	}
}

int main(void)
{
	one_volume();
	binding();
	capacity();
	names();
	return tap_end();
}
