-- The security log is append-only: no statement of ours, and none smuggled in, rewrites what happened.
-- Only the removal of entries older than a year is let through (accounts/remove-expired.ts).
CREATE FUNCTION "security_event_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.created_at < now() - interval '365 days' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'security_event is append-only';
END;
$$;--> statement-breakpoint
CREATE TRIGGER "security_event_stays" BEFORE UPDATE OR DELETE ON "security_event"
  FOR EACH ROW EXECUTE FUNCTION "security_event_stays"();--> statement-breakpoint
CREATE TRIGGER "security_event_never_emptied" BEFORE TRUNCATE ON "security_event"
  FOR EACH STATEMENT EXECUTE FUNCTION "security_event_stays"();
