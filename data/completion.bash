# _teql_add WORDS…: add what compgen offers with these words to the proposals.
_teql_add()
{
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen "$@")
}

# _teql_path WORDS…: the same for files and folders.
_teql_path()
{
    _teql_add "$@" && compopt -o filenames 2>/dev/null
}

# _teql_word WORD VALUE: propose the value where it begins so.
_teql_word()
{
    [[ $2 != "$1"* ]] || COMPREPLY+=("$2")
}

# _teql_list WORD VALUES…: values for the last of the words with commas between them, none of them twice.
_teql_list()
{
    local before='' value
    [[ $1 != *,* ]] || before=${1%,*},
    for value in "${@:2}"; do
        [[ ,$before == *",$value,"* ]] || _teql_word "$1" "$before$value"
    done
}

# _teql_value ARGUMENT WORD: values of an option that takes ARGUMENT, as _teql_argument tells it: FILE,
# DIR, or the values themselves, with | between them. Behind a comma they are values of a list. For other
# words in capitals there is nothing to propose.
_teql_value()
{
    local part parts
    IFS='|' read -ra parts <<<"${1#,}"
    if [[ $1 == ,* ]]; then
        _teql_list "$2" "${parts[@]}"
        return
    fi
    for part in "${parts[@]}"; do
        case $part in
        FILE) _teql_path -f -- "$2" ;;
        DIR) [[ $1 == *FILE* ]] || _teql_path -d -- "$2" ;; # folders are files too
        *:FILE)
            part=${part%FILE}
            if [[ $2 == "$part"* ]]; then
                _teql_path -f -P "$part" -- "${2#"$part"}"
            else
                _teql_word "$2" "$part"
            fi
            ;;
        *[a-z]*) _teql_word "$2" "$part" ;;
        esac
    done
    # what is to be gone on with needs no blank behind it
    [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *[:/] ]] || compopt -o nospace 2>/dev/null
}

# _teql_cut_colons WORD: where bash takes words apart at colons, it wants what follows the last of them.
_teql_cut_colons()
{
    local i before=${1%"${1##*:}"}
    [[ $COMP_WORDBREAKS == *:* ]] || return
    for i in "${!COMPREPLY[@]}"; do
        COMPREPLY[i]=${COMPREPLY[i]#"$before"}
    done
}

_teql()
{
    local word=${COMP_WORDS[COMP_CWORD]} before argument at=$COMP_CWORD
    local command=${COMP_WORDS[1]}
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        _teql_add -W "$_teql_commands --help --version" -- "$word"
        return
    fi
    # bash takes builtin:keyword apart, at the :, and --name=value, at the =
    while ((at > 2)) && [[ ${COMP_WORDS[at]} == : || ${COMP_WORDS[at - 1]} == : ]]; do
        at=$((at - 1))
        word=${COMP_WORDS[at]}$word
    done
    before=${COMP_WORDS[at - 1]}
    if [[ $word == = ]]; then
        word=
    elif [[ $before == = ]]; then
        before=${COMP_WORDS[at - 2]}
    fi
    argument=$(_teql_argument "$command" "$before")
    if [[ -n $argument ]]; then
        _teql_value "$argument" "$word"
        _teql_cut_colons "$word"
        return
    fi
    _teql_add -W "$(_teql_options "$command")" -- "$word"
    if [[ $command == help ]]; then
        _teql_add -W "$_teql_commands $_teql_topics" -- "$word"
    elif [[ $word != -* && $_teql_take_files == *" $command "* ]]; then
        _teql_value FILE "$word"
    fi
}

complete -F _teql teql
