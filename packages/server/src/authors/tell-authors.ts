import type { AuthorAction, DataOfEvent } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { author } from '../db/schema.ts';
import { hooksThatHear, type QueueContext, queueDelivery } from '../webhooks/queue-delivery.ts';
import { actionNow, strikesOf } from './author-action.ts';
import { getAuthor } from './read-authors.ts';

const event = 'author.updated' as const;
type Data = DataOfEvent<typeof event>;
type Item = { id: string; accountId: string; authorId: string | null };

/** What holds for the author of an item before something changes, and the hooks that hear of it. */
export type AuthorBefore = { action: AuthorAction; hasStrike: boolean; hooks: string[] };

/** Whoever erases the author waits until the transaction ends, and finds what hooks are told. */
async function standingOf(
  tx: Tx,
  { id, authorId }: Item,
): Promise<(Omit<AuthorBefore, 'hooks'> & { externalId: string }) | null> {
  const days = sql`coalesce((select s.strike_days from author_settings s where s.account_id = a.account_id), 90)`;
  const { rows } = await tx.execute<{ externalId: string; action: AuthorAction; hasStrike: boolean }>(sql`
    select a.external_id as "externalId", ${actionNow} as action,
      exists (select from (${strikesOf(sql`a.id`, days)}) k where k.media_id = ${id}::uuid) as "hasStrike"
    from ${author} a where a.id = ${authorId}::uuid for key share of a`);
  return rows[0] ?? null;
}

/** For {@link tellOfStrikes}, before an item's decisions change; its row is locked. null = there is nobody to tell of. */
export async function authorBefore(tx: Tx, item: Item): Promise<AuthorBefore | null> {
  if (item.authorId === null) return null;
  const hooks = await hooksThatHear(tx, item.accountId, event);
  const standing = hooks.length === 0 ? null : await standingOf(tx, item);
  return standing && { ...standing, hooks };
}

type Told = Omit<Data, 'author'> & { decisionId?: string; undoDelayMs?: number; hooks?: string[] };
type Whom = { accountId: string; authorId: string; externalId: string };

async function tell(
  context: QueueContext,
  tx: Tx,
  { accountId, authorId, externalId }: Whom,
  { hooks, decisionId = undefined, undoDelayMs = 0, change, cause }: Told,
): Promise<void> {
  const news = {
    event,
    accountId,
    // It stays when the item goes: what the receiver does about the author stays, too.
    mediaId: null,
    subject: { type: 'author', id: authorId },
    // It waits with its decision for as long as that may be undone, and only then goes with it.
    decisionId: (undoDelayMs > 0 ? decisionId : undefined) ?? null,
    verdictAttempt: null,
    undoDelayMs,
    data: async () => ({ author: await getAuthor(tx, accountId, externalId), change, cause }),
  } as const;
  await queueDelivery(context, tx, news, hooks);
}

/** Tells hooks what a person or a program set by hand. The author's row is locked by that. */
export async function tellOfAction(context: QueueContext, tx: Tx, whom: Whom, by: Data['cause']['by']): Promise<void> {
  await tell(context, tx, whom, { change: 'action', cause: { by, decision_id: null, media_id: null } });
}

type Caused = Pick<Data['cause'], 'by'> & { decisionId: string | null; undoDelayMs?: number };

/**
 * Tells hooks of a strike that an item brought or took back, and of what strikes changed by themselves, once it can no longer be undone.
 * Undoing cancels that, so it tells nothing itself.
 */
export async function tellOfStrikes(
  context: QueueContext,
  tx: Tx,
  item: Item,
  before: AuthorBefore | null,
  { by, decisionId, undoDelayMs = 0 }: Caused,
): Promise<void> {
  const after = before && (await standingOf(tx, item));
  if (!after || item.authorId === null) return;
  const whom = { accountId: item.accountId, authorId: item.authorId, externalId: after.externalId };
  const where = { decision_id: decisionId, media_id: item.id };
  const how = { hooks: before.hooks, undoDelayMs, ...(decisionId === null ? {} : { decisionId }) };
  if (after.hasStrike !== before.hasStrike)
    await tell(context, tx, whom, { ...how, change: after.hasStrike ? 'strike' : 'strike_removed', cause: { by, ...where } });
  if (after.action !== before.action)
    await tell(context, tx, whom, { ...how, change: 'action', cause: { by: 'rule', ...where } });
}
