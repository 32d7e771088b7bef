ALTER TABLE "installation" ADD COLUMN "settings" jsonb;--> statement-breakpoint
ALTER TABLE "process" ADD COLUMN "settings" jsonb;