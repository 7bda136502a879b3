/* The parser: recursive descent, which also finds the type of each part as it is made. A part that
 * is no expression, or outside the subset, is NULL; then parser.why is set. */
#ifndef SNAP_CEL_PARSER_H
#define SNAP_CEL_PARSER_H
#include "node.h"
#include "scan.h"

/* The original's own limit, and what the stack takes of trees that grow to the left. */
#define MOST_NESTING 200
#define MOST_HEIGHT 1000
#define MOST_BYTES 100000

/* A variable of cel.bind or of a comprehension; the innermost one comes first. */
struct scope {
	struct str name;
	const struct type *type;
	int slot;
	const struct scope *outer;
};

struct parser {
	struct arena *arena;
	struct str rest;
	struct token now; /* not yet taken */
	const struct scope *scope;
	int slots, nesting;
	double folded; /* the cost of what was computed with constants: it bounds time and memory */
	struct str why;
};

struct node *parse_expression(struct parser *p);
/* What stands highest: names, calls, literals, and what follows them. `negative`: a number behind a
 * minus. */
struct node *parse_member(struct parser *p, bool negative);
/* Arguments up to the closing parenthesis, the first ones given. */
struct node *parse_call(struct parser *p, struct node *target, struct str name);
/* A macro behind its opening parenthesis. *done is false, if name is none. target is NULL for
 * has().
 */
struct node *parse_macro(struct parser *p, struct node *target, struct str name, bool *done);
struct node *parse_bind(struct parser *p);
/* What the word `optional` begins. */
struct node *parse_optional(struct parser *p);

/* NULL, with p->why. */
void *parse_fail(struct parser *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void parse_next(struct parser *p);
/* Takes the operator if it comes now. */
bool parse_take(struct parser *p, struct str operator);
/* The same; without it: false, and p->why. */
bool parse_expect(struct parser *p, struct str operator);

/* Nodes with their types. The kids are copied. NULL, if a kid is, or types do not fit. */
struct node *make_node(struct parser *p, enum node_kind kind, int n, struct node *const *kids);
/* The constant that a node with constant kids comes to. An error is left to evaluation, so that it
 * counts only where the original meets it. */
struct node *make_folded(struct parser *p, struct node *n);
struct node *make_constant(struct parser *p, struct value v, const struct type *type);
struct node *make_select(struct parser *p, struct node *of, struct str name, bool optional);
struct node *make_index(struct parser *p, struct node *of, struct node *at, bool optional);
struct node *make_list(struct parser *p, int n, struct node *const *items);
struct node *make_operator(struct parser *p, enum node_kind kind, struct node *a, struct node *b);
struct node *make_choice(struct parser *p, struct node *const kids[3]);
struct node *make_logic(struct parser *p, enum node_kind kind, int n, struct node *const *kids);
/* A function of optionals; *is_one is false, if name is none. */
struct node *make_optional_call(
	struct parser *p, struct str name, int n, struct node *const *kids, bool *is_one);
struct node *make_call(
	struct parser *p, struct str name, bool member, int n, struct node *const *kids);

#endif
