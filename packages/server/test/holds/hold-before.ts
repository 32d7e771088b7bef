import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, like, sql } from 'drizzle-orm';
import pg from 'pg';
import { pick, type Random, randomFrom } from '../../../engine/test/random.ts';
import type { Context } from '../../src/context.ts';
import type { Db } from '../../src/db/client.ts';
import { account, media, objectRemoval, pendingObject } from '../../src/db/schema.ts';
import { removeAccount } from '../../src/deletion/remove-account.ts';
import { sweepObjects } from '../../src/jobs/sweep-objects.ts';
import { failModeration } from '../../src/moderation/analyse/fail-moderation.ts';
import { type Examiner, moderate } from '../../src/moderation/analyse/moderate.ts';
import { originalPlace } from '../../src/moderation/item/item-files.ts';
import { placeLegalHold } from '../../src/moderation/item/legal-hold.ts';
import { findMedia } from '../../src/moderation/item/media-row.ts';
import { removeItem } from '../../src/moderation/item/remove-item.ts';
import { takeInAndSubmit } from '../../src/moderation/upload/upload.ts';
import { apiRules } from '../../src/moderation/upload/upload-rules.ts';
import { hasObject } from '../../src/objects/has-object.ts';
import { expireQuarantine } from '../../src/objects/quarantine.ts';
import { newId } from '../../src/security/new-id.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { fakeExaminer, fakeVideo, fakeVideoParts } from '../helpers/fake-videos.ts';
import { picture, quickExaminer, signs } from '../helpers/uploads.ts';
import { newAccount } from '../interleavings/arena.ts';
import { createLane, type ScheduledLane } from '../interleavings/lane.ts';
import { createSteppedDb } from '../interleavings/stepped-db.ts';

/** What is analysed, and how that ends. Of the killed ones the run that met the hold never goes on, and the next one does its work. */
const kinds = {
  'picture with metadata': { file: () => picture('formats/located.jpg'), isKilled: false },
  'picture without': { file: () => picture('formats/pears.png'), isKilled: false },
  video: { file: () => fakeVideo(3, { flagged: [1] }), isKilled: false },
  'picture that cannot be decoded': {
    file: () => Buffer.concat([picture('formats/pears.png'), Buffer.from('broken')]),
    isKilled: false,
  },
  'picture whose run is killed': { file: () => picture('formats/located.jpg'), isKilled: true },
  'video whose run is killed': { file: () => fakeVideo(3, { flagged: [1] }), isKilled: true },
} as const;
type Kind = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as Kind[];

export type HoldAt = {
  kind: Kind;
  /** From 1: the hold was asked for before this one. */
  step: number;
  label: string;
  /** `before` = acknowledged before the result stood; `after` = the row's lock made it wait for that, or it came later. */
  order: 'before' | 'after';
  /** Of `before`: the bytes as they were sent are there and the item names them. Of `after`: those of the original that it showed then. */
  kept: boolean;
};

const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
/** What PostgreSQL says where a lock was not to be had in time. */
const lockTimeout = '55P03';
const signal = new AbortController().signal;
const job = { id: 'proof', attempt: 1, ...signs };

export type Setting = {
  base: Context;
  url: string;
  storage: Storage;
  /** As the command has it: nothing limits how long it waits. */
  patient: Db;
  /** Asks the database what others wait for. */
  monitor: pg.Pool;
};

/** What a run is given: every statement, every call of the storage and every look at the file is a step of the lane. */
function stepped({ base, url, storage }: Setting, lane: ScheduledLane) {
  const handle = createSteppedDb(url, lane);
  // Connections of a run that is killed.
  handle.pool.on('error', () => undefined);
  const through: Storage = {
    ...storage,
    put: (...given) => lane.step('storage put', () => storage.put(...given)),
    open: (...given) => lane.step('storage open', () => storage.open(...given)),
    get: (...given) => lane.step('storage get', () => storage.get(...given)),
    remove: (...given) => lane.step('storage remove', () => storage.remove(...given)),
    withFile: (...given) => lane.step('storage withFile', () => storage.withFile(...given)),
  };
  const fake = fakeExaminer();
  const examiner: Examiner = {
    ...fake,
    examine: (...given) => lane.step('look at the picture', () => quickExaminer.examine(...given)),
    stripPicture: (...given) => lane.step('take metadata out', () => fake.stripPicture(...given)),
  };
  const context: Context = { ...base, ...fakeVideoParts, db: handle.db, storage: through };
  return { context, examiner, close: handle.close };
}

async function upload({ base, storage }: Setting, bytes: Buffer) {
  const context = { ...base, ...fakeVideoParts, storage };
  const [person] = await newAccount(context, () => 0);
  const { accountId, userId } = person;
  const id = newId();
  async function* arriving() {
    yield bytes;
  }
  await takeInAndSubmit(context, {
    uploader: { accountId, userId, accessTokenId: null },
    rules: apiRules,
    mediaId: id,
    begun: null,
    readForm: async (onFile) => ({ media: { file: await onFile(arriving()), filename: 'sent' }, fields: {} }),
  });
  return { id, accountId };
}

