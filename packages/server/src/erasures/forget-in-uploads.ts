import { AuthorInput } from '@clearframe/contract';
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { tusUpload } from '../db/schema.ts';

/** Uploads that are looked at in one statement. */
const PAGE = 500;

type Whom = { accountId: string; externalId: string };

function names(fields: Record<string, string>, externalId: string): boolean {
  try {
    return AuthorInput.pick({ id: true }).safeParse(JSON.parse(fields['author'] ?? '')).data?.id === externalId;
  } catch {
    return false;
  }
}

const withoutPair = (sent: string): string =>
  sent
    .split(',')
    .filter((pair) => pair.trim().split(' ')[0] !== 'author')
    .join(',');

/**
 * Takes an author out of what resumable uploads say. Whoever sends a part of one at this moment has read it with its author: their lease
 * ends, what they do is undone, and they go on with what stands there now.
 * @param of open ones, each of which would bring the author back at its end, or those that have ended
 */
export async function forgetInUploads(db: Db | Tx, { accountId, externalId }: Whom, of: 'open' | 'ended'): Promise<void> {
  const states = of === 'open' ? (['open'] as const) : (['done', 'refused', 'expired'] as const);
  for (let last: string | undefined; ; ) {
    const some = await db
      .select({ id: tusUpload.id, fields: tusUpload.fields, sent: tusUpload.sentMetadata })
      .from(tusUpload)
      .where(
        and(
          eq(tusUpload.accountId, accountId),
          inArray(tusUpload.state, [...states]),
          sql`${tusUpload.fields} -> 'author' is not null`,
          last === undefined ? undefined : gt(tusUpload.id, last),
        ),
      )
      .orderBy(asc(tusUpload.id))
      .limit(PAGE);
    for (const { id, fields, sent } of some.filter((one) => names(one.fields, externalId))) {
      const { author: _author, ...left } = fields;
      await db
        .update(tusUpload)
        .set({ fields: left, sentMetadata: withoutPair(sent), leaseId: null, leaseUntil: null })
        .where(eq(tusUpload.id, id));
    }
    last = some.at(-1)?.id;
    if (some.length < PAGE) return;
  }
}
