CREATE TABLE "quality_tally" (
	"account_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"categories" text[] NOT NULL,
	"by_keywords" boolean NOT NULL,
	"by_match" boolean DEFAULT false NOT NULL,
	"flagged_by" text[] DEFAULT '{}' NOT NULL,
	"analysis_version" text NOT NULL,
	"policy_version" text NOT NULL,
	"sample_permille" integer NOT NULL,
	"sampled" boolean NOT NULL,
	"delta" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quality_uncounted" (
	"account_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "quality_tally" ADD CONSTRAINT "quality_tally_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality_uncounted" ADD CONSTRAINT "quality_uncounted_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quality_tally_account" ON "quality_tally" USING btree ("account_id");--> statement-breakpoint
CREATE FUNCTION "quality_tally_of_many"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO quality_tally (account_id, outcome, categories, by_keywords, by_match, flagged_by, analysis_version, policy_version,
      sample_permille, sampled, delta)
    SELECT account_id, outcome, categories, by_keywords, by_match, flagged_by, analysis_version, policy_version, sample_permille, sampled,
      CASE WHEN TG_OP = 'INSERT' THEN count(*) ELSE -count(*) END
    FROM changed
    -- When the account itself goes, its sums go with it.
    WHERE newest AND (TG_OP = 'INSERT' OR EXISTS (SELECT FROM account WHERE id = account_id))
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "quality_tally_of_one"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO quality_tally (account_id, outcome, categories, by_keywords, by_match, flagged_by, analysis_version, policy_version,
      sample_permille, sampled, delta)
    SELECT one.account_id, one.outcome, one.categories, one.by_keywords, one.by_match, one.flagged_by, one.analysis_version,
      one.policy_version, one.sample_permille, one.sampled, change.delta
    FROM (VALUES (OLD, -1), (NEW, 1)) change (was, delta), LATERAL (SELECT (change.was).*) one
    WHERE one.newest;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "quality_tally_insert" AFTER INSERT ON "machine_verdict" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "quality_tally_of_many"();--> statement-breakpoint
CREATE TRIGGER "quality_tally_delete" AFTER DELETE ON "machine_verdict" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION "quality_tally_of_many"();--> statement-breakpoint
CREATE TRIGGER "quality_tally_update" AFTER UPDATE ON "machine_verdict" FOR EACH ROW
  WHEN (OLD.newest OR NEW.newest) EXECUTE FUNCTION "quality_tally_of_one"();--> statement-breakpoint
-- Nobody writes results until this commits: every account that has any is here.
INSERT INTO "quality_uncounted" ("account_id") SELECT "id" FROM "account";
