CREATE TABLE "provider_task" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider" text NOT NULL,
	"ref" text NOT NULL,
	"subscription_id" uuid,
	"due_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payment_event" ALTER COLUMN "payment_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "provider_ref" text;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "price_cents" integer;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "pending_price_cents" integer;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "place_ref" text;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "place_url" text;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "charge_ref" text;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "provider_task_ref" ON "provider_task" USING btree ("provider","ref");--> statement-breakpoint
CREATE INDEX "provider_task_due" ON "provider_task" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_provider_ref" ON "subscription" USING btree ("provider","provider_ref");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_charge" ON "payment" USING btree ("provider","charge_ref");