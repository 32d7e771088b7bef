CREATE TABLE "claim" (
	"media_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_by" uuid
);
--> statement-breakpoint
ALTER TABLE "claim" ADD CONSTRAINT "claim_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim" ADD CONSTRAINT "claim_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim" ADD CONSTRAINT "claim_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "claim_id" ON "claim" USING btree ("id");--> statement-breakpoint
CREATE INDEX "claim_account" ON "claim" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "claim_user" ON "claim" USING btree ("user_id");