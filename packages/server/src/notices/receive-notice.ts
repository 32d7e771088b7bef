import { AppError, limits, type NoticeFormInput, type NoticeInput, type NoticeReceipt } from '@clearframe/contract';
import { and, eq, sql } from 'drizzle-orm';
import { lockOpenAccount } from '../accounts/lock-open-account.ts';
import { checkCaptcha } from '../captcha/check-captcha.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { media, notice, noticeSettings } from '../db/schema.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { noticeReceivedMail } from '../mail/templates/notice-mails.ts';
import type { Decider } from '../moderation/decide/decide.ts';
import { keepItems } from '../moderation/item/keep-items.ts';
import type { Client } from '../security/client-address.ts';
import type { HeaderSink } from '../security/rate-limits.ts';
import { type AuditBy, recordAudit } from '../security/record-audit.ts';
import { platformName } from '../statements/platform-name.ts';
import { searchCopies } from './link-notice.ts';
import { type NoticeRow, statusUrl } from './notice-row.ts';
import { openForm, settingsRow } from './notice-settings.ts';
import { tellOfNotice } from './tell-notices.ts';

type ReceiveContext = Pick<Context, 'clock' | 'config' | 'db' | 'live' | 'queue' | 'secrets'>;
type Received = Omit<NoticeInput, 'source'> & { source: NoticeRow['source']; by: AuditBy };

type Next = { number: number; hours: number; acknowledgement: string };
type Stored = { row: NoticeRow; acknowledgement: string };

const hourMs = 3_600_000;

/** The next number of the account, its hours and its words. Others wait until this transaction ends, so that numbers have no gaps. */
async function nextNumber(tx: Tx, accountId: string): Promise<Next> {
  await settingsRow(tx, accountId);
  const [row] = await tx
    .update(noticeSettings)
    .set({ lastNumber: sql`${noticeSettings.lastNumber} + 1` })
    .where(eq(noticeSettings.accountId, accountId))
    .returning();
  if (!row) throw new AppError('account_not_found');
  return { number: row.lastNumber, hours: row.noticeHours, acknowledgement: row.acknowledgement };
}

async function isOwnItem(tx: Tx, accountId: string, id: string): Promise<boolean> {
  return (await tx.$count(media, and(eq(media.id, id), eq(media.accountId, accountId), eq(media.kept, true)))) > 0;
}

/** The item that a notice names by its id, as columns. @throws AppError media_not_found, for a program; a stranger learns nothing */
async function namedItem(tx: Tx, accountId: string, { media_id: id, item_url: url, by }: Received) {
  const itemUrl = url ?? null;
  if (id === undefined) return { mediaId: null, itemUrl };
  await keepItems(tx, accountId, [id]);
  if (await isOwnItem(tx, accountId, id)) return { mediaId: id, itemUrl };
  if (by !== 'somebody') throw new AppError('media_not_found');
  // Kept as it was said: whoever decides the notice still sees which item was meant.
  return { mediaId: null, itemUrl: itemUrl ?? `urn:uuid:${id}` };
}

/**
 * Stores a notice, with its acknowledgement and the search for its item, in one transaction: what was confirmed is never lost. Its item is
 * found later, so that the time of the answer tells a stranger nothing about what the account has.
 */
async function storeNotice(context: ReceiveContext, accountId: string, said: Received): Promise<Stored> {
  const { clock, db, queue } = context;
  return await db.transaction(async (tx) => {
    if (!(await lockOpenAccount(tx, accountId))) throw new AppError('not_found');
    const item = await namedItem(tx, accountId, said);
    const { number, hours, acknowledgement } = await nextNumber(tx, accountId);
    const now = clock.now();
    const [row] = await tx
      .insert(notice)
      .values({
        accountId,
        number,
        kind: said.kind,
        source: said.source,
        receivedAt: now,
        acknowledgedAt: now,
        dueAt: new Date(now.getTime() + (said.kind === 'take_it_down' ? limits.takeItDownHours : hours) * hourMs),
        ...item,
        ground: said.ground,
        legalReference: said.legal_reference ?? null,
        explanation: said.explanation,
        name: said.name ?? null,
        email: said.email ?? null,
        onBehalfOf: said.on_behalf_of ?? null,
        signature: said.signature ?? null,
      })
      .returning();
    if (!row) throw new Error('The notice was not written');
    const act = { action: 'notice.received', subject: { type: 'notice', id: row.id } } as const;
    const detail = { number, kind: row.kind, source: row.source };
    await recordAudit(tx, { accountId, by: said.by, ...act, detail, at: now });
    await tellOfNotice(context, tx, 'notice.received', row);
    await acknowledge(context, tx, { row, acknowledgement });
    await queue.add('search-notice-copies', { noticeId: row.id }, { tx });
    return { row, acknowledgement };
  });
}

async function acknowledge(context: ReceiveContext, tx: Tx, { row, acknowledgement }: Stored): Promise<void> {
  if (row.email === null) return;
  const accountName = await platformName(tx, row.accountId);
  const what = { to: row.email, accountName, number: row.number, statusUrl: statusUrl(context, row.id) };
  await queueMail(context, noticeReceivedMail({ ...what, dueAt: row.dueAt, acknowledgement }), tx);
}

/**
 * A notice that a program files. Its item and the copies are found before the answer; where that ends early, the queued job does it.
 * @throws AppError media_not_found
 */
export async function fileNotice(context: ReceiveContext, by: Decider, input: NoticeInput): Promise<string> {
  // The TAKE IT DOWN Act is American: its notices are none of the EU's.
  const source = input.source ?? (input.kind === 'take_it_down' ? 'other' : 'article_16');
  const { row } = await storeNotice(context, by.accountId, { ...input, source, by });
  await searchCopies(context, row.id);
  return row.id;
}

/**
 * A notice by the public form. Every limit counts before anybody looks whether there is such a form.
 * @throws AppError captcha_required, rate_limited, not_found
 */
export async function takeNotice(
  context: Context,
  formId: string,
  { recaptchaToken, ...input }: NoticeFormInput,
  { client, reply }: { client: Client; reply: HeaderSink },
): Promise<NoticeReceipt> {
  await checkCaptcha(context, recaptchaToken, 'contact', client);
  await context.rateLimits.take('notice-address', client, reply);
  if (input.email !== undefined) await context.rateLimits.take('notice-mail', input.email.toLowerCase());
  const { accountId } = await openForm(context.db, formId);
  const source = input.kind === 'take_it_down' ? 'other' : 'article_16';
  const { row, acknowledgement } = await storeNotice(context, accountId, { ...input, source, by: 'somebody' });
  const { id, number, receivedAt, dueAt } = row;
  const times = { received_at: receivedAt.toISOString(), due_at: dueAt.toISOString() };
  return { number, ...times, status_url: statusUrl(context, id), acknowledgement };
}
