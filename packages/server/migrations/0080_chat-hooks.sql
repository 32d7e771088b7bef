CREATE TABLE "chat_hook" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"url_sealed" text NOT NULL,
	"url_shown" text NOT NULL,
	"events" text[] NOT NULL,
	"digest_minutes" integer NOT NULL,
	"is_active" boolean NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"next_digest_at" timestamp with time zone NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_message" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"hook_id" uuid NOT NULL,
	"body" jsonb NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_told" (
	"hook_id" uuid NOT NULL,
	"media_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "chat_told_hook_id_media_id_pk" PRIMARY KEY("hook_id","media_id")
);
--> statement-breakpoint
ALTER TABLE "chat_hook" ADD CONSTRAINT "chat_hook_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_message" ADD CONSTRAINT "chat_message_hook_id_chat_hook_id_fk" FOREIGN KEY ("hook_id") REFERENCES "public"."chat_hook"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_told" ADD CONSTRAINT "chat_told_hook_id_chat_hook_id_fk" FOREIGN KEY ("hook_id") REFERENCES "public"."chat_hook"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_hook_account" ON "chat_hook" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "chat_hook_due" ON "chat_hook" USING btree ("next_digest_at");--> statement-breakpoint
CREATE INDEX "chat_message_due" ON "chat_message" USING btree ("hook_id","created_at");--> statement-breakpoint
CREATE INDEX "chat_message_created" ON "chat_message" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "chat_told_at" ON "chat_told" USING btree ("at");