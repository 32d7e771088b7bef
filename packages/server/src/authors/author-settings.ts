import { AuthorSettings } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { authorSettings } from '../db/schema.ts';
import { recordAudit } from '../security/record-audit.ts';

/** The defaults until they are saved for the first time. */
export async function readAuthorSettings(db: Db, accountId: string): Promise<AuthorSettings> {
  const [row] = await db.select().from(authorSettings).where(eq(authorSettings.accountId, accountId));
  if (!row) return AuthorSettings.parse({});
  const { strikeDays: strike_days, strikesToWatch: strikes_to_watch, strikesToBlock: strikes_to_block } = row;
  return { strike_days, strikes_to_watch, strikes_to_block };
}

/** They hold at once, for strikes of before too. */
export async function saveAuthorSettings(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  { accountId, userId }: { accountId: string; userId: string },
  settings: AuthorSettings,
): Promise<void> {
  const { strike_days: strikeDays, strikes_to_watch: strikesToWatch, strikes_to_block: strikesToBlock } = settings;
  const row = { strikeDays, strikesToWatch, strikesToBlock };
  await db.transaction(async (tx) => {
    await tx
      .insert(authorSettings)
      .values({ accountId, ...row })
      .onConflictDoUpdate({ target: authorSettings.accountId, set: row });
    await recordAudit(tx, {
      accountId,
      by: { userId },
      action: 'author_settings.changed',
      detail: { ...settings },
      at: clock.now(),
    });
  });
}
