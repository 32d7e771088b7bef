CREATE TABLE "webhook_lane" (
	"webhook_id" uuid PRIMARY KEY NOT NULL,
	"owner" uuid,
	"lease_until" timestamp with time zone NOT NULL,
	"parked_until" timestamp with time zone,
	"concurrency" integer DEFAULT 4 NOT NULL,
	"is_slow" boolean DEFAULT false NOT NULL
);
