import { AppError, type DataExport, type ExportKind } from '@clearframe/contract';
import { and, eq, inArray } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/client.ts';
import { account, dataExport } from '../db/schema.ts';
import { type AuditBy, recordAudit } from '../security/record-audit.ts';
import { announceExport } from './announce-export.ts';
import { type ExportOwner, exportView, ofOwner } from './export-row.ts';

type RequestContext = Pick<Context, 'clock' | 'db' | 'live' | 'queue'>;

export type ExportRequest = {
  owner: ExportOwner;
  /** The program that asks, where the owner is no person. */
  by?: AuditBy;
  kind: ExportKind;
  /** What its maker reads again when the job runs. */
  parameters: unknown;
  /**
   * Counts the wish, once none runs. Outside of the transaction: a limit takes a connection of its own, and those who wait for the
   * lock may hold all of them.
   */
  count?: () => Promise<unknown>;
  /** What must happen exactly when the export is asked for. */
  also?: (tx: Tx) => Promise<unknown>;
};

async function refuseSecond(db: Db | Tx, owner: ExportOwner, kind: ExportKind): Promise<void> {
  const open = and(ofOwner(owner), eq(dataExport.kind, kind), inArray(dataExport.state, ['queued', 'running']));
  const [running] = await db.select({ id: dataExport.id }).from(dataExport).where(open).limit(1);
  if (running) throw new AppError('export_running');
}

/**
 * Asks for a file: row and job in one transaction. Of each kind one is made for a person at a time, and for programs.
 * @throws AppError export_running
 */
export async function requestExport(
  { clock, db, live, queue }: RequestContext,
  { owner, by: asker, kind, parameters, count, also }: ExportRequest,
): Promise<DataExport> {
  const { accountId, userId } = owner;
  await refuseSecond(db, owner, kind);
  await count?.();
  const row = await db.transaction(async (tx) => {
    // One request an account at a time: otherwise parallel ones would both see that none runs.
    await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('no key update');
    await refuseSecond(tx, owner, kind);
    const [made] = await tx
      .insert(dataExport)
      .values({ accountId, userId, kind, parameters, state: 'queued', createdAt: clock.now() })
      .returning();
    if (!made) throw new Error('The export was not stored');
    await queue.add('export-data', { exportId: made.id }, { tx, singletonKey: made.id });
    const subject = { type: 'export', id: made.id };
    const by = asker ?? (userId === null ? 'rule' : { userId });
    await recordAudit(tx, { accountId, by, action: 'export.requested', subject, detail: { kind }, at: made.createdAt });
    await also?.(tx);
    await announceExport(live, made, tx);
    return made;
  });
  return exportView(row);
}
