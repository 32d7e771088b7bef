import { policyName } from '@clearframe/contract';
import { and, asc, desc, eq, gt, or, type SQL } from 'drizzle-orm';
import { invoiceNumber } from '../../billing/invoices.ts';
import {
  accessToken,
  account,
  appeal,
  author,
  chatHook,
  invitation,
  invoice,
  keywordSettings,
  knownImport,
  knownPicture,
  membership,
  notice,
  payment,
  policy,
  securityEvent,
  statement,
  subscription,
  usageEntry,
  usagePeriod,
  user,
  webhook,
} from '../../db/schema.ts';
import { hashDigits } from '../../known-pictures/hash-bytes.ts';
import type { MakerContext } from '../export-maker.ts';
import { knownPages } from '../known-pictures/known-export.ts';

type FactsContext = Pick<MakerContext, 'db'>;

/** Rows that are in memory at a time. */
const pageSize = 1_000;

/** The account with its people and open invitations. */
export async function accountFacts({ db }: FactsContext, accountId: string) {
  const [found] = await db.select().from(account).where(eq(account.id, accountId));
  const members = await db
    .select({ id: user.id, name: user.name, email: user.email, role: membership.role, since: membership.createdAt })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(eq(membership.accountId, accountId))
    .orderBy(asc(membership.createdAt));
  const invitations = await db
    .select({ email: invitation.email, role: invitation.role, sentAt: invitation.sentAt, expiresAt: invitation.expiresAt })
    .from(invitation)
    .where(eq(invitation.accountId, accountId));
  return { id: accountId, name: found?.name ?? null, createdAt: found?.createdAt, members, invitations };
}

/** API tokens: names and dates, never a value. */
export function tokenFacts({ db }: FactsContext, accountId: string) {
  const { name, isActive, createdAt, lastUsedAt, expiresAt, scopes } = accessToken;
  return db
    .select({ name, isActive, createdAt, lastUsedAt, expiresAt, scopes })
    .from(accessToken)
    .where(eq(accessToken.accountId, accountId))
    .orderBy(desc(createdAt));
}

/** Chats without their addresses, which are secrets. */
export function chatFacts({ db }: FactsContext, accountId: string) {
  const { kind, name, urlShown: address, events, digestMinutes, isActive, createdAt } = chatHook;
  return db
    .select({ kind, name, address, events, digestMinutes, isActive, createdAt })
    .from(chatHook)
    .where(eq(chatHook.accountId, accountId));
}

/** Webhooks: addresses and dates, never a secret. */
export function webhookFacts({ db }: FactsContext, accountId: string) {
  const { url, isActive, events, createdAt, updatedAt } = webhook;
  return db.select({ url, isActive, events, createdAt, updatedAt }).from(webhook).where(eq(webhook.accountId, accountId));
}

export async function keywordFacts({ db }: FactsContext, accountId: string) {
  const [found] = await db.select().from(keywordSettings).where(eq(keywordSettings.accountId, accountId));
  return { forbidden: found?.forbidden ?? [], required: found?.required ?? [], updatedAt: found?.updatedAt ?? null };
}

/** Lines of known-pictures.jsonl. */
export async function* knownLines(context: FactsContext, accountId: string): AsyncGenerator<unknown[]> {
  const imports = await context.db.select().from(knownImport).where(eq(knownImport.accountId, accountId));
  const names = new Map(imports.map(({ id, name }) => [id, name]));
  for await (const page of knownPages(context, eq(knownPicture.accountId, accountId)))
    yield page.map(({ list, pdq, quality, mediaId, importId, note, decidedAt }) => ({
      list,
      pdq: hashDigits(pdq),
      quality,
      mediaId,
      note,
      decidedAt,
      import: importId === null ? null : (names.get(importId) ?? null),
    }));
}

/** Lines of policies.jsonl: every version of the account's policy, oldest first. */
export async function* policyLines({ db }: FactsContext, accountId: string): AsyncGenerator<unknown[]> {
  let last = 0;
  for (;;) {
    // A version holds both lists whole: few at a time.
    const page = await db
      .select()
      .from(policy)
      .where(and(eq(policy.accountId, accountId), gt(policy.number, last)))
      .orderBy(asc(policy.number))
      .limit(20);
    yield page.map(({ number, createdBy, createdAt, content }) => ({
      name: policyName(number),
      createdBy,
      createdAt,
      ...content,
    }));
    last = page.at(-1)?.number ?? last;
    if (page.length === 0) return;
  }
}

export async function subscriptionFacts({ db }: FactsContext, accountId: string) {
  const subscriptions = await db
    .select()
    .from(subscription)
    .where(eq(subscription.accountId, accountId))
    .orderBy(asc(subscription.createdAt));
  return subscriptions.map(({ accountId: _account, ...facts }) => facts);
}

