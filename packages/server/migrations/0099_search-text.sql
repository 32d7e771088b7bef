-- The same text as before, which the index holds. PostgreSQL does not write a function of this kind into the query when it calls one that
-- may change, as array_to_string may: a function of SQL then costs four times as much as this one, for each item that a search looks at.
CREATE OR REPLACE FUNCTION "media_search_text"("title" text, "file_name" text, "caption" text, "tags" text[]) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN coalesce(title, '') || E'\n' || coalesce(file_name, '') || E'\n' || coalesce(caption, '') || E'\n' || array_to_string(tags, E'\n');
END;
$$;
