CREATE TABLE films (sequence_no integer PRIMARY KEY, title text);
