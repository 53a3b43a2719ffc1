typedef int teql_report_empty;
