#!/usr/bin/env bats
# snap-fetch when something is wrong: kubectl's words, a leader that died, hostile names, secrets.
# shellcheck disable=SC2154 # stderr: run --separate-stderr sets it
load ../lib/env
load ../lib/cluster

setup() {
	T=$BATS_TEST_TMPDIR
	mkdir "$T/w"
	cluster_new
	echo '{"rawObjects":{}}' >"$T/small.json"
	serve snap-serve -q --port 0 "$T/small.json"
	GOOD=$PORT
	serve "$B/tests/badserver" status 404 'plugin not found'
	STANDBY=$PORT
	cd "$T/w" || exit
}
teardown() { servers_stop; }

called() { grep -q -- "$1" "$KUBECTL_STATE/calls"; }
is_fetched() { [ "$(snap-unzip x.zip)" = '{"rawObjects":{}}' ]; }

# What kubectl says, whatever its last line is, what we say and what we advise.
said() {
	printf '%s\n' "$1" >"$KUBECTL_STATE/says"
	for way in "" "--pod a"; do
		run -4 snap-fetch --retries 0 $way -o x.zip
		echo "$output"
		[[ ${lines[0]} == *": $2: "*"$3"* ]]
		[[ ${lines[1]} == "snap-fetch: try: "*"$4"* ]]
	done
}

@test "kubectl's words are known wherever they stand" {
	said "E1122 14:56:55.689297   14220 memcache.go:265] \"Unhandled Error\" err=<
	couldn't get current server API group list: getting credentials: exec: executable aws-nope not found
 >
Unable to connect to the server: getting credentials: exec: executable aws-nope not found

It looks like you are trying to use a client-go credential plugin that is not installed.

Install aws-nope from https://example" "the program that logs in to the cluster is missing" "executable aws-nope not found" "PATH"
	said "the profile was not found
Unable to connect to the server: getting credentials: exec: executable aws failed with exit code 1
read the manual" "not logged in to the cluster" "exit code 1" "log in again"
	said "Error in configuration: context was not found for specified context: nope" "no such context" "nope" "get-contexts"
	said "Error in configuration:
* unable to read client-cert /nope/c.crt for u due to open /nope/c.crt: no such file or directory
* unable to read client-key /nope/c.key for u due to open /nope/c.key: no such file or directory" \
		"a certificate of the kubeconfig cannot be read: unable to read client-cert /nope/c.crt for u due to open /nope/c.crt" "no such file" "PEM"
	said 'error: host must be a URL or a host:port pair: "https://a b:1"' "the cluster's address is no URL" '"https://a b:1"' "https://HOST:PORT"
	said "Unable to connect to the server: dial tcp: address 99999: invalid port" "the cluster's address is no URL" 99999 "https://HOST:PORT"
	said 'error: error loading config file "c": yaml: line 1: did not find expected node content' "the kubeconfig cannot be read" "line 1" KUBECONFIG
	said 'Error from server (Forbidden): deployments.apps "x" is forbidden: User "system:anonymous" cannot get resource' "not logged in to the cluster" anonymous "log in"
	said "Unable to connect to the server: tls: failed to verify certificate: x509: certificate signed by unknown authority" \
		"the cluster cannot be reached" x509 cluster-info
}

