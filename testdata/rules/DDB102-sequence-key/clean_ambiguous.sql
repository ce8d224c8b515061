CREATE TABLE a.orders (id serial PRIMARY KEY);
CREATE TABLE b.orders (id serial PRIMARY KEY);
