-- The table as it is becomes the part for what lies in no month: a change of names, whatever its size. Months come beside it.
SET LOCAL lock_timeout = '400ms';--> statement-breakpoint
-- In the order in which others take them. A wait that is so short ends before PostgreSQL ends somebody else's for a ring of waits.
LOCK TABLE "usage_period", "usage_entry" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
-- safe: the version before names no index, and finds its rows under the name of the table.
ALTER TABLE "usage_entry" RENAME TO "usage_entry_default";--> statement-breakpoint
ALTER TABLE "usage_entry_default" DROP CONSTRAINT "usage_entry_pkey";--> statement-breakpoint
DROP TRIGGER "usage_tally_commit" ON "usage_entry_default";--> statement-breakpoint
-- safe: nobody names an index.
ALTER INDEX "usage_entry_id" RENAME TO "usage_entry_default_id";--> statement-breakpoint
-- safe: nobody names an index.
ALTER INDEX "usage_entry_period" RENAME TO "usage_entry_default_period";--> statement-breakpoint
-- safe: nobody names an index.
ALTER INDEX "usage_one_commit" RENAME TO "usage_entry_default_usage_one_commit";--> statement-breakpoint
-- safe: nobody names an index.
ALTER INDEX "usage_one_final" RENAME TO "usage_entry_default_usage_one_final";--> statement-breakpoint
-- safe: nobody names an index.
ALTER INDEX "usage_one_reserve" RENAME TO "usage_entry_default_usage_one_reserve";--> statement-breakpoint
CREATE TABLE "usage_entry" (LIKE "usage_entry_default" INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE) PARTITION BY RANGE ("media_id");--> statement-breakpoint
CREATE INDEX "usage_entry_id" ON "usage_entry" ("id");--> statement-breakpoint
CREATE INDEX "usage_entry_period" ON "usage_entry" ("period_id", "created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "usage_one_commit" ON "usage_entry" ("media_id", "order") WHERE "kind" = 'commit';--> statement-breakpoint
CREATE UNIQUE INDEX "usage_one_final" ON "usage_entry" ("media_id", "attempt") WHERE "kind" in ('commit', 'release');--> statement-breakpoint
CREATE UNIQUE INDEX "usage_one_reserve" ON "usage_entry" ("media_id", "attempt") WHERE "kind" = 'reserve';--> statement-breakpoint
ALTER TABLE "usage_entry" ADD CONSTRAINT "usage_entry_period_id_usage_period_id_fk" FOREIGN KEY ("period_id") REFERENCES "usage_period"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER SEQUENCE "usage_entry_id_seq" OWNED BY "usage_entry"."id";--> statement-breakpoint
CREATE TRIGGER "usage_tally_commit" AFTER INSERT ON "usage_entry" FOR EACH ROW
  WHEN (NEW.kind = 'commit' AND NEW.frames > 0)
  EXECUTE FUNCTION "usage_tally_add"();--> statement-breakpoint
ALTER TABLE "usage_entry" ATTACH PARTITION "usage_entry_default" DEFAULT;