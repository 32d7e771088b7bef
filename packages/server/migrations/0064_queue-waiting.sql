-- concurrently
CREATE INDEX CONCURRENTLY "media_account_waiting" ON "media" USING btree ("account_id","created_at" DESC NULLS FIRST,"id") WHERE "media"."waiting";
