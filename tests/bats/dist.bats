#!/usr/bin/env bats
# make dist: archives that are the same wherever and whenever they are made, and what is in them runs.
load ../lib/env

obstacle() {
	[ "$(basename "$B")" != asan ] && [ "${SHORTCUTS:-yes}" = yes ] || { echo "once is enough"; return; }
	sh "$TOP/scripts/setup.sh" --dry-run --static
}

# The archives of this folder, and of another one that is made of the sources' archive.
setup_file() {
	obstacle >"$BATS_FILE_TMPDIR/obstacle"
	[ ! -s "$BATS_FILE_TMPDIR/obstacle" ] || return 0
	mkdir "$BATS_FILE_TMPDIR/here"
	# static.bats makes some of it, too
	exec 9>"$B/static.lock"
	flock 9
	make -s -C "$TOP" B="$B" dist 2>"$BATS_FILE_TMPDIR/said" || { cat "$BATS_FILE_TMPDIR/said"; return 1; }
	mv "$B/dist" "$BATS_FILE_TMPDIR/here"
	mkdir "$BATS_FILE_TMPDIR/again"
	cp -r "$B/static" "$BATS_FILE_TMPDIR/again"
	exec 9>&-
}

setup() {
	[ ! -s "$BATS_FILE_TMPDIR/obstacle" ] || skip "$(cat "$BATS_FILE_TMPDIR/obstacle")"
	DIST=$BATS_FILE_TMPDIR/here/dist
	T=$BATS_TEST_TMPDIR
	VERSION=$(sed -n '1s/.*(\(.*\)).*/\1/p' "$TOP/scripts/packaging/debian/changelog")
	cd "$T"
}

@test "made once more of the sources' archive, in another folder and with another umask, the bytes are the same" {
	umask 077
	# A temporary folder's name must not be taken for that of an archive.
	mkdir tmp.abc
	tar -xzf "$DIST/snap-tools-$VERSION.tar.gz"
	mv "snap-tools-$VERSION" elsewhere
	TMPDIR=$T/tmp.abc TZ=Asia/Tokyo make -s -j"$(getconf _NPROCESSORS_ONLN)" -C elsewhere B=build/b dist 2>/dev/null
	(cd elsewhere/build/b/dist && sha256sum ./*) >sums
	(cd "$DIST" && sha256sum --quiet -c "$T/sums")
	[ "$(wc -l <sums)" = "$(find "$DIST" -type f | wc -l)" ]
}

@test "SOURCE_DATE_EPOCH is the time of all" {
	cp -r "$BATS_FILE_TMPDIR/again/static" "$T"
	SOURCE_DATE_EPOCH=86400 sh "$TOP/scripts/packaging/dist.sh" "$T"
	[ "$(TZ=UTC tar -tvzf "dist/snap-tools-$VERSION.tar.gz" | grep -vc ' 1970-01-02 00:00 ')" = 0 ]
	grep -qx 'Created: 1970-01-02T00:00:00Z' dist/*.spdx
}

@test "the sums are those of the files; the archive of the programs holds what it says, and it runs" {
	(cd "$DIST" && sha256sum --quiet -c SHA256SUMS)
	[ "$(wc -l <"$DIST/SHA256SUMS")" = "$(($(find "$DIST" -type f | wc -l) - 1))" ]
	tar -xzf "$DIST/snap-tools-$VERSION-linux-$(dpkg --print-architecture).tar.gz"
	cd snap-tools-*
	for p in $(cd "$TOP/cmd" && echo snap-*); do
		run -0 "./$p" --version
		[ "${lines[0]}" = "$p $VERSION" ]
	done
	[ -f LICENSE ] && [ -f man/snap.7 ] && [ -f completions/bash/snap-zip ] && [ -s licenses/zlib1g-dev ]
	[ "$(./snap-replay --no-timings -q "$TOP/tests/data/demo.json")" = "$(snap-replay --no-timings -q "$TOP/tests/data/demo.json")" ]
	[ "$(./kubectl-snap zip --version)" = "$(./snap-zip --version)" ]
	[ "$(./snap zip --version)" = "$(./snap-zip --version)" ]
	[ "$(./snap snap-zip --version)" = "$(./snap-zip --version)" ]
	run -2 ./snap
	run -2 ./snap nowhere
}

@test "README: the archive, unpacked" {
	command=$(sed -n 's|^    make dist && \(tar .*\) -C /opt$|\1|p' "$TOP/README.md")
	[ -n "$command" ]
	mkdir build
	ln -s "$DIST" build/dist
	sh -c "$command"
	cd snap-tools-*
	[ "$(./snap-zip --version | head -n 1)" = "snap-zip $VERSION" ]
}

@test "krew: the manifest is of the archive, which has the licence and no link; krew installs it" {
	mkdir dist
	cp "$DIST"/*-krew-* dist
	sh "$TOP/scripts/packaging/krew.sh" . https://a.example/x
	archive=$(echo dist/*-krew-*.tar.gz)
	[ "$(sed -n 's/^ *sha256: //p' dist/snap.yaml)" = "$(sha256sum <"$archive" | cut -d ' ' -f 1)" ]
	[ "$(sed -n 's/^ *uri: //p' dist/snap.yaml)" = "https://a.example/x/${archive##*/}" ]
	tar -tzf "$archive" >names
	for name in LICENSE kubectl-snap kubectl_complete-snap snap licenses/zlib1g-dev completions/bash/snap-zip; do
		grep -qx "snap-tools-$VERSION-krew/$name" names
	done
	[ -z "$(tar -tvzf "$archive" | grep -v '^[-d]')" ]
	command -v "${KREW:-krew}" >/dev/null || skip "krew is not installed"
	export KREW_ROOT=$T/krew HOME=$T
	"${KREW:-krew}" install --manifest=dist/snap.yaml --archive="$archive"
	[ "$("$T/krew/bin/kubectl-snap" zip --version | head -n 1)" = "snap-zip $VERSION" ]
	run -0 "$T/krew/bin/kubectl-snap"
}

