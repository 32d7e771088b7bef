import { type PolicyVerdict, type WhatIfExample, whatIfPageSize } from '@clearframe/contract';
import { and, desc, inArray, isNull } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { decision, media } from '../../db/schema.ts';
import { smallPlace, thumbnailPlace } from '../item/item-files.ts';
import { addressSigner } from '../item/present.ts';

/** An item that a change would judge otherwise. */
export type Flipped = { id: string; from: PolicyVerdict; to: PolicyVerdict };

type Shown = {
  /** Whether a person failed the item, of those that a person decided. */
  decisions: Map<string, boolean>;
  examples: WhatIfExample[];
};

/** What holds of the decisions of people, by item: the newest that was neither taken back nor overruled. */
async function standingDecisions(db: Db, ids: string[]): Promise<Map<string, boolean>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([decision.mediaId], { id: decision.mediaId, failed: decision.to })
    .from(decision)
    .where(and(inArray(decision.mediaId, ids), isNull(decision.undoneAt), isNull(decision.overruledAt)))
    .orderBy(decision.mediaId, desc(decision.at), desc(decision.id));
  return new Map(rows.map(({ id, failed }) => [id, failed]));
}

/** One page of the flipped items, with pictures, and what people decided about all of them. */
export async function showExamples(
  context: Pick<Context, 'clock' | 'db' | 'fileUrls'>,
  flipped: readonly Flipped[],
  page: number,
): Promise<Shown> {
  const decisions = await standingDecisions(
    context.db,
    flipped.map(({ id }) => id),
  );
  const wanted = flipped.slice((page - 1) * whatIfPageSize, page * whatIfPageSize);
  const ids = wanted.map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await context.db.select().from(media).where(inArray(media.id, ids));
  const sign = addressSigner(context);
  const examples = wanted.flatMap(({ id, from, to }): WhatIfExample[] => {
    const item = rows.find((row) => row.id === id);
    if (!item) return [];
    const place = item.legalHoldAt === null ? (smallPlace(item) ?? thumbnailPlace(item)) : null;
    const failed = decisions.get(id);
    const decided = failed === undefined ? null : failed ? 'failed' : 'passed';
    return [
      {
        id,
        from,
        to,
        decided,
        title: item.title ?? item.originalFilename,
        created_at: item.createdAt.toISOString(),
        thumbnail_url: place === null ? null : sign(place, 'image/webp', `${id}-small.webp`),
      },
    ];
  });
  return { decisions, examples };
}
