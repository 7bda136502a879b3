# Events of many replays, each behind {"case"}: prints what does not agree.
def ends: ["evicted","withdrawn","bound","pipelined","moved","pending"];
foreach inputs as $e ({};
  if $e.case then {case: $e.case, pending: {}, net: {}}
  elif $e.event == "pending" then .pending[$e.podGroup] += ($e.pods | length)
  elif $e.event == "net" then .net[$e.podGroup][$e.change] += 1
  else . end | .bad = null
  | if $e.kind == "verdict" then
      . as $s | ($s.net[$e.about] // {}) as $n
      | (ends | map({key: ., value: (if . == "pending" then $s.pending[$e.about] // 0 else $n[.] // 0 end)}) | from_entries) as $want
      | (ends | map({key: ., value: ($e.figures[. + "Pods"].value // 0)}) | from_entries) as $have
      | ([ends[] | select($want[.] > 0)][0]) as $first
      | .bad = (if $want != $have then {case: .case, about: $e.about, $want, $have}
         elif $first and $e.end != $first then {case: .case, about: $e.about, end: $e.end, $first}
         elif ($e.text | length) < 5 or $e.reason == null then {case: .case, about: $e.about, text: $e.text}
         else null end)
    else . end;
  .bad | select(.))
