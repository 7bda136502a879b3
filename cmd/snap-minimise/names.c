#include "names.h"

#include "common/keys.h"
#include "common/kinds.h"

bool is_name_key(struct str key)
{
	static const struct str keys[] = {STR_INIT("name"), STR_INIT("namespace"), STR_INIT("uid"),
		STR_INIT("queue"), STR_INIT("parentQueue"), STR_INIT("parent"),
		STR_INIT("nodeName"), STR_INIT("podName"), STR_INIT("selectedNode"),
		STR_INIT("priorityClassName"), STR_INIT("storageClassName"), STR_INIT("volumeName"),
		STR_INIT("claimName")};

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (same_but_case(key, keys[i]))
			return true;
	return str_eq(key, pod_annotation_keys[POD_ANNOTATION_POD_GROUP]) ||
		str_eq(key, label_keys[LABEL_SUBGROUP]) || str_eq(key, label_keys[LABEL_GPU_GROUP]);
}
