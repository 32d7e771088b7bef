CREATE TABLE "notice" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"acknowledged_at" timestamp with time zone,
	"due_at" timestamp with time zone NOT NULL,
	"item_url" text,
	"media_id" uuid,
	"copies" jsonb,
	"ground" text NOT NULL,
	"legal_reference" text,
	"explanation" text NOT NULL,
	"name" text,
	"email" text,
	"on_behalf_of" text,
	"signature" text,
	"reminded" integer DEFAULT 0 NOT NULL,
	"outcome" text,
	"label_key" text,
	"label_name" text,
	"decided_items" uuid[],
	"answer" text,
	"decided_at" timestamp with time zone,
	"decided_by" text
);
--> statement-breakpoint
CREATE TABLE "notice_settings" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"notice_hours" integer DEFAULT 168 NOT NULL,
	"intro" text DEFAULT '' NOT NULL,
	"form_id" text NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "decision" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_settings" ADD CONSTRAINT "notice_settings_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notice_number" ON "notice" USING btree ("account_id","number");--> statement-breakpoint
CREATE INDEX "notice_due" ON "notice" USING btree ("account_id","due_at","id") WHERE "notice"."outcome" is null;--> statement-breakpoint
CREATE INDEX "notice_open" ON "notice" USING btree ("due_at") WHERE "notice"."outcome" is null;--> statement-breakpoint
CREATE INDEX "notice_media" ON "notice" USING btree ("media_id") WHERE "notice"."media_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notice_settings_form" ON "notice_settings" USING btree ("form_id");