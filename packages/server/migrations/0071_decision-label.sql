-- concurrently
CREATE INDEX CONCURRENTLY "decision_label" ON "decision" USING btree ("label_id") WHERE "decision"."label_id" is not null;