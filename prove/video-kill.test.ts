import { expect, it } from 'vitest';
import { killDuringVideo } from './video-kill.ts';

/** A small sample of `npm run prove video-kill`, whose video has ten minutes. */
it('OPS-04 UP-09 API-04 a video whose analysis is killed with -9 is analysed again and charged once', async () => {
  const times = 12;
  const seconds = 8 * times;
  const { doneWhenKilled, output, held, ...result } = await killDuringVideo(times);
  expect(doneWhenKilled, 'killed in the middle').toBeLessThan(seconds);
  expect(output).toContain('ended by SIGKILL');
  expect(held).toMatchObject({ charged: 0, reserved: seconds, remaining: 1_000 - seconds });
  expect(result).toEqual({
    seconds,
    flaggedSeconds: 2 * times,
    scoredSeconds: seconds,
    ledger: { items: 1, commits: 1, chargedTwice: 0, used: seconds, reserved: 0 },
    readers: 0,
  });
});
