import type { Exposure, ExposureSettings, MediaUpload, TeamExposure } from '@clearframe/contract';
import { eq, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exposureBreak, exposureDay, exposureReveal } from '../src/db/schema.ts';
import { forgetReveals } from '../src/exposure/forget-reveals.ts';
import { advanceTrust } from '../src/notices/advance-trust.ts';
import { type Built, build } from './helpers/build.ts';
import { itemOf, joinAccount, send, writeItem } from './helpers/review-team.ts';
import type { SignedInBrowser } from './helpers/sign-in.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

type Who = Pick<SignedInBrowser, 'headers'>;
const minuteMs = 60_000;
const settings = { per_hour: 0, per_day: 0, break_minutes: 15, greyscale: true, blur: true, mute: true };

describe('exposure', () => {
  let built: Built;
  let ada: Uploader;
  let ines: SignedInBrowser;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
  });
  afterAll(() => built.close());
  beforeEach(async () => {
    // Away from midnight of UTC, whatever the time is.
    const day = 24 * 60 * minuteMs;
    built.clock.advance(day - ((built.clock.now().getTime() - 8 * 60 * minuteMs) % day));
    ada = await createUploader(built);
    ines = await joinAccount(built, ada.accountId, 'moderator');
  });

  const flagged = (values = {}) => writeItem(built, ada.accountId, { moderationFlagged: true, ...values });
  const several = async (count: number) => {
    const ids: string[] = [];
    for (let made = 0; made < count; made += 1) ids.push(await flagged());
    return ids;
  };
  const limit = async (values: Partial<ExposureSettings>) => {
    expect((await send(built, ada, '/exposure/settings', { ...settings, ...values })).statusCode).toBe(200);
  };
  const reveal = (who: Who, ...media_ids: string[]) => send(built, who, '/exposure/reveals', { media_ids });
  const exposureIn = (answer: LightMyRequestResponse): Exposure => {
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<{ data: { exposure: Exposure } }>().data.exposure;
  };
  const get = (who: Who, path: string) => built.app.inject({ url: `/api${path}`, headers: who.headers });
  const own = async (who: Who) => exposureIn(await get(who, '/exposure'));
  /** As if so much time had passed for what was revealed; sessions do not outlast it. */
  const later = async (ms: number, days = Math.floor(ms / (24 * 60 * minuteMs))) => {
    const { db } = built.context;
    const back = (time: AnyPgColumn) => sql`${time} - ${ms / 1_000} * interval '1 second'`;
    const earlier = (day: AnyPgColumn) => sql`${day} - ${days}::int`;
    const mine = (id: AnyPgColumn) => eq(id, ada.accountId);
    const { accountId, at, day } = exposureReveal;
    await db
      .update(exposureReveal)
      .set({ at: back(at), day: earlier(day) })
      .where(mine(accountId));
    await db
      .update(exposureDay)
      .set({ day: earlier(exposureDay.day) })
      .where(mine(exposureDay.accountId));
    await db
      .update(exposureBreak)
      .set({ until: back(exposureBreak.until) })
      .where(mine(exposureBreak.accountId));
  };
  const refused = (answer: LightMyRequestResponse) => [
    answer.statusCode,
    answer.json<{ code?: string }>().code,
    Number(answer.headers['retry-after']),
  ];

  it('TRUST-B3 the settings have their defaults, and the owner alone changes them', async () => {
    const read = async () => (await get(ines, '/exposure/settings')).json<{ data: object }>().data;
    expect(await read()).toEqual({ exposure_settings: settings });
    await limit({ per_hour: 60, blur: false });
    expect(await read()).toEqual({ exposure_settings: { ...settings, per_hour: 60, blur: false } });
    expect((await send(built, ines, '/exposure/settings', settings)).statusCode).toBe(403);
    for (const wrong of [{ per_hour: 1_001 }, { per_day: 10_001 }, { break_minutes: 0 }, { break_minutes: 241 }])
      expect((await send(built, ada, '/exposure/settings', { ...settings, ...wrong })).statusCode).toBe(400);
  });

  it('TRUST-B3 counts flagged and to-review items, each once a day, and no others', async () => {
    const [first, second] = [await flagged(), await writeItem(built, ada.accountId, { needsReview: true })];
    const safe = await writeItem(built, ada.accountId);
    const stranger = await createUploader(built);
    const foreign = await writeItem(built, stranger.accountId, { moderationFlagged: true });
    expect(exposureIn(await reveal(ada, first, first, second, safe, foreign))).toEqual({
      hour: { count: 2, limit: 0 },
      day: { count: 2, limit: 0 },
      break_until: null,
    });
    expect(exposureIn(await reveal(ada, second)).day.count).toBe(2);
    expect((await own(ines)).day.count).toBe(0);
    await later(61 * minuteMs);
    expect(await own(ada)).toMatchObject({ hour: { count: 0 }, day: { count: 2 } });
    await later(24 * 60 * minuteMs);
    expect(exposureIn(await reveal(ada, first))).toMatchObject({ hour: { count: 1 }, day: { count: 1 } });
    expect((await reveal(ada)).statusCode).toBe(400);
    expect((await reveal(ada, ...Array.from({ length: 21 }, () => first))).statusCode).toBe(400);
  });

  it('TRUST-B3 the clock of one’s own machine ends a break, and moves days of the same item without a clash', async () => {
    await limit({ per_hour: 1 });
    const [first = '', second = ''] = await several(2);
    await reveal(ada, first);
    await later(24 * 60 * minuteMs);
    await reveal(ada, first);
    expect(refused(await reveal(ada, second))).toEqual([429, 'break_needed', 900]);
    await advanceTrust(built.context, 16 * minuteMs);
    expect(await own(ada)).toMatchObject({ break_until: null, day: { count: 1 } });
    await advanceTrust(built.context, 24 * 60 * minuteMs);
    expect(await own(ada)).toMatchObject({ break_until: null, day: { count: 0 } });
    const days = await built.context.db.select().from(exposureReveal).where(eq(exposureReveal.accountId, ada.accountId));
    expect(days).toHaveLength(2);
  });

  it('TRUST-B3 the reveal that passes the limit of an hour begins a break, which nothing makes longer', async () => {
    await limit({ per_hour: 2 });
    const [first = '', second = '', third = ''] = await several(3);
    expect(exposureIn(await reveal(ada, first, second)).hour).toEqual({ count: 2, limit: 2 });
    expect(exposureIn(await reveal(ada, second)).break_until).toBeNull();
    expect(refused(await reveal(ada, third))).toEqual([429, 'break_needed', 900]);
    await later(5 * minuteMs);
    expect(refused(await reveal(ada, first))).toEqual([429, 'break_needed', 600]);
    expect(exposureIn(await reveal(ada, await writeItem(built, ada.accountId))).hour.count).toBe(2);
    expect(exposureIn(await reveal(ines, third)).break_until).toBeNull();
    await later(10 * minuteMs);
    // After it the hour is counted from its end.
    expect(await own(ada)).toEqual({ hour: { count: 0, limit: 2 }, day: { count: 2, limit: 0 }, break_until: null });
    expect(exposureIn(await reveal(ada, third)).hour.count).toBe(1);
  });

  it('TRUST-B3 the limit of a day holds until the day is over', async () => {
    await limit({ per_day: 1 });
    const [first = '', second = ''] = await several(2);
    await reveal(ada, first);
    const midnight = new Date(Math.ceil(built.clock.now().getTime() / 86_400_000) * 86_400_000);
    expect((await reveal(ada, second)).statusCode).toBe(429);
    expect((await own(ada)).break_until).toBe(midnight.toISOString());
    await later(midnight.getTime() - built.clock.now().getTime(), 1);
    expect(exposureIn(await reveal(ada, second)).day).toEqual({ count: 1, limit: 1 });
  });

  it('TRUST-B3 counts exactly when several windows reveal at once', async () => {
    await limit({ per_hour: 5 });
    const ids = await several(12);
    const answers = await Promise.all([...ids, ...ids].map((id) => reveal(ada, id)));
    const counted = await built.context.db.$count(exposureReveal, eq(exposureReveal.accountId, ada.accountId));
    expect(counted).toBe(5);
    expect((await own(ada)).day.count).toBe(5);
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(5);
    const [sum] = await built.context.db.select().from(exposureDay).where(eq(exposureDay.accountId, ada.accountId));
    expect(sum?.count).toBe(5);
  });

  it('TRUST-B3 during a break the addresses of such items are withheld, from that person alone', async () => {
    await limit({ per_hour: 1 });
    const files = { displayKey: 'display.webp', metadataFree: true };
    const [first, second] = [await flagged(files), await flagged(files)];
    const safe = await writeItem(built, ada.accountId, files);
    expect((await itemOf(built, ada, first)).signedUrl).not.toBeNull();
    await reveal(ada, first);
    await reveal(ada, second);
    const gone = { signedUrl: null, signedDisplayUrl: null, signedThumbnailUrl: null, signedSmallUrl: null };
    expect(await itemOf(built, ada, first)).toMatchObject({ ...gone, withheld_for: 'break', withheld: false });
    const list = async (who: Who) => {
      const answer = await get(who, '/media');
      const { media_uploads } = answer.json<{ data: { media_uploads: MediaUpload[] } }>().data;
      return new Map(media_uploads.map((item) => [item.id, item]));
    };
    // Two who ask at the same moment share one reading, not what is kept from one of them.
    const [mine, theirs] = await Promise.all([list(ada), list(ines)]);
    expect(mine.get(second)).toMatchObject({ ...gone, withheld_for: 'break' });
    expect(mine.get(safe)?.signedUrl).not.toBeNull();
    expect(mine.get(safe)).not.toHaveProperty('withheld_for');
    expect(theirs.get(second)?.signedUrl).not.toBeNull();
    const next = await send(built, ada, '/queue/next', {});
    expect(next.json<{ data: { media_upload: object } }>().data.media_upload).toMatchObject({ ...gone, withheld_for: 'break' });
    await later(15 * minuteMs);
    expect((await itemOf(built, ada, first)).signedUrl).not.toBeNull();
  });

  it('TRUST-B3 a break ends when the owner switches both limits off', async () => {
    await limit({ per_hour: 1 });
    const [first = '', second = ''] = await several(2);
    await reveal(ada, first);
    await reveal(ada, second);
    await limit({});
    expect((await own(ada)).break_until).toBeNull();
    expect(exposureIn(await reveal(ada, second)).day.count).toBe(2);
  });

  it('TRUST-B3 the team is shown as sums of a day, never of fewer than three people, and to the owner alone', async () => {
    const [first = '', second = ''] = await several(2);
    const team = async () => (await get(ada, '/exposure/team')).json<{ data: { team: TeamExposure } }>().data.team;
    await reveal(ada, first, second);
    await reveal(ines, first);
    expect(await team()).toEqual({ days: [] });
    await reveal(await joinAccount(built, ada.accountId, 'viewer'), second);
    expect(await team()).toEqual({ days: [{ day: built.clock.now().toISOString().slice(0, 10), people: 3, count: 4 }] });
    expect((await get(ines, '/exposure/team')).statusCode).toBe(403);
  });

  it('TRUST-B3 forgets who saw what after two days, and sums after a month', async () => {
    const { db } = built.context;
    const rows = async () => [
      await db.$count(exposureReveal, eq(exposureReveal.accountId, ada.accountId)),
      await db.$count(exposureDay, eq(exposureDay.accountId, ada.accountId)),
      await db.$count(exposureBreak, eq(exposureBreak.accountId, ada.accountId)),
    ];
    await limit({ per_hour: 1 });
    const [first = '', second = ''] = await several(2);
    await reveal(ada, first);
    await reveal(ada, second);
    await forgetReveals(built.context);
    expect(await rows()).toEqual([1, 1, 1]);
    await later(48 * 60 * minuteMs);
    await forgetReveals(built.context);
    expect(await rows()).toEqual([0, 1, 0]);
    await later(28 * 24 * 60 * minuteMs);
    await forgetReveals(built.context);
    expect(await rows()).toEqual([0, 0, 0]);
  });
});
