/* The errors that the plugin topology records for a job, word for word (rules/07 A11). They do
 * nothing where errors are not recorded, as for clones. group: its name. */
#ifndef SNAP_TOPOLOGY_ERRORS_H
#define SNAP_TOPOLOGY_ERRORS_H
#include "plugins/topology/room.h"
#include "session/session.h"

struct choice { /* the nodes for one group of a job are to be chosen */
	struct session *session;
	struct job *job;
	const struct topology_constraint *constraint;
	struct str group; /* the name of the sub-group or pod set; "": the root */
	struct domain_tree *tree;
	const struct need *need;
};

void error_no_topology(const struct choice *c);
/* The nodes' lowest common domain has too little. */
void error_too_little(const struct choice *c, const struct domain *common);
/* One domain has too little. */
void error_misfit(const struct choice *c, const struct domain *d);
/* No domain is left. */
void error_no_domain(const struct choice *c);

#endif
