ALTER TABLE "access_token" ADD COLUMN "scopes" text[] DEFAULT '{"upload","read","decide"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "decision" ADD COLUMN "token_name" text;