USE [Shop]
GO
/****** Object:  Table [dbo].[Orders]    Script Date: 3/1/2026 12:00:00 PM ******/
SET ANSI_NULLS ON
GO
SET QUOTED_IDENTIFIER ON
GO
CREATE TABLE [dbo].[Orders](
	[OrderID] [int] IDENTITY(1,1) NOT NULL,
	[OrderNumber] [nvarchar](20) NOT NULL,
	[Customer's Name] [nvarchar](max) NULL,
	[Total] [decimal](10, 2) NOT NULL,
	[RowGuid] [uniqueidentifier] ROWGUIDCOL NOT NULL,
	[Gross]  AS ([Total]*(1.19)),
 CONSTRAINT [PK_Orders] PRIMARY KEY CLUSTERED
(
	[OrderID] ASC
)WITH (PAD_INDEX = OFF, STATISTICS_NORECOMPUTE = OFF) ON [PRIMARY]
) ON [PRIMARY] TEXTIMAGE_ON [PRIMARY]
GO
CREATE UNIQUE NONCLUSTERED INDEX [IX_Orders_Number] ON [dbo].[Orders]
(
	[OrderNumber] ASC
)WITH (PAD_INDEX = OFF) ON [PRIMARY]
GO
CREATE UNIQUE NONCLUSTERED INDEX [IX_Orders_Guid] ON [dbo].[Orders] ([RowGuid]) WHERE ([RowGuid] IS NOT NULL)
GO
SET IDENTITY_INSERT [dbo].[Orders] ON
INSERT [dbo].[Orders] ([OrderID], [OrderNumber], [Customer's Name]) VALUES (1, N'A-1', N'O''Brien
GO
CREATE TABLE [no].[table](id int)
')
INSERT [dbo].[Orders] ([OrderID], [OrderNumber], [Customer's Name]) VALUES (2, N'A-2', N'x')
SET IDENTITY_INSERT [dbo].[Orders] OFF
GO
CREATE SEQUENCE [dbo].[TicketNumbers] AS [bigint] START WITH 1 INCREMENT BY 1
GO
IF NOT EXISTS (SELECT * FROM sys.objects WHERE object_id = OBJECT_ID(N'[dbo].[Tickets]'))
BEGIN
CREATE TABLE [dbo].[Tickets](
	[TicketID] [bigint] NOT NULL,
	[Subject] [nvarchar](200) NULL
)
END
GO
ALTER TABLE [dbo].[Tickets] ADD  CONSTRAINT [DF_Tickets]  DEFAULT (NEXT VALUE FOR [dbo].[TicketNumbers]) FOR [TicketID]
GO
ALTER TABLE [dbo].[Tickets]  WITH CHECK ADD CONSTRAINT [PK_Tickets] PRIMARY KEY NONCLUSTERED ([TicketID])
GO
CREATE TABLE dbo.Lines (OrderID int NOT NULL, LineNumber int NOT NULL)
CREATE TABLE #scratch (id int PRIMARY KEY)
ALTER TABLE dbo.Lines ADD CONSTRAINT PK_Lines PRIMARY KEY (OrderID, LineNumber)
go
CREATE PROCEDURE [dbo].[Rebuild] AS
BEGIN
	SET NOCOUNT ON;
	CREATE TABLE inner_table (id int)
	SELECT 'GO' AS [a];
END
GO
EXEC sys.sp_addextendedproperty @name=N'MS_Description', @value=N'people''s orders' , @level0type=N'SCHEMA',@level0name=N'dbo'
GO
