/* What a row tells of its runs together, and beside the first ref's. */
#include <stdlib.h>
#include <string.h>
#include "common/mem.h"
#include "row.h"

/* A part of the first ref's time: a few runs in a row are more alike than those of another hour. */
enum { LEAST_SLOWER = 10 };

static int by_size(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Unknown numbers are left out; of an even count the mean of the two in the middle. */
static int64_t median(int64_t *numbers, size_t n)
{
	size_t known = 0;

	for (size_t i = 0; i < n; i++)
		if (numbers[i] != UNKNOWN)
			numbers[known++] = numbers[i];
	if (!known)
		return UNKNOWN;
	qsort(numbers, known, sizeof *numbers, by_size);
	int64_t low = numbers[(known - 1) / 2], high = numbers[known / 2];
	return low + (high - low) / 2;
}

static int64_t time_of(const struct run *run, const char *action)
{
	if (!action)
		return run->total_us;
	for (size_t i = 0; i < run->n_times; i++)
		if (strcmp(run->times[i].action, action) == 0)
			return run->times[i].us;
	return UNKNOWN;
}

/* action NULL: of the whole run. */
static int64_t median_time(const struct row *row, const char *action)
{
	int64_t *numbers = xcalloc(row->n_runs, sizeof *numbers);

	for (size_t k = 0; k < row->n_runs; k++)
		numbers[k] = time_of(&row->runs[k], action);
	int64_t middle = median(numbers, row->n_runs);
	free(numbers);
	return middle;
}

static void set_middle(struct row *row)
{
	const struct run *first = row->runs;

	row->middle = *first;
	row->middle.total_us = median_time(row, NULL);
	row->middle.times = xcalloc(first->n_times, sizeof *first->times);
	for (size_t i = 0; i < first->n_times; i++) {
		const char *action = first->times[i].action;

		row->middle.times[i] =
			(struct action_time){xstrdup(action), median_time(row, action)};
	}
}

/* Whether one of the row's first n runs decided so. */
static bool has_outcome(const struct row *row, size_t n, const char *hash)
{
	for (size_t k = 0; k < n; k++)
		if (strcmp(row->runs[k].decisions, hash) == 0)
			return true;
	return false;
}

static size_t count_outcomes(const struct row *row)
{
	size_t n = 0;

	for (size_t k = 0; k < row->n_runs; k++) {
		if (!row->runs[k].decisions[0])
			return 0;
		n += !has_outcome(row, k, row->runs[k].decisions);
	}
	return n;
}

static int64_t spread(const struct row *row)
{
	int64_t least = INT64_MAX, most = INT64_MIN;

	for (size_t k = 0; k < row->n_runs; k++) {
		int64_t us = row->runs[k].total_us;

		least = us < least ? us : least;
		most = us > most ? us : most;
	}
	return most - least;
}

/* What two machines need says nothing of the refs. */
static double slower_than(const struct row *row, const struct row *first)
{
	int64_t us = row->middle.total_us, first_us = first->middle.total_us;

	if (row == first || !str_eq(strbuf_str(&row->host), strbuf_str(&first->host)) ||
		row->n_runs < 2 || first->n_runs < 2 || us == UNKNOWN || first_us == UNKNOWN ||
		first_us <= 0)
		return -1;
	int64_t more = us - first_us;
	bool beyond = more > spread(row) + spread(first) && more > first_us / LEAST_SLOWER;
	return beyond ? (double)us / (double)first_us : 0;
}

/* Of a run, from another row's run. */
static void find_changes(struct row *row, size_t run, const struct row *from, size_t from_run)
{
	struct outcome a = {0}, b = {0};

	row_read_outcome(from, from_run, &a);
	row_read_outcome(row, run, &b);
	outcome_changes(&a, &b, &row->changes);
	outcome_free(&a);
	outcome_free(&b);
}

static void compare(struct row *row, const struct row *first)
{
	if (first->status != STATUS_PASS || !first->outcomes || !row->outcomes)
		return;
	row->differs = DIFFERS_YES;
	for (size_t k = 0; k < row->n_runs; k++)
		if (has_outcome(first, first->n_runs, row->runs[k].decisions))
			row->differs = DIFFERS_NO;
}

void row_settle(struct row *row, const struct row *first)
{
	if (row->status != STATUS_PASS)
		return;
	set_middle(row);
	row->outcomes = count_outcomes(row);
	compare(row, first);
	if (first->status == STATUS_PASS)
		row->slower = slower_than(row, first);
	if (row->differs == DIFFERS_YES) {
		find_changes(row, 0, first, 0);
	} else if (row->outcomes > 1) {
		size_t other = 1;

		while (strcmp(row->runs[other].decisions, row->runs[0].decisions) == 0)
			other++;
		find_changes(row, other, row, 0);
	}
}
