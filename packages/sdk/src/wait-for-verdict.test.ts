import type { MediaUpload } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { mediaFixture } from './media.fixture.ts';
import { stillTiming } from './still-timing.fixture.ts';

/** A server whose item changes with each reading. */
function reading(states: Partial<MediaUpload>[]) {
  const timing = stillTiming();
  let reads = 0;
  const client = createClient({
    baseUrl: 'http://localhost:1',
    token: 't',
    timing,
    async fetch() {
      reads += 1;
      const media_upload = { ...mediaFixture, ...states[Math.min(reads, states.length) - 1] };
      return Response.json({ status: 'success', data: { media_upload } });
    },
  });
  return { client, timing, reads: () => reads };
}
const processing = { processing: true, moderation: null };

describe('waitForVerdict', () => {
  it('API-03 asks at growing distances until the analysis is over, and tells of each reading', async () => {
    const { client, timing } = reading([processing, processing, processing, {}]);
    const seen: boolean[] = [];
    const item = await client.waitForVerdict(mediaFixture.id, { onProgress: (one) => seen.push(one.processing) });
    expect(item.moderation?.passed).toBe(true);
    expect(seen).toEqual([true, true, true, false]);
    expect(timing.slept).toEqual([500, 750, 1125]);
  });

  it('API-03 stops at its time-out, and never asks more often than every 15 seconds in the end', async () => {
    const { client, timing, reads } = reading([processing]);
    await expect(client.waitForVerdict(mediaFixture.id, { timeoutMs: 120_000 })).rejects.toMatchObject({
      code: 'verdict_timeout',
    });
    expect(timing.slept.reduce((sum, ms) => sum + ms, 0)).toBe(120_000);
    expect(Math.max(...timing.slept)).toBe(15_000);
    expect(reads()).toBe(timing.slept.length + 1);
  });

  it('API-03 says why there will be no verdict', async () => {
    const { client } = reading([processing, { processing: false, moderation: null, moderationError: 'The file is damaged' }]);
    await expect(client.waitForVerdict(mediaFixture.id)).rejects.toMatchObject({
      code: 'analysis_failed',
      message: 'The file is damaged',
    });
  });

  it('API-03 ends with its signal', async () => {
    const { client } = reading([processing]);
    const abort = new AbortController();
    const waiting = client.waitForVerdict(mediaFixture.id, {
      signal: abort.signal,
      onProgress: () => abort.abort(new Error('enough')),
    });
    await expect(waiting).rejects.toThrow('enough');
  });
});
