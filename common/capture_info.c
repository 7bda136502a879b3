#include "common/capture_info.h"
#include "common/json.h"

const char *const capture_names[CAPTURE_FIELDS] = {
	[CAPTURE_AT] = "capturedAt",
	[CAPTURE_NAMESPACE] = "namespace",
	[CAPTURE_DEPLOYMENT] = "deployment",
	[CAPTURE_POD] = "pod",
	[CAPTURE_IMAGE] = "image",
	[CAPTURE_IMAGE_ID] = "imageID",
	[CAPTURE_VERSION] = "version",
	[CAPTURE_LEASE_HOLDER] = "leaseHolder",
	[CAPTURE_SHARD] = "shard",
	[CAPTURE_SERVER_VERSION] = "serverVersion",
	[CAPTURE_CLOCK] = "clock",
	[CAPTURE_SETTINGS] = "settings",
	[CAPTURE_MISSING] = "missing",
	[CAPTURE_PROGRAM] = "program",
};

static size_t field_of(struct str key)
{
	size_t i = 0;

	while (i < CAPTURE_FIELDS && !str_eq(key, str_of(capture_names[i])))
		i++;
	return i;
}

/* The last one of repeated members counts; null counts as absent. */
static void read_field(struct json *r, struct arena *a, struct str *field)
{
	struct str text = {0};

	*field = text;
	if (!json_null(r) && json_string(r, &text) && text.n)
		*field = arena_str(a, text);
}

bool capture_info_read(struct str text, struct arena *a, struct capture_info *info, struct error *e)
{
	struct json *r = json_over_memory(text.p, text.n);
	struct str key;

	*info = (struct capture_info){.at = TIME_ZERO};
	if (json_enter(r))
		while (json_key(r, &key)) {
			size_t i = field_of(key);

			if (i == CAPTURE_FIELDS) {
				json_skip(r);
				continue;
			}
			read_field(r, a, &info->field[i]);
			if (i == CAPTURE_AT && !json_failed(r) && info->field[i].n &&
				!rfc3339_parse(info->field[i], &info->at))
				json_fail(r, "not a time in RFC 3339");
		}
	bool ok = json_finish(r) && !json_failed(r);
	if (!info->field[CAPTURE_AT].n)
		info->at = TIME_ZERO;
	if (!ok) {
		struct error why = {0};

		json_error(r, &why);
		error_set(e, SNAP_INPUT, CAPTURE_MEMBER " cannot be read", "%s%s%s", why.what,
			why.why[0] ? ": " : "", why.why);
	}
	json_free(r);
	return ok;
}
