import { lte } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { webhook } from '../db/schema.ts';

/** Removes signing secrets that were replaced a day ago. Returns how many. */
export async function forgetOldSecrets({ clock, db }: Pick<Context, 'clock' | 'db'>): Promise<number> {
  const gone = await db
    .update(webhook)
    .set({ oldSecretSealed: null, oldSecretUntil: null })
    .where(lte(webhook.oldSecretUntil, clock.now()))
    .returning({ id: webhook.id });
  return gone.length;
}
