import { describe, expect, it } from 'vitest';
import { killDuringUploads, type Victim } from './kill.ts';

/** A small sample of `npm run prove kill`, which kills more often during 50 uploads. */
describe('uploads while a process is killed', () => {
  it.each<Victim>(['analysis', 'api', 'supervisor'])(
    'OPS-04 are all there, finished and charged once after kill -9 of: %s',
    { timeout: 180_000 },
    async (victim) => {
      expect(await killDuringUploads({ victim, uploads: 10, kills: 2, seed: 7 })).toEqual({
        acknowledged: 10,
        finished: 10,
        items: 10,
        commits: 10,
        chargedTwice: 0,
        used: 10,
        reserved: 0,
      });
    },
  );
});