/** Payments, and the invoices of those that were made. */
export async function paymentFacts({ db }: FactsContext, accountId: string) {
  const payments = await db.select().from(payment).where(eq(payment.accountId, accountId)).orderBy(asc(payment.createdAt));
  const invoices = await db.select().from(invoice).where(eq(invoice.accountId, accountId)).orderBy(asc(invoice.number));
  const told = ({ accountId: _account, number, ...facts }: (typeof invoices)[number]) => ({
    number: invoiceNumber(number),
    ...facts,
  });
  return {
    // The key that opens a payment's window is nobody's business once it is over, and a secret before.
    payments: payments.map(({ accountId: _account, onsiteUuid: _key, ...facts }) => facts),
    invoices: invoices.map(told),
  };
}

/** Lines of usage.jsonl: every entry of the frame ledger with the period it belongs to. */
export async function* usageLines({ db }: FactsContext, accountId: string): AsyncGenerator<unknown[]> {
  let last = 0;
  for (;;) {
    const page = await db
      .select({ entry: usageEntry, startsAt: usagePeriod.startsAt, endsAt: usagePeriod.endsAt })
      .from(usageEntry)
      .innerJoin(usagePeriod, eq(usagePeriod.id, usageEntry.periodId))
      .where(and(eq(usagePeriod.accountId, accountId), gt(usageEntry.id, last)))
      .orderBy(asc(usageEntry.id))
      .limit(pageSize);
    yield page.map(({ entry, ...period }) => ({ ...entry, period }));
    last = page.at(-1)?.entry.id ?? last;
    if (page.length < pageSize) return;
  }
}

/** Lines of security-log.jsonl, oldest first. */
async function* securityLines({ db }: FactsContext, whose: SQL | undefined): AsyncGenerator<unknown[]> {
  let last = 0;
  for (;;) {
    const page = await db
      .select()
      .from(securityEvent)
      .where(and(whose, gt(securityEvent.id, last)))
      .orderBy(asc(securityEvent.id))
      .limit(pageSize);
    yield page;
    last = page.at(-1)?.id ?? last;
    if (page.length < pageSize) return;
  }
}

/** What happened in the account, and to the person elsewhere (a failed sign-in names no account). */
export const accountSecurityLines = (context: FactsContext, { accountId, userId }: { accountId: string; userId: string }) =>
  securityLines(context, or(eq(securityEvent.accountId, accountId), eq(securityEvent.userId, userId)));

export const ownSecurityLines = (context: FactsContext, userId: string) =>
  securityLines(context, eq(securityEvent.userId, userId));

/**
 * Lines of statements.jsonl: why something was restricted, with the appeal against it.
 * @param authorId of one author alone, as the customer calls them
 */
export async function* statementLines({ db }: FactsContext, accountId: string, authorId?: string) {
  let last = 0;
  for (;;) {
    const page = await db
      .select({ row: statement, appeal })
      .from(statement)
      .leftJoin(appeal, eq(appeal.statementId, statement.id))
      .where(
        and(
          eq(statement.accountId, accountId),
          authorId === undefined ? undefined : eq(statement.authorId, authorId),
          gt(statement.number, last),
        ),
      )
      .orderBy(asc(statement.number))
      .limit(pageSize);
    yield page.map(({ row: { accountId: _account, ...told }, appeal: appealed }) => ({ ...told, appeal: appealed }));
    last = page.at(-1)?.row.number ?? last;
    if (page.length < pageSize) return;
  }
}

/** Lines of authors.jsonl: everybody whose uploads the account moderates. */
export async function* authorLines({ db }: FactsContext, accountId: string): AsyncGenerator<unknown[]> {
  let last: string | undefined;
  for (;;) {
    const page = await db
      .select()
      .from(author)
      .where(and(eq(author.accountId, accountId), last === undefined ? undefined : gt(author.id, last)))
      .orderBy(asc(author.id))
      .limit(pageSize);
    yield page.map(({ accountId: _account, externalId, id, ...told }) => ({ id: externalId, authorId: id, ...told }));
    last = page.at(-1)?.id;
    if (page.length < pageSize) return;
  }
}

/** Lines of notices.jsonl, in the order of their numbers. */
export async function* noticeLines({ db }: FactsContext, accountId: string): AsyncGenerator<unknown[]> {
  let last = 0;
  for (;;) {
    const page = await db
      .select()
      .from(notice)
      .where(and(eq(notice.accountId, accountId), gt(notice.number, last)))
      .orderBy(asc(notice.number))
      .limit(pageSize);
    yield page.map(({ accountId: _account, ...told }) => told);
    last = page.at(-1)?.number ?? last;
    if (page.length < pageSize) return;
  }
}
