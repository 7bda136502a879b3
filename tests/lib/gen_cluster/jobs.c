/* Jobs and their pods: those that run fill the cluster, those that wait ask for more than is left.
 */
#include "tests/lib/gen_cluster/cluster.h"

struct shape make_shape(struct cluster *c, bool running)
{
	static const int gpus[] = {1, 1, 1, 2, 2, 4, 4, 8},
			 percents[] = {10, 20, 25, 30, 50, 50, 50, 60, 75};
	static const int memories[] = {2000, 5000, 8000, 10000, 20000, 40000},
			 cpus[] = {500, 1000, 2000, 4000, 7000};
	struct shape s = {
		.pool = -1, .port = -1, .devices = 1, .ask = {.cpu = 500, .memory = 1, .pods = 1}};
	uint32_t dice = below(c, 100);

	if (c->on[F_cpu_jobs] && dice < 25)
		s.kind = CPU_ONLY;
	else if (c->on[F_mig] && dice < 45)
		s.kind = MIG;
	else if (c->on[F_fractions] && dice < 70)
		s.kind = c->on[F_gpu_memory] && chance(c, 35) ? GPU_MEMORY : FRACTION;
	if (s.kind == CPU_ONLY) {
		s.ask.cpu = PICK(c, cpus);
		s.ask.memory = 1 << below(c, 4);
	} else if (s.kind == MIG) {
		s.ask.mig[below(c, PROFILES)] = 1 + (int)below(c, 2);
	} else if (s.kind == WHOLE) {
		s.ask.gpus = PICK(c, gpus);
		s.ask.cpu = s.ask.gpus * (chance(c, 70) ? 1000 : 2500);
		s.ask.memory = s.ask.gpus * (chance(c, 80) ? 8 : 24);
	} else {
		s.percent = PICK(c, percents);
		s.memory = PICK(c, memories);
		if (c->on[F_multi_device] && chance(c, 20))
			s.devices = 2 + (int)below(c, 2);
	}
	if (c->on[F_selectors] && chance(c, running ? 25 : 35))
		s.pool = (int)below(c, 3);
	s.tolerates = c->on[F_taints] && chance(c, 50);
	if (c->on[F_host_ports] && chance(c, 25))
		s.port = (int)below(c, 4);
	if (c->on[F_pod_affinity] && chance(c, 45)) {
		s.apart = (enum apart)(APART_LABEL + (int)below(c, 4));
		s.spread = (int)below(c, 3);
	}
	return s;
}

/* Whether nodes keep the pod away for other reasons than room. */
static bool admits(const struct cluster *c, const struct node *n, const struct shape *s)
{
	if (n->unready || n->cordoned || (n->tainted && !s->tolerates) ||
		(s->pool >= 0 && s->pool != n->pool))
		return false;
	if (s->port >= 0 && (n->ports >> s->port & 1))
		return false;
	for (int i = 0; s->apart != APART_NO && i < c->n_nodes; i++)
		if (c->nodes[i].zone == n->zone && (c->nodes[i].spread >> s->spread & 1))
			return false;
	if (!claims_admit(c, n, s))
		return false;
	return s->kind == MIG ? n->mig && !n->mig_single
			      : s->kind != WHOLE || !n->mig || n->mig_single;
}

static bool has_room(const struct room *left, const struct room *ask)
{
	for (int i = 0; i < PROFILES; i++)
		if (left->mig[i] < ask->mig[i])
			return false;
	return left->cpu >= ask->cpu && left->memory >= ask->memory && left->gpus >= ask->gpus &&
		left->pods >= ask->pods;
}

/* Finds the GPUs of a pod that asks for parts of some; they are taken only with take. */
static bool share(
	struct cluster *c, struct node *n, const struct shape *s, struct pod *p, bool take)
{
	int whole_memory = n->gpu_memory / 100 * 100,
	    need = s->kind == FRACTION ? whole_memory * s->percent / 100 : s->memory;
	int found = 0, fresh = 0;
	/* now and then a GPU of its own although another has room: holes for consolidation */
	bool alone = take && chance(c, 25) && n->left.gpus >= s->devices;

	if (n->mig || need > whole_memory)
		return false;
	for (int i = 0; i < n->n_shared && found < s->devices && !alone; i++)
		if (n->shared[i].left >= need) {
			if (take) {
				n->shared[i].left -= need;
				p->group[found] = n->shared[i].group;
			}
			found++;
		}
	fresh = s->devices - found;
	if (fresh > n->left.gpus || n->n_shared + fresh > MAX_SHARED)
		return false;
	for (; take && found < s->devices; found++) {
		p->group[found] = c->n_groups;
		n->shared[n->n_shared++] =
			(struct shared){.group = c->n_groups++, .left = whole_memory - need};
		n->left.gpus--;
	}
	p->n_groups = take ? s->devices : 0;
	return true;
}

