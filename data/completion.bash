# _teql_add WORDS…: add what compgen offers with these words to the proposals.
_teql_add()
{
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen "$@")
}

# _teql_value ARGUMENT WORD: values of an option that takes ARGUMENT, as --help has it: FILE, DIR, or
# the values themselves, with | between them. For other words in capitals there is nothing to propose.
_teql_value()
{
    local part parts
    IFS='|' read -ra parts <<<"$1"
    for part in "${parts[@]}"; do
        case $part in
        FILE) _teql_add -f -- "$2" && compopt -o filenames 2>/dev/null ;;
        DIR) _teql_add -d -- "$2" && compopt -o filenames 2>/dev/null ;;
        *[a-z]*) _teql_add -W "$part" -- "$2" ;;
        esac
    done
}

_teql()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]} argument
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        _teql_add -W "$_teql_commands --help --version" -- "$word"
        return
    fi
    # bash takes --name=value apart, at the =
    if [[ $word == = ]]; then
        word=
    elif [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    argument=$(_teql_argument "$command" "$before")
    if [[ -n $argument ]]; then
        _teql_value "$argument" "$word"
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
