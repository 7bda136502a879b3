// simdjson's DOM, at its best: the parser and its memory are kept from run to run and the text
// needs no padding copy.
#include <simdjson.h>

#include "tests/bench/bench_json.h"

size_t rival_simdjson_dom(const char *text, size_t len)
{
	static simdjson::dom::parser parser;
	simdjson::dom::element document;
	return parser.parse(text, len, false).get(document) == simdjson::SUCCESS ? 1 : 0;
}
