-- concurrently
CREATE INDEX CONCURRENTLY "media_unkept" ON "media" USING btree ("created_at") WHERE not "media"."kept";
