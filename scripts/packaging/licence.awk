# awk -v package=NAME -f licence.awk COPYRIGHT: the licence of a library as SPDX writes it: what Debian's copyright file says of "Files: *". A name
# that SPDX does not have becomes a LicenseRef; on the following lines is its text.
BEGIN {
	known("Apache-2.0 Apache-2.0 BSD-2-clause BSD-2-Clause BSD-3-clause BSD-3-Clause curl curl Expat MIT ISC ISC Zlib Zlib 0BSD 0BSD")
	known("GPL-2 GPL-2.0-only GPL-2+ GPL-2.0-or-later GPL-3 GPL-3.0-only GPL-3+ GPL-3.0-or-later LGPL-2+ LGPL-2.0-or-later")
	known("LGPL-2.1 LGPL-2.1-only LGPL-2.1+ LGPL-2.1-or-later LGPL-3+ LGPL-3.0-or-later")
	# Their files are prose. What is linked of GCC is libgcc, to which its exception applies.
	if (package ~ /^libc6-dev/)
		stated = "LGPL-2.1-or-later"
	if (package ~ /^libgcc-[0-9]+-dev/)
		stated = "GPL-3.0-or-later WITH GCC-exception-3.1"
}
function known(list, words, n, i)
{
	n = split(list, words, " ")
	for (i = 1; i < n; i += 2)
		spdx[tolower(words[i])] = words[i + 1]
}
NR == 1 && !/^Format: .*copyright-format/ { exit }
/^[^ \t]/ { name = "" }
/^Files:/ { all = $0 ~ /^Files: *\*[ \t]*$/ }
/^License:/ {
	name = $0
	sub(/^License:[ \t]*/, "", name)
	sub(/[ \t]+$/, "", name)
	if (all && of_all == "")
		of_all = name
	all = 0
	# the first one counts
	if (name in text)
		name = ""
	next
}
name != "" && /^[ \t]/ {
	line = substr($0, 2)
	text[name] = text[name] (line == "." ? "" : line) "\n"
}
END {
	if (stated == "" && of_all !~ /^[A-Za-z0-9.+-]+( (or|and) [A-Za-z0-9.+-]+)*$/)
		stated = "NOASSERTION"
	if (stated != "") {
		print stated
		exit
	}
	n = split(of_all, words, " ")
	for (i = 1; i <= n; i++) {
		word = words[i]
		if (word == "or" || word == "and")
			word = toupper(word)
		else if (tolower(word) in spdx)
			word = spdx[tolower(word)]
		else {
			id = "LicenseRef-" package "-" word
			gsub(/\+/, "-or-later", id)
			texts = texts "\nLicenseID: " id "\nExtractedText: <text>" text[word] "</text>\n"
			word = id
		}
		expression = expression (i > 1 ? " " : "") word
	}
	print expression
	printf "%s", texts
}
