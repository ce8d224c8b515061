CREATE SEQUENCE order_seq START WITH 1111111;

CREATE TABLE orders (
  transaction_id NUMBER(12) DEFAULT order_seq.NEXTVAL PRIMARY KEY,
  order_id       VARCHAR2(40) NOT NULL UNIQUE,
  customer_id    VARCHAR2(20) NOT NULL,
  product_id     VARCHAR2(20) NOT NULL,
  country_code   CHAR(2)      NOT NULL,
  order_date     TIMESTAMP    NOT NULL,
  total          NUMBER(10, 2)
);
