ALTER TABLE "media" ADD COLUMN "decided" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "waiting" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "likelihood" real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "margin" real DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Triggers, because the version before decides and settles too while this one starts.
CREATE FUNCTION "media_is_waiting"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.waiting := NOT NEW.decided
    AND (coalesce(NEW.moderation_flagged, false) OR NEW.needs_review OR NEW.sampled OR NEW.state = 'failed');
  RETURN NEW;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "media_is_waiting" BEFORE INSERT OR UPDATE OF moderation_flagged, needs_review, sampled, state, decided, waiting ON "media"
  FOR EACH ROW EXECUTE FUNCTION "media_is_waiting"();--> statement-breakpoint
CREATE FUNCTION "decision_stands"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  item uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.media_id ELSE NEW.media_id END;
  stands boolean := EXISTS (SELECT FROM decision WHERE media_id = item AND undone_at IS NULL AND overruled_at IS NULL);
BEGIN
  UPDATE media SET decided = stands WHERE id = item AND decided <> stands;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "decision_stands" AFTER INSERT OR DELETE OR UPDATE OF undone_at, overruled_at ON "decision"
  FOR EACH ROW EXECUTE FUNCTION "decision_stands"();--> statement-breakpoint
-- Beside the sums by verdict, and apart from them: an item that waits is counted in its verdict too.
CREATE FUNCTION "media_waiting_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.waiting THEN
    -- When the account itself goes, its sums go with it.
    IF TG_OP = 'UPDATE' OR EXISTS (SELECT FROM account WHERE id = OLD.account_id) THEN
      INSERT INTO media_tally (account_id, day, state, delta)
        VALUES (OLD.account_id, (OLD.created_at AT TIME ZONE 'UTC')::date, 'undecided', -1);
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.waiting THEN
    INSERT INTO media_tally (account_id, day, state, delta)
      VALUES (NEW.account_id, (NEW.created_at AT TIME ZONE 'UTC')::date, 'undecided', 1);
  END IF;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "media_waiting_insert" AFTER INSERT ON "media" FOR EACH ROW
  WHEN (NEW.waiting) EXECUTE FUNCTION "media_waiting_changes"();--> statement-breakpoint
CREATE TRIGGER "media_waiting_delete" AFTER DELETE ON "media" FOR EACH ROW
  WHEN (OLD.waiting) EXECUTE FUNCTION "media_waiting_changes"();--> statement-breakpoint
CREATE TRIGGER "media_waiting_update" AFTER UPDATE ON "media" FOR EACH ROW
  WHEN (
    OLD.waiting IS DISTINCT FROM NEW.waiting
    OR (NEW.waiting AND (OLD.created_at IS DISTINCT FROM NEW.created_at OR OLD.account_id IS DISTINCT FROM NEW.account_id))
  )
  EXECUTE FUNCTION "media_waiting_changes"();
