/* Maps of which keys are names or words. */
#include "walk.h"
#include "words.h"

/* A map of which each key and value is told by key and value. */
static void take_map(struct walk *w, void key(struct walk *w, struct str key), take_fn *value)
{
	struct str k;

	if (!walk_enter(w, JSON_OBJECT))
		return;
	while (json_key(w->r, &k)) {
		put_comma(w);
		key(w, k);
		put(w, STR(":"));
		value(w);
	}
	put(w, STR("}"));
}

static void key_of_resource(struct walk *w, struct str key)
{
	walk_name(w, NAMES_RESOURCE, key);
}

static void key_word(struct walk *w, struct str key)
{
	if (is_word(key))
		put_text(w, key);
	else
		walk_name(w, NAMES_TEXT, key);
}

void take_resources(struct walk *w)
{
	take_map(w, key_of_resource, take_quantity);
}

static void key_of_capacity(struct walk *w, struct str key)
{
	walk_name(w, NAMES_RESOURCE, key);
	w->resource = w->writing ? walk_new_name(w, NAMES_RESOURCE, key) : STR("");
}

static void take_capacity_of_resource(struct walk *w)
{
	take_capacity_of(w, w->resource);
}

void take_capacities(struct walk *w)
{
	take_map(w, key_of_capacity, take_capacity_of_resource);
}

void take_durations(struct walk *w)
{
	take_map(w, key_word, take_duration);
}
void take_depths(struct walk *w)
{
	take_map(w, key_word, take_number);
}

void take_arguments(struct walk *w)
{
	take_map(w, key_word, take_argument);
}
