import { eq, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { knownImport, knownPicture, knownState } from '../db/schema.ts';
import { type Authorized, authorize } from '../security/authorized.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import type { KnownRow } from './find-near.ts';
import type { KnownEditor } from './known-editor.ts';

type RemovalContext = Pick<Context, 'clock' | 'db'>;
type ImportRow = typeof knownImport.$inferSelect;
type Owner = { accountId: string };

/** @throws AppError known_not_found */
export async function findKnown({ db }: RemovalContext, owner: Owner, id: string): Promise<Authorized<KnownRow>> {
  const [row] = await db.select().from(knownPicture).where(eq(knownPicture.id, id));
  return authorize(row, owner, 'known_not_found');
}

/** @throws AppError known_import_not_found */
export async function findKnownImport({ db }: RemovalContext, owner: Owner, id: string): Promise<Authorized<ImportRow>> {
  const [row] = await db.select().from(knownImport).where(eq(knownImport.id, id));
  return authorize(row, owner, 'known_import_not_found');
}

/** The picture is known no more. A decision of its item stays; the next one has it known again. */
export async function removeKnown({ clock, db }: RemovalContext, editor: KnownEditor, row: Authorized<KnownRow>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(knownPicture).where(eq(knownPicture.id, row.id));
    await recordSecurityEvent(tx, { kind: 'known.removed', ...editor, at: clock.now(), detail: `${row.list} list` });
  });
}

/** Removes an imported list with all its hashes. */
export async function removeKnownImport(
  { clock, db }: RemovalContext,
  editor: KnownEditor,
  row: Authorized<ImportRow>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(knownImport).where(eq(knownImport.id, row.id));
    await tx
      .update(knownState)
      .set({ epoch: sql`${knownState.epoch} + 1` })
      .where(eq(knownState.accountId, row.accountId));
    await recordSecurityEvent(tx, { kind: 'known.import_removed', ...editor, at: clock.now(), detail: `${row.list} list` });
  });
}
