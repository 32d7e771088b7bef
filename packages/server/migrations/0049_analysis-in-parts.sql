-- The table as it is becomes the part for what lies in no month: a change of names, whatever its size. Months come beside it.
SET LOCAL lock_timeout = '400ms';--> statement-breakpoint
-- In the order in which others take them. A wait that is so short ends before PostgreSQL ends somebody else's for a ring of waits.
LOCK TABLE "media", "analysis" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
-- safe: the version before names no index, and finds its rows under the name of the table.
ALTER TABLE "analysis" RENAME TO "analysis_default";--> statement-breakpoint
ALTER TABLE "analysis_default" DROP CONSTRAINT "analysis_pkey";--> statement-breakpoint
ALTER TABLE "analysis_default" ADD CONSTRAINT "analysis_default_pkey" PRIMARY KEY USING INDEX "analysis_media_attempt";--> statement-breakpoint
-- safe: nobody names an index.
ALTER INDEX "analysis_id" RENAME TO "analysis_default_id";--> statement-breakpoint
CREATE TABLE "analysis" (LIKE "analysis_default" INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE) PARTITION BY RANGE ("media_id");--> statement-breakpoint
ALTER TABLE "analysis" ADD CONSTRAINT "analysis_media_id_attempt_pk" PRIMARY KEY ("media_id", "attempt");--> statement-breakpoint
CREATE INDEX "analysis_id" ON "analysis" ("id");--> statement-breakpoint
ALTER TABLE "analysis" ADD CONSTRAINT "analysis_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "media"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "analysis" ATTACH PARTITION "analysis_default" DEFAULT;