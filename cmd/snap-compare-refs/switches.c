#include "switches.h"
#include <stdlib.h>
#include "common/cleanup.h"
#include "common/mem.h"
#include "common/operand.h"
#include "common/progress.h"
#include "common/tree.h"
#include "common/stop.h"
#include "switches_private.h"
#include "table.h"

/* A folder for the files of the replays, which goes with the program, however it ends. */
static bool make_folder(struct switch_search *s, struct error *e)
{
	strbuf_addf(&s->folder, "%s/.switches-XXXXXX", s->r->rows->dir);
	if (mkdtemp(s->folder.s) && cleanup_add_tree(s->folder.s, false))
		return true;
	return error_path(e, "cannot make the folder", s->folder.s);
}

static bool write_tables(const struct switch_search *s, struct error *e)
{
	struct strbuf summary = {0};

	for (struct versus *v = s->all; v < s->all + s->n; v++)
		switches_settle(v);
	strbuf_addf(&summary, "%s/summary.tsv", s->r->rows->dir);
	bool ok = table_print(s->r->rows, &(struct table_look){.format = FORMAT_TSV}, summary.s, e);
	strbuf_free(&summary);
	return ok;
}

/* The tables in the folder are written already, without switches. */
static _Noreturn void stop(const struct replays *r)
{
	const struct settings *s = r->settings;
	const struct table_look look = {.format = s->format, .actions = s->actions, .top = s->top};
	struct error e = {0};

	if (operand_is_standard(s->output) && !table_print(r->rows, &look, NULL, &e))
		msg_error(NULL, &e);
	stop_now(stop_asked());
}

static bool search(struct switch_search *s, struct error *e)
{
	stop_watch();
	bool ok = make_folder(s, e) && switches_turn(s, e);
	progress_clear();
	if (!ok && stop_asked())
		stop(s->r);
	stop_unwatch();
	if (!ok)
		return false;
	if (tree_remove(s->folder.s))
		cleanup_drop_tree(s->folder.s);
	return write_tables(s, e);
}

static void free_search(struct switch_search *s)
{
	for (struct versus *v = s->all; v < s->all + s->n; v++) {
		for (size_t i = 0; i < v->n; i++)
			strbuf_free(&v->all[i].changes);
		free(v->all);
	}
	free(s->all);
	strbuf_free(&s->folder);
	free(s);
}

bool switches_find(const struct replays *r, struct error *e)
{
	struct switch_search *s = xcalloc(1, sizeof *s);

	s->r = r;
	switches_gather(s);
	bool ok = (!s->n || search(s, e)) && switches_write(s, e);
	if (ok)
		free_search(s);
	return ok;
}
