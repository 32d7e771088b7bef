CREATE TABLE "seen_second" (
	"media_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"second" integer NOT NULL,
	"seen" jsonb NOT NULL,
	CONSTRAINT "seen_second_media_id_attempt_second_pk" PRIMARY KEY("media_id","attempt","second")
);
--> statement-breakpoint
ALTER TABLE "seen_second" ADD CONSTRAINT "seen_second_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;