#include "common/import/cut.h"
#include "common/output.h"
#include "common/raw.h"
#include "common/terminal.h"
#include "peer.h"
#include "peer_dump.h"
#include "peer_report.h"

bool peer_tell(struct input *in, enum source_format *format, struct error *e)
{
	struct error other = {0};
	struct str head;

	*format = SOURCE_UNKNOWN;
	if (!input_peek(in, FEED_HEAD, &head, e))
		return false;
	if (strcmp(input_kind(in), "zip") == 0)
		return true;
	if (raw_kind_of(head) == RAW_JSON) {
		struct str text = cut_blanks(head);
		enum source_format told = SOURCE_UNKNOWN;

		if (text.n && *text.p == '{')
			told = format_of(text, &other);
		if (told == SOURCE_AUTOSCALER || told == SOURCE_DUMP)
			*format = told;
		return true;
	}
	if (!raw_is_log(head))
		return raw_refuse(head, e);
	*format = format_of(head, e);
	return *format != SOURCE_UNKNOWN;
}

static const char *const called[] = {
	[SOURCE_AUTOSCALER] = "a document of cluster-autoscaler",
	[SOURCE_LIST] = "a list",
	[SOURCE_DUMP] = "a log",
};

static bool refuse_misfit(const char *option, enum source_format format, struct error *e)
{
	error_set(e, SNAP_USAGE, option, "it is for snapshots; the input is %s", called[format]);
	error_hint(e, "snap-import FILE | snap-inspect %s ...", option);
	return false;
}

bool peer_has_dump_option(const struct peer_options *o, struct error *e)
{
	if (!o->objects && !o->dump && !o->list)
		return false;
	error_set(e, SNAP_USAGE, o->objects ? "--objects" : "--dump",
		"the input is no log with a dump of kube-scheduler");
	return true;
}

static void show_document(
	const struct peer_options *o, struct peer_view *v, const struct peer_document *d)
{
	v->resources = &d->x.resources;
	switch (o->format) {
	case FORMAT_JSON: peer_document_json(v, d); break;
	case FORMAT_TSV: peer_document_tsv(v, d); break;
	default: peer_document_text(v, d);
	}
}

static bool report_document(
	const struct peer_options *o, struct feed *feed, struct peer_view *v, struct error *e)
{
	if (o->misfit)
		return refuse_misfit(o->misfit, SOURCE_AUTOSCALER, e);
	if (peer_has_dump_option(o, e))
		return false;
	struct json *r = json_over_stream(feed_next, feed);
	struct peer_document d;
	bool good = peer_document_read(&d, r, e);

	if (good)
		show_document(o, v, &d);
	peer_document_free(&d);
	json_free(r);
	return good;
}

/* A text in which no dump begins, and which is no log of the scheduler: it is called what it looks
 * like. head: how it begins. */
static bool refuse_text(const struct peer_dump *d, const struct strbuf *head, struct error *e)
{
	if (d->dump.logged || d->count || e->status != SNAP_INPUT)
		return false;
	*e = (struct error){0};
	return raw_refuse(strbuf_str(head), e);
}

static bool compare(struct peer_dump *d, const char *path, struct error *e)
{
	struct error why = {0};
	struct feed feed;
	bool good = feed_open(&feed, path, &why) && peer_objects_read(d, &feed, &why);

	feed_close(&feed);
	if (!good)
		return feed_blame(e, "--objects", path, &why);
	peer_compare(d);
	return true;
}

static void show_dump(const struct peer_options *o, struct peer_view *v, const struct peer_dump *d)
{
	v->resources = &d->x.resources;
	switch (o->format) {
	case FORMAT_JSON: peer_dump_json(v, d); break;
	case FORMAT_TSV: peer_dump_tsv(v, d); break;
	default: peer_dump_text(v, d);
	}
}

static bool report_dump(const struct peer_options *o, struct feed *feed, struct peer_view *v,
	int *status, struct error *e)
{
	struct strbuf head = {0};
	struct peer_dump d;

	strbuf_addstr(&head, feed->head);
	bool good = peer_dump_read(&d, feed, o->dump, e) || refuse_text(&d, &head, e);
	if (good && o->misfit)
		good = refuse_misfit(o->misfit, SOURCE_DUMP, e);
	good = good && (!o->objects || compare(&d, o->objects, e));
	if (good)
		show_dump(o, v, &d);
	*status = d.faults ? SNAP_NO : SNAP_OK;
	peer_dump_free(&d);
	strbuf_free(&head);
	return good;
}

static bool report(const struct peer_options *o, struct feed *feed, enum source_format format,
	int *status, struct error *e)
{
	struct output *out = output_open(o->output, e);
	struct peer_view v = {0};

	if (!out)
		return false;
	v.colour = o->format == FORMAT_TEXT && msg_colour(output_fd(out));
	v.columns = terminal_columns(output_fd(out));
	bool good = format == SOURCE_DUMP ? report_dump(o, feed, &v, status, e)
					  : report_document(o, feed, &v, e);
	struct str shown = o->format == FORMAT_JSON ? strbuf_str(&v.lines) : text_str(&v.text);
	if (good)
		good = output_finish(out, shown, e);
	else
		output_abort(out);
	text_free(&v.text);
	strbuf_free(&v.lines);
	return good;
}

bool peer_run(const struct peer_options *options, struct input *in, enum source_format format,
	int *status, struct error *e)
{
	struct peer_options o = *options;
	struct feed feed;
	bool good = feed_open_input(&feed, in, e);

	o.format = format_resolve(o.format, o.output);
	if (good && o.list && !o.misfit && format == SOURCE_DUMP)
		good = dump_list(&feed, o.output, e);
	else if (good)
		good = report(&o, &feed, format, status, e);
	feed_close(&feed);
	return good;
}
