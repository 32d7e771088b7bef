CREATE TABLE "usage_tally" (
	"account_id" uuid NOT NULL,
	"period_id" uuid NOT NULL,
	"day" date NOT NULL,
	"source" text NOT NULL,
	"token_id" uuid,
	"token_name" text,
	"frames" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "usage_tally" ADD CONSTRAINT "usage_tally_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_tally" ADD CONSTRAINT "usage_tally_period_id_usage_period_id_fk" FOREIGN KEY ("period_id") REFERENCES "public"."usage_period"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "usage_tally_one" ON "usage_tally" USING btree ("period_id","day","source",coalesce("token_id", '00000000-0000-0000-0000-000000000000'));--> statement-breakpoint
CREATE INDEX "usage_tally_account" ON "usage_tally" USING btree ("account_id","day");--> statement-breakpoint
INSERT INTO "usage_tally" ("account_id", "period_id", "day", "source", "token_id", "token_name", "frames")
  SELECT p.account_id, p.id, (e.created_at AT TIME ZONE 'UTC')::date, coalesce(m.source, 'unknown'), m.access_token_id, max(t.name), sum(e.frames)
  FROM usage_entry e
    JOIN usage_period p ON p.id = e.period_id
    LEFT JOIN media m ON m.id = e.media_id
    LEFT JOIN access_token t ON t.id = m.access_token_id
  WHERE e.kind = 'commit' AND e.frames > 0
  GROUP BY 1, 2, 3, 4, 5;--> statement-breakpoint
CREATE FUNCTION "usage_tally_add"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_tally (account_id, period_id, day, source, token_id, token_name, frames)
    SELECT p.account_id, p.id, (NEW.created_at AT TIME ZONE 'UTC')::date, coalesce(m.source, 'unknown'), m.access_token_id, t.name, NEW.frames
    FROM usage_period p
      LEFT JOIN media m ON m.id = NEW.media_id
      LEFT JOIN access_token t ON t.id = m.access_token_id
    WHERE p.id = NEW.period_id
  ON CONFLICT (period_id, day, source, coalesce(token_id, '00000000-0000-0000-0000-000000000000'))
    DO UPDATE SET frames = usage_tally.frames + excluded.frames;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "usage_tally_commit" AFTER INSERT ON "usage_entry" FOR EACH ROW
  WHEN (NEW.kind = 'commit' AND NEW.frames > 0)
  EXECUTE FUNCTION "usage_tally_add"();
