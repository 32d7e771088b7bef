ALTER TABLE "media" ADD COLUMN "pack" jsonb;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "media_objects"("item" "media") RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT object), '{}') FROM unnest(
    ARRAY[item.object_key, item.display_key, item.thumbnail_key, item.small_key, item.pack->>'key'] || ARRAY(
      SELECT regexp_replace(item.display_key, 'display([^/]*)$', 'second-' || still || '\1')
      FROM unnest(item.still_seconds) still WHERE item.display_key IS NOT NULL
    )
  ) object WHERE object IS NOT NULL;
$$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER "media_objects_replaced"
  AFTER UPDATE OF "object_key", "display_key", "thumbnail_key", "small_key", "still_seconds", "pack" ON "media" FOR EACH ROW
  WHEN (ROW(OLD.object_key, OLD.display_key, OLD.thumbnail_key, OLD.small_key, OLD.still_seconds, OLD.pack)
    IS DISTINCT FROM ROW(NEW.object_key, NEW.display_key, NEW.thumbnail_key, NEW.small_key, NEW.still_seconds, NEW.pack))
  EXECUTE FUNCTION "media_names_removal"();
