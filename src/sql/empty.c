typedef int teql_sql_empty;