int place(struct cluster *c, const struct shape *s, struct pod *p)
{
	int start = (int)below(c, (uint32_t)c->n_nodes);
	bool shares = s->kind == FRACTION || s->kind == GPU_MEMORY;

	for (int i = 0; i < c->n_nodes; i++) {
		int at = (start + i) % c->n_nodes;
		struct node *n = &c->nodes[at];

		if (!admits(c, n, s) || !has_room(&n->left, &s->ask) ||
			(shares && !share(c, n, s, p, false)))
			continue;
		if (shares)
			share(c, n, s, p, true);
		n->left.cpu -= s->ask.cpu;
		n->left.memory -= s->ask.memory;
		n->left.gpus -= s->ask.gpus;
		n->left.pods -= s->ask.pods;
		for (int m = 0; m < PROFILES; m++)
			n->left.mig[m] -= s->ask.mig[m];
		if (s->port >= 0)
			n->ports |= 1u << s->port;
		if (s->apart != APART_NO)
			n->spread |= 1u << s->spread;
		return at;
	}
	return -1;
}

static int leaf_queue(struct cluster *c)
{
	int q;

	do
		q = (int)below(c, (uint32_t)c->n_queues);
	while (!c->queues[q].leaf);
	return q;
}

/* One to four sub-groups, or some under two inner sets; the members are shared out among them. */
static void split(struct cluster *c, struct job *j, int members, bool elastic)
{
	bool tree = members >= 3 && chance(c, 35);
	int first = tree ? 2 : 0, leaves = 1 + (int)below(c, members < 4 ? (uint32_t)members : 4u);

	if (tree && leaves < 2)
		leaves = 2;
	j->n_sets = first + leaves;
	for (int i = 0; i < j->n_sets; i++)
		j->sets[i] = (struct set){.parent = tree && i >= first ? i % 2 : -1,
			.inner = i < first,
			.min_sub_group = -1};
	for (int m = 0; m < members; m++)
		j->sets[first + m % leaves].min++;
	for (int i = first; i < j->n_sets; i++)
		if (elastic && chance(c, 60))
			j->sets[i].min = (int)below(c, (uint32_t)j->sets[i].min + 1);
	if (!c->on[F_min_sub_group] || chance(c, 40))
		return;
	j->min_sub_group = (int)below(c, 3);
	for (int i = 0; i < first; i++)
		j->sets[i].min_sub_group = chance(c, 50) ? (int)below(c, 2) : -1;
}

/* The next job, with its sub-groups; its pods follow. */
static struct job *make_job(struct cluster *c, int members, bool running)
{
	static const int priorities[] = {0, 0, 0, 0, 1, 2, 3, 4, 5}, ages[] = {40, 180, 1500};
	static const char *const words[] = {"preemptible", "non-preemptible"},
				 *const delays[] = {"10m", "5h", "1s"};
	struct job *j = &c->jobs[c->n_jobs];
	bool elastic = c->on[F_elastic] && chance(c, 45);

	*j = (struct job){.min = members,
		.min_sub_group = -1,
		.started = -1,
		.stale = -1,
		.priority = PICK(c, priorities)};
	if (!running && chance(c, 40))
		j->priority = 1 + (int)below(c, 5);
	j->queue = c->on[F_hog] && chance(c, running ? 65 : 25) ? c->hog : leaf_queue(c);
	if (elastic)
		j->min = (int)below(c, (uint32_t)members + 1);
	if (c->on[F_sub_groups] && members > 1 && chance(c, 50))
		split(c, j, members, elastic);
	j->age = (running ? 60 * (PICK(c, ages) + 5) : 600) + 7 * (MAX_JOBS - c->n_jobs) -
		(int)below(c, 7);
	if (running && chance(c, 80))
		j->started = j->age - 20;
	if (c->on[F_explicit_preemptibility] && chance(c, 30))
		j->preemptibility = PICK(c, words);
	if (c->on[F_delays] && chance(c, 40))
		j->delay = PICK(c, delays);
	j->shape = make_shape(c, running);
	j->shape.claiming = claiming_of(c, c->n_jobs, j->shape.kind == WHOLE);
	return j;
}

/* The leaf set in which the n-th pod of a job is; -1: the job has none. */
static int set_of(const struct job *j, int n)
{
	int leaf = 0;

	if (j->n_sets == 0)
		return -1;
	while (j->sets[leaf].inner)
		leaf++;
	return leaf + n % (j->n_sets - leaf);
}

