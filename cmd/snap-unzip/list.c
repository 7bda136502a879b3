#include <stdio.h>
#include "common/jsonw.h"
#include "common/terminal.h"
#include "common/timefmt.h"
#include "names.h"
#include "unzip.h"

static bool any_member(void *ctx, const struct zip_member *m, struct error *e)
{
	(void)ctx, (void)m, (void)e;
	return true;
}

static bool any_data(void *ctx, const struct str *block, struct error *e)
{
	(void)ctx, (void)block, (void)e;
	return true;
}

static void method_name(const struct source *src, const struct zip_member *m, struct strbuf *out)
{
	if (src->kind != RAW_ZIP)
		strbuf_addz(out, src->kind == RAW_JSON ? "stored" : raw_kind_name(src->kind));
	else if (m->method == 0 || m->method == 8)
		strbuf_addz(out, m->method ? "deflated" : "stored");
	else
		strbuf_addf(out, "method %u", m->method);
}

static void modified(struct strbuf *out, const struct zip_member *m)
{
	if (m->mtime)
		rfc3339_format(out, (struct instant){m->mtime, 0});
}

static void json_line(struct strbuf *out, const struct zip_member *m, struct str method,
	struct str date, bool zip)
{
	struct jsonw w = {.out = out};
	struct strbuf name = {0};
	char crc[9];

	snprintf(crc, sizeof crc, "%08lx", (unsigned long)m->crc);
	jsonw_begin(&w, '{');
	jsonw_key(&w, "name");
	name_show_json(&name, str_of(m->name));
	jsonw_str(&w, strbuf_str(&name));
	strbuf_free(&name);
	jsonw_key(&w, "size");
	jsonw_int(&w, m->size);
	jsonw_key(&w, "packed");
	jsonw_int(&w, (int64_t)m->packed);
	jsonw_key(&w, "method");
	jsonw_str(&w, method);
	jsonw_key(&w, "crc32");
	if (zip)
		jsonw_strz(&w, crc);
	else
		jsonw_null(&w);
	jsonw_key(&w, "modified");
	if (date.n)
		jsonw_str(&w, date);
	else
		jsonw_null(&w);
	jsonw_end(&w, '}');
	jsonw_newline(&w);
}

static void line(struct strbuf *out, const struct source *src, const struct zip_member *m,
	enum format format)
{
	struct strbuf method = {0}, date = {0};

	method_name(src, m, &method);
	modified(&date, m);
	if (format == FORMAT_JSON) {
		json_line(out, m, strbuf_str(&method), strbuf_str(&date), src->kind == RAW_ZIP);
	} else {
		const char *fmt = format == FORMAT_TSV ? "%lld\t%llu\t%s\t%s\t"
						       : "%12lld  %12llu  %-8s  %-20s  ";

		if (format == FORMAT_TEXT && !date.s)
			strbuf_addc(&date, '-');
		strbuf_addf(out, fmt, (long long)m->size, (unsigned long long)m->packed, method.s,
			date.s ? date.s : "");
		name_show(out, str_of(m->name));
		strbuf_addc(out, '\n');
	}
	strbuf_free(&method);
	strbuf_free(&date);
}

bool list_members(struct source *src, enum format format, struct output *out, struct error *e)
{
	struct zipread *zip;
	struct zip_member single;
	bool ok = walk(src, &(struct visitor){.member = any_member}, &zip, &single, e);

	if (ok) {
		size_t count = 1;
		const struct zip_member *m = zip ? zipread_members(zip, &count) : &single;
		struct strbuf text = {0};

		if (format == FORMAT_TEXT)
			strbuf_addf(&text, "%12s  %12s  %-8s  %-20s  %s\n", "SIZE", "PACKED",
				"METHOD", "MODIFIED", "NAME");
		else if (format == FORMAT_TSV)
			strbuf_addz(&text, "size\tpacked\tmethod\tmodified\tname\n");
		for (size_t i = 0; i < count; i++)
			line(&text, src, &m[i], format);
		struct text shown = {text};
		if (format == FORMAT_TEXT)
			terminal_cut(&shown, 0, terminal_columns(output_fd(out)));
		ok = output_write(out, shown.made.s, shown.made.len, e);
		text_free(&shown);
	}
	zipread_free(zip);
	return ok;
}

static void test_result(struct strbuf *out, const struct source *src, const char *name,
	enum format format, size_t count, int64_t bytes)
{
	const char *kind = raw_kind_name(src->kind);
	struct jsonw w = {.out = out};

	if (format == FORMAT_TEXT) {
		name_show(out, str_of(name));
		strbuf_addf(out, ": %s, %zu member%s, %lld bytes, no errors\n", kind, count,
			plural_s((long long)count), (long long)bytes);
	} else if (format == FORMAT_TSV) {
		strbuf_addf(out, "kind\tmembers\tbytes\n%s\t%zu\t%lld\n", kind, count,
			(long long)bytes);
	} else {
		jsonw_begin(&w, '{');
		jsonw_key(&w, "kind");
		jsonw_strz(&w, kind);
		jsonw_key(&w, "members");
		jsonw_int(&w, (int64_t)count);
		jsonw_key(&w, "bytes");
		jsonw_int(&w, bytes);
		jsonw_end(&w, '}');
		jsonw_newline(&w);
	}
}

bool test_members(struct source *src, const char *name, enum format format, struct output *out,
	struct error *e)
{
	struct zipread *zip;
	struct zip_member single;
	bool ok = walk(
		src, &(struct visitor){.member = any_member, .data = any_data}, &zip, &single, e);

	if (ok) {
		size_t count = 1;
		int64_t bytes = 0;
		struct strbuf text = {0};
		const struct zip_member *m = zip ? zipread_members(zip, &count) : &single;

		for (size_t i = 0; i < count; i++)
			bytes += m[i].size;
		test_result(&text, src, name, format, count, bytes);
		ok = output_write(out, text.s, text.len, e);
		strbuf_free(&text);
	}
	zipread_free(zip);
	return ok;
}
