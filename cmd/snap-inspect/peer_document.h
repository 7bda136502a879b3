/* What cluster-autoscaler's document says: nodes with what is free on them, node groups, and pods
 * for which there is room. */
#ifndef INSPECT_PEER_DOCUMENT_H
#define INSPECT_PEER_DOCUMENT_H
#include "common/import/snapshotz.h"
#include "peer_object.h"

/* Begins the names of templates and of the placeholders that are made of them. */
#define TEMPLATE_NAME "template-node-for-"
enum { NO_GROUP = -1 };

/* A node with what is on it, or the template of a group. */
struct peer_entry {
	struct peer_node node;
	struct str shown; /* the node's name, without the random number of templates */
	bool altered;     /* the autoscaler alone calls it not ready */
	long group;       /* NO_GROUP: of none, or nobody can tell */
	struct amounts_of requested, free;
	long pods;
};

struct peer_group {
	struct str id;
	struct peer_entry template;
	long nodes, altered, placeholders;
};

/* Where a pod has room, by what it requests, its node selector and tolerations. */
struct peer_room {
	bool judged; /* false: there were too many to look at */
	long nodes, placeholders;
	struct str first, first_placeholder; /* by name */
	long lack, unselected, tainted;      /* why the other nodes do not suit */
};

struct peer_asked {
	struct peer_pod pod;
	struct str stands_on; /* the node under which the document has it, too */
	struct peer_room room;
};

/* A pod that stands under a node but is not bound to it. */
struct peer_nominee {
	struct str id, node; /* "NAMESPACE/NAME" */
};

struct peer_document {
	struct peer_reader x;
	struct snapshotz members;
	struct peer_entry *nodes; /* sorted by `shown` */
	size_t n_nodes, cap_nodes;
	struct peer_group *groups; /* sorted by id */
	size_t n_groups, cap_groups;
	bool joined; /* false: there were too many to tell which node is of which group */
	struct peer_asked *asked; /* sorted by namespace and name */
	size_t n_asked, cap_asked;
	struct peer_nominee *nominees;
	size_t n_nominees, cap_nominees;
	struct sum sum;
	/* Numbers of nodes that are no placeholders, and others. */
	long real, altered, unready, cordoned, placeholders, pods;
};

/* Reads the document from r and works all out. False: *e is set. peer_document_free in either
 * case. */
bool peer_document_read(struct peer_document *d, struct json *r, struct error *e);
void peer_document_free(struct peer_document *d);

/* peer_groups.c: which node is of which group. */
void peer_groups_join(struct peer_document *d);
/* peer_room.c: where the pods have room. */
void peer_room_find(struct peer_document *d);

#endif
