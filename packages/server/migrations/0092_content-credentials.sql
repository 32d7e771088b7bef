ALTER TABLE "media" ADD COLUMN "content_credentials" jsonb;