static struct pod *add_pod(struct cluster *c, int job, int number, enum pod_state state)
{
	struct pod *p = &c->pods[c->n_pods++];

	*p = (struct pod){.job = job,
		.number = number,
		.node = -1,
		.state = state,
		.set = job < 0 ? -1 : set_of(&c->jobs[job], number)};
	p->age = job < 0 ? 4000 : c->jobs[job].age - below(c, 3);
	return p;
}

/* What may happen to a pod that got a place. */
static enum pod_state placed_state(struct cluster *c)
{
	if (c->on[F_releasing] && chance(c, 15))
		return chance(c, 80) ? RELEASING : STUCK;
	if (c->on[F_bind_requests] && chance(c, 15))
		return chance(c, 80) ? BINDING : BOUND;
	if (c->on[F_finished] && chance(c, 8))
		return chance(c, 50) ? SUCCEEDED : FAILED;
	return RUNNING;
}

/* A gang that lost members long enough ago, or just now. */
static void make_stale(struct cluster *c, struct job *j)
{
	static const char *const graces[] = {"0s", "5m", "1h", "-1s"};

	for (int i = 0; i < j->n_sets; i++)
		j->sets[i].min++;
	j->min += 1 + (int)below(c, 2);
	j->stale = chance(c, 60) ? 600 : chance(c, 50) ? 0 : -1;
	if (chance(c, 40))
		j->grace = PICK(c, graces);
}

static bool run_one_job(struct cluster *c)
{
	static const int members[] = {1, 1, 1, 1, 2, 2, 3, 4, 6};
	int job = c->n_jobs, wanted = PICK(c, members), placed = 0;
	struct job *j = make_job(c, wanted, true);

	for (int m = 0; m < wanted && c->n_pods < c->pod_budget; m++) {
		struct pod attempt = {0};
		int at = place(c, &j->shape, &attempt);

		/* an elastic job may go on waiting for its last pods */
		if (at < 0 && !(placed > 0 && j->min < wanted && chance(c, 50)))
			continue;
		struct pod *p = add_pod(c, job, m, at < 0 ? PENDING : placed_state(c));
		p->node = at;
		memcpy(p->group, attempt.group, sizeof p->group);
		p->n_groups = attempt.n_groups;
		placed++;
	}
	if (placed == 0)
		return false;
	c->n_jobs++;
	if (placed < j->min && j->n_sets == 0)
		j->min = placed;
	if (c->on[F_stale] && chance(c, 25))
		make_stale(c, j);
	return true;
}

void make_running(struct cluster *c)
{
	int share = 60 + (int)below(c, 25), budget = c->pod_budget, held[MAX_NODES] = {0};

	if (c->on[F_foreign])
		for (int i = 1 + (int)below(c, 3); i > 0; i--) {
			struct shape s = {.pool = -1,
				.port = -1,
				.ask = {.cpu = 1000,
					.memory = 4,
					.gpus = (int)below(c, 2),
					.pods = 1}};
			struct pod ignored = {0};
			int at = place(c, &s, &ignored);

			if (at >= 0)
				add_pod(c, -1, s.ask.gpus, RUNNING)->node = at;
		}
	for (int i = 0; i < c->n_nodes && c->on[F_holes]; i++)
		if (chance(c, 50) && c->nodes[i].left.gpus > 0) {
			held[i] = 1 + (int)below(c, (uint32_t)(c->nodes[i].left.gpus + 1) / 2);
			c->nodes[i].left.gpus -= held[i];
		}
	c->pod_budget = budget * share / 100;
	for (int failures = 0;
		failures < 25 && c->n_pods < c->pod_budget && c->n_jobs < MAX_JOBS * 3 / 4;)
		failures += !run_one_job(c);
	for (int i = 0; i < c->n_nodes; i++)
		c->nodes[i].left.gpus += held[i];
	c->pod_budget = budget;
}

void make_pending(struct cluster *c)
{
	static const int members[] = {1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4, 6, 8, 16};
	bool huge = c->on[F_huge_gang] && c->size == 2;

	if (huge)
		c->pod_budget = c->n_pods + 75;
	while (c->n_pods < c->pod_budget && c->n_jobs < MAX_JOBS) {
		int job = c->n_jobs, wanted = huge ? 64 : PICK(c, members);

		if (wanted > c->pod_budget - c->n_pods)
			wanted = c->pod_budget - c->n_pods;
		huge = false;
		make_job(c, wanted, false);
		c->n_jobs++;
		for (int m = 0; m < wanted; m++)
			add_pod(c, job, m, c->on[F_gated] && chance(c, 20) ? GATED : PENDING);
	}
}
