ALTER TABLE "decision" ADD COLUMN "waits_second" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- A Fail that waits for a second person leaves its item in the queue. The version before sets no such flag.
CREATE OR REPLACE FUNCTION "decision_stands"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  item uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.media_id ELSE NEW.media_id END;
  stands boolean := coalesce((
    SELECT NOT waits_second FROM decision WHERE media_id = item AND undone_at IS NULL AND overruled_at IS NULL
    ORDER BY at DESC, id DESC LIMIT 1), false);
BEGIN
  UPDATE media SET decided = stands WHERE id = item AND decided <> stands;
  RETURN NULL;
END;
$$;