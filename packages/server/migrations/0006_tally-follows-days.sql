-- An item that is moved to another day or account takes its count along: the sums are those of the rows, whatever changes them.
DROP TRIGGER "media_tally_update" ON "media";--> statement-breakpoint
CREATE TRIGGER "media_tally_update" AFTER UPDATE ON "media" FOR EACH ROW
  WHEN (
    OLD.moderation_flagged IS DISTINCT FROM NEW.moderation_flagged
    OR OLD.needs_review IS DISTINCT FROM NEW.needs_review
    OR OLD.created_at IS DISTINCT FROM NEW.created_at
    OR OLD.account_id IS DISTINCT FROM NEW.account_id
  )
  EXECUTE FUNCTION "media_tally_changes"();
