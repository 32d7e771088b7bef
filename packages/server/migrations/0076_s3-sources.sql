CREATE TABLE "s3_object" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"bucket" text NOT NULL,
	"key" text NOT NULL,
	"version_id" text,
	"etag" text NOT NULL,
	"revision" text NOT NULL,
	"sequencer" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"media_id" uuid,
	"error" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tag_due_at" timestamp with time zone,
	"tag_attempts" integer DEFAULT 0 NOT NULL,
	"tagged_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "s3_object_once" UNIQUE("source_id","bucket","key","revision")
);
--> statement-breakpoint
CREATE TABLE "s3_source" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"endpoint" text NOT NULL,
	"region" text NOT NULL,
	"bucket" text NOT NULL,
	"prefix" text NOT NULL,
	"access_key_id" text NOT NULL,
	"secret_key_sealed" text NOT NULL,
	"path_style" boolean NOT NULL,
	"answer_tags" boolean NOT NULL,
	"is_active" boolean NOT NULL,
	"events_hash" text NOT NULL,
	"events_sealed" text NOT NULL,
	"old_events_hash" text,
	"old_events_until" timestamp with time zone,
	"last_event_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "s3_source_eventsHash_unique" UNIQUE("events_hash"),
	CONSTRAINT "s3_source_oldEventsHash_unique" UNIQUE("old_events_hash")
);
--> statement-breakpoint
ALTER TABLE "s3_object" ADD CONSTRAINT "s3_object_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "s3_object" ADD CONSTRAINT "s3_object_source_id_s3_source_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."s3_source"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "s3_source" ADD CONSTRAINT "s3_source_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "s3_object_source" ON "s3_object" USING btree ("source_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "s3_object_account" ON "s3_object" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "s3_object_media" ON "s3_object" USING btree ("media_id") WHERE "s3_object"."media_id" is not null;--> statement-breakpoint
CREATE INDEX "s3_object_waiting" ON "s3_object" USING btree ("next_attempt_at") WHERE "s3_object"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "s3_object_tag" ON "s3_object" USING btree ("tag_due_at") WHERE "s3_object"."tag_due_at" is not null;--> statement-breakpoint
CREATE INDEX "s3_source_account" ON "s3_source" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE FUNCTION "s3_object_tags_due"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE s3_object SET tag_due_at = now() WHERE media_id = NEW.id;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "media_s3_object_tags" AFTER UPDATE OF "state", "moderation_flagged", "needs_review", "decided"
  ON "media" FOR EACH ROW
  WHEN (NEW.source = 's3' AND ROW(OLD.state, OLD.moderation_flagged, OLD.needs_review, OLD.decided)
    IS DISTINCT FROM ROW(NEW.state, NEW.moderation_flagged, NEW.needs_review, NEW.decided))
  EXECUTE FUNCTION "s3_object_tags_due"();
