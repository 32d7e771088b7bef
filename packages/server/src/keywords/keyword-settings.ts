import { type KeywordSettings, type KeywordSettingsInput, tidyKeywords } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { keywordSettings } from '../db/schema.ts';

/** Both lists of an account; empty until they are saved for the first time. */
export async function readKeywordSettings(db: Db | Tx, accountId: string): Promise<KeywordSettings> {
  const [row] = await db.select().from(keywordSettings).where(eq(keywordSettings.accountId, accountId));
  return { requiredKeywords: row?.required ?? [], forbiddenKeywords: row?.forbidden ?? [] };
}

/** Replaces both lists (one record an account), without blanks and repeats. Returns what is stored now. */
export async function saveKeywordSettings(
  db: Db | Tx,
  { accountId, input, now }: { accountId: string; input: KeywordSettingsInput; now: Date },
): Promise<KeywordSettings> {
  const lists = { required: tidyKeywords(input.required_keywords), forbidden: tidyKeywords(input.forbidden_keywords) };
  await db
    .insert(keywordSettings)
    .values({ accountId, ...lists, updatedAt: now })
    .onConflictDoUpdate({ target: keywordSettings.accountId, set: { ...lists, updatedAt: now } });
  return { requiredKeywords: lists.required, forbiddenKeywords: lists.forbidden };
}
