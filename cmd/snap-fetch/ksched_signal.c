/* The signal USR2, sent by a program of the scheduler's own image. */
#include <stdio.h>
#include <string.h>
#include "ksched_tail.h"

enum { KEEP = 65536 };

/* In the words of runc, crun and CRI-O, or by a shell's status. */
static bool no_such_program(const struct strbuf *err)
{
	static const char *const signs[] = {
		"executable file", "o such file or directory", "exit code 126", "exit code 127"};

	for (size_t i = 0; err->s && i < sizeof signs / sizeof *signs; i++)
		if (strstr(err->s, signs[i]))
			return true;
	return false;
}

static bool start(struct ksched_tail *t, const char *const words[], struct proc *p, struct error *e)
{
	const char *args[] = {"exec", t->pod->name.p, "-c", t->pod->container.p, NULL};
	const char *argv[KUBECTL_ARGS + 5];
	struct error started = {0};
	size_t n = 0;

	kubectl_argv(t->settings, args, argv);
	while (argv[n])
		n++;
	argv[n++] = "--";
	for (size_t i = 0; words[i]; i++)
		argv[n++] = words[i];
	argv[n] = NULL;
	if (proc_start(p, argv, NULL, NULL, PROC_NULL_IN | PROC_ERR_TO_OUT | PROC_OUT, &started))
		return true;
	kubectl_missing(t->settings, &started, e);
	return false;
}

/* Reads what the command says, and the log meanwhile, to the command's end. False: *e is set. */
static bool hear(struct ksched_tail *t, struct proc *p, struct strbuf *said, struct error *e)
{
	struct error ignored = {0};

	for (bool running = true; running;) {
		if (!ksched_tail_read(t, KSCHED_SLICE_MS, e))
			return false;
		if (said->len > KEEP)
			strbuf_clear(said);
		enum proc_event event =
			proc_read(p, t->ended ? KSCHED_SLICE_MS : 0, said, NULL, &ignored);
		running = event == PROC_OUTPUT || event == PROC_TIMEOUT;
		if (running && proc_clock_ms() >= t->settings->deadline)
			return deadline_error(t->settings, e, "kubectl exec in pod %s did not end",
				t->pod->name.p);
	}
	return true;
}

/* Runs the command in the container. False: it failed; *missing: it is not in the image, else *e is
 * set. */
static bool command(
	struct ksched_tail *t, const char *const words[], bool *missing, struct error *e)
{
	struct proc p = {0};
	struct strbuf said = {0};
	char what[300];
	int status = 0;

	*missing = false;
	if (!start(t, words, &p, e))
		return false;
	bool ok = hear(t, &p, &said, e);
	if (!ok || !proc_wait(&p, KSCHED_GRACE_MS, &status))
		proc_stop(&p, KSCHED_GRACE_MS);
	if (ok && status != 0) {
		ok = false;
		*missing = no_such_program(&said);
		snprintf(what, sizeof what, "pod %s", t->pod->name.p);
		if (!*missing)
			kubectl_explain(t->settings, what, &said, status, e);
	}
	strbuf_free(&said);
	return ok;
}

static bool cannot_signal(const struct ksched_tail *t, struct error *e)
{
	const struct ksched_pod *pod = t->pod;

	error_set(e, SNAP_SYSTEM, "its image holds no program that sends a signal",
		"neither sh nor kill, as is so in the image of Kubernetes itself");
	error_hint(e,
		"as root on node %s: pkill -USR2 -x kube-scheduler; then snap-fetch --from kube-scheduler --no-signal --pod %s -n %s takes the dump from the log",
		pod->node.n ? pod->node.p : "NODE", pod->name.p, t->settings->namespace);
	return false;
}

/* Process 1 of a container is its program. */
bool ksched_signal(struct ksched_tail *t, struct error *e)
{
	static const char *const commands[][4] = {
		{"sh", "-c", "kill -USR2 1", NULL}, {"kill", "-USR2", "1", NULL}};

	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		bool missing;

		if (command(t, commands[i], &missing, e))
			return true;
		if (!missing)
			return false;
	}
	return cannot_signal(t, e);
}
