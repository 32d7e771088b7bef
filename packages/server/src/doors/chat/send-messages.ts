import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { account, chatHook, chatMessage } from '../../db/schema.ts';
import { tellOwner } from '../../mail/tell-owner.ts';
import { judgeAnswer, judgeFault, type Outcome } from '../../webhooks/outcome.ts';
import { nextDelayMs } from '../../webhooks/retry-schedule.ts';
import { type ChatHookRow, openUrl } from './chat-hook-row.ts';

export type SendContext = Pick<Context, 'clock' | 'config' | 'db' | 'fetcher' | 'log' | 'queue' | 'random' | 'secrets'>;

const TIMEOUT_MS = 10_000;
/** A message that a process took is another's after so long: it died, and nobody knows whether the message arrived. */
const TAKEN_MS = 60_000;
/** Hooks that are told at the same time, and messages of one hook in a run. */
const AT_ONCE = 8;
/** Of one account: its slow chats keep no others waiting. */
const OF_ONE_ACCOUNT = 2;
const OF_ONE_HOOK = 25;
/** The chat does not know the address, and never will again. */
const gone = [404, 410];

/** One POST of a message. Never throws for what the other side does. */
export async function postMessage(
  { clock, fetcher, log, secrets }: Pick<SendContext, 'clock' | 'fetcher' | 'log' | 'secrets'>,
  hook: ChatHookRow,
  body: object,
): Promise<Outcome> {
  const url = openUrl({ secrets }, hook);
  if (url === null) {
    const reason = 'Cannot read the address of this chat. Enter it again.';
    return { ok: false, status: null, reason, retryAfterMs: null, response: null };
  }
  try {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetcher.post(url, { headers, body: JSON.stringify(body), timeoutMs: TIMEOUT_MS });
    const outcome = judgeAnswer(answer, clock.now());
    return outcome.ok ? outcome : { ...outcome, retryAfterMs: outcome.retryAfterMs ?? discordWait(answer.start) };
  } catch (error) {
    log.info({ err: error, chatHookId: hook.id }, 'could not reach a chat');
    return judgeFault(error, TIMEOUT_MS);
  }
}

/** Discord says in its body how many seconds to wait, with a fraction. */
function discordWait(start: string): number | null {
  const seconds = Number(/"retry_after"\s*:\s*(\d+(?:\.\d+)?)/.exec(start)?.[1]);
  return Number.isFinite(seconds) ? Math.min(Math.ceil(seconds * 1_000), 3_600_000) : null;
}

/**
 * Sends what is due, each hook's messages one after the other, the oldest first. One that does not arrive keeps those behind it waiting.
 * @returns how many arrived
 */
export async function sendMessages(context: SendContext, signal: AbortSignal): Promise<number> {
  const { clock, db } = context;
  const due = await db
    .selectDistinct({ id: chatMessage.hookId, accountId: chatHook.accountId })
    .from(chatMessage)
    .innerJoin(chatHook, eq(chatHook.id, chatMessage.hookId))
    .innerJoin(account, eq(account.id, chatHook.accountId))
    .where(
      and(
        eq(chatMessage.state, 'waiting'),
        lte(chatMessage.nextAttemptAt, clock.now()),
        eq(chatHook.isActive, true),
        isNull(account.deletedAt),
      ),
    );
  const waiting = [...due];
  const busy = new Map<string, number>();
  const busyOf = (accountId: string) => busy.get(accountId) ?? 0;
  /** null = what waits is of accounts whose workers come to it themselves. */
  const next = () => {
    const place = waiting.findIndex(({ accountId }) => busyOf(accountId) < OF_ONE_ACCOUNT);
    const [hook = null] = place < 0 || signal.aborted ? [] : waiting.splice(place, 1);
    return hook;
  };
  let sent = 0;
  const worker = async () => {
    for (let hook = next(); hook !== null; hook = next()) {
      const { id, accountId } = hook;
      busy.set(accountId, busyOf(accountId) + 1);
      try {
        for (let count = 0; count < OF_ONE_HOOK && (await sendNext(context, id)); count += 1) sent += 1;
      } finally {
        busy.set(accountId, busyOf(accountId) - 1);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return sent;
}

/** @returns whether a message arrived, so that the next may follow */
async function sendNext(context: SendContext, hookId: string): Promise<boolean> {
  const { clock, db, random } = context;
  const taken = await db.transaction(async (tx) => {
    const now = clock.now();
    const [hook] = await tx
      .select()
      .from(chatHook)
      .where(and(eq(chatHook.id, hookId), eq(chatHook.isActive, true)))
      .for('update', { skipLocked: true });
    if (!hook) return null;
    const [message] = await tx
      .select()
      .from(chatMessage)
      .where(and(eq(chatMessage.hookId, hookId), eq(chatMessage.state, 'waiting')))
      .orderBy(asc(chatMessage.createdAt), asc(chatMessage.id))
      .limit(1);
    // The oldest waits for its time, or somebody is sending it: the ones behind it wait too.
    if (!message || message.nextAttemptAt > now) return null;
    const attempts = message.attempts + 1;
    const nextAttemptAt = new Date(now.getTime() + TAKEN_MS);
    await tx.update(chatMessage).set({ attempts, nextAttemptAt }).where(eq(chatMessage.id, message.id));
    return { hook, message: { ...message, attempts } };
  });
  if (!taken) return false;
  const { hook, message } = taken;
  const outcome = await postMessage(context, hook, message.body);
  await db.transaction(async (tx) => {
    const own = and(eq(chatMessage.id, message.id), eq(chatMessage.attempts, message.attempts), eq(chatMessage.state, 'waiting'));
    const lastError = outcome.ok ? null : outcome.reason;
    // The address may be another by now; what the old one answered says nothing of it.
    const ofHook = and(eq(chatHook.id, hook.id), eq(chatHook.urlSealed, hook.urlSealed));
    if (outcome.ok) await tx.update(chatMessage).set({ state: 'sent' }).where(own);
    else if (outcome.status !== null && gone.includes(outcome.status)) {
      await tx.update(chatMessage).set({ state: 'failed' }).where(own);
      const [off] = await tx
        .update(chatHook)
        .set({ isActive: false })
        .where(and(ofHook, eq(chatHook.isActive, true)))
        .returning();
      if (off) await tellOwner(tx, context, { accountId: hook.accountId, ...stopped });
    } else {
      const delayMs = nextDelayMs(message.attempts, outcome.retryAfterMs, random());
      const next = delayMs === null ? { state: 'failed' as const } : { nextAttemptAt: new Date(clock.now().getTime() + delayMs) };
      await tx.update(chatMessage).set(next).where(own);
    }
    await tx.update(chatHook).set({ lastError }).where(ofHook);
  });
  return outcome.ok;
}

const stopped = {
  subject: 'Chat notifications stopped',
  what: 'Slack or Discord no longer knows a webhook address of your account, so its notifications are switched off.',
};
