#include "tool/panic_causes.h"
#include <stddef.h>
#include <string.h>

#define CHECK "snap-inspect --check, which tells what is missing in the snapshot"
#define NATIVE_GOES_ON "the native engine says where the scheduler panics, and goes on"

static const struct panic_cause causes[] = {
	{"main.main", "as it does when schedulerParams is null", CHECK},
	{"main.synthesizeDiscoveryFromSnapshot", "as it does when rawObjects is null", CHECK},
	{"main.loadClientsWithSnapshot", "as it does when an object of rawObjects is null", CHECK},
	{"cache.newSchedulerCache", "as it does when partitionParams is null",
		"the native engine, which takes them as empty"},
	{"cache.(*SchedulerCache).Run", "as it does when the node pool's label is none",
		"schedulerParams.partitionParams with a label that Kubernetes takes"},
	{"framework.OpenSession", "as it does when config is null",
		"the native engine, which takes the built-in configuration"},
	{"scheduler_util.priorityQueue.Swap", "as it does when a queueDepthPerAction is below 0",
		"config.queueDepthPerAction without that action"},
	{"numa.(*numaPlugin).prePredicate",
		"all is decided, and it asks the plugin numa, already closed, why a pod is pending",
		"-v 5 or less, where detailedFitErrors is off; the native engine tells the reasons, too"},
	{"storageclaim_info.NewStorageClaimInfo",
		"a volume claim names no storage class, and scheduleCSIStorage is on",
		NATIVE_GOES_ON},
	{"resource_info.NewResourceVector",
		"a pod group has a topology constraint, and the node pool has no node",
		NATIVE_GOES_ON},
	{"proportion.(*proportionPlugin).OnSessionOpen.(*proportionPlugin).deallocateHandlerFn",
		"it evicts a stale gang whose queue does not exist or is of another node pool",
		NATIVE_GOES_ON},
	{"stable.(*exactDeviceRequestAccessor)",
		"a claim requests devices neither by exactly nor by firstAvailable",
		NATIVE_GOES_ON},
	{"dynamicresources.(*draPlugin).deallocateResourceClaim",
		"it evicts a pod with resource claims, and the cluster does not serve their API",
		NATIVE_GOES_ON},
};

const struct panic_cause *panic_cause(const char *function)
{
	for (size_t i = 0; i < sizeof causes / sizeof *causes; i++)
		if (!strncmp(function, causes[i].function, strlen(causes[i].function)))
			return &causes[i];
	return NULL;
}
