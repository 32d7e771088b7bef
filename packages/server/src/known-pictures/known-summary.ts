import type { KnownSummary } from '@clearframe/contract';
import { count, desc, eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { knownImport, knownPicture } from '../db/schema.ts';
import { readKnownSettings } from './known-settings.ts';

/** What an account knows, in figures, with its imported lists, the newest first. */
export async function knownSummary(context: Pick<Context, 'db'>, accountId: string): Promise<KnownSummary> {
  const { db } = context;
  const of = eq(knownPicture.accountId, accountId);
  const rows = await db
    .select({ list: knownPicture.list, importId: knownPicture.importId, pictures: count() })
    .from(knownPicture)
    .where(of)
    .groupBy(knownPicture.list, knownPicture.importId);
  const imports = await db
    .select()
    .from(knownImport)
    .where(eq(knownImport.accountId, accountId))
    .orderBy(desc(knownImport.createdAt), knownImport.id);
  const sum = (wanted: 'block' | 'allow') =>
    rows.filter(({ list }) => list === wanted).reduce((pictures, row) => pictures + row.pictures, 0);
  return {
    block: sum('block'),
    allow: sum('allow'),
    imports: imports.map(({ id, list, name, createdAt }) => ({
      id,
      list,
      name,
      created_at: createdAt.toISOString(),
      pictures: rows.find(({ importId }) => importId === id)?.pictures ?? 0,
    })),
    ...(await readKnownSettings(context, accountId)),
  };
}
