SELECT count(*) FROM customer	shop
SELECT name FROM customer WHERE age > 30	shop
SELECT name , city FROM customer	shop
SELECT T1.name FROM customer AS T1 JOIN purchase AS T2 ON T1.id = T2.customer_id GROUP BY T1.id HAVING count(*) >= 2	shop
SELECT title FROM product ORDER BY price DESC LIMIT 1	shop
SELECT avg(price) FROM product	shop
SELECT name FROM customer WHERE id NOT IN (SELECT customer_id FROM purchase)	shop
SELECT DISTINCT city FROM customer	shop
