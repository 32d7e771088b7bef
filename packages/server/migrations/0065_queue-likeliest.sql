-- concurrently
CREATE INDEX CONCURRENTLY "media_account_likeliest" ON "media" USING btree ("account_id","likelihood" DESC NULLS FIRST,"id") WHERE "media"."waiting";
