-- concurrently
CREATE INDEX CONCURRENTLY "decision_user" ON "decision" USING btree ("user_id") WHERE "decision"."user_id" is not null;