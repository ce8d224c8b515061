-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--
-- Host: localhost    Database: shop
-- ------------------------------------------------------
-- Server version	8.0.36

/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!50503 SET NAMES utf8mb4 */;
/*!40014 SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0 */;

--
-- Table structure for table `customers`
--

DROP TABLE IF EXISTS `customers`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `customers` (
  `id` int unsigned NOT NULL AUTO_INCREMENT,
  `email` varchar(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `key` varchar(10) DEFAULT NULL COMMENT 'it''s a key; PRIMARY KEY (`key`)',
  `balance` decimal(10,2) NOT NULL DEFAULT '0.00',
  PRIMARY KEY (`id`),
  UNIQUE KEY `customers_email` (`email`),
  KEY `customers_key` (`key`(4)),
  FULLTEXT KEY `customers_text` (`email`)
) ENGINE=InnoDB AUTO_INCREMENT=4 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
/*!40101 SET character_set_client = @saved_cs_client */;

--
-- Dumping data for table `customers`
--

LOCK TABLES `customers` WRITE;
/*!40000 ALTER TABLE `customers` DISABLE KEYS */;
INSERT INTO `customers` VALUES (1,'a@example.com','it\'s; CREATE TABLE x (y int)',0.00),(2,'b\\',NULL,1.50),(3,'c"c','-- /* \n CREATE TABLE z (y int);',2.00);
/*!40000 ALTER TABLE `customers` ENABLE KEYS */;
UNLOCK TABLES;

--
-- Table structure for table `order-items`
--

CREATE TABLE `order-items` (
  `order_id` bigint NOT NULL,
  `line` smallint NOT NULL,
  `sku` char(12) NOT NULL,
  PRIMARY KEY (`order_id`,`line`),
  UNIQUE KEY `sku_in_order` (`order_id`,`sku`),
  CONSTRAINT `fk_items_orders` FOREIGN KEY (`order_id`) REFERENCES `orders` (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4
/*!50100 PARTITION BY HASH (`order_id`)
PARTITIONS 4 */;

/*!50003 SET sql_mode              = 'STRICT_TRANS_TABLES' */ ;
DELIMITER ;;
/*!50003 CREATE*/ /*!50017 DEFINER=`root`@`localhost`*/ /*!50003 TRIGGER `items_bi` BEFORE INSERT ON `order-items` FOR EACH ROW BEGIN
  SET NEW.sku = UPPER(NEW.sku);
END */;;
CREATE DEFINER=`root`@`localhost` PROCEDURE `rebuild`()
BEGIN
  DROP TABLE IF EXISTS scratch;
CREATE TABLE scratch (id int PRIMARY KEY);
END ;;
DELIMITER ;

--
-- As phpMyAdmin writes it: keys and counters after the table
--

CREATE TABLE `orders` (
  `id` int(11) NOT NULL,
  `number` varchar(20) NOT NULL
) ENGINE=InnoDB;

ALTER TABLE `orders`
  ADD PRIMARY KEY (`id`),
  ADD UNIQUE KEY `orders_number` (`number`);

ALTER TABLE `orders`
  MODIFY `id` int(11) NOT NULL AUTO_INCREMENT, AUTO_INCREMENT=118;
-- Dump completed on 2026-03-01 12:00:00
