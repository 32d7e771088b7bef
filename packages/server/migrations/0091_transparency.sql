CREATE TABLE "reported_statement" (
	"statement_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"state" text NOT NULL,
	"uuid" text,
	"errors" jsonb,
	"refused_hash" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transparency_run" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"dry_run" boolean NOT NULL,
	"state" text NOT NULL,
	"from_at" timestamp with time zone,
	"to_at" timestamp with time zone,
	"until" integer NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL,
	"valid" integer DEFAULT 0 NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "transparency_settings" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"api_url" text NOT NULL,
	"token_sealed" text,
	"territorial_scope" text[] NOT NULL,
	"content_language" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reported_statement" ADD CONSTRAINT "reported_statement_statement_id_statement_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statement"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reported_statement" ADD CONSTRAINT "reported_statement_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transparency_run" ADD CONSTRAINT "transparency_run_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transparency_settings" ADD CONSTRAINT "transparency_settings_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reported_statement_account" ON "reported_statement" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "transparency_run_account" ON "transparency_run" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "transparency_run_open" ON "transparency_run" USING btree ("created_at") WHERE "transparency_run"."finished_at" is null;