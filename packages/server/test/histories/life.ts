import { randomUUID } from 'node:crypto';
import { pick, type Random } from '../../../engine/test/random.ts';
import { cancel } from '../../src/billing/cancel.ts';
import { commitFrames, releaseFrames, reserveFrames } from '../../src/billing/ledger.ts';
import type { Context } from '../../src/context.ts';
import { account, membership, user } from '../../src/db/schema.ts';
import { requestDeletion } from '../../src/deletion/request-deletion.ts';
import { deleteAccount } from '../../src/jobs/delete-account.ts';
import { unlessRefused } from './unless-refused.ts';
import type { Deed, Life, World } from './world.ts';

/** A fresh account with its owner. */
export async function newLife({ db }: Context): Promise<Life> {
  const [made] = await db.insert(account).values({}).returning({ id: account.id });
  const email = `${randomUUID()}@example.com`;
  const person = { name: 'Ada', email, emailKey: email, passwordHash: 'none' };
  const [owner] = await db.insert(user).values(person).returning({ id: user.id });
  if (!made || !owner) throw new Error('The account was not written');
  await db.insert(membership).values({ accountId: made.id, userId: owner.id, role: 'owner' });
  return {
    accountId: made.id,
    userId: owner.id,
    windows: [],
    reservations: [],
    hasCancelled: false,
    closed: false,
    removed: false,
  };
}

const reserve: Deed = async ({ db, clock }, { accountId, reservations }, next) => {
  const held = { mediaId: randomUUID(), attempt: 1 };
  const frames = 1 + Math.floor(next() * 20);
  const done = await unlessRefused(db.transaction((tx) => reserveFrames(tx, { accountId, ...held, frames, now: clock.now() })));
  if (done) reservations.push(held);
};

/** An analysis ends, perhaps a second time, perhaps in two ways at once, perhaps long after the period. */
const settle: Deed = async ({ db }, { reservations }, next) => {
  const held = pick(next, reservations);
  if (!held) return;
  const once = () =>
    next() < 0.7
      ? db.transaction((tx) => commitFrames(tx, { ...held, frames: Math.floor(next() * 25) }))
      : db.transaction((tx) => releaseFrames(tx, { ...held, reason: 'for a proof' }));
  await Promise.all(Array.from({ length: 1 + Math.floor(next() * 2) }, once));
};

const endIt: Deed = async (context, life) => {
  life.hasCancelled = true;
  await unlessRefused(cancel(context, { accountId: life.accountId, key: null }));
};

const uses = [reserve, reserve, reserve, settle, settle, settle, endIt];
/** How many of the things that happen are a deletion: two of five accounts close in 25 steps. */
const closing = 0.02;

/** The owner deletes the account, alone or while something else happens in it. Windows stay open, and are used later. */
async function close(context: Context, life: Life, also: Promise<void> | undefined): Promise<void> {
  life.closed = true;
  const { userId } = life;
  await Promise.all([requestDeletion(context, { userId }, { ip: '127.0.0.1', userAgent: undefined }), also]);
}

/** Something happens in the account. What its provider does goes on when the account is gone. */
export async function live(context: Context, world: World, life: Life, next: Random): Promise<void> {
  const own = life.closed ? world.deeds : [...world.deeds, ...uses];
  const deed = pick(next, own);
  if (!life.closed && next() < closing) return close(context, life, next() < 0.5 ? deed?.(context, life, next) : undefined);
  await deed?.(context, life, next);
}

const signal = new AbortController().signal;
const run = { id: 'x', attempt: 1, isLast: false, signal, alive: () => {}, stopping: signal };

/** The job that removes what a closed account has: it is tried again while the provider is away. */
export async function removeLife(context: Context, life: Life): Promise<void> {
  if (!life.closed || life.removed) return;
  const removal = deleteAccount.run(context, { userId: life.userId, accountIds: [life.accountId] }, run).then(() => true);
  life.removed = (await unlessRefused(removal)) ?? false;
}
