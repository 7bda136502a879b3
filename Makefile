# make, make check, make static, make deb, make dist, make arm64, make install PREFIX= DESTDIR=, make lint, fmt, bench, fuzz SECONDS=, hostile N= SEED=, mutants N= SEED= [FROM=], asan, tsan, valgrind, faults.
# All objects go to $(B). SHORTCUTS=no leaves out cmd/snap-replay/shortcuts: slower, with the same decisions.
SHORTCUTS ?= yes
B       ?= build$(if $(filter no,$(SHORTCUTS)),/noshortcuts)
PREFIX  ?= /usr/local
CC      ?= cc
CXX     ?= c++
CFLAGS  ?= -O2 -g
SAN     ?=
SECONDS ?= 60
MAKEFLAGS += --no-builtin-rules
WARN    = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wcast-qual
# No fused multiply-add: decisions depend on IEEE doubles exactly as the original computes them.
FLAGS   = -std=c17 $(WARN) -ffp-contract=off -pthread $(CFLAGS) $(SAN) $(WERROR)
DEFINES = -D_POSIX_C_SOURCE=200809L -D_FILE_OFFSET_BITS=64 -DZLIB_CONST -I. $(CPPFLAGS) $(if $(filter no,$(SHORTCUTS)),-DNO_SHORTCUTS)
LINK    = $(CC) -pthread -Wl,--as-needed $(SAN) $(LDFLAGS)

