# make, make check, make install PREFIX= DESTDIR=, make lint, fmt, bench, fuzz, asan, valgrind. Objects go to $(B).
B       ?= build
PREFIX  ?= /usr/local
CC      ?= cc
SAN     ?=
OPT     ?= -O2 -g
WARN    = -Wall -Wextra -Wpedantic -Wshadow -Wconversion
# No fused multiply-add: decisions depend on IEEE doubles exactly as the original computes them.
CFLAGS  += -std=c17 $(WARN) $(OPT) $(SAN) -ffp-contract=off -pthread
CPPFLAGS += -D_POSIX_C_SOURCE=200809L -D_FILE_OFFSET_BITS=64 -I.
LDFLAGS += $(SAN) -pthread -Wl,--as-needed

PROGRAMS = $(patsubst cmd/%/,%,$(sort $(dir $(wildcard cmd/*/*.c))))
sources  = $(wildcard cmd/$(1)/*.c cmd/$(1)/*/*.c)
objects  = $(patsubst %.c,$(B)/obj/%.o,$(1))

COMMON  = $(call objects,$(wildcard common/*.c))
LIB     = $(B)/libsnap.a
# What a program links beside libsnap; --as-needed drops what it does not use.
LIBS    = -larchive -lz -lm
LIBS_snap-inspect = -ljq
LIBS_snap-fetch   = -lcurl
LIBS_snap-serve   = -lmicrohttpd

all: $(PROGRAMS:%=$(B)/%)

$(B)/obj/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

$(LIB): $(COMMON)
	@rm -f $@
	$(AR) rcs $@ $^

define program
$(B)/$(1): $(call objects,$(call sources,$(1))) $(LIB)
	$$(CC) $$(LDFLAGS) -o $$@ $$^ $$(LIBS) $$(LIBS_$(1))
endef
$(foreach p,$(PROGRAMS),$(eval $(call program,$(p))))

# Unit tests: tests/unit/NAME.c over common/ and the rooms of the engine (all but its main).
UNITS   = $(patsubst tests/unit/%.c,$(B)/tests/%,$(wildcard tests/unit/*.c))
ENGINE  = $(call objects,$(filter-out cmd/snap-replay/snap-replay.c,$(call sources,snap-replay)))
$(B)/libengine.a: $(ENGINE)
	@rm -f $@
	$(AR) rcs $@ $^
$(B)/tests/%: $(B)/obj/tests/unit/%.o $(B)/libengine.a $(LIB)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) -o $@ $^ $(LIBS)

-include $(shell find $(B)/obj -name '*.d' 2>/dev/null)

clean:
	rm -rf $(B)

.PHONY: all clean
.SECONDARY:
