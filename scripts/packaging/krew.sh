#!/bin/sh
# krew.sh BUILD URL: the manifest for krew of the archives in BUILD/dist, one part for each architecture that is there, into
# BUILD/dist/snap.yaml. They are to be offered as URL/NAME.
set -eu
[ $# -eq 2 ] || { echo 'usage: krew.sh BUILD URL' >&2; exit 2; }
dist=$1/dist url=$2
version=$(sed -n '1s/.*(\(.*\)).*/\1/p' "$(dirname "$0")/debian/changelog")

manifest() {
	cat <<-END
		apiVersion: krew.googlecontainertools.github.com/v1alpha2
		kind: Plugin
		metadata:
		  name: snap
		spec:
		  version: v$version
		  homepage: $url
		  shortDescription: Capture and replay scheduler snapshots
		  description: |
		    Captures what one cycle of KAI Scheduler sees, looks into it, replays the
		    cycle without a cluster, and says why a pod is pending.
		  platforms:
	END
	for archive in "$dist/snap-tools-$version"-krew-*.tar.gz; do
		arch=${archive##*-krew-}
		name=${archive##*/}
		cat <<-END
			  - selector:
			      matchLabels:
			        os: linux
			        arch: ${arch%.tar.gz}
			    uri: $url/$name
			    sha256: $(sha256sum <"$archive" | cut -d ' ' -f 1)
			    bin: kubectl-snap
			    files:
			    - from: snap-tools-$version-krew/*
			      to: .
		END
	done
}
manifest >"$dist/snap.yaml"
