#!/usr/bin/env bats
# scripts/release.sh: when it refuses, and what it does in which order.
load ../lib/env

setup() {
	T=$BATS_TEST_TMPDIR
	git init -q "$T/r"
	cd "$T/r"
	mkdir -p scripts/packaging/debian
	cp "$TOP/scripts/release.sh" scripts
	printf 'snap-tools (1.2.3) unstable; urgency=medium\n' >scripts/packaging/debian/changelog
	git config user.name a
	git config user.email a@b
	git add .
	git commit -qm one
}
release() { sh scripts/release.sh "$@"; }

@test "a clean tree and an entry of the changelog: the steps in their order, and a dry run does none" {
	run -0 release --dry-run 1.2.3
	[ "$(sed -n 's/^== //p' <<<"$output" | grep -v aarch64)" = "sh scripts/setup.sh --dev --static --packages
sh scripts/check.sh
make -s fuzz SECONDS=60
git tag -a v1.2.3 -m snap-tools 1.2.3
make -s dist
make -s deb
scripts/packaging/krew.sh build https://releases.example/snap-tools/v1.2.3" ]
	[[ $output == *aarch64-linux-gnu-gcc* ]]
	[ -z "$(git tag)" ]
	[ -z "$(git status --porcelain)" ]
}

@test "refused: another version, an entry that is not done, a changed tree, a tag that is there" {
	run -1 release --dry-run 1.2.4
	[[ $output == "release.sh: 1.2.4: not the newest entry"* ]]
	touch new
	run -1 release --dry-run 1.2.3
	[[ $output == "release.sh: 1.2.3: the tree is not clean"* ]]
	rm new
	git tag v1.2.3
	run -1 release 1.2.3
	[[ $output == "release.sh: 1.2.3: there is a tag"* ]]
	sed -i s/unstable/UNRELEASED/ scripts/packaging/debian/changelog
	run -1 release 1.2.3
	[[ $output == "release.sh: 1.2.3: its entry says UNRELEASED"* ]]
	run -2 release
	run -2 release 1.2.3 --dry-run
}

@test "a step that fails ends it, with no tag" {
	printf '#!/bin/sh\n' >scripts/setup.sh
	printf '#!/bin/sh\nexit 1\n' >scripts/check.sh
	git add .
	git commit -qm two
	run -4 release 1.2.3
	[[ $output == *"release.sh: 1.2.3: failed: sh scripts/check.sh" ]]
	[ -z "$(git tag)" ]
}

@test "a step that fails behind the tag says what stands in the way of the next try" {
	printf '#!/bin/sh\n' | tee scripts/setup.sh scripts/check.sh >/dev/null
	printf 'fuzz:\ndist:\n\t@false\n' >Makefile
	git add .
	git commit -qm two
	run -4 release 1.2.3
	[[ $output == *"release.sh: 1.2.3: failed: make -s dist"*"git tag -d v1.2.3" ]]
	git tag -d v1.2.3
	run -4 release 1.2.3
}

@test "all steps done: the archives of all in one folder, with their sums" {
	printf '#!/bin/sh\n' | tee scripts/setup.sh scripts/check.sh >/dev/null
	printf '%s:\n\t@mkdir -p build/%s\n\t@echo %s >build/%s\n' dist dist archive dist/snap-tools-1.2.3-krew-amd64.tar.gz \
		deb deb package deb/snap-tools_1.2.3_amd64.deb >Makefile
	echo fuzz: >>Makefile
	echo /build/ >.gitignore
	cp "$TOP/scripts/packaging/krew.sh" scripts/packaging
	mkdir "$T/bin"
	# whatever compiler is here
	for tool in sh sed head git make cat sha256sum cut rm mv cp mkdir dirname basename printf echo ls; do ln -s "$(command -v $tool)" "$T/bin" 2>/dev/null || true; done
	git add .
	git commit -qm two
	PATH=$T/bin RELEASE_URL=https://a.example run release 1.2.3
	[ "$status" -eq 0 ] || { echo "$output"; false; }
	[ "$(git describe --exact-match)" = v1.2.3 ]
	[ "$(cd build/dist && echo *)" = "SHA256SUMS snap-tools-1.2.3-krew-amd64.tar.gz snap-tools_1.2.3_amd64.deb snap.yaml" ]
	(cd build/dist && sha256sum --quiet -c SHA256SUMS)
	[ "$(wc -l <build/dist/SHA256SUMS)" = 3 ]
	grep -qx '    uri: https://a.example/v1.2.3/snap-tools-1.2.3-krew-amd64.tar.gz' build/dist/snap.yaml
	[[ $output == *"without arm64: aarch64-linux-gnu-gcc is not installed"* ]]
}
