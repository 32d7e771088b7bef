CREATE TABLE "backup" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"target" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"files_stay_until" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"files" integer,
	"size_bytes" bigint
);
--> statement-breakpoint
CREATE TABLE "operator_log" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text,
	"reason" text,
	"detail" jsonb
);
--> statement-breakpoint
-- What operators did stays as it was written: no statement of ours, and none smuggled in, changes or removes an entry.
CREATE FUNCTION "operator_log_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'operator_log is append-only';
END;
$$;--> statement-breakpoint
CREATE TRIGGER "operator_log_stays" BEFORE UPDATE OR DELETE ON "operator_log"
  FOR EACH ROW EXECUTE FUNCTION "operator_log_stays"();--> statement-breakpoint
CREATE TRIGGER "operator_log_never_emptied" BEFORE TRUNCATE ON "operator_log"
  FOR EACH STATEMENT EXECUTE FUNCTION "operator_log_stays"();
