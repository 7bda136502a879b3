/* The read objects and the built cluster as text, for comparison with a recorded text: a line for
 * each record, with the names of the C members. What is zero, absent or empty is left out, but a
 * text that is present and empty is "". */
#ifndef TEST_MODEL_TEXT_H
#define TEST_MODEL_TEXT_H
#include "cmd/snap-replay/model/cluster.h"

static void put_text(struct strbuf *b, const char *name, struct str s)
{
	if (s.p)
		strbuf_addf(b, " %s=\"" STR_FMT "\"", name, STR_ARG(s));
}

static void put_number(struct strbuf *b, const char *name, int64_t v)
{
	if (v)
		strbuf_addf(b, " %s=%lld", name, (long long)v);
}

static void put_real(struct strbuf *b, const char *name, double v)
{
	if (v != 0)
		strbuf_addf(b, " %s=%.17g", name, v);
}

static void put_time(struct strbuf *b, const char *name, struct instant t)
{
	if (!instant_is_zero(t))
		strbuf_addf(b, " %s=%lld.%09d", name, (long long)t.sec, t.nsec);
}

static void put_quantity(struct strbuf *b, const char *name, struct quantity q)
{
	__extension__ const __int128 billion = 1000000000;

	if (!q.nano)
		return;
	strbuf_addf(b, " %s=%lld", name, (long long)(q.nano / billion));
	put_number(b, "nano", (int64_t)(q.nano % billion));
	put_number(b, "value", q.value);
	put_number(b, "scale", q.scale);
	put_number(b, "fast", q.fast);
}

static void put_texts(struct strbuf *b, const char *name, const struct str *items, int n)
{
	if (!n)
		return;
	strbuf_addf(b, " %s=[", name);
	for (int i = 0; i < n; i++)
		put_text(b, "", items[i].p ? items[i] : STR("(absent)"));
	strbuf_addz(b, " ]");
}

static void put_labels(struct strbuf *b, const char *name, const struct labels *l)
{
	if (!l->present && !l->n)
		return;
	strbuf_addf(b, " %s%s{", name, l->present ? "" : "(absent)");
	for (int i = 0; i < l->n; i++) {
		strbuf_addf(b, " " STR_FMT, STR_ARG(l->items[i].key));
		put_text(b, "", l->items[i].value);
	}
	strbuf_addz(b, " }");
}

static void put_amounts(struct strbuf *b, const char *name, const struct amounts *a)
{
	if (!a->n)
		return;
	strbuf_addf(b, " %s{", name);
	for (int i = 0; i < a->n; i++) {
		put_text(b, "name", a->items[i].name);
		put_quantity(b, "quantity", a->items[i].quantity);
		put_text(b, "text", a->items[i].text);
	}
	strbuf_addz(b, " }");
}

