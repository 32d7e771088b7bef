DROP INDEX "usage_one_commit";--> statement-breakpoint
DROP INDEX "media_account_created";--> statement-breakpoint
DROP INDEX "media_account_flagged";--> statement-breakpoint
ALTER TABLE "usage_entry" ADD COLUMN "order" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "decision" ADD COLUMN "overruled_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "media_account_source" ON "media" USING btree ("account_id","source","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "media_account_review" ON "media" USING btree ("account_id","created_at" DESC NULLS FIRST,"id") WHERE "media"."needs_review" and not "media"."moderation_flagged";--> statement-breakpoint
CREATE INDEX "media_account_video" ON "media" USING btree ("account_id","created_at" DESC NULLS FIRST,"id") WHERE "media"."mime_type" like 'video/%';--> statement-breakpoint
CREATE UNIQUE INDEX "usage_one_commit" ON "usage_entry" USING btree ("media_id","order") WHERE "usage_entry"."kind" = 'commit';--> statement-breakpoint
CREATE INDEX "media_account_created" ON "media" USING btree ("account_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "media_account_flagged" ON "media" USING btree ("account_id","moderation_flagged","created_at" DESC NULLS FIRST);--> statement-breakpoint
-- Everything that a search looks at, as one text. Declared immutable, which joining an array of text by a plain sign is.
CREATE FUNCTION "media_search_text"("title" text, "file_name" text, "caption" text, "tags" text[]) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(title, '') || E'\n' || coalesce(file_name, '') || E'\n' || coalesce(caption, '') || E'\n' || array_to_string(tags, E'\n')
$$;--> statement-breakpoint
-- Finds parts of words among any number of items. A database whose owner may not add these two extensions (they are part of
-- PostgreSQL's own contrib) is searched all the same, item by item.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE EXTENSION IF NOT EXISTS btree_gin;
  CREATE INDEX "media_search" ON "media" USING gin ("account_id", media_search_text("title", "original_filename", "caption", "tags") gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE WARNING 'Content Review searches without an index: %', SQLERRM;
END;
$$;
