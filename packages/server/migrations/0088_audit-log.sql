CREATE TABLE "audit_entry" (
	"account_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text,
	"actor_name" text,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text,
	"detail" jsonb NOT NULL,
	"prev_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_entry_account_id_seq_pk" PRIMARY KEY("account_id","seq")
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_waiting" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text,
	"actor_name" text,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text,
	"detail" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_head" ADD CONSTRAINT "audit_head_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_waiting" ADD CONSTRAINT "audit_waiting_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entry_action" ON "audit_entry" USING btree ("account_id","action","seq");--> statement-breakpoint
CREATE INDEX "audit_entry_at" ON "audit_entry" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "audit_waiting_account" ON "audit_waiting" USING btree ("account_id","id");--> statement-breakpoint
-- The audit log is append-only: no statement of ours, and none smuggled in, rewrites what happened. It goes with its account alone.
CREATE FUNCTION "audit_entry_stays"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM "account" WHERE "id" = OLD.account_id AND "deleted_at" IS NULL) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit_entry is append-only';
END;
$$;--> statement-breakpoint
CREATE TRIGGER "audit_entry_stays" BEFORE UPDATE OR DELETE ON "audit_entry"
  FOR EACH ROW EXECUTE FUNCTION "audit_entry_stays"();
