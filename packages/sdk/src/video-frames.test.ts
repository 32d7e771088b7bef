import { expect, it } from 'vitest';
import { createClient } from './client.ts';

it('API-04 reads the seconds of a video stretch by stretch, to the end', async () => {
  const asked: string[] = [];
  const second = { scores: {}, flagged: false, needs_review: false, same_as: null };
  const client = createClient({
    baseUrl: 'http://localhost:1',
    token: 't',
    async fetch(input) {
      const { pathname, searchParams } = new URL(String(input));
      const from = Number(searchParams.get('from'));
      asked.push(`${pathname} ${from}`);
      const seconds = [from, from + 1].map((n) => ({ ...second, second: n }));
      const data = { duration_ms: 4_000, seconds, thumbnails: [], next_from: from < 2 ? from + 2 : null };
      return Response.json({ status: 'success', data });
    },
  });
  const seconds: number[] = [];
  for await (const stretch of client.frames('a')) seconds.push(...stretch.seconds.map((one) => one.second));
  expect(seconds).toEqual([0, 1, 2, 3]);
  expect(asked).toEqual(['/api/v1/media/a/frames 0', '/api/v1/media/a/frames 2']);
});
