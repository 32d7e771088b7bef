CREATE TABLE "label" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"key" text NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "decision" ADD COLUMN "label_id" uuid;--> statement-breakpoint
ALTER TABLE "decision" ADD COLUMN "label_key" text;--> statement-breakpoint
ALTER TABLE "decision" ADD COLUMN "label_name" text;--> statement-breakpoint
ALTER TABLE "label" ADD CONSTRAINT "label_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "label_key" ON "label" USING btree ("account_id","key");