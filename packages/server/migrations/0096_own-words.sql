ALTER TABLE "notice_settings" ADD COLUMN "acknowledgement" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_settings" ADD COLUMN "appeal_intro" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_settings" ADD COLUMN "appeal_thanks" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_settings" ADD COLUMN "appeal_upheld" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_settings" ADD COLUMN "appeal_reversed" text DEFAULT '' NOT NULL;