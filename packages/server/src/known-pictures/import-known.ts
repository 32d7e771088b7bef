import { AppError, type KnownImportQuery, type KnownImportResult, type KnownList, limits } from '@clearframe/contract';
import { and, count, eq, isNotNull, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { knownImport, knownPicture } from '../db/schema.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import type { KnownEditor } from './known-editor.ts';
import type { KnownLine } from './known-line.ts';
import { takePositions } from './remember.ts';

/** Hashes of one transaction: others who add to the account wait for it. */
const CHUNK = 2_000;

type Import = { id: string; accountId: string; list: KnownList; createdAt: Date };

/** @throws AppError known_full */
async function requireRoom({ db }: Pick<Context, 'db'>, accountId: string, more: number): Promise<void> {
  const imported = and(eq(knownPicture.accountId, accountId), isNotNull(knownPicture.importId));
  const [held] = await db.select({ hashes: count() }).from(knownPicture).where(imported);
  const [lists] = await db.select({ lists: count() }).from(knownImport).where(eq(knownImport.accountId, accountId));
  if ((held?.hashes ?? 0) + more > limits.knownPicturesMax || (lists?.lists ?? 0) >= limits.knownImportsMax)
    throw new AppError('known_full');
}

/** @returns how many were new */
async function addLines(tx: Tx, { id, accountId, list, createdAt }: Import, lines: readonly KnownLine[]): Promise<number> {
  const before = (await takePositions(tx, accountId, lines.length)) - lines.length;
  // One array a column: with a parameter for each value most of the time went into writing them.
  const added = await tx.execute(sql`
    insert into ${knownPicture} (account_id, list, import_id, decided_at, "position", pdq, quality, note)
    select ${accountId}::uuid, ${list}, ${id}::uuid, ${createdAt.toISOString()}::timestamptz, ${before} + line,
    decode(pdq, 'hex'), quality, note
    from unnest(${sql.param(lines.map(({ pdq }) => pdq))}::text[], ${sql.param(lines.map(({ quality }) => quality))}::int[],
      ${sql.param(lines.map(({ note }) => note))}::text[]) with ordinality as sent (pdq, quality, note, line)
    on conflict do nothing`);
  return added.rowCount ?? 0;
}

/**
 * Adds a list of hashes to what the account knows. What an import before it holds is left there, so that sending a file again, also
 * one that was cut off, changes nothing twice.
 * @throws AppError known_full
 */
export async function importKnown(
  context: Pick<Context, 'clock' | 'db'>,
  editor: KnownEditor,
  { list, name }: KnownImportQuery,
  lines: readonly KnownLine[],
): Promise<KnownImportResult> {
  const { clock, db } = context;
  const { accountId } = editor;
  const wanted = lines.filter(({ quality }) => quality === null || quality >= limits.knownQualityMin);
  await requireRoom(context, accountId, wanted.length);
  const at = clock.now();
  const [made] = await db.insert(knownImport).values({ accountId, list, name, createdAt: at }).returning();
  if (!made) throw new Error('The import was not stored');
  let added = 0;
  for (let from = 0; from < wanted.length; from += CHUNK)
    added += await db.transaction((tx) => addLines(tx, made, wanted.slice(from, from + CHUNK)));
  if (added === 0) await db.delete(knownImport).where(eq(knownImport.id, made.id));
  else await recordSecurityEvent(db, { kind: 'known.imported', ...editor, at, detail: `${list} list, ${added} hashes` });
  return {
    import: added === 0 ? null : { id: made.id, list, name, pictures: added, created_at: at.toISOString() },
    added,
    repeated: wanted.length - added,
    too_plain: lines.length - wanted.length,
  };
}
