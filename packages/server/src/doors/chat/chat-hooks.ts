import { AppError, type ChatHook, type CreateChatHookInput, limits, type UpdateChatHookInput } from '@clearframe/contract';
import { asc, count, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { account, chatHook, chatMessage } from '../../db/schema.ts';
import type { Authorized } from '../../security/authorized.ts';
import type { Client } from '../../security/client-address.ts';
import { recordSecurityEvent, type SecurityEventInput } from '../../security/security-events.ts';
import { type ChatHookRow, chatHookView, requireChatUrl, shownUrl } from './chat-hook-row.ts';

type ChatContext = Pick<Context, 'clock' | 'config' | 'db' | 'secrets'>;
/** Who changes a hook, and from where. */
export type ChatOwner = {
  accountId: string;
  userId: string;
  client: Client;
  /** Throws when the session was ended meanwhile. */
  requireStanding: (tx: Tx) => Promise<void>;
};

/** The account's hooks, oldest first. */
export async function listChatHooks({ db }: Pick<Context, 'db'>, accountId: string): Promise<ChatHook[]> {
  const rows = await db
    .select()
    .from(chatHook)
    .where(eq(chatHook.accountId, accountId))
    .orderBy(asc(chatHook.createdAt), chatHook.id);
  return rows.map(chatHookView);
}

/** The row of that id, whoever owns it; to be passed through `authorize`. */
export async function findChatHook({ db }: Pick<Context, 'db'>, id: string): Promise<ChatHookRow | undefined> {
  const [row] = await db.select().from(chatHook).where(eq(chatHook.id, id));
  return row;
}

/** The change and the log of it, both or neither. @throws AppError chat_hook_not_found when it went meanwhile */
async function write(
  { clock, db }: ChatContext,
  { accountId, userId, client, requireStanding }: ChatOwner,
  event: Pick<SecurityEventInput, 'kind' | 'detail'>,
  change: (tx: Tx, now: Date) => Promise<ChatHookRow | undefined>,
): Promise<ChatHookRow> {
  const now = clock.now();
  return await db.transaction(async (tx) => {
    await requireStanding(tx);
    const row = await change(tx, now);
    if (!row) throw new AppError('chat_hook_not_found');
    const subject = { type: 'chat_hook', id: row.id };
    await recordSecurityEvent(tx, { ...event, subject, accountId, userId, client, at: now });
    return row;
  });
}

const sealed = ({ secrets }: ChatContext, url: string) => ({
  urlSealed: secrets.seal('chat-hook', url),
  urlShown: shownUrl(url),
  lastError: null,
});

/** @throws AppError chat_url_invalid, chat_hooks_full */
export async function createChatHook(context: ChatContext, owner: ChatOwner, input: CreateChatHookInput): Promise<ChatHook> {
  const { accountId } = owner;
  const { url, kind, name, events, digest_minutes: digestMinutes, is_active: isActive } = input;
  requireChatUrl(context, kind, url);
  const row = await write(context, owner, { kind: 'chat_hook.created', detail: kind }, async (tx, now) => {
    // One creation an account at a time: parallel ones would count the same hooks and pass the limit together.
    await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('no key update');
    const [held] = await tx.select({ hooks: count() }).from(chatHook).where(eq(chatHook.accountId, accountId));
    if (!held || held.hooks >= limits.chatHooksMax) throw new AppError('chat_hooks_full');
    const dates = { since: now, nextDigestAt: now, createdAt: now };
    const values = { accountId, kind, name, events, digestMinutes, isActive, ...sealed(context, url), ...dates };
    const [made] = await tx.insert(chatHook).values(values).returning();
    return made;
  });
  return chatHookView(row);
}

/** Switched on again it tells of nothing that waited before. Another address gets none of the messages of the one before. */
export async function updateChatHook(
  context: ChatContext,
  owner: ChatOwner,
  { id, kind, isActive: wasActive }: Authorized<ChatHookRow>,
  { url, name, events, digest_minutes: digestMinutes, is_active: isActive }: UpdateChatHookInput,
): Promise<ChatHook> {
  if (url !== undefined) requireChatUrl(context, kind, url);
  const row = await write(context, owner, { kind: 'chat_hook.changed', detail: kind }, async (tx, now) => {
    const starts = isActive === true && !wasActive;
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(events === undefined ? {} : { events }),
      ...(digestMinutes === undefined ? {} : { digestMinutes, nextDigestAt: now }),
      ...(url === undefined ? {} : sealed(context, url)),
      ...(isActive === undefined ? {} : { isActive }),
      ...(starts ? { since: now, nextDigestAt: now, lastError: null } : {}),
    };
    const [changed] = await tx.update(chatHook).set(changes).where(eq(chatHook.id, id)).returning();
    if (url !== undefined || isActive === false || starts) await tx.delete(chatMessage).where(eq(chatMessage.hookId, id));
    return changed;
  });
  return chatHookView(row);
}

export async function deleteChatHook(
  context: ChatContext,
  owner: ChatOwner,
  { id, kind }: Authorized<ChatHookRow>,
): Promise<void> {
  await write(context, owner, { kind: 'chat_hook.deleted', detail: kind }, async (tx) => {
    const [gone] = await tx.delete(chatHook).where(eq(chatHook.id, id)).returning();
    return gone;
  });
}
