import { describe, expect, it } from 'vitest';
import { createLane, type Lane, restAfterLook } from './lane.ts';
import { shareOut } from './share-out.ts';

const quick = { durationMs: 50, isOverload: false };
const refused = { durationMs: 50, isOverload: true };
let last = 0;

/** Fills every place of the lane, and ends all of it in the same way. @returns how many there were */
function fill(lane: Lane, now: number, answer: typeof quick): number {
  const ids = Array.from({ length: lane.room(now) }, () => {
    last += 1;
    return `delivery ${last}`;
  });
  for (const id of ids) lane.begin(id, now);
  for (const id of ids) lane.answer(id, answer);
  for (const _ of ids) lane.free();
  return ids.length;
}

describe('a lane', () => {
  it('HOOK-04 gives a hook one attempt more for each window of answers that came as usual, up to 64', () => {
    const lane = createLane('hook');
    const windows = Array.from({ length: 70 }, (_, n) => fill(lane, n, quick));
    expect(windows.slice(0, 4)).toEqual([4, 5, 6, 7]);
    expect(Math.max(...windows)).toBe(64);
  });

  it('HOOK-04 gives no more where answers take twice as long as usual, or where nobody asked for more', () => {
    const lane = createLane('hook');
    for (let n = 0; n < 10; n += 1) fill(lane, n, quick);
    const before = lane.room(10);
    fill(lane, 10, { durationMs: 500, isOverload: false });
    expect(lane.room(11)).toBe(before);
    const idle = createLane('idle');
    for (let n = 0; n < 100; n += 1) {
      idle.begin('one', n);
      idle.answer('one', quick);
      idle.free();
    }
    expect(idle.room(100)).toBe(4);
  });

  it('HOOK-04 halves once for all that were refused together, and leaves one at the least', () => {
    const lane = createLane('hook', { concurrency: 16 });
    expect(Array.from({ length: 6 }, (_, n) => fill(lane, n, refused))).toEqual([16, 8, 4, 2, 1, 1]);
  });

  it('HOOK-04 is slow from an answer of five seconds, or none for so long, until one that comes sooner', () => {
    const lane = createLane('hook', { concurrency: 10 });
    lane.begin('one', 0);
    expect([lane.room(4_999), lane.room(5_000)]).toEqual([9, 1]);
    expect([lane.overdue(5_000), lane.state(5_000).isSlow]).toEqual([1, true]);
    lane.answer('one', { durationMs: 5_000, isOverload: false });
    lane.free();
    expect(lane.room(5_001)).toBe(2);
    lane.begin('two', 5_001);
    lane.answer('two', { durationMs: 4_999, isOverload: false });
    lane.free();
    expect(lane.room(6_000)).toBe(10);
  });

  it('keeps the place of an attempt until it is written down', () => {
    const lane = createLane('hook', { concurrency: 3 });
    lane.begin('one', 0);
    lane.answer('one', quick);
    expect(lane.room(1)).toBe(2);
    lane.free();
    expect(lane.room(1)).toBe(3);
  });
});

describe('the turns of lanes', () => {
  const lane = (webhookId: string, room: number, isSlow = false) => ({ webhookId, room, isSlow });
  const given = (lanes: ReturnType<typeof lane>[], free: { quick: number; slow: number }) =>
    Object.fromEntries(shareOut(lanes, free));

  it('HOOK-04 go round: one each, however much one of them asks for', () => {
    expect(given([lane('much', 64), lane('little', 2), lane('one', 1)], { quick: 7, slow: 0 })).toEqual({
      much: 4,
      little: 2,
      one: 1,
    });
  });

  it('HOOK-04 begin with those that waited longest where there is not enough for all', () => {
    expect(given([lane('first', 9), lane('second', 9), lane('third', 9)], { quick: 2, slow: 0 })).toEqual({
      first: 1,
      second: 1,
    });
  });

  it('HOOK-04 of slow hooks take nothing from the others, and none is given that is not there', () => {
    const hanging = Array.from({ length: 500 }, (_, n) => lane(`slow ${n}`, 2, true));
    const turns = given([...hanging, lane('quick', 64)], { quick: 300, slow: 100 });
    expect(turns['quick']).toBe(64);
    expect(Object.values(turns).reduce((sum, count) => sum + count, 0)).toBe(164);
    expect(given([lane('quick', 3), lane('slow', 3, true)], { quick: -5, slow: 0 })).toEqual({});
  });
});

describe('the rest after a look for what is due', () => {
  it('HOOK-04 is nine times what the look took', () => {
    expect(restAfterLook(20)).toBe(180);
  });

  it('HOOK-04 OPS-04 is short after a look that waited 15 s for a database that was away', () => {
    expect(restAfterLook(15_000)).toBe(5_000);
  });
});
