-- concurrently
CREATE INDEX CONCURRENTLY "media_unread_picture" ON "media" USING btree ("account_id","writing_tries","id" DESC NULLS FIRST) WHERE "media"."writing_tries" is not null and "media"."video" is null;
