/* The checks of the plugin predicates (rules/06 4, 5, 8, 9): each has a file in
 * plugins/predicates/. plugins/predicates/pre_predicates.c runs the prefilters,
 * plugins/predicates.c the filters. */
#ifndef SNAP_PREDICATE_CHECKS_H
#define SNAP_PREDICATE_CHECKS_H
#include "session/session.h"

struct predicates; /* plugins/predicates/predicates.h */

/* The checks, in the order in which they run and their texts print. ORDER check */
enum check {
	CHECK_PORTS,
	CHECK_TAINTS,
	CHECK_NODE_AFFINITY,
	CHECK_POD_AFFINITY,
	CHECK_VOLUMES,
	CHECK_MAX_RESOURCES,
	CHECK_CONFIG_MAPS,
	CHECKS
};
/* A prefilter is the part of a check that looks at the pod before any node. PRE_SKIP: the check has
 * nothing to test, so its filter does not run. PRE_UNSCHEDULABLE and PRE_ERROR refuse the pod. */
enum prefilter_code { PRE_OK, PRE_SKIP, PRE_UNSCHEDULABLE, PRE_ERROR };
struct prefilter {
	enum prefilter_code code;
	struct str message; /* of a refusal */
};

static inline struct prefilter prefilter_ok(void)
{
	return (struct prefilter){PRE_OK, {NULL, 0}};
}
static inline struct prefilter prefilter_skip(void)
{
	return (struct prefilter){PRE_SKIP, {NULL, 0}};
}
static inline struct prefilter prefilter_refuse(struct str message)
{
	return (struct prefilter){PRE_UNSCHEDULABLE, message};
}
static inline bool prefilter_failed(const struct prefilter *p)
{
	return p->code == PRE_UNSCHEDULABLE || p->code == PRE_ERROR;
}

/* The functions of each check: open runs once, the prefilter before each placement of a task, the
 * filter for each node unless the prefilter gave PRE_SKIP. A filter that refuses gives false and
 * sets *why. */
void ports_open(struct predicates *p);
struct prefilter ports_prefilter(struct predicates *p, const struct task *t);
bool ports_filter(const struct predicates *p, const struct task *t, const struct node *n);

bool taints_filter(const struct pod_spec *spec, const struct node_object *n);
/* The first taint that refuses the pod; NULL: none. */
const struct taint *taints_untolerated(const struct pod_spec *spec, const struct node_object *n);

struct prefilter node_affinity_prefilter(const struct pod_spec *spec);

void pod_affinity_open(struct predicates *p);
struct prefilter pod_affinity_prefilter(struct predicates *p, const struct task *t);
/* True: no later prefilter of the task in the session skips the check, unless one did before. */
bool pod_affinity_settled(const struct predicates *p, const struct task *t);
bool pod_affinity_filter(
	const struct predicates *p, const struct task *t, const struct node *n, struct str *why);

/* For the hook possible_nodes: what the node's filter refuses in any case. */
void pod_affinity_keep_possible(struct predicates *p, const struct task *t, uint64_t *set);

void volumes_open(struct predicates *p);
struct prefilter volumes_prefilter(struct predicates *p, const struct task *t);
bool volumes_filter(
	struct predicates *p, const struct task *t, const struct node *n, struct str *why);

void volumes_keep_possible(struct predicates *p, const struct task *t, uint64_t *set);

void max_resources_open(struct predicates *p);
struct prefilter max_resources_prefilter(struct predicates *p, const struct task *t);

struct prefilter config_maps_prefilter(struct predicates *p, const struct task *t);

#endif
