ALTER TABLE "delivery" ADD COLUMN "begun_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "delivery" ADD COLUMN "cancelled_by" uuid;