-- concurrently
CREATE INDEX CONCURRENTLY "usage_entry_id" ON "usage_entry" USING btree ("id");