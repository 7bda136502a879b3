/* The command line of snap-fetch: the help text, the options, and which of them go together. */
#include "arguments.h"

#include <stdio.h>
#include <string.h>
#include "common/options.h"
#include "common/proc.h"
#include "common/program.h"
#include "download.h"
#include "sources.h"
#include "words.h"

#define DEFAULT_MAX_SIZE ((uint64_t)8 << 30)

enum {
	MAX_PORT = 65535,
	MAX_RETRIES = 1000,
	NO_RETRIES = MAX_RETRIES + 1, /* not given */
	DEFAULT_RETRIES = 2,
	DEFAULT_TIMEOUT_MS = 600000
};

static const char help[] =
	"usage: snap-fetch [options]\n"
	"\n"
	"Captures a snapshot from a running scheduler through kubectl port-forward, and\n"
	"verifies it on the way. The ZIP goes to standard output; on a terminal to\n"
	"snapshot-TIME.zip, whose name is printed.\n"
	"\n"
	"      --from SOURCE       kai (default), the scheduler with the snapshot plugin;\n"
	"                          api, all objects that the API server lists;\n"
	"                          kube-scheduler, the dump of its cache; or\n"
	"                          cluster-autoscaler, its debugging snapshot\n"
	"  -n, --namespace NS      its namespace (default kai-scheduler; kube-system for\n"
	"                          cluster-autoscaler; kube-scheduler's is looked for)\n"
	"      --deployment NAME   its deployment, whose leader is asked (default\n"
	"                          kai-scheduler-default, or cluster-autoscaler)\n"
	"      --selector LABELS   kube-scheduler's pods (default: those of OpenShift or\n"
	"                          kubeadm)\n"
	"      --profile WHAT      heap, goroutine or cpu[=SECONDS] (default 30): data of\n"
	"                          kube-scheduler's profiler, in place of a dump\n"
	"      --no-signal         the last dump that is in the log of kube-scheduler\n"
	"      --pod NAME          this pod, without a look at deployment and leader\n"
	"      --url URL           this address, without kubectl: HOST:PORT, or http and\n"
	"                          https URLs\n"
	"      --context C         context of the kubeconfig\n"
	"      --kubectl PATH      the kubectl to run (default: the one in PATH)\n"
	"      --local-port P      local port of the port-forward (default 0: a free one)\n"
	"      --remote-port P     the server's port in the pod (default: the\n"
	"                          deployment's, else 8081; 8085 for\n"
	"                          cluster-autoscaler; 10259 with --profile)\n"
	"      --timeout D         give up after this time: 90 (seconds) or 5m (default\n"
	"                          10m; 2m for cluster-autoscaler)\n"
	"      --retries N         more tries after a failure that may pass (default 2; 5\n"
	"                          for cluster-autoscaler)\n"
	"      --max-size SIZE     stop when the snapshot is bigger, packed or not\n"
	"                          (default 8GiB)\n"
	"      --no-verify         keep what comes, whole or not\n"
	"      --keep-error        with --from cluster-autoscaler: its document about an\n"
	"                          error, too\n"
	"      --adopt WHOSE       with --from api: pod groups for pending pods\n"
	"                          without one, by owner or by pod\n"
	"      --raw               the scheduler's bytes as they are, no capture.json\n"
	"      --print-role        print the Role with the rights that this --from takes,\n"
	"                          and end\n"
	"  -o, --output PATH       write to PATH, and only when the snapshot is whole; -\n"
	"                          is standard output\n"
	"  -q, --quiet             no warnings and no progress\n"
	"  -h, --help              show this help\n"
	"  -V, --version           show the version\n";

enum {
	FROM = 256,
	DEPLOYMENT,
	SELECTOR,
	NO_SIGNAL,
	PROFILE,
	POD,
	URL,
	CONTEXT,
	KUBECTL,
	LOCAL_PORT,
	REMOTE_PORT,
	TIMEOUT,
	RETRIES,
	MAX_SIZE,
	NO_VERIFY,
	KEEP_ERROR,
	ADOPT,
	RAW,
	PRINT_ROLE
};

static const struct option options[] = {
	{"from", required_argument, NULL, FROM},
	{"namespace", required_argument, NULL, 'n'},
	{"deployment", required_argument, NULL, DEPLOYMENT},
	{"selector", required_argument, NULL, SELECTOR},
	{"no-signal", no_argument, NULL, NO_SIGNAL},
	{"profile", required_argument, NULL, PROFILE},
	{"pod", required_argument, NULL, POD},
	{"url", required_argument, NULL, URL},
	{"context", required_argument, NULL, CONTEXT},
	{"kubectl", required_argument, NULL, KUBECTL},
	{"local-port", required_argument, NULL, LOCAL_PORT},
	{"remote-port", required_argument, NULL, REMOTE_PORT},
	{"timeout", required_argument, NULL, TIMEOUT},
	{"retries", required_argument, NULL, RETRIES},
	{"max-size", required_argument, NULL, MAX_SIZE},
	{"no-verify", no_argument, NULL, NO_VERIFY},
	{"keep-error", no_argument, NULL, KEEP_ERROR},
	{"adopt", required_argument, NULL, ADOPT},
	{"raw", no_argument, NULL, RAW},
	{"print-role", no_argument, NULL, PRINT_ROLE},
	{"output", required_argument, NULL, 'o'},
	{"quiet", no_argument, NULL, 'q'},
	{"help", no_argument, NULL, 'h'},
	{"version", no_argument, NULL, 'V'},
	{NULL, 0, NULL, 0},
};

