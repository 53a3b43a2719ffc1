typedef int teql_schema_empty;
