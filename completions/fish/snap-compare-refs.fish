# The words that a list with commas does not have yet.
function __snap_compare_refs_list
	set -l have (commandline -ct | string replace -r '^--[a-z-]+=' '' | string replace -r '[^,]*$' '')
	for word in $argv
		contains -- $word (string split , -- $have); or echo $have$word
	end
end
# The refs as one end of GOOD..BAD, whichever is next.
function __snap_compare_refs_range
	set -l start (commandline -ct | string replace -r '^--[a-z-]+=' '' | string match -r '^.*\.\.')
	git for-each-ref --format="$start%(refname:short)" 2>/dev/null
end
complete -c snap-compare-refs -l refs -x -a '(__snap_compare_refs_list native native:live worktree native@v0.14.1 native@v0.14.2 native@v0.14.3 native@v0.14.4 native@v0.14.5 native@v0.14.6 native@v0.14.7 native@v0.16.0 native@v0.16.1 native@v0.16.2 native@v0.16.3 native@v0.16.4 native@v0.16.5 native@v0.16.6 native@v0.16.7 native@v0.16.8 native@v0.17.0 native@v0.17.1 (git for-each-ref --format="%(refname:short)" 2>/dev/null))' -d 'what to compare'
complete -c snap-compare-refs -l bisect -x -a '(__snap_compare_refs_range)' -d 'find the first commit in place of --refs'
complete -c snap-compare-refs -l until -x -a '(printf "%s\n" differs fails "slower-than 3x")' -d 'what is looked for'
complete -c snap-compare-refs -l repo -x -a '(__fish_complete_directories)' -d 'repository of the scheduler'
complete -c snap-compare-refs -l now -x -a 'now -10m -1h' -d 'clock of all replays'
complete -c snap-compare-refs -l timeout -x -a '30s 5m 1h' -d 'stop a replay that takes longer'
complete -c snap-compare-refs -s j -l jobs -x -a '1 2 4 8' -d 'builds and replays at once'
complete -c snap-compare-refs -l max-memory -x -a '8GiB 16GiB 32GiB' -d 'that they may need together'
complete -c snap-compare-refs -l repeat -x -d 'runs of each ref'
complete -c snap-compare-refs -s v -l verbosity -x -d 'level of the logs'
complete -c snap-compare-refs -l output-dir -x -a '(__fish_complete_directories)' -d 'folder of the results'
complete -c snap-compare-refs -l arch -x -a 'amd64 arm64' -d 'architecture of the build'
complete -c snap-compare-refs -l build -x -d 'command that builds the tool'
complete -c snap-compare-refs -l no-build -d 'only what was built before'
complete -c snap-compare-refs -l rebuild -d 'build once more'
complete -c snap-compare-refs -l like-snapshot-tool -d 'native decides as tools do'
complete -c snap-compare-refs -l plan -d 'print a command line for each snapshot and ref'
complete -c snap-compare-refs -l collect -x -a '(__fish_complete_directories)' -d 'print the table of the results in a folder'
complete -c snap-compare-refs -l part -x -d 'in lines of --plan: what to run'
complete -c snap-compare-refs -l commit -x -d 'in lines of --plan: the commit of the ref'
complete -c snap-compare-refs -l cache -x -a 'list prune' -d 'list or prune what was built'
complete -c snap-compare-refs -l older-than -x -a '1d 7d 30d' -d 'not used for so long'
complete -c snap-compare-refs -s f -l format -x -a 'text tsv json' -d 'format of the table'
complete -c snap-compare-refs -l actions -d 'text: the time of each action, too'
complete -c snap-compare-refs -l top -x -d 'text: pods for which the refs decide otherwise'
complete -c snap-compare-refs -s o -l output -r -d 'write to this file'
complete -c snap-compare-refs -s q -l quiet -d 'no word about each run'
complete -c snap-compare-refs -s h -l help -d 'show help'
complete -c snap-compare-refs -s V -l version -d 'show the version'
