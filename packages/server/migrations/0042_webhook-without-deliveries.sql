ALTER TABLE "delivery" DROP CONSTRAINT "delivery_account_id_account_id_fk";
--> statement-breakpoint
ALTER TABLE "delivery" DROP CONSTRAINT "delivery_webhook_id_webhook_id_fk";