/** As an operator does it: a command that waited too long for the row's lock is given once more. */
async function placeUntilHeld(setting: Setting, mediaId: string): Promise<void> {
  for (;;) {
    try {
      await placeLegalHold({ ...setting.base, db: setting.patient }, { mediaId, reason: 'proof' });
      return;
    } catch (error) {
      const cause = error instanceof Error ? error.cause : null;
      if (!(cause instanceof pg.DatabaseError) || cause.code !== lockTimeout) throw error;
    }
  }
}

/** Whether somebody waits for a lock in the database. */
async function waitsForLock(monitor: pg.Pool): Promise<boolean> {
  const { rows } = await monitor.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like 'update "media" set "held_at"%'`,
  );
  return rows.length > 0;
}

/** Waits until the run is about to do a step, and gives its label; null = it has ended. @param isOver whether it has */
async function nextStep(lane: ScheduledLane, isOver: () => boolean): Promise<string | null> {
  while ((lane.waiting.length === 0 || lane.inFlight > 0) && !isOver()) await sleep(0);
  return lane.waiting[0]?.label ?? null;
}

function letGo(lane: ScheduledLane): void {
  lane.inFlight += 1;
  lane.waiting.shift()?.go();
}

/** What people, jobs and time do to the files of an item, one after the other as the numbers say. Whatever is refused is an answer. */
async function attack(
  { base, storage }: Setting,
  { id, accountId }: { id: string; accountId: string },
  next: Random,
): Promise<void> {
  const context: Context = { ...base, ...fakeVideoParts, storage };
  const { db } = base;
  const later = new Date(Date.now() + 30 * 86_400_000);
  const runAgain = async () => {
    const item = await findMedia(db, id);
    if (item) await moderate(context, fakeExaminer(), { mediaId: id, attempt: item.attempt }, signs);
  };
  const ways: (() => Promise<unknown>)[] = [
    runAgain,
    async () => {
      const item = await findMedia(db, id);
      if (item) await failModeration(context, { mediaId: id, attempt: item.attempt });
    },
    () => removeItem(context, { id }, { reason: 'proof' }),
    async () => {
      await db
        .update(objectRemoval)
        .set({ notBefore: sql`now() - interval '1 day'` })
        .where(like(objectRemoval.key, `${accountId}/%`));
      await db
        .update(pendingObject)
        .set({ createdAt: sql`now() - interval '1 day'` })
        .where(eq(pendingObject.accountId, accountId));
      await sweepObjects.run(context, {}, job);
    },
    () => expireQuarantine({ db, storage }, later, signal),
    async () => {
      await db.update(account).set({ deletedAt: new Date() }).where(eq(account.id, accountId));
      await removeAccount(context, accountId, signal);
    },
  ];
  while (ways.length > 0) {
    const way = pick(next, ways);
    if (!way) return;
    ways.splice(ways.indexOf(way), 1);
    await way().catch(() => undefined);
  }
}

/**
 * One analysis, and a hold that is asked for before its step of that number.
 * @returns null = the analysis had fewer steps
 */
export async function holdBefore(setting: Setting, kind: Kind, step: number, seed: number): Promise<HoldAt | null> {
  const { base, storage, monitor } = setting;
  const { db } = base;
  const sent = kinds[kind].file();
  const item = await upload(setting, sent);
  const lane = createLane(`holds ${kind} ${step}`);
  lane.isOver = false;
  const { context, examiner, close } = stepped(setting, lane);
  let isOver = false;
  const run = moderate(context, examiner, { mediaId: item.id, attempt: 1 }, signs)
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
      lane.isOver = true;
    });
  let label: string | null = null;
  for (let at = 1; at <= step; at += 1) {
    label = await nextStep(lane, () => isOver);
    if (label === null || at === step) break;
    letGo(lane);
  }
  if (label === null) {
    await close();
    return null;
  }
  let isHeld = false;
  const hold = placeUntilHeld(setting, item.id).then(() => {
    isHeld = true;
  });
  const isAnswered = async () => {
    while (!isHeld && !(await waitsForLock(monitor))) await sleep(1);
    return isHeld;
  };
  if (kinds[kind].isKilled) {
    await isAnswered();
    // Its process is gone: its connections end, and what they had not committed is undone.
    await monitor.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [lane.name]);
    await hold;
  }
  // A hold that waits for the row's lock is answered once the run has let that go.
  while (!(await isAnswered()) && (await nextStep(lane, () => isOver)) !== null) letGo(lane);
  const order = (await findMedia(db, item.id))?.state === 'queued' ? 'before' : 'after';
  if (!kinds[kind].isKilled) {
    while ((await nextStep(lane, () => isOver)) !== null) letGo(lane);
    await run;
  }
  const held = await findMedia(db, item.id);
  const place = held && originalPlace(held);
  const shown = place && (await hasObject(storage, place.key)) ? sha(await storage.get(place.key, place.range)) : null;
  await attack(setting, item, randomFrom(seed));
  const [row] = await db.select().from(media).where(eq(media.id, item.id));
  const now = row ? originalPlace(row) : null;
  const left = now && (await hasObject(storage, now.key)) ? sha(await storage.get(now.key, now.range)) : null;
  const wanted = order === 'before' ? sha(sent) : shown;
  const asSent = `${item.accountId}/${item.id}/in`;
  const isNamed = order === 'after' || row?.objectKey === asSent;
  const closed = close();
  // A run that is killed keeps a connection for good.
  if (!kinds[kind].isKilled) await closed;
  return { kind, step, label, order, kept: isNamed && left !== null && left === wanted };
}
