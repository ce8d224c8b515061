CREATE TABLE countries (country_id char(2) PRIMARY KEY, name text);
