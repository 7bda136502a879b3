#!/usr/bin/env bats
# make mutants: the changes that tests/mutants makes in a C file, and what its run says of them, on an engine of one file.
load ../lib/env

setup() { T=$BATS_TEST_TMPDIR; }

# changes TEXT: the changes of a file, "old -> new" on sorted lines.
changes() {
	printf '%s\n' "$1" >"$T/x.c"
	"$B/tests/c_mutants" 1 "$T/x.c" | cut -f4- | sed 's/\t/ -> /' | sort
}

@test "the changes of a statement" {
	diff - <(LC_ALL=C changes 'void f(int a, int b) { if (a < b && b) g(a, b - 3); }') <<-'END'
		&& -> ||
		- -> +
		3 -> 2
		3 -> 4
		< -> <=
		a < b && b -> !(a < b && b)
		a < b && b -> a < b
		a < b && b -> b
		a < b && b -> false && (a < b && b)
		a, b - 3 -> b - 3 , a
		b - 3 -> 3 - b
		g(a, b - 3); -> ;
	END
	diff - <(LC_ALL=C changes 'void f(int a) { session_log(s, 2, "%d", a - 1); map_free(a ? x : y); xcalloc(n + 1, 8); if (str_eq(a, b)) break; }') <<-'END'
		break; -> ;
		str_eq(a, b) -> !(str_eq(a, b))
		str_eq(a, b) -> false && (str_eq(a, b))
	END
}

