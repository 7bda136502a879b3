#!/usr/bin/env bats
# snap-serve: what is sent is what was verified, whatever happens to the file meanwhile.
# shellcheck disable=SC2154 # stderr: run --separate-stderr sets it
load ../lib/env
load ../lib/cluster

setup() {
	T=$BATS_TEST_TMPDIR
	cd "$T" || exit
	for n in 1 2 3; do
		printf '{"config":null,"rawObjects":{"pods":[%d]}}\n' $n >$n.json
		snap-zip -o $n.zip $n.json
	done
	cp 1.zip now.zip
}
teardown() {
	exec 7>&- 8>&-
	servers_stop
}

# More than all the buffers between a server and a client that does not read.
json_huge() { { printf '{"rawObjects":{},"x":"' && head -c 12000000 /dev/urandom | base64 -w 0 && printf '"}'; } >"$1"; }
# now_is N: N.zip is what is served.
now_is() {
	snap-fetch -q --retries 0 --raw --url "http://127.0.0.1:$PORT" -o got.zip && cmp got.zip "$1.zip"
}
said() { grep -q -- "$1" server.*.err; }
# A download of huge.zip begins, and does not go on before it is told to: descriptor 8.
begin_download() {
	json_huge huge.json
	snap-zip -o huge.zip huge.json
	serve snap-serve --port 0 huge.zip
	exec 8<>"/dev/tcp/127.0.0.1/$PORT"
	printf 'GET /get-snapshot HTTP/%s\r\nHost: localhost\r\nConnection: close\r\n\r\n' "${1:-1.1}" >&8
	head -c 1000 <&8 >begun
}
# The last chunk is not there.
download_is_cut() {
	cat <&8 >>begun || true
	run ! bash -c 'tail -c 7 begun | od -An -tx1 | grep -q "0d 0a 30 0d 0a 0d 0a"'
	wait_for 'said "snap-serve: huge.zip: "'
}

@test "a new snapshot that is renamed to the name is served, without a break" {
	serve snap-serve --port 0 now.zip
	now_is 1
	for n in 2 3 1; do
		cp $n.zip new
		mv new now.zip
		now_is $n
	done
	printf '{"rawObjects":{}}' >new # zipped on the way
	mv new now.zip
	snap-fetch -q --url "http://127.0.0.1:$PORT" -o got.zip
	[ "$(snap-unzip got.zip)" = '{"rawObjects":{}}' ]
	run ! said warning
}

@test "what is no whole snapshot never is, and the one from before goes on" {
	printf 'garbage' >garbage
	printf '{"rawObjects":{' >half
	head -c -30 2.zip >short
	zip -q other 1.json
	cp /dev/null empty
	printf '{"rawObjects":{}} x' >behind
	serve snap-serve --port 0 now.zip
	for f in garbage half short other.zip empty behind; do
		cp $f new
		mv new now.zip
		for _ in 1 2; do now_is 1; done
		[ "$(grep -c 'now.zip: warning: the one from before is served: ' server.*.err)" -eq 1 ]
		cp 1.zip new
		mv new now.zip
		now_is 1
		truncate -s 0 server.*.err
	done
	cp 2.zip new
	mv new now.zip
	now_is 2
}

@test "a name that goes away, and comes back" {
	serve snap-serve --port 0 now.zip
	rm now.zip
	now_is 1
	said 'now.zip: warning: the one from before is served: .*No such file'
	mkdir now.zip
	now_is 1
	said 'now.zip: warning: the one from before is served: is a directory'
	rmdir now.zip
	cp 2.zip now.zip
	now_is 2
}

@test "no link, pipe or device that comes in its place is opened" {
	serve snap-serve --port 0 now.zip
	mkfifo fifo
	for f in fifo /dev/zero; do
		ln -sf $f now.zip
		now_is 1
	done
	ln -sf 2.zip now.zip
	now_is 1
	mv fifo now.zip
	now_is 1 # a reader of the pipe would wait for ever
	said 'now.zip: warning: .*not a regular file'
	cp 2.zip new
	mv new now.zip
	now_is 2
}

@test "a link at the start is followed wherever it leads later" {
	ln -s 1.zip link
	mkfifo fifo
	serve snap-serve --port 0 link
	now_is 1
	ln -s 2.zip new
	mv -T new link
	now_is 2
	ln -s fifo new
	mv -T new link
	now_is 2
	said 'link: warning: .*not a regular file'
}

@test "a file that is written over is verified anew, and 500 until it is whole" {
	serve snap-serve --port 0 now.zip
	head -c 30 2.zip >now.zip
	run -4 snap-fetch --retries 0 --url "http://127.0.0.1:$PORT" -o got.zip
	[[ $output == *"HTTP status 500"* ]]
	[ ! -e got.zip ]
	said 'snap-serve: now.zip: '
	tail -c +31 2.zip >>now.zip
	now_is 2
	# what others call the same bytes does not matter
	ln now.zip other
	now_is 2
	chmod 600 now.zip
	now_is 2
	run ! said warning
}

@test "a download goes on to its end when its file is replaced or removed" {
	begin_download
	cp 1.zip new
	mv new huge.zip
	snap-fetch -q --url "http://127.0.0.1:$PORT" -o got.zip
	[ "$(snap-unzip got.zip)" = "$(cat 1.json)" ]
	rm huge.zip
	cat <&8 >>begun
	tail -c 7 begun | od -An -tx1 | grep -q "0d 0a 30 0d 0a 0d 0a"
	run ! said 'changed'
}

@test "a file that is cut during a download: the connection is aborted" {
	begin_download
	truncate -s 9000000 huge.zip
	download_is_cut
}

@test "a file that is cut during a download to HTTP/1.0: less than Content-Length comes" {
	begin_download 1.0
	size=$(wc -c <huge.zip)
	grep -aiq "^Content-Length: $size" begun
	truncate -s 9000000 huge.zip
	download_is_cut
	[ "$(wc -c <begun)" -lt "$size" ]
}

@test "a file that is written over during a download: the connection is aborted" {
	begin_download
	printf x | dd of=huge.zip bs=1 seek=11000000 conv=notrunc status=none
	download_is_cut
	said changed
}

@test "a file that is written over during a download, with the old time" {
	begin_download
	touch -r huge.zip time
	printf x | dd of=huge.zip bs=1 seek=11000000 conv=notrunc status=none
	touch -r time huge.zip
	download_is_cut
	said changed
}

@test "snap-fetch sees that the rest is missing" {
	json_huge huge.json
	snap-zip -o huge.zip huge.json
	serve snap-serve --port 0 huge.zip
	mkfifo fifo
	snap-fetch -q --retries 0 --url "http://127.0.0.1:$PORT" >fifo 2>fetch.err 3>&- &
	pid=$!
	exec 7<fifo
	head -c 1000 <&7 >/dev/null
	truncate -s 9000000 huge.zip
	cat <&7 >/dev/null
	wait $pid && false || [ $? -eq 3 ]
	grep -q 'connection cut at byte' fetch.err
}

@test "JSON becomes a ZIP in a file without a name" {
	mkdir tmp
	export TMPDIR=$T/tmp
	json_big big.json
	serve snap-serve -q --port 0 big.json
	[ -z "$(ls -A tmp)" ]
	for _ in 1 2; do
		snap-fetch -q --url "http://127.0.0.1:$PORT" -o got.zip
		snap-unzip got.zip | cmp - big.json
	done
	TMPDIR=$T/none run -4 snap-serve --port 0 big.json
	[[ $output == *"snap-serve: big.json: cannot make a temporary file: No such file"*TMPDIR* ]]
}
