import { builtInLabels, type Label, type LabelContent } from '@clearframe/contract';
import { asc, eq } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { label } from '../db/schema.ts';
import { sha256 } from '../security/secrets.ts';

const isBuiltIn = new Set(builtInLabels.map(({ key }) => key));

/** Of a label that an account never changed, and so has no row: the same each time, and another for each account (UUID version 8). */
function builtInId(accountId: string, key: string): string {
  const digits = sha256(`label ${key} of ${accountId}`);
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(12, 15)}`, `8${digits.slice(15, 18)}`];
  return [...parts, digits.slice(18, 30)].join('-');
}

/** Every label of an account: the built-in ones as it left them, then its own, oldest first. */
export async function readLabels(db: Db | Tx, accountId: string): Promise<Label[]> {
  const rows = await db.select().from(label).where(eq(label.accountId, accountId)).orderBy(asc(label.createdAt), asc(label.id));
  const labels = rows.map(({ id, key, content }): Label => ({ id, key, ...content, built_in: isBuiltIn.has(key) }));
  const changed = new Map(labels.map((one) => [one.key, one]));
  const first = (content: LabelContent): Label =>
    changed.get(content.key) ?? { id: builtInId(accountId, content.key), ...content, built_in: true };
  return [...builtInLabels.map(first), ...labels.filter(({ built_in }) => !built_in)];
}
