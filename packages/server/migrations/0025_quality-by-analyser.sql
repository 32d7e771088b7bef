ALTER TABLE "machine_verdict" ADD COLUMN "by_match" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "machine_verdict" ADD COLUMN "flagged_by" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "machine_verdict" SET "flagged_by" = '{built-in}' WHERE "categories" <> '{}';--> statement-breakpoint
UPDATE "machine_verdict" SET "by_match" = true FROM "analysis"
  WHERE "analysis"."media_id" = "machine_verdict"."media_id" AND "analysis"."attempt" = "machine_verdict"."attempt"
    AND "analysis"."moderation"->'match'->>'list' = 'block';
