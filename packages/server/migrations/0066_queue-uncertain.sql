-- concurrently
CREATE INDEX CONCURRENTLY "media_account_uncertain" ON "media" USING btree ("account_id","margin" DESC NULLS FIRST,"id") WHERE "media"."waiting";
