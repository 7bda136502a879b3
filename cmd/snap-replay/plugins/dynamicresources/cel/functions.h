/* The functions of the subset, and evaluation as they see it. */
#ifndef SNAP_CEL_FUNCTIONS_H
#define SNAP_CEL_FUNCTIONS_H
#include "node.h"

/* One evaluation. */
struct run {
	const struct cel_device *device;
	struct arena *scratch;
	struct value *slots;         /* of variables */
	const struct node **unbound; /* by slot: what cel.bind still has to evaluate; NULL: done */
	/* An upper bound of what the original counts. */
	double cost;
	/* What ends the evaluation whatever else the expression says. */
	struct str abort;
	/* The original turned a quantity into its form of any length, for a comparison. */
	bool decimals;
	bool doubt; /* something came to unknown, so it might not have got there */
};

/* The original gives up at 1000000. */
#define MOST_COST 1000000

/* The arguments have the kinds of the overload. */
typedef struct value function(struct run *r, const struct value *args);

struct overload {
	struct str name;
	bool member;
	enum type_kind result;
	int n;
	enum type_kind args[4]; /* of a member function: the target first */
	function *call;
};

/* The first overload with this name, way to call and number of arguments; the others of them
 * follow. NULL: there is none. */
const struct overload *find_overload(struct str name, bool member, int n);
/* The overload behind o that is called alike; NULL: o is the last one. */
const struct overload *next_overload(const struct overload *o);
/* The overloads of o's name are those of a conversion: int("1"). */
bool is_conversion(const struct overload *o);
/* Calls the one of o and those behind it that takes these arguments, none of which failed. */
struct value call_function(struct run *r, const struct overload *o, const struct value *args);

struct value evaluate(struct run *r, const struct node *n);
/* Nodes of a kind: arithmetic, indexing, comprehensions. */
struct value calculate(
	struct run *r, enum node_kind kind, const struct value *a, const struct value *b);
struct value negate(const struct value *a);
/* a in b, of node n; a < b and the like. */
struct value evaluate_in(
	struct run *r, const struct node *n, const struct value *a, const struct value *b);
struct value evaluate_order(
	struct run *r, enum node_kind kind, const struct value *a, const struct value *b);
/* of[key]. missing: gives no value, as an optional, instead of an error. */
struct value look_up(struct run *r, const struct value *of, const struct value *key, bool missing);
struct value has_key(struct run *r, const struct value *of, struct str name);
struct value contains_key(struct run *r, const struct value *map, const struct value *key);
/* The names of a map, or of what an attribute map has in one domain; made in scratch. */
struct value map_keys(struct run *r, const struct value *map);
struct value comprehend(struct run *r, const struct node *n);
/* Evaluates a variable to v, whatever it was. */
static inline void set_variable(struct run *r, int slot, struct value v)
{
	r->unbound[slot] = NULL;
	r->slots[slot] = v;
}
struct value evaluate_optional(struct run *r, const struct node *n);

/* Unknown, if it is too large to be computed with. */
struct value value_quantity(struct quantity q);

function fn_size_string, fn_size_list, fn_size_map, fn_starts_with, fn_ends_with, fn_contains,
	fn_lower, fn_upper;
function fn_char_at, fn_index_of, fn_index_of_from, fn_last_index_of, fn_last_index_of_from,
	fn_replace, fn_replace_some, fn_split, fn_split_some, fn_substring, fn_substring_to,
	fn_trim, fn_join, fn_join_with;
function fn_matches, fn_find, fn_find_all, fn_find_some;
function fn_same, fn_int, fn_uint, fn_double, fn_string, fn_bool;
function fn_is_quantity, fn_sign, fn_as_integer, fn_is_integer, fn_as_float, fn_add, fn_add_int,
	fn_sub, fn_sub_int;
function fn_version_short, fn_is_version, fn_is_version_short, fn_major, fn_minor, fn_patch;
function fn_quantity, fn_quantity_compare, fn_quantity_greater, fn_quantity_less;
function fn_version, fn_version_compare, fn_version_greater, fn_version_less;

#endif
