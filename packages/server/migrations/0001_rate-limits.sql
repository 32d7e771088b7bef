-- Written at every request: unlogged costs no flush; a crash of the database merely opens new windows.
CREATE UNLOGGED TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"uses" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_guard" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"locked_until" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "registration_email";--> statement-breakpoint
CREATE INDEX "rate_limit_end" ON "rate_limit" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "sign_in_guard_updated" ON "sign_in_guard" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "registration_link" ON "registration" USING btree ("link_hash");--> statement-breakpoint
CREATE INDEX "registration_created" ON "registration" USING btree ("created_at");