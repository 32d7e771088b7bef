import { expect, it } from 'vitest';
import { judgeSpace } from './files.ts';

it('OPS-04 warns of a disk that fills up, before it is full', () => {
  expect(judgeSpace('/data', 10_000_000_000)).toMatchObject({ level: 'ok', found: '10.0 GB free in /data.' });
  expect(judgeSpace('/data', 9_900_000_000).level).toBe('warning');
  expect(judgeSpace('/data', 999_999_999)).toMatchObject({ level: 'fault', found: '999 MB free in /data.' });
});
