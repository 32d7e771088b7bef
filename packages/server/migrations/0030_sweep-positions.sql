CREATE TABLE "sweep_position" (
	"step" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"id" uuid NOT NULL
);
--> statement-breakpoint
CREATE INDEX "delivery_waiting" ON "delivery" USING btree ("next_attempt_at","id") WHERE "delivery"."state" = 'waiting';