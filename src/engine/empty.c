typedef int teql_engine_empty;
