ALTER TABLE "media" ADD COLUMN "small_key" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "metadata_free" boolean DEFAULT false NOT NULL;