CREATE TABLE "media_second" (
	"media_id" uuid NOT NULL,
	"second" integer NOT NULL,
	"scores" jsonb NOT NULL,
	"flagged" boolean NOT NULL,
	"needs_review" boolean NOT NULL,
	"same_as" integer,
	CONSTRAINT "media_second_media_id_second_pk" PRIMARY KEY("media_id","second")
);
--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "video" jsonb;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "seconds_done" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "still_seconds" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "media_second" ADD CONSTRAINT "media_second_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;