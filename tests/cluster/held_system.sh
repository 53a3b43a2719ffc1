# held_system.sh: a system under test that writes each question, and the task that asks it, to $ASKED before it answers.
# After five answers it stops reading until there is a file $GO. So a task can be ended in the middle, when the system
# has seen no unanswered question.
answered=0
while :; do
    tries=0
    while [ $answered -ge 5 ] && [ ! -e "$GO" ] && [ $tries -lt 1200 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    IFS= read -r line || exit 0
    id=${line#*'"id":"'}
    id=${id%%'"'*}
    echo "${SLURM_ARRAY_TASK_ID:-0} $id" >>"$ASKED"
    number=${id#seed-}
    number=${number%%-*}
    case $id in *[13579]-TS-*) number=0 ;; esac # some cases are answered in another way than their seed
    echo "{\"id\":\"$id\",\"sql\":\"SELECT $number\"}"
    answered=$((answered + 1))
done
