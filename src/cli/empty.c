typedef int teql_cli_empty;
