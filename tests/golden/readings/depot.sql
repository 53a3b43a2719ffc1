-- A warehouse: what is kept in which bin, where it comes from, and what is sent out.
CREATE TABLE supplier (
  supplier_no INTEGER PRIMARY KEY,
  company TEXT NOT NULL,
  country TEXT,
  lead_time_days INTEGER
);
CREATE TABLE item (
  sku TEXT PRIMARY KEY,
  item_name TEXT NOT NULL,
  category TEXT,
  unit_price REAL,
  weight_kg REAL,
  supplier_no INTEGER REFERENCES supplier(supplier_no)
);
CREATE TABLE bin (
  bin_code TEXT PRIMARY KEY,
  aisle INTEGER,
  max_kg REAL
);
CREATE TABLE stock (
  sku TEXT REFERENCES item(sku),
  bin_code TEXT REFERENCES bin(bin_code),
  qty_on_hand INTEGER,
  counted_on DATE,
  PRIMARY KEY (sku, bin_code)
);
CREATE TABLE shipment (
  shipment_no INTEGER PRIMARY KEY,
  customer TEXT,
  carrier TEXT,
  shipped_on DATE,
  status TEXT
);
CREATE TABLE shipment_line (
  shipment_no INTEGER REFERENCES shipment(shipment_no),
  sku TEXT REFERENCES item(sku),
  qty INTEGER,
  PRIMARY KEY (shipment_no, sku)
);
INSERT INTO supplier VALUES (1,'Brandt GmbH','Germany',9),(2,'Lumo Oy','Finland',14),(3,'Keller KG','Germany',6);
INSERT INTO item VALUES ('A-100','Pallet jack','Handling',389,72,1),('A-200','Strapping tape','Packing',4.2,0.3,2),
  ('B-310','Safety gloves','Clothing',7.9,0.2,3),('B-320','Steel shelf','Storage',129,31,1);
INSERT INTO bin VALUES ('7-01',7,500),('7-02',7,500),('9-01',9,1200);
INSERT INTO stock VALUES ('A-100','9-01',4,'2025-02-11'),('A-200','7-01',860,'2025-01-20'),('B-310','7-02',0,'2025-02-02'),
  ('B-320','9-01',12,'2024-12-30');
INSERT INTO shipment VALUES (5001,'Hansen','DHL','2025-02-10','sent'),(5002,'Okoye','UPS',NULL,'open'),
  (5003,'Hansen','DHL',NULL,'open');
INSERT INTO shipment_line VALUES (5001,'A-200',24),(5002,'B-320',2),(5003,'B-310',10);
