-- The table as it is becomes the part for what lies in no month: a change of names, whatever its size. Months come beside it.
SET LOCAL lock_timeout = '400ms';--> statement-breakpoint
-- In the order in which others take them. A wait that is so short ends before PostgreSQL ends somebody else's for a ring of waits.
LOCK TABLE "media", "media_second" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
-- safe: the version before names no index, and finds its rows under the name of the table.
ALTER TABLE "media_second" RENAME TO "media_second_default";--> statement-breakpoint
-- safe: nobody names it.
ALTER TABLE "media_second_default" RENAME CONSTRAINT "media_second_media_id_second_pk" TO "media_second_default_pkey";--> statement-breakpoint
CREATE TABLE "media_second" (LIKE "media_second_default" INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE) PARTITION BY RANGE ("media_id");--> statement-breakpoint
ALTER TABLE "media_second" ADD CONSTRAINT "media_second_media_id_second_pk" PRIMARY KEY ("media_id", "second");--> statement-breakpoint
ALTER TABLE "media_second" ADD CONSTRAINT "media_second_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "media"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "media_second" ATTACH PARTITION "media_second_default" DEFAULT;