static unsigned number_of(const char *option, const char *text, unsigned most)
{
	return (unsigned)options_number(option, text, 0, most);
}

static void take_url(struct settings *s, const char *text)
{
	static struct strbuf url, shown;

	strbuf_clear(&url);
	strbuf_clear(&shown);
	url_shown(text, &shown);
	if (!url_complete(text, s->source->service->path, &url))
		msg_usage("--url: not HOST:PORT and no http or https URL: '%s'", shown.s);
	strbuf_clear(&shown);
	url_shown(url.s, &shown);
	s->url = url.s;
	s->url_shown = shown.s;
}

static void take_option(struct settings *s, int c)
{
	switch (c) {
	case FROM: s->source = source_of(optarg); break;
	case 'n': s->namespace = name_of(optarg, "--namespace"); break;
	case DEPLOYMENT: s->deployment = name_of(optarg, "--deployment"); break;
	case SELECTOR: s->selector = selector_of(optarg); break;
	case NO_SIGNAL: s->no_signal = true; break;
	case PROFILE: s->profile = pprof_kind_of("--profile", optarg); break;
	case POD: s->pod = name_of(optarg, "--pod"); break;
	case URL: s->url = optarg; break;
	case CONTEXT: s->context = optarg; break;
	case KUBECTL: s->kubectl = optarg; break;
	case LOCAL_PORT: s->local_port = number_of("--local-port", optarg, MAX_PORT); break;
	case REMOTE_PORT: s->remote_port = number_of("--remote-port", optarg, MAX_PORT); break;
	case TIMEOUT: s->timeout_ms = options_timeout("--timeout", optarg); break;
	case RETRIES: s->retries = number_of("--retries", optarg, MAX_RETRIES); break;
	case MAX_SIZE: s->max_size = options_size("--max-size", optarg); break;
	case NO_VERIFY: s->verify = false; break;
	case KEEP_ERROR: s->keep_error = true; break;
	case ADOPT: s->adopt = adopt_of(optarg); break;
	case RAW: s->raw = true; break;
	case PRINT_ROLE: s->print_role = true; break;
	case 'o': s->output = optarg; break;
	case 'q': s->quiet = true; break;
	case 'h': program_help(help);
	case 'V': program_version();
	}
}

static void check_sources(const struct source *source, const bool given[])
{
	struct strbuf takers = {0};
	char option[64];

	for (size_t i = 0; options[i].name; i++) {
		snprintf(option, sizeof option, "--%s", options[i].name);
		if (!given[i] || source_takes(source, option))
			continue;
		source_takers(option, &takers);
		msg_usage("%s does not go with --from %s, but with %s", option, source->name,
			takers.s);
	}
}

/* What would not be looked at is refused: it may be meant. */
static void check_unused(const struct settings *s, const bool given[])
{
	static const int of_kubectl[] = {CONTEXT, KUBECTL, LOCAL_PORT, REMOTE_PORT};

	if ((s->deployment != NULL) + (s->pod != NULL) + (s->url != NULL) > 1)
		msg_usage("one of --deployment, --pod and --url, not several");
	if (s->pod && s->selector)
		msg_usage("one of --pod and --selector, not both");
	for (size_t i = 0; s->url && options[i].name; i++)
		for (size_t k = 0; k < sizeof of_kubectl / sizeof *of_kubectl; k++)
			if (given[i] && options[i].val == of_kubectl[k])
				msg_usage("--%s does not go with --url, which goes without kubectl",
					options[i].name);
}

static void check_scheduler(const struct settings *s)
{
	const struct pprof_kind *p = &s->profile;

	if (!p->word && source_takes(s->source, "--profile") && (s->local_port || s->remote_port))
		msg_usage("--local-port and --remote-port go with --profile");
	if (p->word && s->no_signal)
		msg_usage("--no-signal does not go with --profile");
	if ((int64_t)p->seconds * 1000 >= s->timeout_ms)
		msg_usage("--profile: %u s do not fit into --timeout, which is %lld s", p->seconds,
			(long long)s->timeout_ms / 1000);
}

void arguments_parse(struct settings *s, int argc, char **argv)
{
	bool given[sizeof options / sizeof *options] = {false};

	*s = (struct settings){.source = source_default(),
		.kubectl = "kubectl",
		.retries = NO_RETRIES,
		.max_size = DEFAULT_MAX_SIZE,
		.adopt = ADOPT_NONE,
		.verify = true};
	for (int c; (c = options_next(argc, argv, ":n:o:qhV", options)) != -1;) {
		take_option(s, c);
		for (size_t i = 0; options[i].name; i++)
			given[i] |= options[i].val == c;
	}
	if (optind < argc)
		msg_usage("no operand is taken, but there is '%s'", shown_word(argv[optind]));
	check_sources(s->source, given);
	check_unused(s, given);
	s->namespace = s->namespace ? s->namespace : s->source->namespace;
	s->deployment = s->deployment ? s->deployment : s->source->deployment;
	if (s->url)
		take_url(s, s->url);
	const struct service *service = s->source->service;
	if (!s->timeout_ms)
		s->timeout_ms = service ? service->timeout_ms : DEFAULT_TIMEOUT_MS;
	if (s->retries == NO_RETRIES)
		s->retries = service ? service->retries : DEFAULT_RETRIES;
	check_scheduler(s);
	s->deadline = proc_clock_ms() + s->timeout_ms;
}
