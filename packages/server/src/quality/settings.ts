import type { QualitySettings } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { qualitySettings } from '../db/schema.ts';

/** What the account chose; nothing is drawn until it chooses. */
export async function readQualitySettings(db: Db | Tx, accountId: string): Promise<QualitySettings> {
  const [row] = await db.select().from(qualitySettings).where(eq(qualitySettings.accountId, accountId));
  return { sample_permille: row?.samplePermille ?? 0 };
}

/** Holds for what is judged from now on. Returns what is stored now. */
export async function saveQualitySettings(
  db: Db | Tx,
  { accountId, input, now }: { accountId: string; input: QualitySettings; now: Date },
): Promise<QualitySettings> {
  const chosen = { samplePermille: input.sample_permille, updatedAt: now };
  await db
    .insert(qualitySettings)
    .values({ accountId, ...chosen })
    .onConflictDoUpdate({ target: qualitySettings.accountId, set: chosen });
  return input;
}
