-- Processes remember a proved API token for seconds. Whatever changes one, or the periods by which an account is limited, is announced
-- when it commits: who wrote it need not think of it. `last_used_at` and the counters of a period are in no list, so uploads announce nothing.
CREATE FUNCTION "token_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('clearframe_token', OLD.account_id::text);
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "period_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('clearframe_token', (CASE WHEN TG_OP = 'DELETE' THEN OLD.account_id ELSE NEW.account_id END)::text);
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "token_changed" AFTER UPDATE OF "account_id", "name", "scopes", "expires_at", "is_active", "token_hash" OR DELETE
  ON "access_token" FOR EACH ROW EXECUTE FUNCTION "token_changed"();--> statement-breakpoint
CREATE TRIGGER "period_changed" AFTER INSERT OR UPDATE OF "plan_id", "allowance", "starts_at", "ends_at" OR DELETE
  ON "usage_period" FOR EACH ROW EXECUTE FUNCTION "period_changed"();
