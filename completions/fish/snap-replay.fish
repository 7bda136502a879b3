# The words that a list with commas does not have yet.
function __snap_replay_list
	set -l have (commandline -ct | string replace -r '^--[a-z-]+=' '' | string replace -r '[^,]*$' '')
	for word in $argv
		contains -- $word (string split , -- $have); or echo $have$word
	end
end
complete -c snap-replay -l engine -x -a 'native' -d 'which engine decides'
complete -c snap-replay -l tool -r -d 'run a real snapshot-tool'
complete -c snap-replay -l ref -x -a '(git for-each-ref --format="%(refname:short)" 2>/dev/null)' -d 'build a snapshot-tool from this git ref'
complete -c snap-replay -l repo -x -a '(__fish_complete_directories)' -d 'repository of the ref'
complete -c snap-replay -l arch -x -a 'amd64 arm64' -d 'architecture of the build'
complete -c snap-replay -l build -x -d 'shell command that builds the ref'
complete -c snap-replay -l no-build -d 'only what was built before'
complete -c snap-replay -l now -x -a 'now -10m -1h' -d 'clock of the cycle'
complete -c snap-replay -l actions -x -a '(__snap_replay_list allocate consolidation reclaim preempt stalegangeviction)' -d 'run these actions'
complete -c snap-replay -l config-as-is -d 'what the configuration leaves out is off'
complete -c snap-replay -l like-snapshot-tool -d 'evicted pods are gone at once'
complete -c snap-replay -l seed -x -d 'throw the dice of the scheduler anew'
complete -c snap-replay -l search-budget -x -a 'off steps wall' -d 'how long to search'
complete -c snap-replay -l exhaustive -d 'take no short cuts'
complete -c snap-replay -l victim-notes -x -d 'keep notes on victims until so many were tried'
complete -c snap-replay -l show -x -a '(__snap_replay_list start queues decisions pending pods summary search unplaced all)' -d 'events to print'
complete -c snap-replay -l explain -x -d 'say why for a pod or pod group'
complete -c snap-replay -l no-timings -d 'no durations in the summary'
complete -c snap-replay -s f -l format -x -a 'json text' -d 'format of the events'
complete -c snap-replay -s o -l output -r -d 'write to this file'
complete -c snap-replay -s v -l verbosity -x -d 'log at this level'
complete -c snap-replay -l log-file -r -d 'write the log to this file'
complete -c snap-replay -l cpuprofile -r -d 'write a CPU profile'
complete -c snap-replay -l memprofile -r -d 'write a heap profile'
complete -c snap-replay -l timeout -x -a '30s 5m 1h' -d 'stop when it takes longer'
complete -c snap-replay -l max-memory -x -a '512MiB 1GiB 8GiB 64GiB' -d 'stop when more memory is needed'
complete -c snap-replay -s q -l quiet -d 'no warnings and no progress'
complete -c snap-replay -s h -l help -d 'show help'
complete -c snap-replay -s V -l version -d 'show the version'
