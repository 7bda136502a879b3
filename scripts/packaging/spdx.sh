#!/bin/sh
# spdx.sh NAME VERSION COMMIT EPOCH FOLDER PACKAGES: the list, as SPDX 2.3 wants it, of the files in FOLDER and of the libraries in its
# programs, whose Debian packages the file PACKAGES names. dist.sh calls it.
set -eu
[ $# -eq 6 ] || { echo 'usage: spdx.sh NAME VERSION COMMIT EPOCH FOLDER PACKAGES' >&2; exit 2; }
name=$1 version=$2 commit=$3 epoch=$4 folder=$5 packages=$6
here=$(dirname "$0")
export LC_ALL=C TZ=UTC

files() { (cd "$folder" && find . -type f | sort); }
identifier() { echo "$1" | tr -c 'A-Za-z0-9.\n-' -; }

# package NAME ID VERSION LICENCE LINES: LINES are of what it is about.
package() {
	printf 'PackageName: %s\nSPDXID: SPDXRef-%s\nPackageVersion: %s\nPackageDownloadLocation: NOASSERTION\n%s\n' "$1" "$2" "$3" "$5"
	printf 'PackageLicenseConcluded: %s\nPackageLicenseDeclared: %s\nPackageCopyrightText: NOASSERTION\n\n' "$4" "$4"
}

# The files of the package that was written before.
list_files() {
	files | while read -r file; do
		printf 'FileName: %s\nSPDXID: SPDXRef-File-%s\nFileChecksum: SHA1: %s\nFileChecksum: SHA256: %s\n' "$file" "$(identifier "${file#./}")" \
			"$(sha1sum <"$folder/$file" | cut -d ' ' -f 1)" "$(sha256sum <"$folder/$file" | cut -d ' ' -f 1)"
		printf 'LicenseConcluded: NOASSERTION\nLicenseInfoInFile: NOASSERTION\nFileCopyrightText: NOASSERTION\n\n'
	done
}

licence() { awk -v package="$1" -f "$here/licence.awk" "/usr/share/doc/$1/copyright"; }

printf 'SPDXVersion: SPDX-2.3\nDataLicense: CC0-1.0\nSPDXID: SPDXRef-DOCUMENT\nDocumentName: %s\n' "$name"
printf 'DocumentNamespace: urn:snap-tools:%s:%s:%s\nCreator: Tool: spdx.sh\nCreated: %s\n\n' "$version" "$commit" "${name##*-}" "$(date -d "@$epoch" +%Y-%m-%dT%H:%M:%SZ)"
code=$(files | (cd "$folder" && xargs sha1sum) | cut -d ' ' -f 1 | sort | tr -d '\n' | sha1sum | cut -d ' ' -f 1)
package snap-tools snap-tools "$version" Apache-2.0 "FilesAnalyzed: true
PackageVerificationCode: $code"
list_files
echo 'Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-snap-tools'
while read -r library; do
	short=${library%%:*}
	id=Debian-$(identifier "$short")
	echo
	package "$short" "$id" "$(dpkg-query -W -f='${Version}' "$library")" "$(licence "$short" | head -n 1)" "FilesAnalyzed: false
PackageLicenseComments: <text>that of most of its files, after Debian; all are in licenses/$short</text>"
	echo "Relationship: SPDXRef-snap-tools STATIC_LINK SPDXRef-$id"
done <"$packages"
while read -r library; do licence "${library%%:*}" | sed 1d; done <"$packages"
