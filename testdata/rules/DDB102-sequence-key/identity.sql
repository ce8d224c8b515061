USE [Shop]
GO
/****** Object:  Table [dbo].[Orders]    Script Date: 3/1/2026 12:00:00 PM ******/
SET ANSI_NULLS ON
GO
SET QUOTED_IDENTIFIER ON
GO
CREATE TABLE [dbo].[Orders](
	[OrderId] [int] IDENTITY(1,1) NOT NULL,
	[OrderNumber] [nvarchar](20) NOT NULL,
	[Customer's Name] [nvarchar](max) NULL,
	[Total] [decimal](10, 2) NOT NULL,
	[RowGuid] [uniqueidentifier] ROWGUIDCOL NOT NULL,
	[Gross]  AS ([Total]*(1.19)),
 CONSTRAINT [PK_Orders] PRIMARY KEY CLUSTERED
(
	[OrderId] ASC
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
INSERT [dbo].[Orders] ([OrderId], [OrderNumber], [Customer's Name]) VALUES (1, N'A-1', N'O''Brien
GO
CREATE TABLE [no].[table](id int)
')
INSERT [dbo].[Orders] ([OrderId], [OrderNumber], [Customer's Name]) VALUES (2, N'A-2', N'x')
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
