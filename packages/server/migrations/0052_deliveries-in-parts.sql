-- The table as it is becomes the part for what lies in no month: a change of names, whatever its size. Months come beside it.
SET LOCAL lock_timeout = '400ms';--> statement-breakpoint
-- In the order in which others take them. A wait that is so short ends before PostgreSQL ends somebody else's for a ring of waits.
LOCK TABLE "media", "decision", "delivery", "delivery_attempt" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
-- safe: the version before names no index, and finds its rows under the name of the table.
ALTER TABLE "delivery" RENAME TO "delivery_default";--> statement-breakpoint
ALTER TABLE "delivery_attempt" DROP CONSTRAINT "delivery_attempt_delivery_id_delivery_id_fk";--> statement-breakpoint
-- safe: nobody names it.
ALTER TABLE "delivery_default" RENAME CONSTRAINT "delivery_pkey" TO "delivery_default_pkey";--> statement-breakpoint
-- safe: nobody names an index.
ALTER INDEX "delivery_media" RENAME TO "delivery_default_media";--> statement-breakpoint
-- safe: nobody names an index.
ALTER INDEX "delivery_decision" RENAME TO "delivery_default_decision";--> statement-breakpoint
-- safe: nobody names an index.
ALTER INDEX "delivery_webhook" RENAME TO "delivery_default_webhook";--> statement-breakpoint
-- safe: nobody names an index.
ALTER INDEX "delivery_open" RENAME TO "delivery_default_open";--> statement-breakpoint
-- safe: nobody names an index.
ALTER INDEX "delivery_waiting" RENAME TO "delivery_default_waiting";--> statement-breakpoint
-- safe: nobody names an index.
ALTER INDEX "delivery_lane" RENAME TO "delivery_default_lane";--> statement-breakpoint
-- safe: nobody names an index.
ALTER INDEX "delivery_finished_body" RENAME TO "delivery_default_finished_body";--> statement-breakpoint
CREATE TABLE "delivery" (LIKE "delivery_default" INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE) PARTITION BY RANGE ("id");--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_pkey" PRIMARY KEY ("id");--> statement-breakpoint
CREATE INDEX "delivery_media" ON "delivery" ("media_id");--> statement-breakpoint
CREATE INDEX "delivery_decision" ON "delivery" ("decision_id");--> statement-breakpoint
CREATE INDEX "delivery_webhook" ON "delivery" ("webhook_id", "created_at");--> statement-breakpoint
CREATE INDEX "delivery_open" ON "delivery" ("webhook_id", "created_at") WHERE "state" in ('waiting', 'failed');--> statement-breakpoint
CREATE INDEX "delivery_waiting" ON "delivery" ("next_attempt_at", "id") WHERE "state" = 'waiting';--> statement-breakpoint
CREATE INDEX "delivery_lane" ON "delivery" ("webhook_id", "next_attempt_at", "id") WHERE "state" = 'waiting';--> statement-breakpoint
CREATE INDEX "delivery_finished_body" ON "delivery" ("finished_at") WHERE "body" is not null;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "media"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_decision_id_decision_id_fk" FOREIGN KEY ("decision_id") REFERENCES "decision"("id") ON DELETE CASCADE;--> statement-breakpoint
-- Rows that are moved to another part are not gone.
CREATE FUNCTION "delivery_attempts_go"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('clearframe.moving', true) IS DISTINCT FROM 'on' THEN
    DELETE FROM delivery_attempt WHERE delivery_id = OLD.id;
  END IF;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "delivery_attempts_go" AFTER DELETE ON "delivery" FOR EACH ROW EXECUTE FUNCTION "delivery_attempts_go"();--> statement-breakpoint
ALTER TABLE "delivery" ATTACH PARTITION "delivery_default" DEFAULT;