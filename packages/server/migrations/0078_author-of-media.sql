-- concurrently
CREATE INDEX CONCURRENTLY "media_author" ON "media" USING btree ("author_id","created_at" DESC NULLS FIRST,"id") WHERE "media"."author_id" is not null;