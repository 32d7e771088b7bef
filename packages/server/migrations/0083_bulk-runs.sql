CREATE TABLE "bulk_run" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"action" text NOT NULL,
	"label" text,
	"note" text,
	"state" text DEFAULT 'running' NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"claimed" integer DEFAULT 0 NOT NULL,
	"decided" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"undone" integer DEFAULT 0 NOT NULL,
	"undo_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "bulk_run_item" (
	"run_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"media_id" uuid NOT NULL,
	"last_decision" uuid,
	"outcome" text,
	"decision_id" uuid,
	CONSTRAINT "bulk_run_item_run_id_position_pk" PRIMARY KEY("run_id","position")
);
--> statement-breakpoint
ALTER TABLE "bulk_run" ADD CONSTRAINT "bulk_run_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_run" ADD CONSTRAINT "bulk_run_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_run_item" ADD CONSTRAINT "bulk_run_item_run_id_bulk_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."bulk_run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_run_account" ON "bulk_run" USING btree ("account_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "bulk_run_user" ON "bulk_run" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "bulk_run_open" ON "bulk_run" USING btree ("created_at") WHERE "bulk_run"."state" in ('running', 'undoing');--> statement-breakpoint
CREATE INDEX "bulk_run_finished" ON "bulk_run" USING btree ("finished_at") WHERE "bulk_run"."finished_at" is not null;