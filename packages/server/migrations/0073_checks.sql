CREATE TABLE "check_line" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"door" text NOT NULL,
	"token_id" uuid,
	"at" timestamp with time zone NOT NULL,
	"verdict" text NOT NULL,
	"flagged_categories" text[] NOT NULL,
	"policy_version" text
);
--> statement-breakpoint
CREATE TABLE "door_settings" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"keep" text NOT NULL,
	"on_review" text NOT NULL,
	"misskey_on_error" text NOT NULL,
	"mcp_decisions" boolean NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "kept" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "check_line" ADD CONSTRAINT "check_line_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_settings" ADD CONSTRAINT "door_settings_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "check_line_account" ON "check_line" USING btree ("account_id","at","id");--> statement-breakpoint
CREATE INDEX "check_line_at" ON "check_line" USING btree ("at");--> statement-breakpoint
-- A check is in no sum: only what is kept counts. One that is kept in the end counts from then on.
CREATE OR REPLACE FUNCTION "media_tally_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.kept THEN
    -- When the account itself goes, its sums go with it.
    IF TG_OP = 'UPDATE' OR EXISTS (SELECT FROM account WHERE id = OLD.account_id) THEN
      INSERT INTO media_tally (account_id, day, state, delta) VALUES
        (OLD.account_id, (OLD.created_at AT TIME ZONE 'UTC')::date, media_tally_state(OLD.moderation_flagged, OLD.needs_review, OLD.sampled), -1);
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.kept THEN
    INSERT INTO media_tally (account_id, day, state, delta) VALUES
      (NEW.account_id, (NEW.created_at AT TIME ZONE 'UTC')::date, media_tally_state(NEW.moderation_flagged, NEW.needs_review, NEW.sampled), 1);
  END IF;
  RETURN NULL;
END;
$$;--> statement-breakpoint
-- The trigger of updates runs for every other change, so that none counts twice.
CREATE TRIGGER "media_tally_kept" AFTER UPDATE OF kept ON "media" FOR EACH ROW
  WHEN (
    OLD.kept IS DISTINCT FROM NEW.kept
    AND OLD.moderation_flagged IS NOT DISTINCT FROM NEW.moderation_flagged
    AND OLD.needs_review IS NOT DISTINCT FROM NEW.needs_review
    AND OLD.sampled IS NOT DISTINCT FROM NEW.sampled
    AND OLD.created_at IS NOT DISTINCT FROM NEW.created_at
    AND OLD.account_id IS NOT DISTINCT FROM NEW.account_id
  )
  EXECUTE FUNCTION "media_tally_changes"();--> statement-breakpoint
CREATE OR REPLACE FUNCTION "media_is_waiting"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.waiting := NEW.kept AND NOT NEW.decided
    AND (coalesce(NEW.moderation_flagged, false) OR NEW.needs_review OR NEW.sampled OR NEW.state = 'failed');
  RETURN NEW;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "media_is_waiting_kept" BEFORE UPDATE OF kept ON "media"
  FOR EACH ROW EXECUTE FUNCTION "media_is_waiting"();--> statement-breakpoint
CREATE OR REPLACE FUNCTION "usage_tally_add"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_tally (account_id, period_id, day, source, token_id, token_name, frames)
    SELECT p.account_id, p.id, (NEW.created_at AT TIME ZONE 'UTC')::date,
      CASE WHEN NOT m.kept THEN 'check' ELSE coalesce(m.source, 'unknown') END, m.access_token_id, t.name, NEW.frames
    FROM usage_period p
      LEFT JOIN media m ON m.id = NEW.media_id
      LEFT JOIN access_token t ON t.id = m.access_token_id
    WHERE p.id = NEW.period_id
  ON CONFLICT (period_id, day, source, coalesce(token_id, '00000000-0000-0000-0000-000000000000'))
    DO UPDATE SET frames = usage_tally.frames + excluded.frames;
  RETURN NULL;
END;
$$;
