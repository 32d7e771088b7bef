import { AppError, type DataExport } from '@clearframe/contract';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { dataExport } from '../db/schema.ts';
import { type Authorized, authorize } from '../security/authorized.ts';

export type ExportRow = typeof dataExport.$inferSelect;
/** A person in an account; exports belong to both. null = the programs of the account. */
export type ExportOwner = { accountId: string; userId: string | null };

/** The export as the API shows it. */
export function exportView(row: ExportRow): DataExport {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    done: row.done,
    total: row.total,
    sizeBytes: row.sizeBytes,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}

/** @throws AppError unauthenticated for a caller that is no person */
export function requirePerson({ accountId, userId }: ExportOwner): { accountId: string; userId: string } {
  if (userId === null) throw new AppError('unauthenticated');
  return { accountId, userId };
}

export const ofOwner = ({ accountId, userId }: ExportOwner) =>
  and(eq(dataExport.accountId, accountId), userId === null ? isNull(dataExport.userId) : eq(dataExport.userId, userId));

/** What the person asked for in this account, newest first. */
export async function listExports({ db }: Pick<Context, 'db'>, owner: ExportOwner): Promise<DataExport[]> {
  const rows = await db.select().from(dataExport).where(ofOwner(owner)).orderBy(desc(dataExport.createdAt), dataExport.id);
  return rows.map(exportView);
}

/** @throws AppError export_not_found: there is none, or it is another person's or account's */
export async function findExport({ db }: Pick<Context, 'db'>, owner: ExportOwner, id: string): Promise<Authorized<ExportRow>> {
  const [row] = await db
    .select()
    .from(dataExport)
    .where(and(eq(dataExport.id, id), ofOwner(owner)));
  return authorize(row, owner, 'export_not_found');
}
