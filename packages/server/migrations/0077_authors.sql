CREATE TABLE "author" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"name" text,
	"url" text,
	"joined_at" timestamp with time zone,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"action" text DEFAULT 'none' NOT NULL,
	"action_reason" text,
	"action_until" timestamp with time zone,
	"action_by" jsonb
);
--> statement-breakpoint
CREATE TABLE "author_settings" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"strike_days" integer NOT NULL,
	"strikes_to_watch" integer NOT NULL,
	"strikes_to_block" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "decision" ADD COLUMN "strikes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "author_id" uuid;--> statement-breakpoint
ALTER TABLE "author" ADD CONSTRAINT "author_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "author_settings" ADD CONSTRAINT "author_settings_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "author_external" ON "author" USING btree ("account_id","external_id");--> statement-breakpoint
CREATE INDEX "author_newest" ON "author" USING btree ("account_id","first_seen_at" DESC NULLS FIRST,"id");