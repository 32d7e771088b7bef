import type { WebhookEvent } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { at, createdAt, id } from './columns.ts';
import { decision, media } from './media.ts';

/** Where an account wants its verdicts sent. Both secrets are sealed under the key outside the database. */
export const webhook = pgTable(
  'webhook',
  {
    id: id(),
    accountId: accountId(),
    url: text().notNull(),
    /** `whk_…`, sent as X-Webhook-Token. */
    tokenSealed: text().notNull(),
    /** `whsec_…`, signs after Standard Webhooks. */
    secretSealed: text().notNull(),
    /** The secret before: signs beside the new one until `oldSecretUntil`, then the sweep removes it. */
    oldSecretSealed: text(),
    oldSecretUntil: at(),
    isActive: boolean().notNull().default(true),
    /** It hears of these and of nothing else. */
    events: text().array().$type<WebhookEvent[]>().notNull().default(['media.analysis.completed']),
    /** Written by the version before this one, which knew no lanes; goes with the next. */
    isSlow: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: at(),
  },
  (table) => [index('webhook_account').on(table.accountId, table.createdAt)],
);

/**
 * Who tells a hook, of those processes that deliver, and how many deliveries at a time it takes. No row = nobody ever did. It refers to
 * no hook, so that neither waits for the other; the sweep removes it.
 */
export const webhookLane = pgTable('webhook_lane', {
  webhookId: uuid().primaryKey(),
  /** null = nobody tells it now. */
  owner: uuid(),
  /** Anybody may take it over then. By the database's clock. */
  leaseUntil: at().notNull(),
  /** It asked for a pause (`Retry-After`). By the database's clock. */
  parkedUntil: at(),
  concurrency: integer().notNull().default(4),
  /** Its last answer took long, or none came. */
  isSlow: boolean().notNull().default(false),
});

/**
 * One event for one hook: waiting → delivered | failed (every attempt in vain) | cancelled (undone, or the hook is gone or
 * switched off). Sent again it is waiting once more. Its id is the event's id on the wire, the same at every attempt.
 */
export const delivery = pgTable(
  'delivery',
  {
    id: id(),
    /** No reference: it goes with its item. */
    accountId: uuid().notNull(),
    /** No reference: a hook is deleted without touching what it was sent. null = deleted by a version before this one. */
    webhookId: uuid(),
    /** It goes with its item; null = it tells of something else. */
    mediaId: uuid().references(() => media.id, { onDelete: 'cascade' }),
    /** What it tells of; null = the verdict of its item. No reference: that may go, and is told all the same. */
    subjectType: text({ enum: ['notice', 'statement', 'appeal', 'erasure', 'decision', 'author'] }),
    subjectId: uuid(),
    /** The decision that it tells of, and waits for as long as it may be undone; null = the verdict of the analysis. */
    decisionId: uuid().references(() => decision.id, { onDelete: 'cascade' }),
    /** The attempt whose result it is the first to tell of; null = a Fail by a person alone. */
    verdictAttempt: integer(),
    event: text().notNull(),
    /** The request that brought it about, as its log lines name it; null = none did, or it is older than that. */
    requestId: text(),
    /** Where in a trace it began (W3C); null = in none. */
    traceparent: text(),
    /** The very bytes that are sent and signed; null once they are no longer kept. */
    body: text(),
    state: text({ enum: ['waiting', 'delivered', 'failed', 'cancelled'] }).notNull(),
    /** How many were made. */
    attempts: integer().notNull().default(0),
    /** How many of them before a person last had it sent again: the waits begin anew. */
    attemptsBefore: integer().notNull().default(0),
    /** When the receiver first took it; sending it again does not undo that. */
    acceptedAt: at(),
    /** Not before then. */
    nextAttemptAt: at().notNull(),
    /** When its first attempt began: from then on the receiver may know of it. */
    begunAt: at(),
    /** The decision within whose making it was cancelled: it waits again when that is taken back. */
    cancelledBy: uuid(),
    lastAttemptAt: at(),
    /** HTTP status of the last answer; null = none came. */
    lastStatus: integer(),
    /** For people: why the last attempt failed; null after one that did not. */
    lastError: text(),
    createdAt: createdAt(),
    finishedAt: at(),
  },
  (table) => [
    index('delivery_media').on(table.mediaId),
    index('delivery_decision').on(table.decisionId),
    index('delivery_webhook').on(table.webhookId, table.createdAt),
    index('delivery_open').on(table.webhookId, table.createdAt).where(sql`${table.state} in ('waiting', 'failed')`),
    index('delivery_waiting').on(table.nextAttemptAt, table.id).where(sql`${table.state} = 'waiting'`),
    index('delivery_lane').on(table.webhookId, table.nextAttemptAt, table.id).where(sql`${table.state} = 'waiting'`),
    index('delivery_finished_body').on(table.finishedAt).where(sql`${table.body} is not null`),
  ],
);

/** One POST of a delivery and what came back; appended with the count that it raises, in one transaction. */
export const deliveryAttempt = pgTable(
  'delivery_attempt',
  {
    /** No reference: a trigger removes attempts with their delivery, and a month of both is dropped without looking for rows. */
    deliveryId: uuid().notNull(),
    /** From 1 on. */
    number: integer().notNull(),
    at: at().notNull(),
    durationMs: integer().notNull(),
    /** HTTP status; null = no answer came. */
    status: integer(),
    /** For people; null = the receiver took it. */
    error: text(),
    /** The start of the answer; emptied with what was sent. */
    response: text(),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.number] })],
);
