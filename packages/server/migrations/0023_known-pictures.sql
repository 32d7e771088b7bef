CREATE TABLE "known_import" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_picture" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"list" text NOT NULL,
	"pdq" "bytea" NOT NULL,
	"quality" integer,
	"media_id" uuid,
	"import_id" uuid,
	"note" text,
	"decided_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_state" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"pass_known" boolean DEFAULT false NOT NULL,
	"last_position" bigint DEFAULT 0 NOT NULL,
	"epoch" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "known_import" ADD CONSTRAINT "known_import_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_picture" ADD CONSTRAINT "known_picture_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_picture" ADD CONSTRAINT "known_picture_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_picture" ADD CONSTRAINT "known_picture_import_id_known_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."known_import"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_state" ADD CONSTRAINT "known_state_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_import_account" ON "known_import" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "known_picture_position" ON "known_picture" USING btree ("account_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "known_picture_media" ON "known_picture" USING btree ("media_id");--> statement-breakpoint
CREATE UNIQUE INDEX "known_picture_imported" ON "known_picture" USING btree ("account_id","list","pdq") WHERE "known_picture"."import_id" is not null;--> statement-breakpoint
CREATE INDEX "known_picture_list" ON "known_picture" USING btree ("account_id","list","decided_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "known_picture_import" ON "known_picture" USING btree ("import_id");