CREATE TABLE "author_erasure" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"author_id" uuid,
	"external_id" text,
	"items" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"items_total" integer NOT NULL,
	"items_done" integer DEFAULT 0 NOT NULL,
	"withheld" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "data_export" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "statement" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "author_erasure" ADD CONSTRAINT "author_erasure_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "author_erasure_account" ON "author_erasure" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "author_erasure_open" ON "author_erasure" USING btree ("created_at") WHERE "author_erasure"."finished_at" is null;