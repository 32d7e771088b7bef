import { type DoorSettings, type DoorSettingsInput, defaultDoorSettings } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/client.ts';
import { account, doorSettings } from '../../db/schema.ts';
import type { Client } from '../../security/client-address.ts';
import { recordSecurityEvent } from '../../security/security-events.ts';

/** How the account's doors answer. */
export async function readDoorSettings(db: Db | Tx, accountId: string): Promise<DoorSettings> {
  const [row] = await db.select().from(doorSettings).where(eq(doorSettings.accountId, accountId));
  if (!row) return defaultDoorSettings;
  const { keep, onReview, misskeyOnError, mcpDecisions } = row;
  return { keep, on_review: onReview, misskey_on_error: misskeyOnError, mcp_decisions: mcpDecisions };
}

/** Changes some of it; two changes of one moment both hold. Returns what is stored now. @param by the person, for the security log */
export async function saveDoorSettings(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  accountId: string,
  input: DoorSettingsInput,
  by?: { userId: string; client: Client },
): Promise<DoorSettings> {
  return await db.transaction(async (tx) => {
    await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('no key update');
    const saved = { ...(await readDoorSettings(tx, accountId)), ...input };
    const values = {
      keep: saved.keep,
      onReview: saved.on_review,
      misskeyOnError: saved.misskey_on_error,
      mcpDecisions: saved.mcp_decisions,
      updatedAt: clock.now(),
    };
    await tx
      .insert(doorSettings)
      .values({ accountId, ...values })
      .onConflictDoUpdate({ target: doorSettings.accountId, set: values });
    const detail = Object.entries(input)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ');
    if (by) await recordSecurityEvent(tx, { kind: 'doors.changed', accountId, ...by, detail, at: values.updatedAt });
    return saved;
  });
}
