import { AppError, type CreateWebhookInput, limits, type UpdateWebhookInput, type Webhook } from '@clearframe/contract';
import { count, eq, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { account, webhook } from '../db/schema.ts';
import { announceWebhook } from '../live/announce.ts';
import { tellOwner } from '../mail/tell-owner.ts';
import type { Authorized } from '../security/authorized.ts';
import type { Client } from '../security/client-address.ts';
import { randomToken } from '../security/secrets.ts';
import { recordSecurityEvent, type SecurityEventInput } from '../security/security-events.ts';
import { cancelWebhookDeliveries } from './cancel-deliveries.ts';
import { unparkLane } from './lanes/leases.ts';
import { addingHooks } from './queue-delivery.ts';
import { newSigningSecret } from './signature.ts';
import { requireWebhookUrl, type WebhookRow, webhookView } from './webhook-row.ts';

type WebhookContext = Pick<Context, 'clock' | 'config' | 'db' | 'live' | 'log' | 'queue' | 'secrets'>;
/** Who changes a hook, and from where. */
export type WebhookOwner = {
  accountId: string;
  userId: string;
  client: Client;
  /** Throws when the session was ended meanwhile; run first in the transaction, because people stand above this noun. */
  requireStanding: (tx: Tx) => Promise<void>;
};

const newToken = (): string => `whk_${randomToken()}`;

/** The row of that id, whoever owns it; to be passed through `authorize`. */
export async function findWebhook({ db }: Pick<Context, 'db'>, id: string): Promise<WebhookRow | undefined> {
  const [row] = await db.select().from(webhook).where(eq(webhook.id, id));
  return row;
}

type Notice = { subject: string; what: string };

/** What the owner is mailed when a hook takes verdicts, or its secrets, somewhere new. */
const notices = {
  created: {
    subject: 'New webhook',
    what: 'A new webhook of your account receives events from now on.',
  },
  moved: {
    subject: 'Webhook address changed',
    what: 'A webhook of your account now sends its events and its token to another address.',
  },
  renewed: {
    subject: 'Webhook secrets renewed',
    what: 'A webhook of your account has a new token and a new signing secret. The old secret signs for 24 more hours.',
  },
  revealed: {
    subject: 'Webhook secrets viewed',
    what: 'Somebody signed in to your account viewed the token and the signing secret of a webhook.',
  },
} as const satisfies Record<string, Notice>;

/**
 * The change, the log of it and the news of it, all or nothing.
 * @param event.adds a hook is there afterwards that was not: it is told of all that is settled from then on
 * @throws AppError session_expired
 */
async function write(
  context: WebhookContext,
  { accountId, userId, client, requireStanding }: WebhookOwner,
  { mail, adds = false, ...event }: Pick<SecurityEventInput, 'kind' | 'detail'> & { mail?: Notice | undefined; adds?: boolean },
  change: (tx: Tx, now: Date) => Promise<WebhookRow | undefined>,
): Promise<WebhookRow> {
  const { clock, db, live } = context;
  const now = clock.now();
  return await db.transaction(async (tx) => {
    if (adds) await addingHooks(tx, accountId);
    await requireStanding(tx);
    const row = await change(tx, now);
    // Deleted since it was authorized.
    if (!row) throw new AppError('webhook_not_found');
    const subject = { type: 'webhook', id: row.id };
    await recordSecurityEvent(tx, { ...event, subject, accountId, userId, client, at: now });
    await announceWebhook(live, row, tx);
    if (mail) await tellOwner(tx, context, { accountId, ...mail });
    return row;
  });
}

/**
 * Makes a hook with a token and a signing secret of 256 random bits each.
 * @param requireAccess throws when the account may make none now; run in the transaction, because billing stands above this noun
 * @throws AppError webhook_url_invalid, webhooks_full
 */
export async function createWebhook(
  context: WebhookContext,
  owner: WebhookOwner,
  { webhookUrl: url, events }: CreateWebhookInput,
  requireAccess: (tx: Tx, now: Date) => Promise<void>,
): Promise<Webhook> {
  const { accountId } = owner;
  requireWebhookUrl(context, url);
  const row = await write(context, owner, { kind: 'webhook.created', adds: true, mail: notices.created }, async (tx, now) => {
    // One creation an account at a time: otherwise parallel ones would count the same hooks and pass the limit together.
    await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('no key update');
    await requireAccess(tx, now);
    const [held] = await tx.select({ hooks: count() }).from(webhook).where(eq(webhook.accountId, accountId));
    if (!held || held.hooks >= limits.webhooksMax) throw new AppError('webhooks_full');
    const tokenSealed = context.secrets.seal('webhook', newToken());
    const secretSealed = context.secrets.seal('webhook', newSigningSecret());
    const sealed = { tokenSealed, secretSealed };
    const [made] = await tx
      .insert(webhook)
      .values({ accountId, url, events, ...sealed, createdAt: now })
      .returning();
    return made;
  });
  return webhookView(context, row, true);
}

/**
 * Another address, other events, or on and off. Of what it hears no longer nothing is sent, and nothing at all where it is switched off,
 * also of what waited. Another address gets the token: whoever calls has made sure who asks.
 * @param isWhole false = the answer holds the first 20 characters of the secrets
 * @throws AppError webhook_url_invalid
 */
export async function updateWebhook(
  context: WebhookContext,
  owner: WebhookOwner,
  { id }: Authorized<WebhookRow>,
  { webhookUrl, isActive, events }: UpdateWebhookInput,
  isWhole: boolean,
): Promise<Webhook> {
  if (webhookUrl !== undefined) requireWebhookUrl(context, webhookUrl);
  const details = [
    ...(webhookUrl === undefined ? [] : ['address']),
    ...(isActive === undefined ? [] : [isActive ? 'switched on' : 'switched off']),
    ...(events === undefined ? [] : ['events']),
  ];
  const mail = webhookUrl === undefined ? undefined : notices.moved;
  const event = {
    kind: 'webhook.changed',
    detail: details.join(', '),
    adds: isActive === true || events !== undefined,
    mail,
  } as const;
  const row = await write(context, owner, event, async (tx, now) => {
    if (isActive === false) await cancelWebhookDeliveries(tx, id, now);
    else if (events !== undefined) await cancelWebhookDeliveries(tx, id, now, events);
    const changes = {
      updatedAt: now,
      ...(webhookUrl === undefined ? {} : { url: webhookUrl }),
      ...(isActive === undefined ? {} : { isActive }),
      ...(events === undefined ? {} : { events }),
    };
    const [changed] = await tx.update(webhook).set(changes).where(eq(webhook.id, id)).returning();
    // A pause was the wish of the address as it was.
    if (webhookUrl !== undefined || isActive) await unparkLane(tx, id);
    return changed;
  });
  return webhookView(context, row, isWhole);
}

/**
 * A new token and a new signing secret. The old token is in no request from now on; the old secret signs beside the new one for a
 * day, so that a receiver can change over without refusing anything. One old secret is kept: the one that was replaced last.
 */
export async function regenerateToken(
  context: WebhookContext,
  owner: WebhookOwner,
  { id }: Authorized<WebhookRow>,
): Promise<Webhook> {
  const { secrets } = context;
  const row = await write(context, owner, { kind: 'webhook.token_renewed', mail: notices.renewed }, async (tx, now) => {
    const changes = {
      tokenSealed: secrets.seal('webhook', newToken()),
      secretSealed: secrets.seal('webhook', newSigningSecret()),
      oldSecretUntil: new Date(now.getTime() + limits.webhookOldSecretLifeMs),
      updatedAt: now,
    };
    // The column's own value: read by the database, so that a parallel renewal keeps what the other one made.
    const [changed] = await tx
      .update(webhook)
      .set({ ...changes, oldSecretSealed: sql`${webhook.secretSealed}` })
      .where(eq(webhook.id, id))
      .returning();
    return changed;
  });
  return webhookView(context, row, true);
}

/** A hook with both secrets whole, to be copied. The log and the owner's mailbox know of it. */
export async function revealWebhook(context: WebhookContext, owner: WebhookOwner, row: Authorized<WebhookRow>): Promise<Webhook> {
  const { accountId, userId, client } = owner;
  await context.db.transaction(async (tx) => {
    await owner.requireStanding(tx);
    const subject = { type: 'webhook', id: row.id };
    await recordSecurityEvent(tx, { kind: 'webhook.revealed', subject, accountId, userId, client, at: context.clock.now() });
    await tellOwner(tx, context, { accountId, ...notices.revealed });
  });
  return webhookView(context, row, true);
}

/** Removes a hook; what waited for it is not sent. What was sent stays on the items. */
export async function deleteWebhook(context: WebhookContext, owner: WebhookOwner, { id }: Authorized<WebhookRow>): Promise<void> {
  await write(context, owner, { kind: 'webhook.deleted' }, async (tx, now) => {
    await cancelWebhookDeliveries(tx, id, now);
    const [gone] = await tx.delete(webhook).where(eq(webhook.id, id)).returning();
    return gone;
  });
}
