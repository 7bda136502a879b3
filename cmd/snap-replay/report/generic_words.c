/* The scheduler's sentences without the names that make each of them the only one of its kind: so
 * that pod groups with the same trouble count as one reason. */
#include "model/claims.h"
#include "report/generic_words.h"

/* The word at the beginning of text ends at a blank, or in front of a mark behind it. */
static struct str first_word(struct str text)
{
	size_t n = 0;

	while (n < text.n && text.p[n] != ' ')
		n++;
	while (n && (text.p[n - 1] == ',' || text.p[n - 1] == ':' || text.p[n - 1] == ';'))
		n--;
	return (struct str){text.p, n};
}

/* "NAME" or "namespace/NAME" of a claim of the pod. */
static bool is_claim(const struct task *t, struct str word)
{
	size_t in_namespace = 0;

	if (!t)
		return false;
	if (word.n > t->pod->meta.ns.n && str_starts(word, t->pod->meta.ns) &&
		word.p[t->pod->meta.ns.n] == '/')
		in_namespace = t->pod->meta.ns.n + 1;
	word = (struct str){word.p + in_namespace, word.n - in_namespace};
	for (int i = 0; i < t->pod->spec->n_claims; i++)
		if (str_eq(claim_name(t->pod, &t->pod->spec->claims[i]), word))
			return true;
	return false;
}

/* How the word behind the text `before` is called instead; NULL: it is no name. */
static const char *instead(
	const struct cluster *c, const struct task *t, struct str before, struct str word)
{
	if (str_ends(before, STR(" node ")) && map_get(&c->node_by_name, word))
		return "NODE";
	if (str_ends(before, STR("claim ")) && is_claim(t, word))
		return "CLAIM";
	if (t && str_ends(before, STR("pod ")) && str_eq(word, t->key))
		return "POD";
	return NULL;
}

/* " for job <KEY>" at the beginning of text, or 0. */
static size_t length_of_job(struct str text, struct str key)
{
	const struct str before = STR(" for job <");
	size_t whole = before.n + key.n + 1;

	return text.n >= whole && str_starts(text, before) && text.p[whole - 1] == '>' &&
			str_eq((struct str){text.p + before.n, key.n}, key)
		? whole
		: 0;
}

struct str generic_words(struct arena *a, const struct cluster *c, const struct job *j,
	const struct task *t, struct str text)
{
	struct strbuf b = {0};
	struct str made = text;

	for (size_t i = 0; i < text.n;) { /* at a blank, or at a word */
		struct str rest = {text.p + i, text.n - i}, word = first_word(rest);
		size_t job = length_of_job(rest, j->key);
		const char *name = instead(c, t, (struct str){text.p, i}, word);

		if (name)
			strbuf_addz(&b, name);
		else if (!job)
			strbuf_add(&b, rest.p, word.n ? word.n : 1);
		i += job ? job : word.n ? word.n : 1;
	}
	if (!str_eq(strbuf_str(&b), text))
		made = arena_str(a, strbuf_str(&b));
	strbuf_free(&b);
	return made;
}