/* Within a function of one record, x: the names of members. */
#define TEXT(member) put_text(b, #member, x->member)
#define NUMBER(member) put_number(b, #member, (int64_t)x->member)
#define REAL(member) put_real(b, #member, x->member)
#define TIME(member) put_time(b, #member, x->member)
#define QUANTITY(member) put_quantity(b, #member, x->member)
#define TEXTS(member) put_texts(b, #member, x->member, x->n_##member)
#define LABELS(member) put_labels(b, #member, &x->member)
#define AMOUNTS(member) put_amounts(b, #member, &x->member)
/* A struct, by put_KIND; an array of them with its n_ member. */
#define PART(member, kind) put_part(b, #member, put_##kind, &x->member)
#define PARTS(member, kind) \
	put_parts(b, #member, put_##kind, x->member, x->n_##member, sizeof *x->member)

typedef void put_fn(struct strbuf *b, const void *at);
static void put_part(struct strbuf *b, const char *name, put_fn *put, const void *at)
{
	size_t begin;

	strbuf_addf(b, " %s(", name);
	begin = b->len;
	put(b, at);
	if (b->len > begin)
		strbuf_addz(b, " )");
	else
		strbuf_cut(b, begin - strlen(name) - 2);
}

static void put_parts(
	struct strbuf *b, const char *name, put_fn *put, const void *items, int n, size_t size)
{
	for (int i = 0; i < n; i++)
		put_part(b, name, put, (const char *)items + (size_t)i * size);
}

/* ---- objects ---- */

static void put_requirement(struct strbuf *b, const void *at)
{
	const struct requirement *x = at;

	strbuf_addf(b, " op%d", x->op);
	TEXT(key);
	TEXTS(values);
	NUMBER(valid);
}

static void put_selector(struct strbuf *b, const void *at)
{
	const struct label_selector *x = *(struct label_selector *const *)at;

	if (!x)
		return;
	strbuf_addz(b, x->valid ? " valid" : " invalid");
	for (int i = 0; i < x->n; i++)
		put_part(b, "requirement", put_requirement, &x->requirements[i]);
}

static void put_node_term(struct strbuf *b, const void *at)
{
	const struct node_term *x = at;

	strbuf_addz(b, " term");
	PARTS(expressions, requirement);
	PARTS(fields, requirement);
}

static void put_node_terms(struct strbuf *b, const void *at)
{
	const struct node_terms *x = at;

	NUMBER(present);
	for (int i = 0; i < x->n; i++)
		put_part(b, "items", put_node_term, &x->items[i]);
}

static void put_pod_terms(struct strbuf *b, const void *at)
{
	const struct pod_terms *terms = at;

	for (int i = 0; i < terms->n; i++) {
		const struct pod_term *x = &terms->items[i];

		strbuf_addz(b, " term");
		PART(selector, selector);
		PART(namespace_selector, selector);
		TEXT(topology_key);
		TEXTS(namespaces);
		NUMBER(weight);
	}
}

static void put_toleration(struct strbuf *b, const void *at)
{
	const struct toleration *x = at;

	strbuf_addz(b, " -");
	TEXT(key), TEXT(op), TEXT(value), TEXT(effect);
}

static void put_host_port(struct strbuf *b, const void *at)
{
	const struct host_port *x = at;

	TEXT(ip), TEXT(protocol), NUMBER(port);
}

static void put_volume(struct strbuf *b, const void *at)
{
	const struct volume *x = at;

	TEXT(name), TEXT(claim), NUMBER(is_claim), NUMBER(ephemeral), TEXT(signature);
}

static void put_container_request(struct strbuf *b, const void *at)
{
	const struct container_request *x = at;

	NUMBER(role), AMOUNTS(amounts);
}

static void put_claim_reference(struct strbuf *b, const void *at)
{
	const struct claim_reference *x = at;

	strbuf_addz(b, " -");
	TEXT(name), TEXT(claim), NUMBER(templated), NUMBER(first);
}

static void put_pod_spec(struct strbuf *b, const void *at)
{
	const struct pod_spec *x = at;

	NUMBER(id), TEXT(scheduler_name), TEXT(priority_class_name), LABELS(node_selector);
	PART(node_affinity, node_terms);
	PART(affinity, pod_terms), PART(anti_affinity, pod_terms);
	PART(preferred_affinity, pod_terms), PART(preferred_anti_affinity, pod_terms);
	PARTS(tolerations, toleration), PARTS(ports, host_port), PARTS(volumes, volume);
	TEXTS(config_maps), AMOUNTS(overhead), NUMBER(gated), AMOUNTS(pod_level);
	PARTS(containers, container_request), PARTS(claims, claim_reference);
	NUMBER(has_topology_spread), TEXT(signature), TEXT(volume_signature);
	AMOUNTS(requests), REAL(gpu_fraction), NUMBER(gpu_count), TEXTS(request_names);
	NUMBER(negative), NUMBER(huge), TEXT(request_error);
}

static void put_object_meta(struct strbuf *b, const void *at)
{
	const struct object_meta *x = at;

	TEXT(name), TEXT(ns), TEXT(uid), LABELS(labels), LABELS(annotations), TIME(creation);
	TIME(deletion);
}

static void put_owner(struct strbuf *b, const void *at)
{
	const struct owner *x = at;

	strbuf_addz(b, " -");
	TEXT(kind), TEXT(name), TEXT(uid), NUMBER(controller);
}

static void put_claim_name(struct strbuf *b, const void *at)
{
	const struct label *x = at;

	strbuf_addz(b, " -");
	TEXT(key), TEXT(value);
}

static void put_pod(struct strbuf *b, const void *at)
{
	const struct pod *x = at;

	PART(meta, object_meta), TEXT(node_name), TEXT(phase), TEXT(nominated_node);
	NUMBER(priority), NUMBER(has_priority), NUMBER(guaranteed);
	put_parts(b, "claim_names", put_claim_name, x->claim_names, x->n_claim_names,
		sizeof *x->claim_names);
	put_part(b, "spec", put_pod_spec, x->spec);
}

static void put_taint(struct strbuf *b, const void *at)
{
	const struct taint *x = at;

	strbuf_addz(b, " -");
	TEXT(key), TEXT(value), TEXT(effect);
}

static void put_condition(struct strbuf *b, const void *at)
{
	const struct condition *x = at;

	strbuf_addz(b, " -");
	TEXT(type), TEXT(status);
}

static void put_node_object(struct strbuf *b, const void *at)
{
	const struct node_object *x = at;

	PART(meta, object_meta), NUMBER(unschedulable), PARTS(taints, taint);
	PARTS(conditions, condition), AMOUNTS(allocatable), AMOUNTS(capacity);
}

static void put_queue_resource(struct strbuf *b, const void *at)
{
	const struct queue_resource *x = at;

	REAL(quota), REAL(over_quota_weight), REAL(limit);
}

static void put_queue_object(struct strbuf *b, const void *at)
{
	const struct queue_object *x = at;

	PART(meta, object_meta), TEXT(display_name), TEXT(parent), PART(gpu, queue_resource);
	PART(cpu, queue_resource), PART(memory, queue_resource), NUMBER(priority);
	NUMBER(preempt_min_runtime), NUMBER(reclaim_min_runtime);
	NUMBER(has_preempt_min_runtime), NUMBER(has_reclaim_min_runtime);
}

static void put_constraint(struct strbuf *b, const void *at)
{
	const struct topology_constraint *x = at;

	TEXT(topology), TEXT(required), TEXT(preferred), NUMBER(present);
}

static void put_subgroup_object(struct strbuf *b, const void *at)
{
	const struct subgroup_object *x = at;

	TEXT(name), TEXT(parent), NUMBER(min_member), NUMBER(min_subgroup);
	PART(constraint, constraint);
}

static void put_group_condition(struct strbuf *b, const void *at)
{
	const struct group_condition *x = at;

	strbuf_addz(b, " -");
	TEXT(node_pool), NUMBER(transition_id);
}

static void put_pod_group_object(struct strbuf *b, const void *at)
{
	const struct pod_group_object *x = at;

	PART(meta, object_meta), NUMBER(min_member), NUMBER(min_subgroup), TEXT(queue);
	TEXT(priority_class_name), TEXT(preemptibility), PART(constraint, constraint);
	PARTS(subgroups, subgroup_object), NUMBER(mark_unschedulable), NUMBER(scheduling_backoff);
	NUMBER(preemption_delay), NUMBER(staleness_grace_period);
	NUMBER(has_staleness_grace_period), PARTS(conditions, group_condition);
}

static void put_zone_amounts(struct strbuf *b, const void *at)
{
	const struct zone_amounts *x = at;

	strbuf_addz(b, " -");
	TEXT(zone), AMOUNTS(amounts);
}

static void put_device_result(struct strbuf *b, const void *at)
{
	const struct device_result *x = at;

	strbuf_addz(b, " -");
	TEXT(request), TEXT(driver), TEXT(pool), TEXT(device), NUMBER(admin);
}

static void put_claim_allocation(struct strbuf *b, const void *at)
{
	const struct claim_allocation *x = at;

	put_parts(b, "results", put_device_result, x->results, x->n, sizeof *x->results);
	PART(node_selector, node_terms);
}

static void put_claim_update(struct strbuf *b, const void *at)
{
	const struct claim_update *x = at;

	strbuf_addz(b, " -");
	TEXT(name);
	if (x->allocation)
		put_claim_allocation(b, x->allocation);
}

static void put_bind_request(struct strbuf *b, const void *at)
{
	const struct bind_request *x = at;

	PART(meta, object_meta), TEXT(pod_name), TEXT(selected_node), TEXT(received_type);
	TEXT(phase), TEXTS(gpu_groups), PARTS(claims, claim_update), NUMBER(backoff_limit),
		NUMBER(failed_attempts);
	for (int i = 0; i < x->zones.n; i++)
		put_part(b, "zones", put_zone_amounts, &x->zones.items[i]);
}

static void put_priority_class(struct strbuf *b, const void *at)
{
	const struct priority_class *x = at;

	PART(meta, object_meta), NUMBER(value), NUMBER(global_default);
}

static void put_persistent_volume(struct strbuf *b, const void *at)
{
	const struct persistent_volume *x = at;

	PART(meta, object_meta), TEXT(class_name), TEXT(volume_mode), TEXT(attributes_class);
	TEXT(phase), QUANTITY(capacity), TEXT(claim_name), TEXT(claim_ns), TEXT(claim_uid);
	NUMBER(has_claim_ref), PART(affinity, node_terms), TEXTS(access_modes);
}

static void put_persistent_volume_claim(struct strbuf *b, const void *at)
{
	const struct persistent_volume_claim *x = at;

	PART(meta, object_meta), TEXT(class_name), TEXT(volume_name), TEXT(volume_mode);
	TEXT(attributes_class), TEXT(phase), QUANTITY(storage), PART(selector, selector);
	TEXTS(access_modes), PARTS(owners, owner);
}

static void put_storage_class(struct strbuf *b, const void *at)
{
	const struct storage_class *x = at;

	PART(meta, object_meta), TEXT(provisioner), TEXT(binding_mode);
	PART(allowed_topologies, node_terms);
}

static void put_csi_driver(struct strbuf *b, const void *at)
{
	const struct csi_driver *x = at;

	PART(meta, object_meta), NUMBER(storage_capacity);
}

static void put_csi_capacity(struct strbuf *b, const void *at)
{
	const struct csi_capacity *x = at;

	PART(meta, object_meta), TEXT(class_name), PART(topology, selector), QUANTITY(capacity);
	QUANTITY(maximum), NUMBER(has_capacity), NUMBER(has_maximum);
}

static void put_device_selector(struct strbuf *b, const void *at)
{
	const struct device_selector *x = at;

	strbuf_addz(b, " -");
	TEXT(expression);
}

static void put_device_selectors(struct strbuf *b, const void *at)
{
	const struct device_selectors *x = at;

	put_parts(b, "items", put_device_selector, x->items, x->n, sizeof *x->items);
}

static void put_device_request(struct strbuf *b, const void *at)
{
	const struct device_request *x = at;

	strbuf_addz(b, " -");
	TEXT(name), TEXT(device_class), TEXT(allocation_mode), NUMBER(count), NUMBER(exactly);
	NUMBER(first_available), NUMBER(admin_access), PART(selectors, device_selectors);
}

static void put_device_constraint(struct strbuf *b, const void *at)
{
	const struct device_constraint *x = at;

	strbuf_addz(b, " -");
	TEXTS(requests), TEXT(attribute);
}

static void put_claim_consumer(struct strbuf *b, const void *at)
{
	const struct claim_consumer *x = at;

	strbuf_addz(b, " -");
	TEXT(group), TEXT(resource), TEXT(name), TEXT(uid);
}

static void put_resource_claim(struct strbuf *b, const void *at)
{
	const struct resource_claim *x = at;

	PART(meta, object_meta), TEXT(version), PARTS(owners, owner);
	PARTS(reserved_for, claim_consumer), PARTS(requests, device_request);
	PARTS(constraints, device_constraint);
	if (x->allocation)
		put_claim_allocation(b, x->allocation);
}

static void put_device_attribute(struct strbuf *b, const void *at)
{
	const struct device_attribute *x = at;

	strbuf_addz(b, " -");
	TEXT(name), TEXT(text), NUMBER(number), NUMBER(kind);
}

static void put_device_capacity(struct strbuf *b, const void *at)
{
	const struct device_capacity *x = at;

	strbuf_addz(b, " -");
	TEXT(name), TEXT(quantity);
}

static void put_device(struct strbuf *b, const void *at)
{
	const struct device *x = at;

	strbuf_addz(b, " -");
	TEXT(name), PARTS(attributes, device_attribute), PARTS(capacities, device_capacity);
	NUMBER(has_conditions), NUMBER(uses_counters);
}

static void put_resource_slice(struct strbuf *b, const void *at)
{
	const struct resource_slice *x = at;

	PART(meta, object_meta), TEXT(node_name), TEXT(driver), TEXT(pool), NUMBER(generation);
	NUMBER(slice_count), PART(node_selector, node_terms), NUMBER(all_nodes);
	NUMBER(per_device), PARTS(devices, device);
}

static void put_device_class(struct strbuf *b, const void *at)
{
	const struct device_class *x = at;

	PART(meta, object_meta), TEXT(extended_resource), PART(selectors, device_selectors);
}

static void put_topology_level(struct strbuf *b, const void *at)
{
	const struct topology_level *x = at;

	strbuf_addz(b, " -");
	TEXT(label), TEXT(alias);
}

static void put_topology_object(struct strbuf *b, const void *at)
{
	const struct topology_object *x = at;

	PART(meta, object_meta), PARTS(levels, topology_level);
}

static void put_zone_resource(struct strbuf *b, const void *at)
{
	const struct zone_resource *x = at;

	strbuf_addz(b, " -");
	TEXT(name), QUANTITY(allocatable), QUANTITY(available);
}

static void put_zone_object(struct strbuf *b, const void *at)
{
	const struct zone_object *x = at;

	strbuf_addz(b, " -");
	TEXT(name), TEXT(type), PARTS(resources, zone_resource);
}

static void put_resource_topology(struct strbuf *b, const void *at)
{
	const struct resource_topology *x = at;

	PART(meta, object_meta), TEXT(policy), TEXT(scope), TEXT(policy_and_scope);
	PARTS(zones, zone_object);
}

static void put_plugin_option(struct strbuf *b, const void *at)
{
	const struct plugin_option *x = at;

	TEXT(name), LABELS(arguments);
}

static void put_budget(struct strbuf *b, const void *at)
{
	const struct budget_limit *x = at;

	TEXT(key), NUMBER(ns);
}

static void put_depth(struct strbuf *b, const void *at)
{
	const struct queue_depth *x = at;

	TEXT(action), NUMBER(depth);
}

static void put_config(struct strbuf *b, const struct config *x)
{
	strbuf_addz(b, "config");
	NUMBER(present), TEXT(actions), PARTS(plugins, plugin_option), PARTS(depths, depth);
	NUMBER(has_usage_db), PARTS(action_budgets, budget), PARTS(generator_budgets, budget);
	NUMBER(max_job_search), NUMBER(min_job_search), NUMBER(has_max_job_search);
	NUMBER(has_min_job_search);
	strbuf_addc(b, '\n');
}

static void put_params(struct strbuf *b, const struct params *x)
{
	strbuf_addz(b, "params");
	NUMBER(given), NUMBER(has_workers), NUMBER(has_period), TEXT(scheduler_name);
	TEXT(pool_label_key), TEXT(pool_label_value), TEXT(queue_label_key), NUMBER(restrict_nodes);
	NUMBER(schedule_csi_storage), NUMBER(use_signatures), NUMBER(full_hierarchy);
	NUMBER(allow_consolidating_reclaim), NUMBER(detailed_fit_errors);
	NUMBER(max_consolidation_preemptees), NUMBER(staleness_grace_period);
	NUMBER(stuck_in_releasing);
	strbuf_addc(b, '\n');
}

__attribute__((unused)) static void put_objects(struct strbuf *b, const struct objects *x)
{
	put_config(b, &x->config);
	put_params(b, &x->params);
	strbuf_addz(b, "objects");
	NUMBER(n_specs), NUMBER(dra_gate), NUMBER(nrt_gate), NUMBER(null_kinds);
	NUMBER(empty_kinds), TIME(newest);
	strbuf_addc(b, '\n');
#define PUT_LIST(NAME, type, list, reader) \
	for (int i = 0; i < x->list.n; i++) { \
		put_part(b, #list, put_##type, x->list.items[i]); \
		strbuf_addc(b, '\n'); \
	}
	OBJECT_LISTS(PUT_LIST)
#undef PUT_LIST
}

__attribute__((unused)) static void put_warnings(struct strbuf *b, const struct warnings *w)
{
	for (int i = 0; i < w->n; i++) {
		const struct warning *x = &w->items[i];

		strbuf_addz(b, "warning");
		NUMBER(kind), NUMBER(count), TEXT(what), TEXT(where), TEXT(advice);
		strbuf_addc(b, '\n');
	}
}

/* ---- the cluster ---- */

static void put_vector(struct strbuf *b, const char *name, const struct cluster *c, const double *v)
{
	strbuf_addf(b, " %s", name);
	for (int i = 0; v && i < c->slots.count; i++)
		strbuf_addf(b, "%c%.17g", i ? ',' : '=', v[i]);
}
#define VECTOR(member) put_vector(b, #member, c, x->member)

static void put_slots(struct strbuf *b, const struct slots *s)
{
	for (int i = 0; i < s->count; i++)
		strbuf_addf(b,
			"slot " STR_FMT " lack_text=\"" STR_FMT
			"\" mig=%d dra_backed=%d mig_gpus=%lld mig_gb=%lld\n",
			STR_ARG(s->names[i]), STR_ARG(s->lack_texts[i]), s->mig[i],
			s->dra_backed[i], (long long)s->mig_gpus[i], (long long)s->mig_gb[i]);
	strbuf_addf(b, "mig_end=%d\n", s->mig_end);
}

static void put_mig(struct strbuf *b, const void *at)
{
	const struct mig_request *x = at;

	TEXT(name), NUMBER(slot), NUMBER(quantity), NUMBER(gpus), NUMBER(gb);
}

static void put_gpu(struct strbuf *b, const void *at)
{
	const struct gpu_request *x = at;

	NUMBER(count), REAL(fraction), NUMBER(memory), NUMBER(dra), PARTS(mig, mig);
}

static void put_groups(struct strbuf *b, const struct cluster *c, const struct device_group_list *l)
{
	for (int i = 0; i < l->n; i++)
		put_text(b, "device_group", c->device_groups[l->ids[i]].name);
}

static void put_tasks(struct strbuf *b, const char *name, struct task *const *tasks, int n)
{
	if (n)
		strbuf_addf(b, " %s", name);
	for (int i = 0; i < n; i++)
		put_text(b, "", tasks[i]->key);
}

static void put_task(struct strbuf *b, const struct cluster *c, const struct task *x)
{
	strbuf_addf(b, "task " STR_FMT " %s", STR_ARG(x->key), pod_status_name(x->status));
	NUMBER(index), NUMBER(order), TEXT(subgroup), NUMBER(virtual_status), NUMBER(evicted);
	NUMBER(reservation), NUMBER(legacy_mig), NUMBER(invalid_subgroup), TEXT(node_name);
	NUMBER(type), PART(gpu, gpu), VECTOR(request), NUMBER(request_class), NUMBER(received);
	for (int i = 0; i < c->slots.count; i++)
		if (task_accepted(x, i) != x->request[i])
			strbuf_addf(b, " accepts %.17g of " STR_FMT, task_accepted(x, i),
				STR_ARG(c->slots.names[i]));
	NUMBER(accepted_set), PART(accepted, gpu), NUMBER(eviction), NUMBER(extends);
	NUMBER(uses_claims);
	put_text(b, "pod", x->pod->meta.uid);
	put_text(b, "job", x->job ? x->job->key : (struct str){0});
	put_text(b, "pod_set", x->pod_set ? x->pod_set->name : (struct str){0});
	put_text(b, "node", x->node ? x->node->name : (struct str){0});
	put_groups(b, c, &x->device_groups);
	strbuf_addc(b, '\n');
}

static void put_device_groups(struct strbuf *b, const struct cluster *c, const struct node *n)
{
	for (int i = 0; i < n->n_device_groups; i++) {
		const struct device_group *x = &n->device_groups[i];

		strbuf_addf(b, "  group " STR_FMT, STR_ARG(c->device_groups[x->id].name));
		NUMBER(used), NUMBER(releasing), NUMBER(allocated), NUMBER(has_allocated);
		NUMBER(has_releasing), NUMBER(marked);
		strbuf_addc(b, '\n');
	}
}

/* What bookings change. */
static void put_books(struct strbuf *b, const struct cluster *c, const struct node *x)
{
	strbuf_addf(b, "books of " STR_FMT, STR_ARG(x->name));
	NUMBER(changed), VECTOR(idle), VECTOR(used), VECTOR(releasing);
	put_tasks(b, "legacy_mig", x->legacy_mig, x->n_legacy_mig);
	put_tasks(b, "view", x->view, x->n_view);
	strbuf_addc(b, '\n');
	for (int i = 0; i < x->n_entries; i++) {
		strbuf_addf(b, "  entry " STR_FMT " %s", STR_ARG(x->entries[i].task->key),
			pod_status_name(x->entries[i].status));
		put_groups(b, c, &x->entries[i].device_groups);
		strbuf_addc(b, '\n');
	}
	put_device_groups(b, c, x);
}

static void put_zones(struct strbuf *b, const struct cluster *c, const struct node_zones *x)
{
	for (int i = 0; x && i < x->n; i++) {
		strbuf_addf(b, "  zone " STR_FMT " policy %d per_pod %d", STR_ARG(x->items[i].name),
			(int)x->policy, x->per_pod);
		for (int k = 0; k < x->n_reported; k++) {
			int slot = x->reported[k];

			strbuf_addf(b, " " STR_FMT " slot %d: %g of %g, %g in so many zones",
				STR_ARG(x->names[k]), c->zone_slots.slots[slot],
				x->items[i].available[slot], x->items[i].allocatable[slot],
				x->greatest[k * x->n + i]);
		}
		strbuf_addc(b, '\n');
	}
}

static void put_node(struct strbuf *b, const struct cluster *c, const struct node *x)
{
	strbuf_addf(b, "node " STR_FMT " object=" STR_FMT, STR_ARG(x->name),
		STR_ARG(x->object->meta.name));
	NUMBER(index), VECTOR(allocatable), NUMBER(gpu_memory), NUMBER(gpu_memory_synced);
	NUMBER(gpu_count), NUMBER(mig_enabled), NUMBER(cpu_only), NUMBER(dra_gpus), NUMBER(ready);
	NUMBER(mig_strategy);
	strbuf_addc(b, '\n');
	put_zones(b, c, x->zones);
	put_books(b, c, x);
}

static void put_counts(struct strbuf *b, const int *counts)
{
	for (int s = 0; s < POD_STATUSES; s++)
		put_number(b, pod_status_name((enum pod_status)s), counts[s]);
}

static void put_pod_set(struct strbuf *b, const struct pod_set *x, int depth)
{
	strbuf_addf(b, "%*spod set", depth, "");
	TEXT(name), NUMBER(min), PART(constraint, constraint);
	put_text(b, "parent", x->parent->name);
	put_text(b, "job", x->job->key);
	put_tasks(b, "tasks", x->tasks, x->n_tasks);
	put_counts(b, x->counts);
	strbuf_addc(b, '\n');
}

static void put_sub_group(struct strbuf *b, const struct sub_group *x, int depth)
{
	strbuf_addf(b, "%*ssub-group", depth, "");
	TEXT(name), NUMBER(min_sub_group), PART(constraint, constraint);
	put_text(b, "parent", x->parent ? x->parent->name : (struct str){0});
	strbuf_addc(b, '\n');
	for (int i = 0; i < x->n_sets; i++)
		put_sub_group(b, x->sets[i], depth + 2);
	for (int i = 0; i < x->n_pod_sets; i++)
		put_pod_set(b, x->pod_sets[i], depth + 2);
}

static void put_job(struct strbuf *b, const struct cluster *c, const struct job *x)
{
	strbuf_addz(b, "job");
	TEXT(name), TEXT(key), NUMBER(index), NUMBER(fill_rank), NUMBER(priority);
	NUMBER(preemptible), TIME(creation), TIME(last_start), TIME(last_eviction);
	TIME(stale_since), NUMBER(stale), NUMBER(started), NUMBER(evicted), NUMBER(waits);
	put_text(b, "object", x->object->meta.name);
	put_text(b, "queue", x->queue ? x->queue->name : (struct str){0});
	put_number(b, "session_job", x->session_job == x);
	put_tasks(b, "tasks", x->tasks, x->n_tasks);
	put_tasks(b, "invalid", x->invalid, x->n_invalid);
	put_counts(b, x->counts);
	NUMBER(active_drift), VECTOR(allocated), NUMBER(unit_cached), NUMBER(unit_request_cached);
	NUMBER(growth), NUMBER(tasks_ordered), NUMBER(constrained), TEXT(signature);
	for (int i = 0; i < x->n_pod_sets; i++)
		put_text(b, "pod_set", x->pod_sets[i]->name);
	strbuf_addc(b, '\n');
	put_sub_group(b, x->root, 2);
}

static void put_queue(struct strbuf *b, const struct queue *x)
{
	strbuf_addz(b, "queue");
	TEXT(name), TEXT(display_name), NUMBER(index), NUMBER(depth), NUMBER(priority);
	TIME(creation);
	put_text(b, "object", x->object ? x->object->meta.name : (struct str){0});
	put_text(b, "parent", x->parent ? x->parent->name : (struct str){0});
	for (int i = 0; i < x->n_children; i++)
		put_text(b, "child", x->children[i]->name);
	for (int i = 0; i < 3; i++) {
		put_real(b, "quota", x->quota[i]);
		put_real(b, "limit", x->limit[i]);
		put_real(b, "weight", x->weight[i]);
	}
	strbuf_addc(b, '\n');
}

static int by_key_text(const void *l, const void *r)
{
	return str_cmp((*(struct map_entry *const *)l)->key, (*(struct map_entry *const *)r)->key);
}

/* The keys, sorted. */
static void put_map(struct strbuf *b, const char *name, const struct map *m)
{
	struct map_entry **entries = calloc(m->count + 1, sizeof *entries);

	for (size_t i = 0; i < m->count; i++)
		entries[i] = &m->entries[i];
	qsort(entries, m->count, sizeof(struct map_entry *), by_key_text);
	strbuf_addz(b, name);
	for (size_t i = 0; i < m->count; i++)
		put_text(b, "", entries[i]->key);
	strbuf_addc(b, '\n');
	free(entries);
}

/* Whom each uid stands for. */
static void put_uids(struct strbuf *b, const struct cluster *c)
{
	strbuf_addz(b, "task_by_uid");
	for (int i = 0; i < c->n_tasks; i++)
		if (map_get(&c->task_by_uid, c->tasks[i].pod->meta.uid) == &c->tasks[i])
			put_text(b, "", c->tasks[i].key);
	strbuf_addc(b, '\n');
}

__attribute__((unused)) static void put_cluster(struct strbuf *b, const struct cluster *x)
{
	strbuf_addz(b, "cluster");
	NUMBER(n_leaf_queues), NUMBER(min_gpu_memory), NUMBER(max_gpu_memory);
	NUMBER(n_bind_requests), NUMBER(n_new_device_groups), NUMBER(n_changes);
	put_text(b, "endless", x->endless ? x->endless->key : (struct str){0});
	strbuf_addc(b, '\n');
	put_slots(b, &x->slots);
	for (int i = 0; i < x->n_nodes; i++)
		put_node(b, x, &x->nodes[i]);
	for (int i = 0; i < x->n_tasks; i++)
		put_task(b, x, &x->tasks[i]);
	for (int i = 0; i < x->n_jobs; i++)
		put_job(b, x, x->jobs[i]);
	for (int i = 0; i < x->n_queues; i++)
		put_queue(b, x->queues[i]);
	put_map(b, "node_by_name", &x->node_by_name);
	put_map(b, "job_by_name", &x->job_by_name);
	put_map(b, "queue_by_name", &x->queue_by_name);
	put_map(b, "config_maps", &x->config_maps);
	put_map(b, "stuck_bind_requests", &x->stuck_bind_requests);
	put_uids(b, x);
}

#endif
