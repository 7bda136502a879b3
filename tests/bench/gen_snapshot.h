/* A made-up cluster, as gen_snapshot prints it: JSON on stdout. */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "tests/bench/gen_claims.h"

enum { GROUP_MAX = 16, NODE_CPU = 127 /* cores */, NODE_MEMORY = 1007 /* GiB */ };

#define TOPOLOGY_LEVEL "topology.example.com/"

/* What gang_of_shape draws, and what tree the queues form; see gen_snapshot.c. */
enum shape { PLAIN, FULL, DEEP, MIXED, LIMITS, STORAGE };

struct cluster {
	enum shape shape;
	long nodes, running, pending, gangs, queues; /* gangs 0: as pending says */
	bool lean, uneven, topology, constrained, claims;
	uint64_t random, seed; /* seed: random at the start */
	struct room {          /* that is left */
		int gpus, milli_cpu, memory /* GiB */;
	} * free;                 /* of each node */
	long *used;               /* by queue: GPUs of what runs */
	long pod, group, created; /* numbers of the next ones */
	bool runs;                /* what is printed now */
	long printed;             /* volumes, or claims of them, in this list */
};

struct gang {
	char name[32];
	long queue, members, min;
	struct room each; /* what a member asks for */
	const char *priority;
	long nodes[GROUP_MAX]; /* of each member, -1: pending */
	int device[GROUP_MAX]; /* the first one that a running member has there */
};

/* From 0 to n - 1, by chance. */
uint32_t below(struct cluster *c, uint32_t n);

/* Kubernetes' form of a time counted from 2026-01-01T00:00:00Z; the buffer is the caller's. */
const char *when(char out[64], long sec);

/* Opens the metadata of an object; labels and annotations follow. ns NULL: none. */
void print_metadata(const char *kind, long id, const char *name, const char *ns, long created);

/* The next gang, by what the cluster's shape is. One that runs is put where there is room and
 * shrinks to the members that found some: none, maybe. */
struct gang draw_gang(struct cluster *c, bool running);

/* All pods of a gang, or their claims; its pod group. A comma comes before each but the first. */
void print_pods(struct cluster *c, const struct gang *g);
void print_claims(struct cluster *c, const struct gang *g);
void print_pod_group(const struct cluster *c, const struct gang *g, bool running);
/* The member "topologies", with a comma before it. */
void print_topologies(const struct cluster *c);

void print_node(struct cluster *c, long i);
/* All queues, as a list. */
void print_queues(struct cluster *c);
