#!/usr/bin/env bats
# --config of snap-replay and snap-inspect: a configuration in place of the snapshot's.
load ../lib/env

setup() {
	cd "$BATS_TEST_TMPDIR" || exit
	DEMO=$TOP/tests/data/demo.json
}

# refused STATUS WORDS COMMAND...: nothing on standard output.
refused() {
	run --separate-stderr "${@:3}"
	[ "$status" -eq "$1" ] && [ -z "$output" ] && [[ $stderr == *"$2"* ]] && return
	echo "${*:3}: status $status: $output $stderr"
	return 1
}
replay() { snap-replay -q --no-timings "$@"; }
# A jq program: of a configuration the one that spreads.
SPREAD='.tiers[].plugins[] |= (if .name == "gpupack" then .name = "gpuspread"
	elif .name == "nodeplacement" then .arguments = {cpu: "spread", gpu: "spread"} else . end)'

@test "the snapshot's own configuration changes nothing but what start says of it" {
	replay "$DEMO" >plain
	snap-config kai "$DEMO" | replay --config - "$DEMO" >out
	[ "$(jq -r 'select(.event == "start").configFrom' out)" = option ]
	[ "$(jq -r 'select(.event == "start").configFrom' plain)" = null ]
	diff plain <(sed 's/"configFrom":"option",//' out)
	# a snapshot as the file, packed or not
	snap-zip -o demo.zip "$DEMO"
	replay --config demo.zip "$DEMO" | cmp - out
	replay --config "$DEMO" demo.zip | cmp - out
}

@test "what if it had been spread: as if the snapshot were configured so" {
	snap-config kai "$DEMO" | jq "$SPREAD" | replay --config - --show decisions "$DEMO" >out
	jq ".config |= ($SPREAD)" "$DEMO" >changed
	replay --show decisions changed | cmp - out
	replay --show decisions "$DEMO" >plain
	run -1 cmp -s plain out
}

@test "YAML, a ConfigMap with it, and JSON mean the same" {
	cat >config.yaml <<-'END'
		actions: allocate
		tiers:
		- plugins:
		  - &first {name: predicates}
		  - name: proportion
		  - name: nodeplacement
		    arguments: {cpu: spread, gpu: "spread"}
	END
	jq -Rs '{kind: "ConfigMap", data: {"config.yaml": .}}' config.yaml >map.json
	snap-config kai config.yaml >config.json
	for f in config.yaml map.json config.json; do
		replay --config $f "$DEMO" >out.$f
		cmp out.$f out.config.yaml
		snap-inspect --config $f "$DEMO" >seen
		[ "$(jq -c '.scheduler | [.actions, .plugins]' seen)" = '[["allocate"],["predicates","proportion","nodeplacement"]]' ] || { jq .scheduler seen; false; }
	done
}

@test "what is empty is as the scheduler fills it in" {
	echo 'queueDepthPerAction: {allocate: 1}' >config
	snap-config kai | jq -c '.queueDepthPerAction.allocate = 1' >whole
	replay --config config "$DEMO" | cmp - <(replay --config whole "$DEMO")
	[ "$(snap-inspect --config config "$DEMO" | jq -r '.scheduler.actions | length')" = 5 ]
}

@test "a snapshot without configuration gets one, without a warning" {
	jq .config=null "$DEMO" >null
	jq 'del(.config)' "$DEMO" >missing
	snap-config kai "$DEMO" >config
	replay --config config "$DEMO" >whole
	for f in null missing; do
		snap-replay --no-timings --config config $f 2>err | cmp - whole
		run -1 grep "no configuration in the snapshot" err
		run -0 snap-inspect --check --config config -f text $f
		[[ $output != *config-null* ]]
	done
}

@test "the text says that the configuration is another one" {
	run -0 replay --config "$DEMO" -f text --show start "$DEMO"
	[[ $output == *", configured by --config: "* ]]
	run -0 replay -f text --show start "$DEMO"
	[[ $output != *"--config"* ]]
}

@test "--check finds what is wrong with it, not with the snapshot's" {
	jq '.config.actions = "allocate, nothing"' "$DEMO" >bad
	run -1 snap-inspect --check bad
	snap-config kai "$DEMO" >good
	run -0 snap-inspect --check --config good bad
	run -1 snap-inspect --check --config bad "$DEMO"
	[[ $output == *"nothing"* ]]
	run -1 snap-replay --no-timings --config bad "$DEMO"
	[[ $output == *"unknown action"* ]]
}

@test "what is none is refused with its name" {
	for p in snap-replay snap-inspect; do
		refused 3 "$DEMO: --config: $TOP/tests/data/config/4.22-noscoring.config.yaml: not a configuration of KAI Scheduler: it is kube-scheduler's" \
			$p --config "$TOP/tests/data/config/4.22-noscoring.config.yaml" "$DEMO"
		refused 4 "--config: nowhere: cannot open" $p --config nowhere "$DEMO"
		refused 3 "--config: .: is a directory: a file or pipe is wanted" $p --config . "$DEMO"
		refused 3 "--config: <stdin>: not a configuration of KAI Scheduler: it is empty" $p --config - "$DEMO" </dev/null
		refused 3 "a number where a string should be" $p --config - "$DEMO" <<<'actions: 3'
		refused 3 "invalid YAML" $p --config - "$DEMO" <<<'actions: "allocate'
		refused 5 "nested too deep" $p --config - "$DEMO" < <(printf 'tiers: '; head -c 3000 /dev/zero | tr '\0' '[')
		jq -c .config=null "$DEMO" >null
		refused 3 "a snapshot in which config is null or missing" $p --config null "$DEMO"
		refused 2 "standard input can be the snapshot or --config, not both" $p --config - - <"$DEMO"
		refused 2 "standard input can be the snapshot or --config, not both" $p --config - <"$DEMO"
	done
	refused 3 "arguments.gpu" snap-replay --config - "$DEMO" <<<'tiers: [{plugins: [{name: nodeplacement, arguments: {gpu: 3}}]}]'
}

@test "where it cannot be followed it is refused" {
	refused 2 "--config goes with the native engine only" snap-replay --tool tool --config "$DEMO" "$DEMO"
	refused 2 "--config goes neither with --list nor with --filter" snap-inspect --config "$DEMO" --list pods "$DEMO"
	refused 2 "--config goes neither with --list nor with --filter" snap-inspect --config "$DEMO" --filter . "$DEMO"
	refused 2 "--config: it is for snapshots" snap-inspect --config "$DEMO" "$TOP/tests/data/peers/autoscaler-08.json"
}
