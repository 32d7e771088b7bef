-- concurrently
CREATE INDEX CONCURRENTLY "delivery_lane" ON "delivery" USING btree ("webhook_id","next_attempt_at","id") WHERE "delivery"."state" = 'waiting';
