ALTER TABLE "media" DROP CONSTRAINT "media_access_token_id_access_token_id_fk";
