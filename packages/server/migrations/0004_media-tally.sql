CREATE TABLE "media_tally" (
	"account_id" uuid NOT NULL,
	"day" date NOT NULL,
	"state" text NOT NULL,
	"delta" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "media_tally" ADD CONSTRAINT "media_tally_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_tally_account" ON "media_tally" USING btree ("account_id","day");--> statement-breakpoint
CREATE FUNCTION "media_tally_state"("flagged" boolean, "needs_review" boolean) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN flagged IS NULL THEN 'not_checked' WHEN flagged THEN 'flagged' WHEN needs_review THEN 'review' ELSE 'safe' END
$$;--> statement-breakpoint
INSERT INTO "media_tally" ("account_id", "day", "state", "delta")
  SELECT "account_id", ("created_at" AT TIME ZONE 'UTC')::date, "media_tally_state"("moderation_flagged", "needs_review"), count(*)
  FROM "media" GROUP BY 1, 2, 3;--> statement-breakpoint
CREATE FUNCTION "media_tally_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    -- When the account itself goes, its sums go with it.
    IF TG_OP = 'UPDATE' OR EXISTS (SELECT FROM account WHERE id = OLD.account_id) THEN
      INSERT INTO media_tally (account_id, day, state, delta) VALUES
        (OLD.account_id, (OLD.created_at AT TIME ZONE 'UTC')::date, media_tally_state(OLD.moderation_flagged, OLD.needs_review), -1);
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO media_tally (account_id, day, state, delta) VALUES
      (NEW.account_id, (NEW.created_at AT TIME ZONE 'UTC')::date, media_tally_state(NEW.moderation_flagged, NEW.needs_review), 1);
  END IF;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "media_tally_insert" AFTER INSERT OR DELETE ON "media" FOR EACH ROW EXECUTE FUNCTION "media_tally_changes"();--> statement-breakpoint
CREATE TRIGGER "media_tally_update" AFTER UPDATE ON "media" FOR EACH ROW
  WHEN (OLD.moderation_flagged IS DISTINCT FROM NEW.moderation_flagged OR OLD.needs_review IS DISTINCT FROM NEW.needs_review)
  EXECUTE FUNCTION "media_tally_changes"();