@test "nothing changes in comments, texts, declarations and preprocessor lines" {
	[ -z "$(changes '
		#define F(x) \
			f(x < 1)
		enum { A = 1 };
		/* x < 1; */ static const char *const t[] = {"x < 1"}; // x < 1
		void f(void) { char text[64], c = '"'<'"'; struct s *p; unsigned n; }')" ]
}

# made CODE: the new texts of the changes of CODE that replace one token or the arguments of strcmp.
made() { LC_ALL=C changes "void f(void) { $1 }" | sed -n 's/^[^ ]* -> //p; s/^a, b -> //p' | tr "\n" " "; }

@test "a change that is no mistake in any program is not made, what resembles one is" {
	# Shape, then what is left of its changes.
	[ "$(made 'x = a < b ? a : b;')" = '' ]
	[ "$(made 'x = a < b ? a : c;')" = '<= ' ]
	[ "$(made 'x = a + a < b ? a : b;')" = '- <= ' ]
	[ "$(made 'x = a() < b ? a() : b;')" = '<= ' ]
	[ "$(made 'x = a < b ? a : b + c;')" = '- <= ' ]
	[ "$(made 'if (c || p->a[i] >= b) b = p->a[i];')" = '&& ' ]
	[ "$(made 'if (p->a[i] >= b) { b = p->a[i]; n++; }')" = '> ; ' ]
	[ "$(made 'if (a >= b) b = c;')" = '> ' ]
	[ "$(made 'if (a > b && g()) b = a;')" = '|| >= ' ]
	[ "$(made 'if (a != b) return a < b ? x : y;')" = '== ' ]
	[ "$(made 'if (a != c) return a < b ? x : y;')" = '== <= ' ]
	[ "$(made 'if (c && a != b) return a < b ? x : y;')" = '== || <= ' ]
	[ "$(made 'return a != b ? (a < b ? x : y) : 1;')" = '== 0 2 ' ]
	[ "$(made 'return a < b ? -1 : 1;')" = '0 0 <= ' ]
	[ "$(made 'return a ? -1 : 1;')" = '0 0 2 2 !(a) ' ]
	[ "$(made 'x = n <= 16 ? few : xcalloc(n, 8);')" = '17 ' ]
	[ "$(made 'x = n <= 16 ? few : other(n, 8);')" = '15 17 7 9 < ' ]
	[ "$(made 'x = strcmp(a, b) == 0;')" = '-1 1 != ' ]
	[ "$(made 'x = strcmp(a, b) < 0;')" = '-1 1 <= b , a ' ]
}

@test "a change is made, and nothing else; a seed makes one order" {
	printf 'int f(int a)\n{\n\treturn a == 7; /* == */\n}\n' >"$T/x.c"
	number=$("$B/tests/c_mutants" 1 "$T/x.c" | awk -F'\t' '$4 == "==" { print $2 }')
	"$B/tests/c_mutants" -m "$number" "$T/x.c" >"$T/y.c"
	diff <(sed 's/a ==/a !=/' "$T/x.c") "$T/y.c"
	"$B/tests/c_mutants" 1 "$TOP"/cmd/snap-replay/actions/*.c >"$T/one"
	"$B/tests/c_mutants" 1 "$TOP"/cmd/snap-replay/actions/*.c >"$T/again"
	"$B/tests/c_mutants" 2 "$TOP"/cmd/snap-replay/actions/*.c >"$T/two"
	cmp "$T/one" "$T/again"
	run cmp -s "$T/one" "$T/two"
	[ "$status" -eq 1 ]
	cmp <(sort "$T/one") <(sort "$T/two")
}

@test "an edit elsewhere leaves the order of two mutants as it is" {
	printf 'int f(int a)\n{\n\treturn a == 7 || a == 8 || a == 7;\n}\nint g(int a)\n{\n\treturn a < 2;\n}\n' >"$T/x.c"
	"$B/tests/c_mutants" 3 "$T/x.c" | cut -f4- >"$T/before"
	{ printf 'int e(int a)\n{\n\treturn a > 40;\n}\n'; cat "$T/x.c"; } >"$T/longer" && mv "$T/longer" "$T/x.c"
	"$B/tests/c_mutants" 3 "$T/x.c" | cut -f4- >"$T/behind"
	[ "$(grep -vc 40 "$T/before")" -gt 15 ]
	diff <(grep -v '40\|^>' "$T/behind") "$T/before"
}

# An engine of one file with its test, TEXT; other tests always pass.
engine() {
	local name

	mkdir -p "$T/common" "$T/tests/hostile" "$T/tests/bench" "$T/tests/output" "$T/cmd/snap-replay/actions" "$T/tests/lib" "$T/tests/unit/snap-replay" "$T/build/tests"
	cp -R "$TOP/Makefile" "$TOP/scripts" "$T"
	cp -R "$TOP/tests/mutants" "$T/tests"
	cp "$B/tests/c_mutants" "$T/build/tests"
	echo 'int snap_unused;' >"$T/common/unused.c"
	for name in tree values mutate cases; do echo "int snap_$name;" >"$T/tests/hostile/$name.c"; done
	for name in "$TOP"/tests/bench/gen_*.c; do basename "$name" .c | sed 's/.*/int snap_&;/' >"$T/tests/bench/${name##*/}"; done
	ln -s "$(type -P true)" "$T/tests/output/run"
	echo 'int main(void) { return 0; }' | tee "$T/cmd/snap-replay/snap-replay.c" "$T"/tests/lib/{score,gen_cluster,both_ways}.c "$T/tests/hostile/mutant.c" "$T/tests/bench/gen_snapshot.c" >/dev/null
	printf '#include <stdbool.h>\n%s\n' "$1" >"$T/cmd/snap-replay/actions/limit.c"
	printf '%s\n' "$2" >"$T/tests/unit/snap-replay/test_limit.c"
	cd "$T"
	export CC=cc OPTIMIZE='-O1 -fPIC' SANITIZE='-fsanitize=address,undefined -fno-sanitize-recover=all' COMPILE='-O1 -fPIC' LINK='' LIBS=''
}

@test "mutants are killed; one that no test can see survives and is printed; files stay" {
	engine 'int limit(int a) { if (a < 10) return a; return 11; }' \
		'int limit(int); int main(void) { return limit(9) != 9 || limit(20) != 11; }'
	cp -R cmd before
	run tests/mutants/run build 100 1
	[ "$status" -eq 0 ]
	[[ $output == *"cmd/snap-replay/actions/limit.c:2: <  ->  <="$'\n'"    int limit(int a) { if (a < 10) return a; return 11; }"$'\n'* ]]
	[[ ${lines[-1]} =~ ^([0-9]+)" of "([0-9]+)" mutants killed, "[0-9.]+" %, seed 1; FROM="([0-9]+)" goes on"$ ]]
	[ "${BASH_REMATCH[1]}" -gt 3 ]
	[ "${BASH_REMATCH[2]}" -eq $((BASH_REMATCH[1] + (${#lines[@]} - 1) / 2)) ]
	diff -r before cmd
	[ -z "$(ls -d build/mutants/run.* 2>/dev/null)" ]
}

@test "a mutant with the same object is no mutant" {
	engine 'int one(int a) { (void)a; return 1; }' 'int one(int); int main(void) { return one(2) != 1; }'
	run tests/mutants/run build 100 1
	[ "$output" = '2 of 2 mutants killed, 100.0 %, seed 1; FROM=101 goes on' ]
}

@test "a run goes on where an earlier one ended" {
	engine 'int limit(int a) { if (a < 10) return a; return 10; }' \
		'int limit(int); int main(void) { return limit(9) != 9 || limit(20) != 10; }'
	tests/mutants/run build 100 1 >whole
	tests/mutants/run build 3 1 >first
	grep -q ' of 3 mutants killed' first
	FROM=$(sed -n 's/.*FROM=\([0-9]*\) .*/\1/p' first) tests/mutants/run build 100 1 >rest
	sum() { cat "$@" | sed -n 's/^\([0-9]*\) of \([0-9]*\) .*/\1 \2/p' | awk '{ killed += $1; built += $2 } END { print killed, built }'; }
	[ "$(sum first rest)" = "$(sum whole)" ]
	diff <(grep -v ' mutants killed' whole | sort) <(cat first rest | grep -v ' mutants killed' | sort)
}

@test "a unit test kills a mutant that reads beside an array" {
	engine 'int sum(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s |= a[i]; return s; }' \
		'int sum(const int *, int); int main(void) { int a[4] = {1, 2, 4, -1}; return sum(a, 4) != -1; }'
	run tests/mutants/run build 100 1
	[ "$status" -eq 0 ]
	[[ $output != *"<  ->  <="* ]]
}

@test "a mutant that hangs is killed, a signal leaves nothing, and without a mutant or with a test that fails there is no result" {
	engine 'int limit(int a) { int n = 0; while (n < a) n++; return n; }' 'int limit(int); int main(void) { return limit(4) != 4; }'
	run env N=1 tests/mutants/run build 100 1
	[ "$status" -eq 0 ]
	[[ ${lines[-1]} == *" mutants killed, "* ]]
	tests/mutants/run build 100 1 >signalled 2>&1 3>&- &
	run_pid=$!
	until [ -n "$(ls build/mutants/run.*/"$(head -n 1 build/mutants/run.*/built 2>/dev/null)".killer 2>/dev/null)" ]; do sleep 0.05; done
	kill -TERM "$run_pid" || true
	wait "$run_pid" || [ $? -eq 130 ]
	grep -Eq '^[0-9]+ of [0-9]+ mutants killed.* FROM=[0-9]+ goes on' signalled
	[ -z "$(ls -d build/mutants/run.* 2>/dev/null)" ]
	run tests/mutants/run build 0 1
	[ "$status" -eq 1 ]
	[[ $output == *"no mutant ran" ]]
	echo 'int main(void) { return 1; }' >tests/unit/snap-replay/test_limit.c
	run tests/mutants/run build 5 1
	[ "$status" -eq 2 ]
	[[ $output == *"unit/test_limit fails without a mutant" ]]
}
