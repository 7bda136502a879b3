/* A scene for tests of kin and choices. Each node has one GPU, which a pod holds; a asks for one.
 */
#ifndef SNAP_VWX_H
#define SNAP_VWX_H
#include "scene.h"

/* v has two pods, w and x one. */
#define FOUR_NODES \
	GPU_NODE("n0", "1") "," GPU_NODE("n1", "1") "," GPU_NODE("n2", "1") "," GPU_NODE("n3", "1")
#define VWX_OF(v_min, w1) \
	"'queues':[" QUEUE("q") "]," PRIORITIES ",'nodes':[" FOUR_NODES "],'podGroups':[" JOB( \
		"v", "q", "low", "01", v_min) "," JOB("w", "q", "low", "01", "1") "," JOB("x", \
		"q", "low", "01", "1") "," JOB("a", "q", "high", "11", \
		"1") "],'pods':[" RUNNING("v1", "v", "1", "n0") "," RUNNING("v2", "v", "1", \
		"n1") "," w1 "," RUNNING("x1", "x", "1", "n3") "," PENDING("a1", "a", "1") "]"
#define VWX(v_min) VWX_OF(v_min, RUNNING("w1", "w", "1", "n2"))
/* Another pod of w waits. */
#define VWX_NOTED VWX_OF("1", RUNNING("w1", "w", "1", "n2") "," PENDING("w2", "w", "1"))
#define HALF_OF_N2 \
	POD_MORE("w1", "w", "'runai-gpu-group':'g'", ",'gpu-fraction':'0.5'", "'nodeName':'n2',", \
		"'cpu':'1'", "Running")

#endif
