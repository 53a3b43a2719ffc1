typedef int teql_compare_empty;
