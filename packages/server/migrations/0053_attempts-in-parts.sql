-- The table as it is becomes the part for what lies in no month: a change of names, whatever its size. Months come beside it.
SET LOCAL lock_timeout = '400ms';--> statement-breakpoint
-- In the order in which others take them. A wait that is so short ends before PostgreSQL ends somebody else's for a ring of waits.
LOCK TABLE "delivery_attempt" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
-- safe: the version before names no index, and finds its rows under the name of the table.
ALTER TABLE "delivery_attempt" RENAME TO "delivery_attempt_default";--> statement-breakpoint
-- safe: nobody names it.
ALTER TABLE "delivery_attempt_default" RENAME CONSTRAINT "delivery_attempt_delivery_id_number_pk" TO "delivery_attempt_default_pkey";--> statement-breakpoint
CREATE TABLE "delivery_attempt" (LIKE "delivery_attempt_default" INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE) PARTITION BY RANGE ("delivery_id");--> statement-breakpoint
ALTER TABLE "delivery_attempt" ADD CONSTRAINT "delivery_attempt_delivery_id_number_pk" PRIMARY KEY ("delivery_id", "number");--> statement-breakpoint
ALTER TABLE "delivery_attempt" ATTACH PARTITION "delivery_attempt_default" DEFAULT;