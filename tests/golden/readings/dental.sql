-- The front desk of a dental practice: who comes when, what is done, and who has paid.
CREATE TABLE dentists (
  dentist_id INTEGER PRIMARY KEY,
  full_name TEXT NOT NULL,
  speciality TEXT,
  hired_on DATE
);
CREATE TABLE patients (
  patient_id INTEGER PRIMARY KEY,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  birth_date DATE,
  city TEXT,
  phone TEXT,
  insurer TEXT
);
CREATE TABLE procedures (
  code TEXT PRIMARY KEY,
  description TEXT NOT NULL,
  price REAL,
  minutes INTEGER
);
CREATE TABLE appointments (
  appointment_id INTEGER PRIMARY KEY,
  patient_id INTEGER REFERENCES patients(patient_id),
  dentist_id INTEGER REFERENCES dentists(dentist_id),
  procedure_code TEXT REFERENCES procedures(code),
  starts_at DATETIME,
  room TEXT,
  status TEXT
);
CREATE TABLE invoices (
  invoice_no INTEGER PRIMARY KEY,
  patient_id INTEGER REFERENCES patients(patient_id),
  issued_on DATE,
  amount REAL,
  paid INTEGER
);
INSERT INTO dentists VALUES (1,'Ines Duarte','Orthodontics','2014-03-01'),(2,'Paul Reid','General','2019-09-15'),
  (3,'Mei Tan','Surgery','2021-01-04');
INSERT INTO patients VALUES (1,'Amy','Cole','1984-05-02','Leeds','0113 4960001','Northcare'),
  (2,'Raj','Patel','2009-11-20','York','01904 960002','Dentaplus'),(3,'Lena','Voss','1951-07-30','Leeds','0113 4960003',NULL),
  (4,'Tom','Baker','1999-01-12','Bradford','01274 960004','Northcare');
INSERT INTO procedures VALUES ('D01','Check-up',45,20),('D02','Filling',110,40),('D03','Root canal',420,90),
  ('D04','Extraction',160,45),('D05','Whitening',280,75);
INSERT INTO appointments VALUES (1,1,2,'D01','2025-03-03 09:00','A','kept'),(2,2,1,'D02','2025-03-04 10:30','B','cancelled'),
  (3,1,3,'D03','2025-03-10 14:00','A','kept'),(4,4,2,'D01','2025-04-01 08:30','A','no-show');
INSERT INTO invoices VALUES (1001,1,'2025-03-03',45,1),(1002,1,'2025-03-10',420,0),(1003,4,'2025-04-01',30,0);
