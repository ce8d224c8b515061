CREATE TABLE events (day date, counter bigserial, text text);
