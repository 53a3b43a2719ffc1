# counting_system.sh: a system under test that writes down in $ASKED what it is asked, before it answers.
while IFS= read -r line; do
    id=${line#*'"id":"'}
    id=${id%%'"'*}
    echo "$id" >>"$ASKED"
    echo "{\"id\":\"$id\",\"sql\":\"SELECT '$id' FROM customers\"}"
done
