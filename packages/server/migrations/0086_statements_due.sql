-- concurrently
CREATE INDEX CONCURRENTLY "decision_statement_due" ON "decision" USING btree ("at","id") WHERE "decision"."statement_due";