import { z } from 'zod';
import { createDb } from '../packages/server/src/db/client.ts';
import { runningPostgresUrl } from '../packages/server/src/db/embedded-postgres.ts';

const count = z.number();
const Ledger = z.object({
  /** Items in the database, acknowledged or not. */
  items: count,
  commits: count,
  /** Items with more than one commit. */
  chargedTwice: count,
  used: count,
  reserved: count,
});
export type Ledger = z.infer<typeof Ledger>;

/** What the ledger says, read from the database itself, over a connection of its own. */
export async function readLedgerAt(url: string): Promise<Ledger> {
  const { pool, close } = createDb({ url });
  try {
    const { rows } = await pool.query(`select
      (select count(*)::int from media) as items,
      (select count(*)::int from usage_entry where kind = 'commit') as commits,
      (select count(*)::int from (select media_id from usage_entry where kind = 'commit'
      group by 1 having count(*) > 1) t) as "chargedTwice",
      (select sum(used)::int from usage_period) as used,
      (select sum(reserved)::int from usage_period) as reserved`);
    return Ledger.parse(rows[0]);
  } finally {
    await close();
  }
}

/** Of the embedded database that runs on this data directory. */
export const readLedger = (dataDir: string): Promise<Ledger> => readLedgerAt(runningPostgresUrl(dataDir) ?? '');