@test "the SPDX list names each file with its sum, and each library with its licence" {
	spdx=$(echo "$DIST"/*.spdx)
	tar -xzf "$DIST/snap-tools-$VERSION-linux-$(dpkg --print-architecture).tar.gz"
	cd snap-tools-*
	[ "$(find . -type f | sort)" = "$(sed -n 's/^FileName: //p' "$spdx")" ]
	awk '/^FileName: / { f = substr($0, 11) } /^FileChecksum: SHA256: / { print $3 "  " f }' "$spdx" | sha256sum --quiet -c
	[ "$(sed -n 's/^FileChecksum: SHA1: //p' "$spdx" | sort | tr -d '\n' | sha1sum)" = "$(sed -n 's/^PackageVerificationCode: //p' "$spdx")  -" ]
	for library in libc6-dev libcurl4-openssl-dev libssl-dev libarchive-dev zlib1g-dev; do
		grep -qx "PackageName: $library" "$spdx"
		grep -qx "Relationship: SPDXRef-snap-tools STATIC_LINK SPDXRef-Debian-$library" "$spdx"
	done
	declared() { awk -v name="$1" '$1 == "PackageName:" { on = $2 == name } on && sub(/^PackageLicenseDeclared: /, "")' "$spdx"; }
	[ "$(declared zlib1g-dev)" = Zlib ]
	[ "$(declared libyaml-dev)" = MIT ]
	[ "$(declared libc6-dev)" = LGPL-2.1-or-later ]
	[ "$(declared libzstd-dev)" = 'BSD-3-Clause OR GPL-2.0-only' ]
	run ! grep -E '^PackageLicense(Concluded|Declared): NOASSERTION' "$spdx"
	# those that SPDX has no name for, with their text
	[ "$(grep -oE 'Declared: LicenseRef-.*' "$spdx" | cut -d ' ' -f 2 | sort)" = "$(sed -n 's/^LicenseID: //p' "$spdx" | sort)" ]
	[ "$(grep -c '^ExtractedText: <text>..' "$spdx")" = "$(grep -c '^LicenseID: ' "$spdx")" ]
	# each identifier once, each that is told of defined
	ids=$(sed -n 's/^SPDXID: //p' "$spdx")
	[ -z "$(sort <<<"$ids" | uniq -d)" ]
	[ -z "$(sed -n 's/^Relationship: .* //p' "$spdx" | sort -u | comm -23 - <(sort <<<"$ids"))" ]
	[[ "$(grep -c '^PackageVersion: .' "$spdx")" = "$(grep -c '^PackageName:' "$spdx")" ]]
}

@test "the container's image is at most 8 MB unpacked, and its root serves a user who may write nowhere" {
	image=$DIST/snap-tools-$VERSION-image-$(dpkg --print-architecture).tar.gz
	size=$(tar -tvzf "$image" | awk '{ n += $3 } END { print n }')
	[ "$size" -gt 1000000 ]
	[ "$size" -le 8000000 ]
	grep -qxF 'ADD snap-tools-${VERSION}-image-${TARGETARCH}.tar.gz /' "$TOP/scripts/packaging/Containerfile"
	user=$(sed -n 's/^USER //p' "$TOP/scripts/packaging/Containerfile")
	[ "$user" = 65532:65532 ]
	[ "$(id -u)" = 0 ] || skip "only root may change the root"
	mkdir root
	chmod 755 root
	tar -xzf "$image" -C root
	[ -z "$(find root ! -type d ! -type f)" ]
	cp "$TOP/tests/data/demo.json" root/data
	within() { chroot --userspec="$user" root "$@"; }
	[ "$(within /bin/snap replay --no-timings -q /data/demo.json)" = "$(snap-replay --no-timings -q root/data/demo.json)" ]
	within /bin/snap-zip /data/demo.json | within /bin/snap-unzip | cmp - root/data/demo.json
	run -4 within /bin/snap-zip -o /data/x.zip /data/demo.json
	[ "$(find root/data root/tmp -type f)" = root/data/demo.json ]
}

# container COMMAND...: COMMAND of podman or buildah with all that they keep in this test's folder.
container() { "$1" --root "$T/store" --runroot "$T/run" --storage-driver vfs "${@:2}"; }

@test "buildah makes the image; podman runs it: read-only, no network, not root" {
	command -v buildah >/dev/null || skip "buildah is not installed"
	[ "$(id -u)" = 0 ] || skip "without root buildah wants ranges of user numbers"
	cp -r "$DIST" dist
	container buildah build --isolation chroot -t snap -f "$TOP/scripts/packaging/Containerfile" --target snap --build-arg "VERSION=$VERSION" dist
	container buildah inspect --type image snap >image.json
	[ "$(jq -r '.OCIv1.config | .User, .WorkingDir, .Entrypoint[]' image.json)" = $'65532:65532\n/data\n/bin/snap' ]
	name=$(container buildah from snap)
	[ "$(du -sb "$(container buildah mount "$name")" | cut -f 1)" -le 8000000 ]
	container buildah rm "$name"
	command -v podman >/dev/null || skip "podman is not installed"
	mkdir data
	cp "$TOP/tests/data/demo.json" data
	within() {
		container podman --cgroup-manager cgroupfs --events-backend file --runtime "$runtime" run --rm --read-only --network none \
			--ulimit "nofile=$(ulimit -Hn):$(ulimit -Hn)" --ulimit nproc=1000:1000 -v "$T/data:/data" snap "$@"
	}
	for runtime in crun runc; do
		run within zip --version
		[ "$status" -lt 125 ] || continue
		[ "${lines[0]}" = "snap-zip $VERSION" ]
		[ "$(within replay --no-timings -q demo.json)" = "$(snap-replay --no-timings -q data/demo.json)" ]
		run -4 within zip -o x.zip demo.json
		[ "$(ls data)" = demo.json ]
		return
	done
	skip "podman runs nothing here: ${lines[0]}"
}
