/*M!999999\- enable the sandbox mode */
-- MariaDB dump 10.19  Distrib 10.11.6-MariaDB, for debian-linux-gnu (x86_64)
DROP SEQUENCE IF EXISTS `ticket_seq`;
CREATE SEQUENCE `ticket_seq` start with 1 minvalue 1 maxvalue 9223372036854775806 increment by 1 cache 1000 nocycle ENGINE=InnoDB;
DO SETVAL(`ticket_seq`, 1, 0);
CREATE TABLE `tickets` (
  `ticket_id` bigint(20) NOT NULL DEFAULT nextval(`shop`.`ticket_seq`),
  `reference` uuid NOT NULL DEFAULT uuid(),
  `subject` text DEFAULT 'none',
  PRIMARY KEY (`ticket_id`),
  UNIQUE KEY `reference` (`reference`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
