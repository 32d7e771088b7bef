import { StatementSettings, type StatementSettingsChange } from '@clearframe/contract';
import { eq, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/client.ts';
import { statementSettings } from '../db/schema.ts';
import { recordAudit } from '../security/record-audit.ts';

/** The defaults until they are saved for the first time. */
export async function readStatementSettings(db: Db | Tx, accountId: string): Promise<StatementSettings> {
  const [row] = await db.select().from(statementSettings).where(eq(statementSettings.accountId, accountId));
  if (!row) return StatementSettings.parse({});
  return {
    mode: row.mode,
    appeal_months: row.appealMonths,
    platform_name: row.platformName,
    contact: row.contact,
    out_of_court: row.outOfCourt,
    same_person_appeals: row.samePersonAppeals,
    appeal_intro: row.appealIntro,
    appeal_thanks: row.appealThanks,
    appeal_upheld: row.appealUpheld,
    appeal_reversed: row.appealReversed,
  };
}

/** They hold for statements that are written from now on. What is left out stays. */
export async function saveStatementSettings(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  { accountId, userId }: { accountId: string; userId: string },
  change: StatementSettingsChange,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Of two changes at once neither loses its part.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`statement settings of ${accountId}`}, 0))`);
    const before = await readStatementSettings(tx, accountId);
    const settings = StatementSettings.parse({ ...before, ...change });
    const row = {
      mode: settings.mode,
      appealMonths: settings.appeal_months,
      platformName: settings.platform_name,
      contact: settings.contact,
      outOfCourt: settings.out_of_court,
      samePersonAppeals: settings.same_person_appeals,
      appealIntro: settings.appeal_intro,
      appealThanks: settings.appeal_thanks,
      appealUpheld: settings.appeal_upheld,
      appealReversed: settings.appeal_reversed,
      ...(settings.mode === 'all' && before.mode !== 'all' ? { allSince: clock.now() } : {}),
    };
    await tx
      .insert(statementSettings)
      .values({ accountId, ...row })
      .onConflictDoUpdate({ target: statementSettings.accountId, set: row });
    const { mode, appeal_months, same_person_appeals } = settings;
    const detail = { mode, appeal_months, same_person_appeals };
    await recordAudit(tx, { accountId, by: { userId }, action: 'statement_settings.changed', detail, at: clock.now() });
  });
}
