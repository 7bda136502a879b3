# What the tests of cluster-autoscaler's document share: DOC, a document; ERROR, one that tells of an error; BUSY, the text of a refusal. In a test's setup:
autoscaler_documents() {
	DOC=$TOP/tests/data/peers/autoscaler-08.json
	ERROR=$BATS_TEST_TMPDIR/error.json
	# shellcheck disable=SC2034 # the tests read it
	BUSY='Another debugging snapshot request is being processed. Concurrent requests not supported'
	jq -c '.NodeList = null | .UnscheduledPodsCanBeScheduled = null | .Error = "Unable to collect any data"' "$DOC" >"$ERROR"
}
