import { expect, it } from 'vitest';
import { killDuringUploads } from './kill.ts';

/** A small sample of `npm run prove kill`, which kills each kind of process more often during 50 uploads. */
it('OPS-04 uploads are all there, finished and charged once after kill -9 of an analysis process, the API and the supervisor', async () => {
  const uploads = 9;
  expect(await killDuringUploads({ victims: ['analysis', 'api', 'supervisor'], uploads, kills: 3, seed: 7 })).toEqual({
    acknowledged: uploads,
    finished: uploads,
    items: uploads,
    commits: uploads,
    chargedTwice: 0,
    used: uploads,
    reserved: 0,
  });
});
