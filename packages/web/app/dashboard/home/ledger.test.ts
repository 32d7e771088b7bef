import { expect, it } from 'vitest';
import { shareOfUploads } from './ledger.tsx';

it('DASH-02 gives the share of a verdict, and none where there is nothing to share', () => {
  expect([shareOfUploads(43, 1_287), shareOfUploads(0, 4), shareOfUploads(4, 4)]).toEqual([
    '3.3% of uploads',
    '0.0% of uploads',
    '100.0% of uploads',
  ]);
  expect([shareOfUploads(0, 0), shareOfUploads(null, 4), shareOfUploads(4, null)]).toEqual(['', '', '']);
});