PROGRAMS = $(patsubst cmd/%/,%,$(sort $(dir $(wildcard cmd/*/*.c))))
SHORT    = cmd/snap-replay/shortcuts/%
sources  = $(filter-out $(if $(filter no,$(SHORTCUTS)),$(SHORT)),$(wildcard cmd/$(1)/*.c cmd/$(1)/*/*.c cmd/$(1)/*/*/*.c cmd/$(1)/*/*/*/*.c))
objects  = $(patsubst %.c,$(B)/obj/%.o,$(1))
# What --version says (common/version.c).
CHANGELOG = scripts/packaging/debian/changelog
VERSION := $(shell sed -n '1s/.*(\(.*\)).*/\1/p' $(CHANGELOG))
COMMIT  := $(shell scripts/packaging/commit.sh)
# libarchive goes into the programs where that links: its shared library draws in ICU, libstdc++ and others that our formats never
# use, two milliseconds at each start. Programs that need nothing beyond our formats are static where all of it can be had, which on
# Debian wants libzstd-dev, liblzma-dev and libbz2-dev too: half a millisecond less. STATIC= says no to that.
inside  = $(if $(filter /%,$(shell $(CC) -print-file-name=lib$(1).a)),-l:lib$(1).a,$(2))
INSIDE := -l:libarchive.a $(call inside,lzma,-l:liblzma.so.5) $(call inside,zstd,-l:libzstd.so.1) $(call inside,bz2,-l:libbz2.so.1.0)
OWN    := $(call inside,deflate,-ldeflate) $(call inside,nettle,-lnettle) $(call inside,yaml,-lyaml) $(call inside,z,-lz) -lm
PROBE   = int a(void *) __asm__("archive_read_support_format_zip_streamable"), b(void *) __asm__("archive_read_support_filter_xz"), \
	c(void *) __asm__("archive_read_support_filter_zstd"), d(void *) __asm__("archive_read_support_format_raw"); \
	int main(void) { return a(b) + b(c) + c(d) + d(a); }
links   = $(shell echo '$(PROBE)' | $(CC) $(1) -x c -o /dev/null - -Wl,--as-needed $(INSIDE) $(OWN) 2>/dev/null && echo $(2))
ARCHIVE := $(call links,,$(INSIDE))
# A start takes 1 % less of a small replay with packed relocations, which the start of glibc 2.36 can unpack.
RELR    := $(shell echo '_Static_assert(__GLIBC_MINOR__ >= 36, ""); int main(void) { return 0; }' | $(CC) -include features.h -x c -o /dev/null - \
	-static-pie -Wl,--fatal-warnings,-z,pack-relative-relocs 2>/dev/null && echo -Wl,-z,pack-relative-relocs)
STATIC  := $(if $(SAN),,$(call links,-static-pie,-static-pie $(RELR)))
# What a program links beside libsnap; --as-needed drops what it does not use.
LIBS    = $(or $(ARCHIVE),-larchive) -ldeflate -lnettle -lyaml -lz -lm
LIBS_snap-inspect = -ljq
LIBS_snap-compare-refs = -ljq
LIBS_snap-minimise = -ljq
LIBS_snap-fetch   = -lcurl
LIBS_snap-serve   = -lmicrohttpd

all: $(PROGRAMS:%=$(B)/%)

# The folders of snap-replay are included by their names: "session/session.h".
$(B)/obj/cmd/snap-replay/%.o $(B)/obj/tests/%.o: DEFINES += -Icmd/snap-replay
$(B)/obj/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(DEFINES) $(FLAGS) -MMD -MP -c -o $@ $<

# The commit is in the programs alone: with a new one nothing else is linked anew.
MAIN = $(B)/obj/cmd/$(1)/$(1).o $(B)/version.o
$(B)/version.o $(B)/obj/common/version.o: DEFINES += -DSNAP_VERSION='"$(VERSION)"'
$(B)/obj/common/version.o: $(CHANGELOG)
$(B)/version.o: common/version.c $(CHANGELOG) $(B)/commit
	$(CC) $(DEFINES) -DSNAP_COMMIT='"$(COMMIT)"' $(FLAGS) -c -o $@ $<
$(B)/commit: .FORCE
	@mkdir -p $(@D); echo '$(COMMIT)' | cmp -s - $@ || echo '$(COMMIT)' >$@

LIB = $(B)/libsnap.a
$(LIB): $(call objects,$(wildcard common/*.c common/*/*.c))
%.a:
	@mkdir -p $(@D) && rm -f $@
	$(AR) rcs $@ $^

# The replay engine for other programs (common/engine.h), what of snap-replay is beside it, and who links it.
ENGINE = $(B)/libengine.a
BESIDE = cmd/snap-replay/argument% cmd/snap-replay/tool/%
$(ENGINE): $(call objects,$(filter-out cmd/snap-replay/snap-replay.c $(BESIDE),$(call sources,snap-replay)))
LINKS_snap-diff = $(ENGINE)
LINKS_snap-minimise = $(ENGINE)
LINKS_snap-redact = $(ENGINE)
# New names for other programs (common/redact.h).
REDACT = $(B)/parts/snap-redact.a
LINKS_snap-testcase = $(REDACT) $(ENGINE)

# A program is its main file and its parts; the parts are an archive of their own so that tests can link them. It is copied: the
# linker writes here and there, which leaves the file in small pieces in memory, and each start would map them one by one: 0.1 ms.
define program
$(B)/parts/$(1).a: $(call objects,$(filter-out cmd/$(1)/$(1).c,$(call sources,$(1))))
$(B)/$(1): $(MAIN) $(B)/parts/$(1).a $(LINKS_$(1)) $(LIB)
	$$(LINK) -o $$@.linked $$^ $(if $(LIBS_$(1)),$$(LIBS) $$(LIBS_$(1)),$$(STATIC) $$(or $$(ARCHIVE),-larchive) $$(OWN))
	@cp $$@.linked $$@.copy && mv $$@.copy $$@ && rm $$@.linked
$(B)/dynamic/$(1): $(MAIN) $(B)/parts/$(1).a $(LINKS_$(1)) $(LIB)
	@mkdir -p $$(@D)
	$$(LINK) -o $$@ $$^ $$(LIBS) $$(LIBS_$(1))
$(B)/unit/$(1)/%: $(B)/obj/tests/unit/$(1)/%.o $(B)/parts/$(1).a $(LINKS_$(1)) $(LIB)
	@mkdir -p $$(@D)
	$$(LINK) -o $$@ $$^ $$(LIBS) $$(LIBS_$(1))
endef
$(foreach p,$(PROGRAMS),$(eval $(call program,$(p))))

# tests/unit/NAME.c tests common/, tests/unit/PROGRAM/NAME.c the parts of a program; tests/lib/*.c are helpers of the bats files.
# With SHORTCUTS=no the tests that include shortcuts/ are left out.
OF_SHORTCUTS = $(if $(filter no,$(SHORTCUTS)),$(shell grep -lE 'snap-replay/shortcuts/|"scene.h"' tests/unit/snap-replay/*.c))
UNITS   = $(patsubst tests/%.c,$(B)/%,$(filter-out $(OF_SHORTCUTS),$(wildcard tests/unit/*.c tests/unit/*/*.c)))
HELPERS = $(patsubst tests/lib/%.c,$(B)/tests/%,$(wildcard tests/lib/*.c)) $(B)/tests/noshortcuts/snap-replay
# snap-replay without short cuts beside the one with them, from the same objects but one.
$(B)/obj/noshortcuts/native.o: cmd/snap-replay/native.c Makefile
	@mkdir -p $(@D)
	$(CC) $(DEFINES) -Icmd/snap-replay -DNO_SHORTCUTS $(FLAGS) -MMD -MP -c -o $@ $<
$(B)/tests/noshortcuts/snap-replay: $(call objects,$(filter-out $(SHORT) %/native.c,$(call sources,snap-replay))) \
		$(B)/obj/noshortcuts/native.o $(LIB)
	@mkdir -p $(@D)
	$(LINK) -o $@ $^ $(LIBS)
FUZZ    = $(patsubst tests/%.c,$(B)/%,$(wildcard tests/fuzz/fuzz_*.c))
$(B)/unit/%: $(B)/obj/tests/unit/%.o $(LIB)
	@mkdir -p $(@D)
	$(LINK) -o $@ $^ $(LIBS)
# tests/faults: the programs again, linked so that a library can be preloaded; the library; what drives them.
FAULTS  = $(if $(SAN),,$(PROGRAMS:%=$(B)/dynamic/%) $(B)/tests/preload.so $(B)/tests/inject)
$(B)/tests/preload.so: tests/faults/preload.c tests/faults/fault.h Makefile
	@mkdir -p $(@D)
	$(CC) -std=c17 $(WARN) $(CFLAGS) -I. $(WERROR) -fPIC -shared -o $@ $<
$(B)/tests/inject: $(B)/obj/tests/faults/inject.o $(B)/obj/tests/faults/tree.o $(LIB)
	@mkdir -p $(@D)
	$(LINK) -o $@ $^ $(LIBS)
$(B)/tests/c_mutants: $(patsubst %.c,$(B)/obj/%.o,$(wildcard tests/mutants/*.c)) $(LIB)
	@mkdir -p $(@D)
	$(LINK) -o $@ $^ $(LIBS)
$(foreach h,score gen_cluster,$(eval $(B)/tests/$(h): $(patsubst %.c,$(B)/obj/%.o,$(wildcard tests/lib/$(h)/*.c))))
$(B)/tests/%: $(B)/obj/tests/lib/%.o $(LIB)
	@mkdir -p $(@D)
	$(LINK) -o $@ $(filter %.o,$^) $(LIB) $(LIBS) -lmicrohttpd
# With DRIVER empty the main comes from libFuzzer.
DRIVER = $(B)/obj/tests/fuzz/driver.o
# Parts of two programs may share names: one program to a target, snap-replay where it is not told.
define fuzz
$(B)/fuzz/fuzz_$(1): $(B)/obj/tests/fuzz/fuzz_$(1).o $(DRIVER) $(B)/parts/$(2).a $(LINKS_$(2)) $(LIB)
	@mkdir -p $$(@D)
	$$(LINK) $$(FUZZER) -o $$@ $$^ $$(LIBS) $$(LIBS_$(2))
endef
$(eval $(call fuzz,inspect,snap-inspect))
$(eval $(call fuzz,peer,snap-inspect))
$(eval $(call fuzz,redact,snap-redact))
$(eval $(call fuzz,redacted,snap-redact))
$(eval $(call fuzz,names,snap-unzip))
$(eval $(call fuzz,kubectl,snap-fetch))
$(eval $(call fuzz,annex,snap-fetch))
$(eval $(call fuzz,page,snap-fetch))
$(eval $(call fuzz,ksched,snap-fetch))
$(eval $(call fuzz,pprof,snap-fetch))
$(eval $(call fuzz,import,snap-import))
$(eval $(call fuzz,dump,snap-import))
$(eval $(call fuzz,plan,snap-compare-refs))
$(eval $(call fuzz,diff,snap-diff))
$(eval $(call fuzz,minimise,snap-minimise))
$(B)/fuzz/%: $(B)/obj/tests/fuzz/%.o $(DRIVER) $(B)/parts/snap-replay.a $(LIB)
	@mkdir -p $(@D)
	$(LINK) $(FUZZER) -o $@ $^ $(LIBS)
# Programs run on mutants of the recorded cases, each with its main and parts in one process.
HOSTILE = $(patsubst tests/%.c,$(B)/%,$(wildcard tests/hostile/snap-*.c)) $(B)/hostile/mutant
MUTATE  = $(patsubst %.c,$(B)/obj/tests/hostile/%.o,tree.c values.c mutate.c cases.c)
$(B)/hostile/mutant: $(B)/obj/tests/hostile/mutant.o $(MUTATE) $(LIB)
	@mkdir -p $(@D)
	$(LINK) -o $@ $^ $(LIBS)
.SECONDEXPANSION:
$(B)/hostile/%: $(B)/obj/tests/hostile/%.o $(B)/obj/tests/hostile/hostile.o $(MUTATE) $(B)/parts/%.a $$(LINKS_$$*) $(LIB)
	@mkdir -p $(@D)
	$(LINK) -o $@ $^ $(LIBS) $(LIBS_$*)

tests: all $(UNITS) $(HELPERS) $(B)/tests/c_mutants $(FUZZ) $(FAULTS) $(HOSTILE)
check: WERROR = -Werror
check: tests
	SHORTCUTS=$(SHORTCUTS) tests/run $(B)
# What `make asan`, `make hostile` and `make fuzz` look for; gcc and clang leave the two about floating-point numbers out of `undefined`.
CHECKS = address,undefined,float-cast-overflow,float-divide-by-zero
asan:
	$(MAKE) B=$(B)/asan CFLAGS='-O1 -g -fno-omit-frame-pointer' SAN='-fsanitize=$(CHECKS) -fno-sanitize-recover=all' WERROR= check
# snap-replay, whose second thread makes dry runs, on many searches.
tsan:
	$(MAKE) B=$(B)/tsan CFLAGS='-O1 -g' SAN=-fsanitize=thread WERROR= $(B)/tsan/snap-replay $(B)/tsan/tests/gen_cluster $(B)/tsan/bench/gen_snapshot
	tests/run $(B)/tsan tests/bats/threads.bats
# Of the recorded cases below CASES.
N     ?= 20000
SEED  ?= 1
CASES ?= tests/conformance
hostile:
	$(MAKE) B=$(B)/asan CFLAGS='-O1 -g -fno-omit-frame-pointer' WERROR= \
		SAN='-fsanitize=$(CHECKS) -fno-sanitize-recover=all' hostile-tools
	scripts/hostile.sh $(B)/asan $(N) $(SEED) $(CASES)
hostile-tools: all $(HOSTILE)
# Small mistakes in the engine, one at a time: which does no test notice? A mutant is compiled with the options of all objects.
# FROM=NUMBER goes on behind the mutants of an earlier run.
mutants: N = 200
mutants: private CFLAGS = -O1 -fPIC
mutants: $(B)/tests/c_mutants
	CC='$(CC)' OPTIMIZE='$(CFLAGS)' COMPILE='$(DEFINES) -Icmd/snap-replay $(FLAGS) $(MUTANT_ERRORS)' LINK='$(LINK:$(CC)%=%)' \
		SANITIZE='-fsanitize=$(CHECKS) -fno-sanitize-recover=all' LIBS='-larchive $(filter-out $(ARCHIVE),$(LIBS))' tests/mutants/run $(B) $(N) $(SEED)
# Warnings that mean: the compiler notices this mistake.
MUTANT_ERRORS = -Werror=incompatible-pointer-types -Werror=int-conversion -Werror=implicit-function-declaration -Werror=format \
	-Werror=return-type
# valgrind cannot see into the memory of static programs.
valgrind:
	$(MAKE) B=$(B)/shared STATIC= tests
	tests/run --valgrind $(B)/shared
# Every fault in every program: an hour. tests/faults/run tells how to have less.
faults: all $(FAULTS) $(HELPERS)
	tests/faults/run $(B)
fuzz:
	$(MAKE) B=$(B)/libfuzzer CC=clang SAN='-fsanitize=fuzzer-no-link,$(CHECKS) -fno-sanitize-recover=all' \
		DRIVER= FUZZER=-fsanitize=fuzzer SECONDS=$(SECONDS) fuzz-run
fuzz-run: $(FUZZ)
	scripts/fuzz.sh $(SECONDS) $^

# Rivals are needed here only: libsimdjson-dev, libyajl-dev, jq, unzip (scripts/setup.sh --dev).
BENCH = $(B)/bench/gen_snapshot $(B)/bench/run2 $(B)/bench/bench_json
$(B)/obj/%.o: %.cpp Makefile
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O2 -I. -MMD -MP -c -o $@ $<
$(B)/bench/bench_json: $(patsubst %,$(B)/obj/tests/bench/%.o,bench_json_yajl bench_json_simdjson)
$(B)/tests/both_ways: | $(B)/bench/gen_snapshot
$(B)/bench/gen_snapshot: $(patsubst %,$(B)/obj/tests/bench/gen_%.o,claims gangs groups nodes pods queues volumes)
$(B)/bench/%: $(B)/obj/tests/bench/%.o $(LIB)
	@mkdir -p $(@D)
	$(LINK) -o $@ $^ $(LIBS) $(if $(filter %bench_json,$@),-lyajl -lsimdjson -lstdc++)
bench: all $(BENCH)
	scripts/bench.sh $(B)

# Programs in $(B)/static that need no file of the system (scripts/setup.sh --static).
static: all
	BESIDE='$(call objects,$(filter $(BESIDE),$(call sources,snap-replay)))' \
		MORE='$(foreach p,$(PROGRAMS),$(addprefix $(p)=,$(filter-out $(ENGINE),$(LINKS_$(p)))))' CC='$(CC)' LDFLAGS='$(LDFLAGS)' scripts/packaging/static.sh $(B)

# snap-tools_VERSION_ARCH.deb in $(B)/deb (scripts/setup.sh --packages).
deb:
	scripts/packaging/deb.sh $(B)

# Archives of the sources and of the static programs in $(B)/dist, with their sums and what is inside.
dist: static
	CC='$(CC)' scripts/packaging/dist.sh $(B)
# The same of programs for arm64, made on another machine, in $(B)/arm64/dist (scripts/setup.sh --arm64).
arm64:
	$(MAKE) CC=aarch64-linux-gnu-gcc AR=aarch64-linux-gnu-ar B=$(B)/arm64 dist

lint:
	scripts/lint.sh
# Lays out every C file as .clang-format says; make lint and a test look that it stays so.
fmt:
	git ls-files -z --cached --others --exclude-standard '*.c' '*.h' '*.cpp' | xargs -0 -r clang-format -i

share = $(DESTDIR)$(PREFIX)/share
PLUGIN = $(addprefix scripts/kubectl-snap/,kubectl-snap kubectl_complete-snap)
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(share)/man/man1 $(share)/man/man5 $(share)/man/man7 \
		$(share)/bash-completion/completions $(share)/zsh/site-functions $(share)/fish/vendor_completions.d
	install -m 755 $(PROGRAMS:%=$(B)/%) $(PLUGIN) $(DESTDIR)$(PREFIX)/bin
	for s in 1 5 7; do install -m 644 man/*.$$s $(share)/man/man$$s || exit; done
	install -m 644 completions/bash/* $(share)/bash-completion/completions
	install -m 644 completions/zsh/_* $(share)/zsh/site-functions
	install -m 644 completions/fish/*.fish $(share)/fish/vendor_completions.d
uninstall:
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/bin/,$(PROGRAMS) $(notdir $(PLUGIN)))
	for f in man/*.[157]; do rm -f $(share)/man/man$${f##*.}/$${f##*/}; done
	rm -f $(PROGRAMS:%=$(share)/bash-completion/completions/%)
	rm -f $(PROGRAMS:%=$(share)/zsh/site-functions/_%)
	rm -f $(PROGRAMS:%=$(share)/fish/vendor_completions.d/%.fish)
clean:
	rm -rf $(B)

-include $(shell find $(B)/obj -name '*.d' 2>/dev/null)
.PHONY: all static deb dist arm64 tests check asan tsan hostile hostile-tools mutants valgrind faults fuzz fuzz-run bench lint fmt install uninstall clean .FORCE
.SECONDARY:
