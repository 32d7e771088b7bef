CREATE TABLE "media_month" (
	"account_id" uuid NOT NULL,
	"month" date NOT NULL,
	"source" text NOT NULL,
	"state" text NOT NULL,
	"delta" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media_uncounted" (
	"account_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "media_month" ADD CONSTRAINT "media_month_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_uncounted" ADD CONSTRAINT "media_uncounted_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_month_account" ON "media_month" USING btree ("account_id","month");--> statement-breakpoint
CREATE FUNCTION "media_month_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- When the account itself goes, its sums go with it.
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM account WHERE id = OLD.account_id) THEN
    RETURN NULL;
  END IF;
  -- What stays as it was, such as the verdict of an item that is decided, is no change.
  INSERT INTO media_month (account_id, month, source, state, delta)
    SELECT account_id, date_trunc('month', created_at AT TIME ZONE 'UTC')::date, source, state, sum(delta)
    FROM (VALUES
      (OLD.account_id, OLD.created_at, OLD.source, media_tally_state(OLD.moderation_flagged, OLD.needs_review, OLD.sampled), -1, OLD.kept),
      (OLD.account_id, OLD.created_at, OLD.source, 'undecided', -1, OLD.waiting),
      (NEW.account_id, NEW.created_at, NEW.source, media_tally_state(NEW.moderation_flagged, NEW.needs_review, NEW.sampled), 1, NEW.kept),
      (NEW.account_id, NEW.created_at, NEW.source, 'undecided', 1, NEW.waiting)
    ) change (account_id, created_at, source, state, delta, counts)
    WHERE counts
    GROUP BY 1, 2, 3, 4 HAVING sum(delta) <> 0;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "media_month_insert" AFTER INSERT OR DELETE ON "media" FOR EACH ROW EXECUTE FUNCTION "media_month_changes"();--> statement-breakpoint
CREATE TRIGGER "media_month_update" AFTER UPDATE ON "media" FOR EACH ROW
  WHEN (
    OLD.moderation_flagged IS DISTINCT FROM NEW.moderation_flagged
    OR OLD.needs_review IS DISTINCT FROM NEW.needs_review
    OR OLD.sampled IS DISTINCT FROM NEW.sampled
    OR OLD.waiting IS DISTINCT FROM NEW.waiting
    OR OLD.kept IS DISTINCT FROM NEW.kept
    OR OLD.source IS DISTINCT FROM NEW.source
    OR OLD.created_at IS DISTINCT FROM NEW.created_at
    OR OLD.account_id IS DISTINCT FROM NEW.account_id
  )
  EXECUTE FUNCTION "media_month_changes"();--> statement-breakpoint
-- Nobody writes items until this commits: every account that has any is here.
INSERT INTO "media_uncounted" ("account_id") SELECT "id" FROM "account";
