/* What a node lacks, as text and as resource: rules/02 13.3. */
#include "fixture.h"

#define POD(name, spec, requests) \
	"{'metadata':{'name':'" name "','namespace':'n','uid':'" name "'},'spec':{" spec \
	"'containers':[{'name':'c'," \
	"'resources':{'requests':{" requests "}}}]},'status':{'phase':'Pending'}}"
#define LACKS "node(s) didn't have enough resources: "

static const char raw[] =
	"'nodes':[{'metadata':{'name':'n1'},'status':{'allocatable':{'cpu':'4','memory':'4Gi','pods':'20',"
	"'nvidia.com/gpu':'1','example.com/a':'2','example.com/ab':'2'}}}],"
	"'pods':[" POD("basic", "", "'cpu':'5','memory':'5Gi','nvidia.com/gpu':'2'") "," POD(
		"other", "", "'example.com/ab':'3'") "," POD("overhead", "'overhead':{'cpu':'1'},",
		"'cpu':'4'") "," POD("fits", "", "'cpu':'1'") "]";

static struct verdict lacks(struct fixture *f, const char *task)
{
	struct verdict v = {.n = 0};

	fitting_error(&f->session, fixture_task(f, task), fixture_node(f, "n1"), &v);
	return v;
}

static void reason(
	struct fixture *f, const struct verdict *v, int i, const char *text, const char *resource)
{
	int slot = resource ? slots_find(&f->cluster.slots, str_of(resource)) : SLOT_NONE;

	ok(i < v->n && str_eq(v->reasons[i], str_of(text)), "reason: %s", text);
	ok(i < v->n && v->slots[i] == slot, "its resource: %s", resource ? resource : "none");
}

int main(void)
{
	struct fixture f;
	struct verdict v;

	fixture_open(&f, FIXTURE_PARAMS, FIXTURE_PLUGINS, raw);
	v = lacks(&f, "n/basic");
	reason(&f, &v, 0, LACKS "GPUs", "gpu");
	reason(&f, &v, 1, LACKS "CPU cores", "cpu");
	reason(&f, &v, 2, LACKS "memory", "memory");
	v = lacks(&f, "n/other");
	reason(&f, &v, 0, LACKS "example.com/ab", "example.com/ab");
	v = lacks(&f, "n/overhead");
	reason(&f, &v, 0,
		LACKS "CPU cores. Not enough resources due to pod overhead resources. "
		      "The overhead resources are  cpu: 1",
		NULL);
	ok(lacks(&f, "n/fits").n == 0, "a node that fits lacks nothing");
	fixture_close(&f);
	return tap_end();
}
