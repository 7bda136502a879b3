# For tests of snap-minimise.

# The first pod that the cycle evicts on FILE, and the action that does it: "ns/pod action".
evicted() { snap-replay --format json --show decisions "$1" | jq -rs 'map(select(.event == "evict"))[0] | "\(.pod) \(.action)"'; }
# Whether the pod is evicted by the action on FILE.
is_evicted() { snap-replay --format json --show decisions "$3" | jq -es --arg p "$1" --arg a "$2" 'any(.event == "evict" and .pod == $p and .action == $a)' >/dev/null; }

# Takes each object of the result out, one at a time: none can go alone.
one_minimal() { # POD ACTION FILE
	local kind n i
	for kind in $(jq -r '.rawObjects | to_entries[] | select(.value | length > 0) | .key' "$3"); do
		n=$(jq --arg k "$kind" '.rawObjects[$k] | length' "$3")
		for ((i = 0; i < n; i++)); do
			jq -c --arg k "$kind" --argjson i "$i" 'del(.rawObjects[$k][$i])' "$3" >without.json
			! is_evicted "$1" "$2" without.json || { echo "$kind $i can go"; return 1; }
		done
	done
}

# The same of the objects' fields, but for names, namespaces and UIDs.
fields_minimal() { # POD ACTION FILE
	local path n=0
	while read -r path; do
		jq -c --argjson p "$path" 'delpaths([$p])' "$3" >without.json
		! is_evicted "$1" "$2" without.json 2>/dev/null || { echo "$path can go"; return 1; }
		n=$((n + 1))
	done < <(jq -c 'paths | select(.[0] == "rawObjects" and length > 3 and (.[3] == "metadata" and (.[4] == null or (.[4] | IN("name", "namespace", "uid"))) | not))' "$3")
	[ "$n" -gt 5 ]
}
