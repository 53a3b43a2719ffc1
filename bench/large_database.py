#!/usr/bin/env python3
"""large_database.py ROWS FOLDER: a shop with that many rows in all, and six questions about it, as a dataset.

Values follow from the number of a row, so that two runs make the same rows. 39,000,000 rows are 1.1 GB.
"""
import json
import os
import sqlite3
import sys

TABLES = """
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, name TEXT, city TEXT, country TEXT, segment TEXT);
CREATE TABLE products (product_id INTEGER PRIMARY KEY, product_name TEXT, category TEXT, price REAL);
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(customer_id),
  order_date TEXT, status TEXT);
CREATE TABLE order_lines (line_id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders(order_id),
  product_id INTEGER REFERENCES products(product_id), quantity INTEGER, discount REAL);
"""

# Each row is made from its number i. {customers}, {products} and {orders} are the numbers of their rows.
ROWS = {
    "customers": "i, 'Customer ' || i, 'City ' || (i * 7919 % 500), 'Country ' || (i * 31 % 40), substr('ABCD', 1 + i % 4, 1)",
    "products": "i, 'Product ' || i, 'Category ' || (i * 17 % 60), (i * 37 % 10000) / 100.0",
    "orders": "i, 1 + i * 2654435761 % {customers}, date('2015-01-01', '+' || (i * 7919 % 3600) || ' days'), "
              "trim(substr('open  paid  closed', 1 + 6 * (i % 3), 6))",
    "order_lines": "i, 1 + i * 2654435761 % {orders}, 1 + i * 40503 % {products}, 1 + i % 9, (i % 5) / 20.0",
}

QUESTIONS = [
    ("How many orders does each customer city have?",
     "SELECT T1.city, count(*) FROM customers AS T1 JOIN orders AS T2 ON T1.customer_id = T2.customer_id GROUP BY T1.city"),
    ("What is the average quantity of the order lines of each product category?",
     "SELECT T1.category, avg(T2.quantity) FROM products AS T1 JOIN order_lines AS T2 ON T1.product_id = T2.product_id "
     "GROUP BY T1.category"),
    ("Show the names of customers in the country 'Country 5'.", "SELECT name FROM customers WHERE country = 'Country 5'"),
    ("How many orders have the status closed?", "SELECT count(*) FROM orders WHERE status = 'closed'"),
    ("Which customers have more than 20 orders? Give their names.",
     "SELECT T1.name FROM customers AS T1 JOIN orders AS T2 ON T1.customer_id = T2.customer_id GROUP BY T1.customer_id "
     "HAVING count(*) > 20"),
    ("What are the distinct cities of customers?", "SELECT DISTINCT city FROM customers"),
]


def fill(path, rows):
    counts = {"customers": rows // 20, "products": rows // 400, "orders": rows // 4}
    counts["order_lines"] = rows - sum(counts.values())
    db = sqlite3.connect(path, isolation_level=None)
    db.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + TABLES)
    for table, values in ROWS.items():
        db.execute(f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {counts[table]}) "
                   f"INSERT INTO {table} SELECT {values.format(**counts)} FROM n")
    db.close()


def main():
    rows, folder = int(sys.argv[1]), sys.argv[2]
    below = os.path.join(folder, "database", "shop")
    os.makedirs(below)
    fill(os.path.join(below, "shop.sqlite"), rows)
    with open(os.path.join(folder, "dev.json"), "w") as f:
        json.dump([{"db_id": "shop", "question": q, "query": sql} for q, sql in QUESTIONS], f, indent=1)


main()
