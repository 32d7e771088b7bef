ALTER TABLE "provider_task" ADD COLUMN "kind" text DEFAULT 'subscription' NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_task" ADD COLUMN "account_id" uuid;--> statement-breakpoint
CREATE INDEX "provider_task_account" ON "provider_task" USING btree ("account_id");