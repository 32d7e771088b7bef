CREATE TABLE "writing_backlog" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"run" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"total" integer,
	"done" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "writing_tries" integer;--> statement-breakpoint
ALTER TABLE "writing_backlog" ADD CONSTRAINT "writing_backlog_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;
