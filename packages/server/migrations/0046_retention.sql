CREATE TABLE "retention" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"safe_days" integer,
	"flagged_days" integer,
	"results_days" integer,
	"logs_days" integer,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "retention_safe" CHECK ("retention"."safe_days" between 1 and 3650),
	CONSTRAINT "retention_flagged" CHECK ("retention"."flagged_days" between 1 and 3650),
	CONSTRAINT "retention_results" CHECK ("retention"."results_days" between 1 and 3650),
	CONSTRAINT "retention_logs" CHECK ("retention"."logs_days" between 30 and 3650)
);
--> statement-breakpoint
ALTER TABLE "retention" ADD CONSTRAINT "retention_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- The security log keeps a line for 365 days, as before. The job of retention says in its transaction that an account keeps its lines for
-- fewer. None goes before 30 days, and none that tells of a legal hold.
CREATE OR REPLACE FUNCTION "security_event_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  days integer := coalesce(nullif(current_setting('clearframe.logs_days', true), '')::integer, 365);
BEGIN
  IF OLD.kind IN ('media.held', 'media.released') THEN days := 365; END IF;
  IF TG_OP = 'DELETE' AND OLD.created_at < now() - make_interval(days => greatest(30, least(365, days))) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'security_event is append-only';
END;
$$;
