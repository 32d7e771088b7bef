import type { Notice } from '@clearframe/contract';
import { inArray } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/client.ts';
import { media, type notice } from '../db/schema.ts';

export type NoticeRow = typeof notice.$inferSelect;

/** What a notifier and their mails call it by: nobody can guess it, and it needs no row. */
const statusToken = ({ secrets }: Pick<Context, 'secrets'>, id: string): string => `${id}.${secrets.sign('notice', id)}`;

export const statusUrl = ({ config, secrets }: Pick<Context, 'config' | 'secrets'>, id: string): string =>
  `${config.publicUrl}/notice/status/${statusToken({ secrets }, id)}`;

type Item = { name: string; flagged: boolean | null };

/** The items that the notices name, as they are now. */
async function itemsOf(db: Db | Tx, rows: readonly NoticeRow[]): Promise<Map<string, Item>> {
  const ids = rows.flatMap(({ mediaId, copies }) => [
    ...(mediaId ? [mediaId] : []),
    ...(copies ?? []).map((copy) => copy.media_id),
  ]);
  if (ids.length === 0) return new Map();
  const { id, title, originalFilename, moderationFlagged } = media;
  const found = await db
    .select({ id, title, originalFilename, flagged: moderationFlagged })
    .from(media)
    .where(inArray(id, [...new Set(ids)]));
  return new Map(found.map((item) => [item.id, { name: item.title || item.originalFilename, flagged: item.flagged }]));
}

function decisionOf(row: NoticeRow): Notice['decision'] {
  const { outcome, labelKey: key, labelName: name, decidedItems, answer, decidedAt, decidedBy } = row;
  if (outcome === null || decidedAt === null) return null;
  const label = key === null ? null : { key, name: name ?? key };
  return {
    outcome,
    label,
    media_ids: decidedItems ?? [],
    answer: answer ?? '',
    at: decidedAt.toISOString(),
    by: decidedBy ?? '',
  };
}

function present(row: NoticeRow, items: ReadonlyMap<string, Item>, now: Date): Notice {
  const { name, email, onBehalfOf } = row;
  const linked = row.mediaId === null ? undefined : items.get(row.mediaId);
  const hasNotifier = name !== null || email !== null || onBehalfOf !== null;
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    source: row.source,
    status: row.outcome === null ? 'open' : 'decided',
    received_at: row.receivedAt.toISOString(),
    acknowledged_at: row.acknowledgedAt?.toISOString() ?? null,
    due_at: row.dueAt.toISOString(),
    overdue: row.outcome === null && row.dueAt <= now,
    item_url: row.itemUrl,
    media: row.mediaId !== null && linked ? { id: row.mediaId, name: linked.name } : null,
    copies: (row.copies ?? []).flatMap((copy) => {
      const item = items.get(copy.media_id);
      return item ? [{ ...copy, flagged: item.flagged }] : [];
    }),
    copies_searched: row.copies !== null,
    copies_complete: row.copies !== null && !row.copiesCut,
    ground: row.ground,
    legal_reference: row.legalReference,
    explanation: row.explanation,
    notifier: hasNotifier ? { name, email, on_behalf_of: onBehalfOf } : null,
    good_faith: true,
    signature: row.signature,
    decision: decisionOf(row),
  };
}

/** Notices as the API shows them: items that are gone are left out. */
export async function presentNotices(db: Db | Tx, rows: readonly NoticeRow[], now: Date): Promise<Notice[]> {
  const items = await itemsOf(db, rows);
  return rows.map((row) => present(row, items, now));
}
