SELECT count(*) FROM customer
SELECT name FROM customer WHERE age > 40
SELECT city, name FROM customer
SELECT T1.name FROM customer AS T1 JOIN purchase AS T2 ON T1.id = T2.customer_id GROUP BY T2.customer_id HAVING count(*) > 1
SELECT title FROM product WHERE price = (SELECT max(price) FROM product)
DROP TABLE product
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n
SELECT town FROM customer
