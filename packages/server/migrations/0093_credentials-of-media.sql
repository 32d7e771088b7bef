-- concurrently
CREATE INDEX CONCURRENTLY "media_account_credentials" ON "media" USING btree ("account_id",("content_credentials" ->> 'state'),"created_at" DESC NULLS FIRST,"id") WHERE ("media"."content_credentials" ->> 'state') <> 'none';
