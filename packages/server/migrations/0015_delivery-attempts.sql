CREATE TABLE "delivery_attempt" (
	"delivery_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status" integer,
	"error" text,
	"response" text,
	CONSTRAINT "delivery_attempt_delivery_id_number_pk" PRIMARY KEY("delivery_id","number")
);
--> statement-breakpoint
ALTER TABLE "delivery" ADD COLUMN "attempts_before" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery" ADD COLUMN "accepted_at" timestamp with time zone;--> statement-breakpoint
UPDATE "delivery" SET "accepted_at" = "finished_at" WHERE "state" = 'delivered';--> statement-breakpoint
ALTER TABLE "webhook" ADD COLUMN "old_secret_sealed" text;--> statement-breakpoint
ALTER TABLE "webhook" ADD COLUMN "old_secret_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "delivery_attempt" ADD CONSTRAINT "delivery_attempt_delivery_id_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_open" ON "delivery" USING btree ("webhook_id","created_at") WHERE "delivery"."state" in ('waiting', 'failed');