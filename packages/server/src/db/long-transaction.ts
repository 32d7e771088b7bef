import { sql } from 'drizzle-orm';
import type { Db, Tx } from './client.ts';
import { clientGraceMs } from './session-limits.ts';
import { withStatementMs } from './statement-limit.ts';

/**
 * A transaction that may take longer than `session-limits.ts` allows: with its statements, with waiting for a lock, or with what it does
 * between two statements. Such as the erasure of a large account.
 */
export function longTransaction<T>(db: Db, limitMs: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withStatementMs(limitMs + clientGraceMs, () =>
    db.transaction(async (tx) => {
      const set = (name: string) => sql`set_config(${name}, ${String(limitMs)}, true)`;
      const [statement, lock, idle] = [set('statement_timeout'), set('lock_timeout'), set('idle_in_transaction_session_timeout')];
      await tx.execute(sql`select ${statement}, ${lock}, ${idle}`);
      return await work(tx);
    }),
  );
}
