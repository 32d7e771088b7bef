import { sql } from 'drizzle-orm';
import { bigint, bigserial, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { at, createdAt, id } from './columns.ts';

export const subscription = pgTable(
  'subscription',
  {
    id: id(),
    accountId: accountId(),
    planId: text().notNull(),
    status: text({ enum: ['trialing', 'active', 'past_due', 'cancelled', 'expired', 'superseded'] }).notNull(),
    currentPeriodStart: at().notNull(),
    currentPeriodEnd: at().notNull(),
    createdAt: createdAt(),
    endedAt: at(),
    /** When access really ends, where that differs from the period: a payment may be on its way, or late. Null = with the period. */
    accessEndsAt: at(),
    /** First day of the first period: months are counted from it. Null for a trial. */
    anchorAt: at(),
    periodNumber: integer().notNull().default(1),
    /** A cheaper plan that the owner chose for the next period. */
    pendingPlanId: text(),
    provider: text(),
    /** The remote provider's name for it. Null for a trial and in the sandbox. */
    providerRef: text(),
    /** What a remote provider was told to charge a month, now and from the next period on, in minor units. */
    priceCents: integer(),
    pendingPriceCents: integer(),
    /** When the provider was last asked about a renewal that nobody told of. */
    askedAt: at(),
  },
  (table) => [
    uniqueIndex('subscription_provider_ref').on(table.provider, table.providerRef),
    uniqueIndex('subscription_live')
      .on(table.accountId)
      .where(sql`${table.status} in ('trialing', 'active', 'past_due', 'cancelled')`),
  ],
);

/** One trial an account, and one an address: the HMAC outlives the account. */
export const trialGrant = pgTable(
  'trial_grant',
  { id: id(), accountId: uuid().notNull(), emailHmac: text().notNull(), createdAt: createdAt() },
  (table) => [uniqueIndex('trial_grant_account').on(table.accountId), uniqueIndex('trial_grant_email').on(table.emailHmac)],
);

export const usagePeriod = pgTable(
  'usage_period',
  {
    id: id(),
    accountId: accountId(),
    /** null = opened by the operator's grant. */
    subscriptionId: uuid().references(() => subscription.id, { onDelete: 'set null' }),
    allowance: integer().notNull(),
    used: integer().notNull().default(0),
    reserved: integer().notNull().default(0),
    /** Where the account's next analysis stands in the queue, while others of it wait (`billing/waiting-turns.ts`). */
    nextTurn: bigint({ mode: 'number' }),
    /** The plan that was paid for, also when another one has come since. Null = granted by the operator. */
    planId: text(),
    startsAt: at().notNull(),
    /** When the frames end: for a while after the period that was paid for, because its renewal may be late. */
    endsAt: at().notNull(),
    /** When the period ends that was paid for, which is what people are told. Null = with the frames. */
    paidUntil: at(),
    createdAt: createdAt(),
  },
  (table) => [
    index('usage_period_account').on(table.accountId, table.endsAt),
    check(
      'usage_period_counts',
      sql`${table.used} >= 0 and ${table.reserved} >= 0 and ${table.used} + ${table.reserved} <= ${table.allowance}`,
    ),
  ],
);

/** The frame ledger, append-only: sums over it equal the counters of the period. */
export const usageEntry = pgTable(
  'usage_entry',
  {
    /** One number after the other; not the key, because the table lies in months by item. */
    id: bigserial({ mode: 'number' }).notNull(),
    periodId: uuid()
      .notNull()
      .references(() => usagePeriod.id, { onDelete: 'cascade' }),
    /** No reference: the ledger stays when the item is deleted. Null for a grant. */
    mediaId: uuid(),
    attempt: integer(),
    /** What is charged at most once: 0 = the upload, else the attempt by which a person had the item analysed again. */
    order: integer().notNull().default(0),
    kind: text({ enum: ['grant', 'reserve', 'commit', 'release'] }).notNull(),
    frames: integer().notNull(),
    reason: text(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('usage_one_reserve').on(table.mediaId, table.attempt).where(sql`${table.kind} = 'reserve'`),
    uniqueIndex('usage_one_final').on(table.mediaId, table.attempt).where(sql`${table.kind} in ('commit', 'release')`),
    uniqueIndex('usage_one_commit').on(table.mediaId, table.order).where(sql`${table.kind} = 'commit'`),
    index('usage_entry_period').on(table.periodId, table.createdAt),
    index('usage_entry_id').on(table.id),
    check('usage_entry_frames', sql`${table.frames} >= 0`),
  ],
);

/**
 * Frames charged in a period on a day (UTC), by where they came from: kept by a trigger of the ledger, so that the sums are the
 * ledger's own, also when items and tokens are deleted, and cost the same however many entries there are.
 */
export const usageTally = pgTable(
  'usage_tally',
  {
    accountId: accountId(),
    periodId: uuid()
      .notNull()
      .references(() => usagePeriod.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    source: text({ enum: ['dashboard', 'api', 'check', 's3', 'unknown'] }).notNull(),
    /** No reference: the figures outlast the token. Null for what no token asked for. */
    tokenId: uuid(),
    tokenName: text(),
    frames: integer().notNull(),
  },
  (table) => [
    uniqueIndex('usage_tally_one').on(
      table.periodId,
      table.day,
      table.source,
      sql`coalesce(${table.tokenId}, '00000000-0000-0000-0000-000000000000')`,
    ),
    index('usage_tally_account').on(table.accountId, table.day),
  ],
);
