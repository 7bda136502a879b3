/* The jobs by queue: those of each queue, in order; jobs without a queue are in none. */
#include "acts.h"
#include "cmd/snap-replay/shortcuts/queue_jobs.h"

#define J(name, queue) JOB(name, queue, "low", "00", "1")
static const char raw[] = "'queues':[" QUEUE("b") "," QUEUE("a") "," QUEUE("empty") "," QUEUE_GPUS(
	"c", "a", UNLIMITED_RESOURCE) "]," PRIORITIES
				      ",'nodes':[" CPU_NODE("n0") "],'podGroups':[" J("j0",
					      "b") "," J("j1", "a") "," J("j2", "none") "," J("j3",
					      "b") "," J("j4", "c") "," J("j5", "b") "],'pods':[]";

static void has(
	const struct session *s, const struct queue_jobs *m, const char *queue, const char *want)
{
	const struct queue *q = map_get(&s->c->queue_by_name, str_of(queue));
	struct job_list jobs = queue_jobs_of(m, q);
	struct strbuf names = {0};

	strbuf_addz(&names, "");
	for (int i = 0; i < jobs.n; i++)
		strbuf_addf(&names, "%s" STR_FMT, i ? " " : "", STR_ARG(jobs.items[i]->name));
	is_text(strbuf_str(&names), want);
	strbuf_free(&names);
}

int main(void)
{
	struct fixture f;
	struct queue_jobs *m;

	fixture_open(&f, FIXTURE_PARAMS, EVICTING_PLUGINS, raw);
	m = queue_jobs_new(&f.session);
	has(&f.session, m, "a", "j1");
	has(&f.session, m, "b", "j0 j3 j5");
	has(&f.session, m, "c", "j4");
	has(&f.session, m, "empty", "");
	queue_jobs_free(m);
	queue_jobs_free(NULL);
	fixture_close(&f);
	return tap_end();
}
