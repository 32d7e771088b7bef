import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { usageOf } from '../src/billing/usage.ts';
import {
  analysis,
  auditWaiting,
  decision,
  delivery,
  deliveryAttempt,
  invoice,
  knownImport,
  knownPicture,
  machineVerdict,
  media,
  usageEntry,
  usageTally,
} from '../src/db/schema.ts';
import { sweepObjects } from '../src/jobs/sweep-objects.ts';
import { hashBytes } from '../src/known-pictures/hash-bytes.ts';
import { blockHash, takePositions } from '../src/known-pictures/remember.ts';
import { placeLegalHold } from '../src/moderation/item/legal-hold.ts';
import { sumDays } from '../src/moderation/list/tally.ts';
import { keptForEver, saveRetention } from '../src/retention/days.ts';
import { retainAll } from '../src/retention/retain-all.ts';
import { type Built, build } from './helpers/build.ts';
import { send } from './helpers/review-team.ts';
import { createUploader, file, moderateNow, picture, quickExaminer, resultOf, type Uploader } from './helpers/uploads.ts';

const dayMs = 24 * 3_600_000;
const never = new AbortController().signal;
const run = { id: 'x', attempt: 1, isLast: true, signal: never, stopping: never, alive: () => undefined };

let built: Built;
let ada: Uploader;
beforeAll(async () => {
  built = await build({ config: { throughputScale: 1_000 } });
  ada = await createUploader(built);
});
afterAll(() => built.close());

const digits = (n: number) => n.toString(16).padStart(2, '0').repeat(32);

/** An item as its upload, its analysis and its webhook leave it. */
async function item(n: number): Promise<string> {
  const { id } = resultOf(await ada.apiUpload({ media: file(picture('formats/pears.png')) }, { query: '?wait=0' })).media_upload;
  const examiner: typeof quickExaminer = {
    async examine(bytes) {
      const seen = await quickExaminer.examine(bytes);
      const hash = { pdq: digits(n), mirrored: digits(n + 100), quality: 100 };
      return { ...seen, analysis: { ...seen.analysis, scores: n > 1 ? { sexual_explicit: 0.99 } : {}, hash } };
    },
  };
  await moderateNow(built.context, examiner, { mediaId: id, attempt: 1 });
  return id;
}

const objectsOf = async (ids: readonly string[]) =>
  (await readdir(join(built.dataDir, 'objects'), { recursive: true, withFileTypes: true })).filter(
    (one) => one.isFile() && ids.some((id) => join(one.parentPath, one.name).includes(id)),
  ).length;

/** How many rows and files there are of these items. */
async function left(ids: string[]) {
  const { db } = built.context;
  const deliveries = db.select({ id: delivery.id }).from(delivery).where(inArray(delivery.mediaId, ids));
  return {
    items: await db.$count(media, inArray(media.id, ids)),
    results: await db.$count(analysis, inArray(analysis.mediaId, ids)),
    decisions: await db.$count(decision, inArray(decision.mediaId, ids)),
    deliveries: await db.$count(delivery, inArray(delivery.mediaId, ids)),
    attempts: await db.$count(deliveryAttempt, inArray(deliveryAttempt.deliveryId, deliveries)),
    hashes: await db.$count(knownPicture, inArray(knownPicture.mediaId, ids)),
    objects: await objectsOf(ids),
  };
}

it('TRUST-B8 an account that keeps 30 days has nothing of an item on day 31 but what is held, its sums and its invoices', async () => {
  const { clock, context } = built;
  const { db } = context;
  const { accountId } = ada;
  await send(built, ada, '/webhooks', { webhookUrl: 'https://hooks.example/in' });
  const [safe, flagged, held] = [await item(1), await item(2), await item(3)];
  for (const id of [flagged, held]) await send(built, ada, `/media/${id}/fail`, {});
  await placeLegalHold(context, { mediaId: held, reason: 'court' });
  const at = clock.now();
  const told = await db
    .update(delivery)
    .set({ state: 'delivered', finishedAt: at })
    .where(eq(delivery.accountId, accountId))
    .returning({ deliveryId: delivery.id });
  await db
    .insert(deliveryAttempt)
    .values(told.map((one) => ({ ...one, number: 1, at, durationMs: 5, status: 200, response: 'ok' })));
  // Put there by a person and by a notice: neither is of an item.
  const [list] = await db.insert(knownImport).values({ accountId, list: 'block', name: 'Ours' }).returning();
  await db.transaction(async (tx) => {
    const position = await takePositions(tx, accountId, 1);
    const of = { accountId, list: 'block', importId: list?.id ?? null, decidedAt: at } as const;
    await tx.insert(knownPicture).values({ ...of, position, pdq: hashBytes(digits(50)), quality: 100 });
    await blockHash(tx, accountId, { pdq: digits(51), mirrored: digits(151), quality: 100 }, { note: 'Notice 1', at });
  });
  const kept = async () => ({
    usage: await usageOf(db, accountId, clock.now()),
    charged: await db.$count(usageEntry, inArray(usageEntry.mediaId, [safe, flagged, held])),
    tally: await db.select().from(usageTally).where(eq(usageTally.accountId, accountId)).orderBy(usageTally.day),
    invoices: await db.$count(invoice, eq(invoice.accountId, accountId)),
    hashes: await db.$count(knownPicture, sql`account_id = ${accountId} and media_id is null`),
  });
  const entry = { paymentId: randomUUID(), provider: 'sandbox', planId: 'starter' };
  const period = { issuedAt: at, periodStart: at, periodEnd: at };
  const people = { buyerName: 'Ada', buyerEmail: 'ada@example.com', seller: { name: null, address: null, taxNumber: null } };
  await db.insert(invoice).values({ accountId, ...entry, ...period, ...people, amountCents: 6_000, currency: 'USD', number: 1 });
  const whole = await left([safe, flagged]);
  expect(whole).toMatchObject({ items: 2, results: 2, decisions: 1, hashes: 1, attempts: whole.deliveries });
  expect(whole.deliveries).toBeGreaterThanOrEqual(2);
  expect(whole.objects).toBeGreaterThanOrEqual(2);
  const before = await kept();
  const heldBefore = await left([held]);

  await saveRetention(db, accountId, { ...keptForEver, safeDays: 30, flaggedDays: 30, resultsDays: 30, logsDays: 30 });
  const day = async () => {
    await retainAll(context, async () => {});
    await sweepObjects.run(context, {}, run);
  };
  clock.advance(29 * dayMs);
  await day();
  expect(await left([safe, flagged])).toEqual(whole);
  clock.advance(2 * dayMs);
  await day();
  const nothing = { items: 0, results: 0, decisions: 0, deliveries: 0, attempts: 0, hashes: 0, objects: 0 };
  expect(await left([safe, flagged])).toEqual(nothing);
  expect(await db.$count(machineVerdict, inArray(machineVerdict.mediaId, [safe, flagged]))).toBe(0);
  expect(await left([held])).toEqual(heldBefore);
  expect({ ...(await kept()), usage: null }).toEqual({ ...before, usage: null });
  expect(await sumDays(context, accountId, {})).toMatchObject({ flagged: 1, safe: 0 });
  const ran = await db.select().from(auditWaiting).where(sql`account_id = ${accountId} and action = 'retention.ran'`);
  expect(ran.map(({ detail }) => detail)).toMatchObject([{ items: 2 }]);
});
