-- concurrently
CREATE INDEX CONCURRENTLY "media_author_verdict" ON "media" USING btree ("author_id","moderation_flagged","needs_review","sampled","waiting") WHERE "media"."author_id" is not null and "media"."kept";
