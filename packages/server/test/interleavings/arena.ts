import { randomUUID } from 'node:crypto';
import { WebhookEnvelope } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import { pick, type Random } from '../../../engine/test/random.ts';
import { openPeriod } from '../../src/billing/periods.ts';
import type { Context } from '../../src/context.ts';
import { account, membership, user, webhook } from '../../src/db/schema.ts';
import { createHashStore } from '../../src/hashes/hash-store.ts';
import { savePolicy } from '../../src/policy/save-policy.ts';
import { createLane, type ScheduledLane } from './lane.ts';
import { createSteppedStorage, type Objects } from './memory-storage.ts';
import { createSteppedDb } from './stepped-db.ts';

/** One event as a hook's server got it. */
export type Told = { at: number; sentAt: number; passed: boolean; decisionId: string | null; accepted: boolean };

export type Person = { accountId: string; userId: string };

/** An account with two people and a hook, and lanes in which operations on its items run beside each other. */
export type Arena = {
  accountId: string;
  people: readonly [Person, Person];
  lanes: readonly ScheduledLane[];
  /** What each lane works with. */
  contexts: readonly Context[];
  /** Works outside of the schedule. */
  context: Context;
  objects: Objects;
  /** What the hook was told of each item. */
  told: Map<string, Told[]>;
  passTime(ms: number): void;
  /** How often the hook's server fails, from 0 to 1. */
  setFailing(share: number, next: Random): void;
};

const lanesOfArena = 4;
const day = 24 * 3_600_000;

/** An account with an owner, a moderator, a hook and a million frames. */
export async function newAccount(context: Context, next: Random): Promise<readonly [Person, Person]> {
  const { clock, db, secrets } = context;
  const [made] = await db.insert(account).values({}).returning({ id: account.id });
  if (!made) throw new Error('The account was not written');
  const accountId = made.id;
  const join = async (role: 'owner' | 'moderator'): Promise<Person> => {
    const email = `${randomUUID()}@example.com`;
    const [row] = await db
      .insert(user)
      .values({ name: 'Ada', email, emailKey: email, passwordHash: 'none' })
      .returning({ id: user.id });
    if (!row) throw new Error('The person was not written');
    await db.insert(membership).values({ accountId, userId: row.id, role });
    return { accountId, userId: row.id };
  };
  const people = [await join('owner'), await join('moderator')] as const;
  const startsAt = new Date(clock.now().getTime() - day);
  const period = {
    accountId,
    subscriptionId: null,
    frames: 1_000_000,
    startsAt,
    endsAt: new Date(startsAt.getTime() + 900 * day),
  };
  await db.transaction((tx) => openPeriod(tx, { ...period, reason: 'test' }));
  const seal = (value: string) => secrets.seal('webhook', value);
  await db.insert(webhook).values({
    accountId,
    url: 'https://hooks.example/in',
    tokenSealed: seal('whk_x'),
    secretSealed: seal('whsec_c2VjcmV0'),
  });
  const onError = pick(next, ['hold', 'reject'] as const) ?? 'hold';
  await savePolicy(context, people[0], (before) => ({ ...before, on_analyser_error: onError }));
  return people;
}

/** What stays while accounts come and go: lanes with their connections, and the hook's server. */
export function openArena(base: Context, url: string, name: string) {
  let now = Date.parse('2026-11-01T12:00:00Z');
  let isFailing = () => false;
  const objects: Objects = new Map();
  const told = new Map<string, Told[]>();
  const nothing = () => sql`null`;
  const live = { ...base.live, publish: async () => {}, notices: nothing, dueNotice: nothing };
  const hashStore = createHashStore();
  const receive = (body: string): number => {
    const { timestamp, data } = WebhookEnvelope.parse(JSON.parse(body));
    const accepted = !isFailing();
    const { passed } = data.moderation;
    const event = { at: Date.parse(timestamp), sentAt: now, passed, decisionId: data.decision?.id ?? null, accepted };
    const { id } = data.media_upload;
    told.set(id, [...(told.get(id) ?? []), event]);
    return accepted ? 200 : 500;
  };
  const contextOf = (lane: ScheduledLane, db: Context['db']): Context => ({
    ...base,
    db,
    live,
    hashStore,
    clock: { now: () => new Date(now) },
    storage: createSteppedStorage(objects, lane),
    fetcher: {
      ...base.fetcher,
      post: (target, { body }) => lane.step('post', async () => ({ url: target, status: receive(body), headers: {}, start: '' })),
    },
  });
  const lanes = Array.from({ length: lanesOfArena }, (_, index) => createLane(`${name} ${index}`));
  const handles = lanes.map((lane) => createSteppedDb(url, lane));
  const contexts = lanes.map((lane, index) => contextOf(lane, handles[index]?.db ?? base.db));
  const context = contextOf(createLane('outside'), base.db);
  return {
    /** A fresh account in this arena. */
    async enter(next: Random): Promise<Arena> {
      const people = await newAccount(context, next);
      objects.clear();
      told.clear();
      return {
        accountId: people[0].accountId,
        people,
        lanes,
        contexts,
        context,
        objects,
        told,
        passTime: (ms) => {
          now += ms;
        },
        setFailing: (share, random) => {
          isFailing = () => random() < share;
        },
      };
    },
    async leave({ accountId }: Arena): Promise<void> {
      await base.db.execute(sql`delete from account where id = ${accountId}`);
    },
    close: async () => void (await Promise.all(handles.map((handle) => handle.close()))),
  };
}
