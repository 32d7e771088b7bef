-- concurrently
CREATE INDEX CONCURRENTLY "analysis_id" ON "analysis" USING btree ("id");