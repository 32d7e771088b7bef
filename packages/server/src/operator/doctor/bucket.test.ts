import { expect, it } from 'vitest';
import type { BucketFacts } from '../../storage/s3-bucket.ts';
import { judgeBucket } from './bucket.ts';

const good: BucketFacts = { versioning: 'off', lifecycle: { expires: false, abortsUploads: true }, aheadMs: 0 };
const levels = (change: Partial<BucketFacts>) => judgeBucket({ ...good, ...change }).map(({ level }) => level);

it('OPS-01 judges how a bucket is set up: versions, rules, clock', () => {
  expect(levels({})).toEqual(['ok', 'ok', 'ok']);
  expect(levels({ versioning: 'on', lifecycle: 'unknown', aheadMs: null })).toEqual(['ok', 'ok', 'ok']);
  expect(levels({ versioning: 'unknown' })).toEqual(['warning', 'ok', 'ok']);
  expect(levels({ lifecycle: { expires: false, abortsUploads: false } })).toEqual(['ok', 'warning', 'ok']);
  expect(levels({ lifecycle: { expires: true, abortsUploads: true } })).toEqual(['ok', 'fault', 'ok']);
  expect(levels({ aheadMs: -40_000 })).toEqual(['ok', 'ok', 'warning']);
  expect(levels({ aheadMs: 20 * 60_000 })).toEqual(['ok', 'ok', 'fault']);
});
