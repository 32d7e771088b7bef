-- concurrently
CREATE INDEX CONCURRENTLY "media_created_by" ON "media" USING btree ("created_by") WHERE "media"."created_by" is not null;