CREATE TABLE "tus_piece" (
	"upload_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"object_key" text NOT NULL,
	CONSTRAINT "tus_piece_upload_id_position_pk" PRIMARY KEY("upload_id","position"),
	CONSTRAINT "tus_piece_objectKey_unique" UNIQUE("object_key")
);
--> statement-breakpoint
CREATE TABLE "tus_upload" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"access_token_id" uuid,
	"size_bytes" integer NOT NULL,
	"stored_bytes" integer DEFAULT 0 NOT NULL,
	"sent_metadata" text NOT NULL,
	"fields" jsonb NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"media_id" uuid,
	"lease_id" uuid,
	"lease_until" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tus_piece" ADD CONSTRAINT "tus_piece_upload_id_tus_upload_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."tus_upload"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tus_upload" ADD CONSTRAINT "tus_upload_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tus_upload" ADD CONSTRAINT "tus_upload_access_token_id_access_token_id_fk" FOREIGN KEY ("access_token_id") REFERENCES "public"."access_token"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tus_upload_account" ON "tus_upload" USING btree ("account_id","state");--> statement-breakpoint
CREATE INDEX "tus_upload_expiry" ON "tus_upload" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "tus_upload_token" ON "tus_upload" USING btree ("access_token_id");--> statement-breakpoint
CREATE FUNCTION "tus_piece_names_removal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO object_removal (key) VALUES (OLD.object_key) ON CONFLICT DO NOTHING;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "tus_piece_object_gone" AFTER DELETE ON "tus_piece" FOR EACH ROW
  EXECUTE FUNCTION "tus_piece_names_removal"();
