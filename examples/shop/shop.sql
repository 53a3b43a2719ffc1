-- A small shop: customers order products.
CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT, age INTEGER);
CREATE TABLE product (id INTEGER PRIMARY KEY, title TEXT, price REAL);
CREATE TABLE purchase (
  id INTEGER PRIMARY KEY,
  customer_id INTEGER REFERENCES customer(id),
  product_id INTEGER REFERENCES product(id),
  quantity INTEGER,
  bought_on TEXT
);
INSERT INTO customer VALUES
  (1, 'Ada', 'Lisbon', 36), (2, 'Boris', 'Tallinn', 52), (3, 'Chidi', 'Lagos', 29),
  (4, 'Dana', 'Lisbon', 41), (5, 'Emre', 'Izmir', 29);
INSERT INTO product VALUES
  (1, 'lamp', 24.5), (2, 'desk', 180.0), (3, 'chair', 75.0), (4, 'rug', 60.25);
INSERT INTO purchase VALUES
  (1, 1, 1, 2, '2024-01-05'), (2, 1, 3, 4, '2024-02-11'), (3, 2, 2, 1, '2024-02-11'),
  (4, 3, 3, 1, '2024-03-02'), (5, 4, 4, 1, '2024-03-09'), (6, 4, 1, 1, '2024-03-09');
