import { and, asc, inArray, type SQL } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { delivery } from '../db/schema.ts';

/**
 * Those deliveries, locked in the order of their ids before any is changed. Whoever changes several goes this way: of two that each wait
 * for a row of the other the database ends one, and that may be a person's request.
 */
export const inOrder = (tx: Tx, which: SQL | undefined): SQL | undefined =>
  and(
    which,
    inArray(delivery.id, tx.select({ id: delivery.id }).from(delivery).where(which).orderBy(asc(delivery.id)).for('update')),
  );
