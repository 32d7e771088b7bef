import { findUnbalanced } from '../../billing/ledger-sums.ts';
import { checkObjects, writeCheck } from '../../moderation/item/check-objects.ts';
import { countFiles, grouped } from '../count-files.ts';
import type { OpenSides } from '../open-sides.ts';
import type { OperatorOutput } from '../run.ts';

const SHOWN = 20;

/**
 * Looks whether every file that a row names is there, and whether the ledger adds up.
 * @returns 1 when something does not
 */
export async function compare(sides: Pick<OpenSides, 'db' | 'storage'>, { print, complain }: OperatorOutput): Promise<number> {
  const { db } = sides;
  const missing: string[] = [];
  // One that was broken off compared other rows.
  await writeCheck(db, null);
  const told = { onUnknown: () => undefined, onMissing: (key: string) => void missing.push(key) };
  const checked = await checkObjects(sides, told, new Date());
  for (const key of missing.slice(0, SHOWN)) complain(`  missing  ${key}`);
  print(`${countFiles(checked.rows)} named by the database, ${grouped(checked.missing)} of them missing in storage.`);
  const { periods, unbalanced } = await findUnbalanced(db);
  for (const { accountId, id, counters, ledger } of unbalanced.slice(0, SHOWN))
    complain(`  account ${accountId}, period ${id}: counters ${counters}, ledger ${ledger}`);
  print(
    `${grouped(periods)} periods of frames, ${grouped(unbalanced.length)} of them with counters that are not the ledger's sums.`,
  );
  return checked.missing + unbalanced.length > 0 ? 1 : 0;
}
