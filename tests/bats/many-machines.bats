#!/usr/bin/env bats
# scripts/many-machines: the ready examples run the lines of a plan.
load ../lib/env

setup() {
	T=$BATS_TEST_TMPDIR
	SCRIPTS=$TOP/scripts/many-machines
	export HOME=$T
	mkdir "$T/bin" "$T/work"
	cd "$T/work"
	PATH=$T/bin:$PATH
	cp "$TOP/tests/data/demo.json" "it's.json"
	cp "$TOP/tests/data/explain.json" other.json
	snap-compare-refs --plan -q --refs native,native:live --output-dir out *.json >plan
}
results() { snap-compare-refs -q --collect out -f json | jq -r .status | sort | uniq -c | xargs; }

# ssh as GNU parallel calls it, with the login shell in the environment as sshd puts it there: a machine is up as long as there is a file with its name, and it goes down at the line that it is told to.
stand_in_ssh() {
	cat >"$T/bin/ssh" <<-'END'
		#!/bin/sh
		while :; do
			case $1 in
			-[lpoSi]) shift 2 ;;
			-*) shift ;;
			*) break ;;
			esac
		done
		host=$1
		shift
		[ "$1" != -- ] || shift
		echo "$host" >>"$HOME/calls"
		[ -e "$HOME/up.$host" ] || exit 255
		[ ! -e "$HOME/dies.$host" ] || { rm "$HOME/up.$host"; exit 255; }
		SHELL=/bin/sh exec sh -c "$*"
	END
	chmod +x "$T/bin/ssh"
}
# Where GNU parallel is not installed: what the script asks of it, one line after the other, each on the next machine of the list.
stand_in_parallel() {
	cat >"$T/bin/parallel" <<-'END'
		#!/bin/bash
		[ "$1 $2 $4" = "--will-cite --sshloginfile --retries" ] || exit 2
		mapfile -t hosts < <(sed 's,^[0-9]*/,,' "$3")
		failed=0 next=0
		while IFS= read -r line; do
			for ((try = 0; try < $5; try++)); do
				ssh "${hosts[next++ % ${#hosts[@]}]}" -- "$line" </dev/null && continue 2
			done
			failed=$((failed + 1))
		done
		exit $failed
	END
	chmod +x "$T/bin/parallel"
}

@test "GNU parallel over ssh: what a machine that fails should have done is done by another one" {
	stand_in_ssh
	command -v parallel >/dev/null || stand_in_parallel
	printf '1/down\n1/dies\n1/up\n' >hosts
	touch "$T/up.dies" "$T/dies.dies" "$T/up.up"
	run -0 sh "$SCRIPTS/parallel-ssh.sh" hosts plan
	grep -q '^down' "$T/calls"
	grep -q '^dies' "$T/calls"
	[ "$(results)" = "4 pass" ]
}

@test "GNU parallel over ssh: with all machines down nothing is done; run again, what is left" {
	stand_in_ssh
	command -v parallel >/dev/null || stand_in_parallel
	printf '2/one\n1/two\n' >hosts
	run sh "$SCRIPTS/parallel-ssh.sh" hosts plan
	[ "$status" -eq 4 ] # lines that failed
	[ "$(results)" = "4 unfinished" ]
	touch "$T/up.two"
	head -n 3 plan >some
	run -0 sh "$SCRIPTS/parallel-ssh.sh" hosts some
	[ "$(results)" = "3 pass 1 unfinished" ]
	sha256sum out/*.result.json >before
	run -0 sh "$SCRIPTS/parallel-ssh.sh" hosts plan
	[ "$(results)" = "4 pass" ]
	sha256sum --quiet -c before
	run -2 sh "$SCRIPTS/parallel-ssh.sh" hosts
}

@test "a Slurm array: each task runs its line" {
	for SLURM_ARRAY_TASK_ID in 4 2 3 1; do
		export SLURM_ARRAY_TASK_ID
		run -0 sh "$SCRIPTS/slurm-array.sh" plan
	done
	[ "$(results)" = "4 pass" ]
	SLURM_ARRAY_TASK_ID=5 run -2 sh "$SCRIPTS/slurm-array.sh" plan
	[[ $output == *"plan has no line 5" ]]
	# the status of the line is that of the task
	echo 'exit 125' >>plan
	SLURM_ARRAY_TASK_ID=5 run -125 sh "$SCRIPTS/slurm-array.sh" plan
}

@test "a Kubernetes Job: each index runs its line" {
	command=$(sed -n "s/^ *command: \[sh, -c, '\(.*\)'\]$/\1/p" "$SCRIPTS/kubernetes-job.yaml")
	[[ $command == *JOB_COMPLETION_INDEX*/data/plan* ]]
	for i in 3 1 0 2; do
		JOB_COMPLETION_INDEX=$i run -0 sh -c "${command//\/data\//}"
	done
	[ "$(results)" = "4 pass" ]
	# the number of lines goes in where the comment says
	[ "$(sed 's/completions: 1$/completions: 4/' "$SCRIPTS/kubernetes-job.yaml" | grep -c '^  completions: 4$')" -eq 1 ]
}

# What kubectl understands of a manifest, by the types that it was built with: what it does not know gets lost.
understood() { kubectl set image --local -f "$1" line=x -o json; }
keys() { jq -r 'paths | map(select(type == "string")) | join(".")' | sort -u; }
has_all() {
	understood "$1" >json || return
	keys <json >known
	sed -nE 's/^[ -]*([A-Za-z]+):.*/\1/p' "$1" | sort -u >told
	[ -z "$(comm -23 told <(tr . '\n' <known | sort -u))" ]
}

@test "a Kubernetes Job: kubectl knows each of its keys, and takes it" {
	command -v kubectl >/dev/null || skip "kubectl is not installed"
	manifest=$SCRIPTS/kubernetes-job.yaml
	has_all "$manifest"
	jq -e '.apiVersion == "batch/v1" and .kind == "Job" and .spec.completionMode == "Indexed" and .spec.completions == 1 and
		.spec.template.spec.restartPolicy == "Never" and .spec.backoffLimitPerIndex == 3' json
	# so a mistake would be noticed
	for bad in s/backoffLimitPerIndex/backoffLimitPerindx/ s/mountPath/mountpoint/ 's/completions: 1/completions: one/'; do
		sed "$bad" "$manifest" >bad.yaml
		run ! has_all bad.yaml
	done
	kubectl version --request-timeout=5s >/dev/null 2>&1 || return 0 # no cluster that would be asked for more
	kubectl create --dry-run=client --validate=strict -f "$manifest"
}
