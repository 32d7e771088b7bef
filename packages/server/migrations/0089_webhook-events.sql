-- Others lock these tables in several orders. A wait that is so short ends before PostgreSQL ends somebody else's for a ring of waits.
SET LOCAL lock_timeout = '400ms';--> statement-breakpoint
ALTER TABLE "webhook" ADD COLUMN "events" text[] DEFAULT '{"media.analysis.completed"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery" ALTER COLUMN "media_id" DROP NOT NULL;--> statement-breakpoint
-- Parts that were tables before they became parts keep a rule of their own.
DO $$
DECLARE part regclass;
BEGIN
  FOR part IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'delivery'::regclass LOOP
    EXECUTE format('ALTER TABLE %s ALTER COLUMN "media_id" DROP NOT NULL', part);
  END LOOP;
END;
$$;--> statement-breakpoint
ALTER TABLE "delivery" ADD COLUMN "subject_type" text;--> statement-breakpoint
ALTER TABLE "delivery" ADD COLUMN "subject_id" uuid;--> statement-breakpoint
ALTER TABLE "statement" ADD COLUMN "deciders" uuid[];
