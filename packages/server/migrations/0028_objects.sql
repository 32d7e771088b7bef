CREATE TABLE "installation" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tidied_at" timestamp with time zone,
	"check_position" jsonb,
	CONSTRAINT "installation_only" CHECK ("installation"."only")
);
--> statement-breakpoint
CREATE TABLE "object_removal" (
	"key" text PRIMARY KEY NOT NULL,
	"not_before" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_object" (
	"key" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "object_removal_due" ON "object_removal" USING btree ("not_before");--> statement-breakpoint
CREATE INDEX "pending_object_created" ON "pending_object" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "pending_object_account" ON "pending_object" USING btree ("account_id");--> statement-breakpoint
CREATE FUNCTION "media_objects"("item" "media") RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT array_remove(ARRAY[item.object_key, item.display_key, item.thumbnail_key, item.small_key], NULL) || ARRAY(
    SELECT regexp_replace(item.display_key, 'display([^/]*)$', 'second-' || still || '\1')
    FROM unnest(item.still_seconds) still WHERE item.display_key IS NOT NULL
  );
$$;--> statement-breakpoint
CREATE FUNCTION "media_names_removal"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  named text[] := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN named := media_objects(NEW); END IF;
  INSERT INTO object_removal (key)
    SELECT was FROM unnest(media_objects(OLD)) was WHERE was <> ALL (named)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "media_objects_gone" AFTER DELETE ON "media" FOR EACH ROW
  EXECUTE FUNCTION "media_names_removal"();--> statement-breakpoint
CREATE TRIGGER "media_objects_replaced" AFTER UPDATE OF "object_key", "display_key", "thumbnail_key", "small_key", "still_seconds"
  ON "media" FOR EACH ROW
  WHEN (ROW(OLD.object_key, OLD.display_key, OLD.thumbnail_key, OLD.small_key, OLD.still_seconds)
    IS DISTINCT FROM ROW(NEW.object_key, NEW.display_key, NEW.thumbnail_key, NEW.small_key, NEW.still_seconds))
  EXECUTE FUNCTION "media_names_removal"();--> statement-breakpoint
CREATE FUNCTION "export_names_removal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO object_removal (key) VALUES (OLD.object_key) ON CONFLICT DO NOTHING;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "data_export_object_gone" AFTER DELETE ON "data_export" FOR EACH ROW
  WHEN (OLD.object_key IS NOT NULL)
  EXECUTE FUNCTION "export_names_removal"();
