CREATE TABLE "machine_verdict" (
	"media_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"account_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"categories" text[] NOT NULL,
	"by_keywords" boolean NOT NULL,
	"analysis_version" text NOT NULL,
	"policy_version" text NOT NULL,
	"newest" boolean NOT NULL,
	"sample_permille" integer NOT NULL,
	"sampled" boolean NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "machine_verdict_media_id_attempt_pk" PRIMARY KEY("media_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "quality_settings" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"sample_permille" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "decision" ADD COLUMN "account_id" uuid;--> statement-breakpoint
UPDATE "decision" SET "account_id" = "media"."account_id" FROM "media" WHERE "media"."id" = "decision"."media_id";--> statement-breakpoint
ALTER TABLE "decision" ALTER COLUMN "account_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "decision" ADD COLUMN "attempt" integer;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "sampled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "machine_verdict" ADD CONSTRAINT "machine_verdict_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "machine_verdict" ADD CONSTRAINT "machine_verdict_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality_settings" ADD CONSTRAINT "quality_settings_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "machine_verdict_account" ON "machine_verdict" USING btree ("account_id","at");--> statement-breakpoint
ALTER TABLE "decision" ADD CONSTRAINT "decision_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "decision_account" ON "decision" USING btree ("account_id","media_id");--> statement-breakpoint
CREATE INDEX "media_account_sample" ON "media" USING btree ("account_id","created_at" DESC NULLS FIRST,"id") WHERE "media"."sampled" and not "media"."moderation_flagged";--> statement-breakpoint
UPDATE "decision" SET "attempt" = (
  SELECT max("analysis"."attempt") FROM "analysis" WHERE "analysis"."media_id" = "decision"."media_id" AND "analysis"."created_at" <= "decision"."at"
);--> statement-breakpoint
INSERT INTO "machine_verdict" ("media_id", "attempt", "account_id", "outcome", "categories", "by_keywords", "analysis_version", "policy_version", "newest", "sample_permille", "sampled", "at")
  SELECT "analysis"."media_id", "analysis"."attempt", "media"."account_id",
    CASE WHEN NOT (moderation->>'passed')::boolean THEN 'flagged' WHEN (moderation->'ai_analysis'->>'needs_review')::boolean THEN 'review' ELSE 'safe' END,
    ARRAY(SELECT jsonb_array_elements_text(moderation->'ai_analysis'->'flagged_categories')),
    NOT (moderation->'keyword_check'->>'passed')::boolean,
    analysis->>'analysis_version', moderation->>'policy_version',
    "analysis"."attempt" = max("analysis"."attempt") OVER (PARTITION BY "analysis"."media_id"), 0, false, "analysis"."created_at"
  FROM "analysis" JOIN "media" ON "media"."id" = "analysis"."media_id";--> statement-breakpoint
CREATE FUNCTION "media_tally_state"("flagged" boolean, "needs_review" boolean, "sampled" boolean) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN flagged IS NULL THEN 'not_checked' WHEN flagged THEN 'flagged' WHEN needs_review THEN 'review' WHEN sampled THEN 'sample' ELSE 'safe' END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "media_tally_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    -- When the account itself goes, its sums go with it.
    IF TG_OP = 'UPDATE' OR EXISTS (SELECT FROM account WHERE id = OLD.account_id) THEN
      INSERT INTO media_tally (account_id, day, state, delta) VALUES
        (OLD.account_id, (OLD.created_at AT TIME ZONE 'UTC')::date, media_tally_state(OLD.moderation_flagged, OLD.needs_review, OLD.sampled), -1);
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO media_tally (account_id, day, state, delta) VALUES
      (NEW.account_id, (NEW.created_at AT TIME ZONE 'UTC')::date, media_tally_state(NEW.moderation_flagged, NEW.needs_review, NEW.sampled), 1);
  END IF;
  RETURN NULL;
END;
$$;--> statement-breakpoint
DROP FUNCTION "media_tally_state"(boolean, boolean);--> statement-breakpoint
DROP TRIGGER "media_tally_update" ON "media";--> statement-breakpoint
CREATE TRIGGER "media_tally_update" AFTER UPDATE ON "media" FOR EACH ROW
  WHEN (
    OLD.moderation_flagged IS DISTINCT FROM NEW.moderation_flagged
    OR OLD.needs_review IS DISTINCT FROM NEW.needs_review
    OR OLD.sampled IS DISTINCT FROM NEW.sampled
    OR OLD.created_at IS DISTINCT FROM NEW.created_at
    OR OLD.account_id IS DISTINCT FROM NEW.account_id
  )
  EXECUTE FUNCTION "media_tally_changes"();
