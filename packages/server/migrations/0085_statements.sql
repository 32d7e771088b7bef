CREATE TABLE "appeal" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"statement_id" uuid NOT NULL,
	"text" text NOT NULL,
	"email" text,
	"outcome" text,
	"answer" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid
);
--> statement-breakpoint
CREATE TABLE "statement" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"media_id" uuid NOT NULL,
	"decision_id" uuid,
	"attempt" integer,
	"author_id" text,
	"content" jsonb NOT NULL,
	"appeal_until" timestamp with time zone NOT NULL,
	"reversed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statement_settings" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"appeal_months" integer NOT NULL,
	"platform_name" text NOT NULL,
	"contact" text NOT NULL,
	"out_of_court" text NOT NULL,
	"same_person_appeals" boolean NOT NULL,
	"all_since" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "decision" ADD COLUMN "statement_due" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "appeal" ADD CONSTRAINT "appeal_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeal" ADD CONSTRAINT "appeal_statement_id_statement_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statement"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeal" ADD CONSTRAINT "appeal_decided_by_user_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement" ADD CONSTRAINT "statement_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_settings" ADD CONSTRAINT "statement_settings_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "appeal_statement" ON "appeal" USING btree ("statement_id");--> statement-breakpoint
CREATE INDEX "appeal_account" ON "appeal" USING btree ("account_id","received_at","id");--> statement-breakpoint
CREATE INDEX "appeal_decided_by" ON "appeal" USING btree ("decided_by") WHERE "appeal"."decided_by" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "statement_number" ON "statement" USING btree ("account_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_decision" ON "statement" USING btree ("decision_id");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_flag" ON "statement" USING btree ("media_id","attempt") WHERE "statement"."decision_id" is null;--> statement-breakpoint
CREATE INDEX "statement_media" ON "statement" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "statement_author" ON "statement" USING btree ("account_id","author_id") WHERE "statement"."author_id" is not null;