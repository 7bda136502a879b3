/* plan.json and the record of a result, of any bytes: no crash, an error where there is one, names
 * that are texts, and any bytes come back from the JSON that they are written as. */
#include "check.h"
#include "cmd/snap-compare-refs/exact.h"
#include "cmd/snap-compare-refs/plan.h"
#include "cmd/snap-compare-refs/result.h"
#include "common/mem.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_plan(struct str text)
{
	struct plan p = {0};
	struct error e = {0};
	bool ok = plan_parse(text, &p, &e);

	check("verdict and error of a plan differ", ok == !e.status);
	check("a plan without rows", !ok || (p.refs.n && p.n_snapshots));
	for (size_t i = 0; ok && i < p.refs.n; i++)
		check("a ref without a name or key", p.refs.all[i].name[0] && p.keys[i][0]);
	for (size_t i = 0; ok && i < p.n_snapshots; i++)
		check("a snapshot without a name", p.snapshots[i][0]);
	plan_free(&p);
}

static void check_result(struct str text)
{
	struct result r;
	struct error e = {0};
	bool ok = result_parse(text, &r, &e);

	check("verdict and error of a result differ", ok == !e.status);
	check("a result that is under way", !ok || r.status != STATUS_UNFINISHED);
	check("more runs than there can be", r.runs <= MOST_RUNS);
	result_free(&r);
}

/* Names of files have no NUL. */
static void check_exact(struct str bytes)
{
	struct strbuf json = {0}, back = {0};
	struct jsonw w = {.out = &json};

	if (str_find(bytes, 0))
		return;
	exact_str(&w, bytes);
	memset(strbuf_reserve(&json, JSON_PADDING), 0, JSON_PADDING);
	struct json *r = json_over_memory(json.s, json.len);
	check("bytes do not come back", exact_take(r, &back) && str_eq(strbuf_str(&back), bytes));
	json_free(r);
	strbuf_free(&json);
	strbuf_free(&back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = xcalloc(size + JSON_PADDING, 1);

	if (size)
		memcpy(text, data, size);
	check_plan((struct str){text, size});
	check_result((struct str){text, size});
	check_exact((struct str){text, size});
	free(text);
	return 0;
}
