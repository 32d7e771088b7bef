import { describe, expect, it } from 'vitest';
import { processLimits } from './limits.ts';
import { judge, type Look } from './watch.ts';

const now = 1_000_000;
const fine: Look = { busySince: null, isOnLongJob: false, residentBytes: 250 * 1_048_576, aboveSoftSince: null, now };

describe('the judgement of an analysis process', () => {
  it.each<[string, Partial<Look>, string]>([
    ['leaves one that idles', {}, 'leave'],
    ['leaves one whose memory cannot be told', { residentBytes: null }, 'leave'],
    ['leaves one that works for 44 s', { busySince: now - 44_000 }, 'leave'],
    ['kills one that works for longer than 45 s', { busySince: now - 45_001 }, 'kill'],
    ['leaves one that just grew past 800 MB', { residentBytes: 900 * 1_048_576, aboveSoftSince: now - 500 }, 'leave'],
    ['recycles one that stays above 800 MB', { residentBytes: 900 * 1_048_576, aboveSoftSince: now - 3_000 }, 'recycle'],
    ['recycles it in the middle of work too', { aboveSoftSince: now - 3_000, busySince: now - 100 }, 'recycle'],
    ['lets a long job end first', { aboveSoftSince: now - 60_000, busySince: now - 100, isOnLongJob: true }, 'leave'],
    ['kills one whose long job stopped getting on', { busySince: now - 45_001, isOnLongJob: true }, 'kill'],
    ['kills one above 1.2 GB', { residentBytes: 1_201 * 1_048_576 }, 'kill'],
  ])('OPS-04 %s', (_name, seen, act) => {
    expect(judge({ ...fine, ...seen }, processLimits).act).toBe(act);
  });
});
