-- Grace is written down when a period begins. What runs was promised a day, and the job of the minute would have added the rest.
UPDATE "usage_period" p SET "ends_at" = s."current_period_end" + interval '7 days'
	FROM "subscription" s WHERE s."id" = p."subscription_id" AND s."status" = 'active' AND s."current_period_start" = p."starts_at";--> statement-breakpoint
UPDATE "subscription" SET "access_ends_at" = "current_period_end" + interval '7 days' WHERE "status" = 'active';
