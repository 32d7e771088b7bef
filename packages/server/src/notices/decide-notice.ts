import { AppError, type DecideNoticeInput, limits, type NoticeOutcome } from '@clearframe/contract';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { media, notice, user } from '../db/schema.ts';
import { blockHash } from '../known-pictures/remember.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { noticeDecidedMail } from '../mail/templates/notice-mails.ts';
import { type DecideContext, type Decider, decideIn } from '../moderation/decide/decide.ts';
import type { DecisionRow } from '../moderation/item/decision-rows.ts';
import { recordAudit } from '../security/record-audit.ts';
import { platformName } from '../statements/platform-name.ts';
import { type FoundCopies, findCopies, hashOf, searchMs } from './find-copies.ts';
import { type NoticeRow, statusUrl } from './notice-row.ts';
import { lockOpenNotice } from './read-notices.ts';
import { tellOfNotice } from './tell-notices.ts';

type NoticeContext = DecideContext & Pick<Context, 'config' | 'secrets'>;

type Searched = FoundCopies & { mediaId: string };

const acts = (outcome: NoticeOutcome): boolean => outcome === 'removed' || outcome === 'restricted';

const refuse = (path: string, message: string): never => {
  throw new AppError('validation_failed', { message, errors: [{ path, message }] });
};

/** Copies as they are now: one may have come since the notice did. */
async function copiesNow(context: NoticeContext, { accountId }: Decider, id: string): Promise<Searched | null> {
  const [row] = await context.db.select().from(notice).where(eq(notice.id, id));
  if (!row || row.accountId !== accountId || row.kind !== 'take_it_down' || row.mediaId === null) return null;
  const found = await findCopies(context, accountId, row.mediaId, searchMs.answer);
  // Of a search that ended early: what an earlier one had the time to find counts, too.
  const known = found.isCut ? (row.copies ?? []) : [];
  const copies = new Map([...known, ...found.copies].map((copy) => [copy.media_id, copy]));
  return { mediaId: row.mediaId, copies: [...copies.values()], isCut: found.isCut };
}

/**
 * Locks all of these before the first is decided, in the order of their ids: a decision also locks what the account knows of pictures, and
 * whoever erases or decides one of the others holds that item while they wait for this.
 * @returns those that are there
 */
async function lockItems(tx: Tx, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  const which = and(eq(media.accountId, accountId), sql`${media.id} = any(${sql.param([...ids])}::uuid[])`, media.kept);
  const locked = await tx.select({ id: media.id }).from(media).where(which).orderBy(asc(media.id)).for('update');
  return new Set(locked.map(({ id }) => id));
}

/** Those copies that are there still: an earlier search may have found one that was deleted since. The item is locked with them. */
async function thoseLeft(tx: Tx, accountId: string, { mediaId, copies }: Searched): Promise<FoundCopies['copies']> {
  const left = await lockItems(tx, accountId, [mediaId, ...copies.map((copy) => copy.media_id)]);
  return copies.filter((copy) => left.has(copy.media_id));
}

/** The items that the decision fails. */
function itemsToFail(row: NoticeRow, { outcome, media_ids: named }: DecideNoticeInput, copies: readonly string[]): string[] {
  if (!acts(outcome)) return [];
  const ids = named ?? (row.mediaId === null ? [] : [row.mediaId, ...copies]);
  if (ids.length === 0) return refuse('media_ids', 'Link the notice to an item first, or name the items');
  return [...new Set(ids)].sort();
}

async function nameOf(tx: Tx, decider: Decider): Promise<string> {
  if (!('userId' in decider)) return decider.tokenName;
  const [person] = await tx.select({ name: user.name }).from(user).where(eq(user.id, decider.userId));
  return person?.name ?? '';
}

async function answerByMail(
  context: NoticeContext,
  tx: Tx,
  row: NoticeRow,
  { outcome, answer }: DecideNoticeInput,
): Promise<void> {
  if (row.email === null) return;
  const accountName = await platformName(tx, row.accountId);
  const link = { number: row.number, statusUrl: statusUrl(context, row.id) };
  await queueMail(context, noticeDecidedMail({ to: row.email, accountName, outcome, answer, ...link }), tx);
}

/**
 * Decides a notice, once: fails its items by the path of every decision, blocks the hash for the TAKE IT DOWN Act, and answers the
 * notifier, all in one transaction. An item of another account ends it, and nothing is done.
 * @throws AppError notice_not_found, notice_decided, media_not_found, second_person_needed, validation_failed
 */
export async function decideNotice(
  context: NoticeContext,
  decider: Decider,
  id: string,
  input: DecideNoticeInput,
): Promise<void> {
  const { outcome, label, answer, media_ids: named } = input;
  if (!acts(outcome) && (label !== undefined || named !== undefined))
    refuse(label === undefined ? 'media_ids' : 'label', 'Only removed and restricted take a reason and items');
  const searched = named === undefined && acts(outcome) ? await copiesNow(context, decider, id) : null;
  await context.db.transaction(async (tx) => {
    const row = await lockOpenNotice(tx, decider, id);
    // Linked elsewhere since: what was found is of another item.
    if (named === undefined && acts(outcome) && row.kind === 'take_it_down' && row.mediaId !== (searched?.mediaId ?? null))
      throw new AppError('decided_meanwhile');
    const copies = searched ? await thoseLeft(tx, row.accountId, searched) : null;
    const ids = itemsToFail(row, input, copies?.map((copy) => copy.media_id) ?? []);
    if (copies === null && ids.length > 1) await lockItems(tx, row.accountId, ids);
    let made: DecisionRow | undefined;
    const deciding = { verdict: 'fail', undoDelayMs: 0, note: `Notice ${row.number}`, label, override: true } as const;
    for (const mediaId of ids) {
      const one = await decideIn(context, tx, decider, mediaId, { ...deciding, source: row.source });
      // The notifier, and the hash, would be told of what nobody has agreed to yet.
      if (one.waitsSecond) refuse('label', 'This reason needs a second person. Fail the items first, then decide the notice.');
      if (made === undefined || mediaId === row.mediaId) made = one;
    }
    if (ids.length > 0 && row.kind === 'take_it_down' && row.mediaId !== null) {
      const hash = await hashOf({ db: tx }, row.mediaId);
      if (hash) await blockHash(tx, row.accountId, hash, { note: `Notice ${row.number}`, at: context.clock.now() });
    }
    const now = context.clock.now();
    const [decided] = await tx
      .update(notice)
      .set({
        outcome,
        answer,
        decidedItems: ids,
        // Where nobody had looked before: what was looked at now.
        copies: row.copies ?? copies?.slice(0, limits.noticeCopiesMax) ?? null,
        copiesCut: searched && copies ? searched.isCut || copies.length > limits.noticeCopiesMax : row.copiesCut,
        decidedAt: now,
        decidedBy: await nameOf(tx, decider),
        labelKey: made?.labelKey ?? null,
        labelName: made?.labelName ?? null,
      })
      .where(eq(notice.id, row.id))
      .returning();
    if (decided) await tellOfNotice(context, tx, 'notice.decided', decided);
    const act = { action: 'notice.decided', subject: { type: 'notice', id: row.id } } as const;
    const detail = { number: row.number, outcome, items: ids.length, label: made?.labelId ?? null };
    await recordAudit(tx, { accountId: row.accountId, by: decider, ...act, detail, at: now });
    await answerByMail(context, tx, row, input);
  });
}
