ALTER TABLE "usage_period" ADD COLUMN "plan_id" text;--> statement-breakpoint
ALTER TABLE "usage_period" ADD COLUMN "paid_until" timestamp with time zone;--> statement-breakpoint
UPDATE "usage_period" p SET "plan_id" = CASE WHEN e."reason" = 'free trial' THEN 'free' ELSE split_part(e."reason", ':', 1) END
	FROM "usage_entry" e WHERE e."period_id" = p."id" AND e."kind" = 'grant' AND p."subscription_id" IS NOT NULL;--> statement-breakpoint
UPDATE "usage_period" p SET "paid_until" = s."current_period_end"
	FROM "subscription" s WHERE s."id" = p."subscription_id" AND s."current_period_start" = p."starts_at" AND s."current_period_end" < p."ends_at";
