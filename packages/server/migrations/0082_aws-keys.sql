CREATE TABLE "aws_key" (
	"access_key_id" text PRIMARY KEY NOT NULL,
	"token_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "aws_key" ADD CONSTRAINT "aws_key_token_id_access_token_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."access_token"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "aws_key_token" ON "aws_key" USING btree ("token_id");