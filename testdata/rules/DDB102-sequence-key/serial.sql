CREATE TABLE invoices (invoice_no bigserial, CONSTRAINT pk PRIMARY KEY (invoice_no)); CREATE TABLE x (id serial PRIMARY KEY);
