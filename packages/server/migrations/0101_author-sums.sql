CREATE TABLE "author_tally" (
	"account_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"state" text NOT NULL,
	"delta" integer NOT NULL,
	"folded" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "author_uncounted" (
	"account_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "author_tally" ADD CONSTRAINT "author_tally_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "author_uncounted" ADD CONSTRAINT "author_uncounted_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "author_tally_author" ON "author_tally" USING btree ("account_id","author_id");--> statement-breakpoint
CREATE INDEX "author_tally_fresh" ON "author_tally" USING btree ("account_id","author_id","state") WHERE not "author_tally"."folded";--> statement-breakpoint
CREATE FUNCTION "author_tally_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- When the account itself goes, its sums go with it.
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM account WHERE id = OLD.account_id) THEN
    RETURN NULL;
  END IF;
  -- What stays as it was is no change.
  INSERT INTO author_tally (account_id, author_id, state, delta)
    SELECT account_id, author_id, state, sum(delta)
    FROM (VALUES
      (OLD.account_id, OLD.author_id, media_tally_state(OLD.moderation_flagged, OLD.needs_review, OLD.sampled), -1, OLD.kept),
      (OLD.account_id, OLD.author_id, 'undecided', -1, OLD.waiting),
      (NEW.account_id, NEW.author_id, media_tally_state(NEW.moderation_flagged, NEW.needs_review, NEW.sampled), 1, NEW.kept),
      (NEW.account_id, NEW.author_id, 'undecided', 1, NEW.waiting)
    ) change (account_id, author_id, state, delta, counts)
    WHERE counts AND author_id IS NOT NULL
    GROUP BY 1, 2, 3 HAVING sum(delta) <> 0;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "author_tally_insert" AFTER INSERT ON "media" FOR EACH ROW
  WHEN (NEW.author_id IS NOT NULL) EXECUTE FUNCTION "author_tally_changes"();--> statement-breakpoint
CREATE TRIGGER "author_tally_delete" AFTER DELETE ON "media" FOR EACH ROW
  WHEN (OLD.author_id IS NOT NULL) EXECUTE FUNCTION "author_tally_changes"();--> statement-breakpoint
CREATE TRIGGER "author_tally_update" AFTER UPDATE ON "media" FOR EACH ROW
  WHEN (
    (OLD.author_id IS NOT NULL OR NEW.author_id IS NOT NULL) AND (
      OLD.author_id IS DISTINCT FROM NEW.author_id
      OR OLD.moderation_flagged IS DISTINCT FROM NEW.moderation_flagged
      OR OLD.needs_review IS DISTINCT FROM NEW.needs_review
      OR OLD.sampled IS DISTINCT FROM NEW.sampled
      OR OLD.waiting IS DISTINCT FROM NEW.waiting
      OR OLD.kept IS DISTINCT FROM NEW.kept
      OR OLD.account_id IS DISTINCT FROM NEW.account_id
    )
  )
  EXECUTE FUNCTION "author_tally_changes"();--> statement-breakpoint
-- Nobody writes items until this commits: every account that has any is here.
INSERT INTO "author_uncounted" ("account_id") SELECT "id" FROM "account";
