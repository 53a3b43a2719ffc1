-- The office of a school: pupils, what they take, and when they were away.
CREATE TABLE teacher (
  teacher_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  room TEXT,
  department TEXT
);
CREATE TABLE pupil (
  pupil_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  form TEXT,
  birthday DATE,
  guardian_phone TEXT
);
CREATE TABLE course (
  course_id INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  teacher_id INTEGER REFERENCES teacher(teacher_id),
  weekly_hours INTEGER
);
CREATE TABLE enrolment (
  pupil_id INTEGER REFERENCES pupil(pupil_id),
  course_id INTEGER REFERENCES course(course_id),
  mark INTEGER,
  PRIMARY KEY (pupil_id, course_id)
);
CREATE TABLE absence (
  absence_id INTEGER PRIMARY KEY,
  pupil_id INTEGER REFERENCES pupil(pupil_id),
  missed_on DATE,
  excused INTEGER
);
INSERT INTO teacher VALUES (1,'Grace Okafor','N12','Sciences'),(2,'Luc Marchand','S03','Languages'),(3,'Ana Silva','S04','Languages');
INSERT INTO pupil VALUES (1,'Ben Ash','9B','2010-04-11','07700 900101'),(2,'Ida Holm','9B','2009-12-01',NULL),
  (3,'Omar Said','10A','2009-02-17','07700 900103');
INSERT INTO course VALUES (1,'Chemistry',1,4),(2,'Latin',2,3),(3,'French',3,5);
INSERT INTO enrolment VALUES (1,1,72),(1,2,65),(2,3,88),(3,1,91),(3,2,54),(3,3,79);
INSERT INTO absence VALUES (1,1,'2025-01-14',0),(2,1,'2025-01-15',1),(3,2,'2025-02-03',1);