@test "the real kubectl's words" {
	PATH=${PATH#"$T/bin:"}
	command -v kubectl >/dev/null || skip "kubectl is not installed"
	export KUBECONFIG=$T/config
	config() { # SERVER USER
		printf 'apiVersion: v1\nkind: Config\nclusters: [{name: c, cluster: {server: "%s"}}]\n' "$1" >"$T/config"
		printf 'contexts: [{name: x, context: {cluster: c, user: u}}]\ncurrent-context: x\nusers: [{name: u, user: {%s}}]\n' "$2" >>"$T/config"
	}
	while IFS='|' read -r server user want; do
		config "$server" "$user"
		run -4 snap-fetch --retries 0 -o x.zip
		echo "$output"
		[[ ${lines[0]} == *": $want: "* && ${lines[1]} == *"try: "* ]]
	done <<'END'
https://127.0.0.1:1|exec: {apiVersion: client.authentication.k8s.io/v1, command: aws-nope, interactiveMode: Never}|the program that logs in to the cluster is missing
https://127.0.0.1:1|exec: {apiVersion: client.authentication.k8s.io/v1, command: "false", interactiveMode: Never}|not logged in to the cluster
https://127.0.0.1:1|client-certificate: /nope/c.crt, client-key: /nope/c.key|a certificate of the kubeconfig cannot be read
https://a b:1|token: t|the cluster's address is no URL
https://127.0.0.1:1|token: t|the cluster cannot be reached
END
	config https://127.0.0.1:1 "token: t"
	sed -i 's/current-context: x/current-context: gone/' "$T/config"
	run -4 snap-fetch --retries 0 -o x.zip
	[[ $output == *"no such context"*"gone"*"get-contexts"* ]]
}

@test "nothing listens at --remote-port: the port is named, whatever kubectl's last line is" {
	cluster_pod a 1 # nobody listens there
	run -4 snap-fetch --retries 0 -o x.zip
	[[ $output == *"nothing listens on port 8081 in pod a: --remote-port"* ]]
	echo 'words forward not found for port 99 in pod "a"' >"$KUBECTL_STATE/forward/a" # kwok's
	run -4 snap-fetch --retries 0 --remote-port 99 -o x.zip
	[[ $output == *"forward not found"*"nothing listens on port 99 in pod a: --remote-port"* ]]
	rm "$KUBECTL_STATE/forward/a"
	run -4 snap-fetch --retries 0 --remote-port 99 -o x.zip
	echo "$output"
	[[ $output == *"port-forward died: at byte 0: "*"refused"*"nothing listens on port 99 in pod a: --remote-port"* ]]
}

@test "an unknown authority of --url: what SSL_CERT_FILE is for" {
	command -v openssl >/dev/null || skip "openssl is not installed"
	openssl req -x509 -newkey rsa:2048 -nodes -keyout "$T/key" -out "$T/cert" -days 1 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 2>/dev/null
	openssl s_server -accept 127.0.0.1:0 -key "$T/key" -cert "$T/cert" -www >"$T/s_server" 2>&1 </dev/null 3>&- &
	echo $! >>"$T/servers"
	wait_for 'grep -q "^ACCEPT 127.0.0.1:[0-9]*$" "$T/s_server"'
	port=$(sed -n 's/^ACCEPT 127.0.0.1://p' "$T/s_server")
	run -4 snap-fetch --retries 0 --url "https://127.0.0.1:$port" -o x.zip
	[[ $output == *"its certificate is not trusted: "*"SSL_CERT_FILE="* ]]
	run -3 env SSL_CERT_FILE="$T/cert" snap-fetch --retries 0 --url "https://127.0.0.1:$port" -o x.zip
	[[ $output == *"not a ZIP"* ]]
	run -4 env SSL_CERT_FILE="$T/none" snap-fetch --retries 0 --url "https://127.0.0.1:$port" -o x.zip
	[[ $output == *"its certificate is not trusted: "*"SSL_CERT_FILE="* ]]
}

@test "--print-role prints a Role with every right that is used" {
	run -0 snap-fetch --print-role -n ns1
	[[ $output == *"kind: Role"*"namespace: ns1"*"[deployments]"*"[get]"*"[leases]"*"[get]"*"[pods]"*"[get, list]"*"[pods/portforward]"*"[create]"* ]]
	[ ! -e "$KUBECTL_STATE/calls" ]
	if command -v python3 >/dev/null && python3 -c 'import yaml' 2>/dev/null; then
		[ "$(python3 -c 'import sys, yaml; print(len(yaml.safe_load(sys.stdin)["rules"]))' <<<"$output")" = 4 ]
	fi
}

@test "a leader that died: its Lease has run out, and the next one is waited for" {
	cluster_pod a 1 # nobody listens there any more
	cluster_pod b "$STANDBY"
	cluster_leader a kai-scheduler 2026-11-22T10:00:00.000000Z
	cluster_next_leader b 4
	echo "$GOOD" >"$KUBECTL_STATE/ports/b.next"
	run -0 --separate-stderr snap-fetch --retries 0 -o x.zip
	echo "$stderr"
	[[ $stderr == *"the leader is gone: a_"*"renewed the Lease kai-scheduler last at 2026-11-22T10:00:00.000000Z, for 15s; waiting"* ]]
	[[ $stderr == *"b_"*"holds the Lease kai-scheduler now"* ]]
	[[ $stderr != *"--remote-port"* ]]
	is_fetched
	no_child_left
}

@test "the pod of the leader is gone altogether, and the standby answers 404" {
	cluster_pod b "$STANDBY"
	cluster_leader a kai-scheduler 2026-11-22T10:00:00.000000Z
	run -5 snap-fetch --timeout 3s -o x.zip
	[[ $output == *"the leader is gone: a_"*"time-out: no new leader took the Lease kai-scheduler after 3s"* ]]
	pods=()
	cluster_write
	run -5 snap-fetch --timeout 3s -o x.zip
	[[ $output == *"the leader is gone: a_"*"time-out: no new leader"* ]]
	no_child_left
}

@test "a leader that renews its Lease is not waited for" {
	cluster_pod a 1
	cluster_leader a kai-scheduler 2026-11-22T10:00:00.000000Z
	cluster_next_leader a 1 # the same holder, renewed
	run -4 snap-fetch --retries 0 --timeout 60s -o x.zip
	echo "$output"
	[[ $output != *"waiting"* && $output == *"--remote-port"* ]]
}

@test "a leader that is new answers 404 until its first cycle" {
	cluster_pod b "$STANDBY"
	echo "$GOOD" >"$KUBECTL_STATE/ports/b.next"
	lease() { # RENEWED
		printf '{"spec":{"holderIdentity":"b_1","leaseDurationSeconds":15,"acquireTime":"2026-11-22T10:00:00.000000Z","renewTime":"%s"}}' "$1"
	}
	lease 2026-11-22T10:00:20.000000Z >"$KUBECTL_STATE/leases/kai-scheduler"
	lease 2026-11-22T10:00:22.000000Z >"$KUBECTL_STATE/leases/kai-scheduler.next"
	echo 2 >"$KUBECTL_STATE/leases/kai-scheduler.times" # the second time after the pod has answered
	run -0 --separate-stderr snap-fetch --retries 0 -o x.zip
	echo "$stderr"
	[[ $stderr == *"the leader is new"* ]]
	is_fetched
	# one that leads for long is not waited for
	echo "$STANDBY" >"$KUBECTL_STATE/ports/b"
	lease 2026-11-22T10:01:20.000000Z >"$KUBECTL_STATE/leases/kai-scheduler"
	lease 2026-11-22T10:01:22.000000Z >"$KUBECTL_STATE/leases/kai-scheduler.next"
	echo 1 >"$KUBECTL_STATE/leases/kai-scheduler.times"
	run -4 snap-fetch --retries 0 --timeout 20s -o y.zip
	[[ $output == *"every pod answers 404"* && $output != *"is new"* ]]
}

@test "under --pod nobody is waited for, and the standby is told once" {
	cluster_pod a "$STANDBY"
	cluster_leader b kai-scheduler 2026-11-22T10:00:00.000000Z
	run -4 snap-fetch --pod a -o x.zip
	[ "$(grep -o standby <<<"$output" | wc -l)" -eq 1 ]
	[[ $output == *"without --pod"* && $output != *"waiting"* ]]
}

@test "names from the cluster do not become options of kubectl" {
	cluster_pod a "$GOOD"
	for name in --server=https://evil -x a/b 'A b'; do
		rm -f "$KUBECTL_STATE/calls"
		cluster_deployment "\"--scheduler-name=$name\""
		run -0 --separate-stderr snap-fetch -o x.zip
		echo "$name: $stderr"
		[[ $stderr == *"no Lease has such a name: $name"* ]]
		run ! called "evil\|get lease"
	done
	cluster_deployment '"--scheduler-name=s", "--partition-label-value=--server=x"'
	run -0 --separate-stderr snap-fetch -o x.zip
	run ! called "server=x"
	pods+=('{"metadata":{"name":"--server=x"},"status":{"conditions":[{"type":"Ready","status":"True"}]}}')
	echo '{"metadata":{"name":"d"},"spec":{"selector":{"matchLabels":{"app":"a b;--x"}}}}' >"$KUBECTL_STATE/deployments/odd"
	cluster_write
	run -4 snap-fetch --deployment odd -o x.zip
	[[ $output == *"has odd labels"* ]]
	rm "$KUBECTL_STATE/ports/a"
	run -4 snap-fetch --retries 0 -o x.zip
	run ! called "server=x"
}

@test "no secret of a URL comes out" {
	for url in "http://u:secret@127.0.0.1:$STANDBY/?token=secret" "http://u:secret@127.0.0.1:1/?token=secret#secret" \
		"ftp://u:secret@h/?secret" "http://u:se cret@h:1x/" "http://u:secret@127.0.0.1:$GOOD/other"; do
		run snap-fetch --retries 0 --url "$url" -o x.zip
		echo "$output"
		[ "$status" -ne 0 ]
		[[ $output != *secret* && $output != *"se cret"* ]]
	done
	for option in '' --pod= --deployment= --namespace= --selector= --from= --adopt=; do
		run -2 snap-fetch "${option}http://u:secret@h/"
		[[ $output == *"http://h/"* && $output != *secret* ]]
	done
	serve "$B/tests/badserver" redirect "http://u:secret@login.example/?code=secret"
	run -4 snap-fetch --retries 0 --url "http://127.0.0.1:$PORT" -o x.zip
	[[ $output == *"a redirect to http://login.example/"* && $output != *secret* ]]
	echo 'Unable to connect to the server: Get "https://u:secret@h:1/api": proxyconnect tcp: dial tcp http://p:secret@x' >"$KUBECTL_STATE/says"
	run -4 snap-fetch -o x.zip
	echo "$output"
	[[ $output == *"https://***@h:1/api"* && $output != *secret* ]]
}

@test "kubectl's output has a bound" {
	[ "$(basename "$B")" != asan ] || skip "the sanitizers want all the memory"
	[ ! -e "$B/../valgrind" ] || skip "and so does valgrind"
	touch "$KUBECTL_STATE/endless"
	(ulimit -v 1000000; run -5 snap-fetch -o x.zip; echo "$output"; [[ $output == *"kubectl writes too much: more than 64MiB"* ]])
}
