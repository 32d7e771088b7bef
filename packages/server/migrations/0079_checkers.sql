CREATE TABLE "checker" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"reject_status" integer NOT NULL,
	"on_error" text NOT NULL,
	"on_review" text,
	"keep" text,
	"timeout_ms" integer NOT NULL,
	"allow_from" text[] NOT NULL,
	"video_max_seconds" integer NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"secret_hash" text NOT NULL,
	"secret_sealed" text NOT NULL,
	"old_secret_hash" text,
	"old_secret_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "checker" ADD CONSTRAINT "checker_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "checker_secret" ON "checker" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "checker_old_secret" ON "checker" USING btree ("old_secret_hash");--> statement-breakpoint
CREATE INDEX "checker_account" ON "checker" USING btree ("account_id","created_at");