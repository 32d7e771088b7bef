CREATE TABLE "exposure_break" (
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "exposure_break_account_id_user_id_pk" PRIMARY KEY("account_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "exposure_day" (
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "exposure_day_account_id_day_user_id_pk" PRIMARY KEY("account_id","day","user_id")
);
--> statement-breakpoint
CREATE TABLE "exposure_reveal" (
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"media_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "exposure_reveal_account_id_user_id_day_media_id_pk" PRIMARY KEY("account_id","user_id","day","media_id")
);
--> statement-breakpoint
CREATE TABLE "exposure_settings" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"per_hour" integer NOT NULL,
	"per_day" integer NOT NULL,
	"break_minutes" integer NOT NULL,
	"greyscale" boolean NOT NULL,
	"blur" boolean NOT NULL,
	"mute" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "exposure_break" ADD CONSTRAINT "exposure_break_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exposure_break" ADD CONSTRAINT "exposure_break_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exposure_day" ADD CONSTRAINT "exposure_day_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exposure_day" ADD CONSTRAINT "exposure_day_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exposure_reveal" ADD CONSTRAINT "exposure_reveal_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exposure_reveal" ADD CONSTRAINT "exposure_reveal_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exposure_settings" ADD CONSTRAINT "exposure_settings_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exposure_break_user" ON "exposure_break" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "exposure_break_until" ON "exposure_break" USING btree ("until");--> statement-breakpoint
CREATE INDEX "exposure_day_day" ON "exposure_day" USING btree ("day");--> statement-breakpoint
CREATE INDEX "exposure_day_user" ON "exposure_day" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "exposure_reveal_day" ON "exposure_reveal" USING btree ("day");--> statement-breakpoint
CREATE INDEX "exposure_reveal_user" ON "exposure_reveal" USING btree ("user_id");