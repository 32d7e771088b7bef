CREATE TABLE "analyser_state" (
	"name" text PRIMARY KEY NOT NULL,
	"answered_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"fault" text
);
