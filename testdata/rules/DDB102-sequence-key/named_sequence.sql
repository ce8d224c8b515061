CREATE TABLE departments
    ( department_id    NUMBER(4)
    , department_name  VARCHAR2(30)
    , CONSTRAINT       dept_id_pk PRIMARY KEY (department_id)
    ) ;

CREATE SEQUENCE departments_seq
 START WITH     280
 INCREMENT BY   10;
