import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { mediaFixture } from './media.fixture.ts';

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** A list, newest first, to which `arriving` items are added between one page and the next. */
function listing(count: number, arriving = 0) {
  const asked: string[] = [];
  let items = Array.from({ length: count }, (_, n) => idOf(count - n));
  const client = createClient({
    baseUrl: 'http://localhost:1',
    token: 't',
    async fetch(input) {
      const { searchParams, search } = new URL(String(input));
      asked.push(search);
      const limit = Number(searchParams.get('limit'));
      const cursor = searchParams.get('cursor');
      const first = cursor === null ? 0 : items.indexOf(cursor) + 1;
      const ids = items.slice(first, first + limit);
      const next_cursor = first + limit < items.length ? (ids.at(-1) ?? null) : null;
      items = [...Array.from({ length: arriving }, (_, n) => idOf(items.length + arriving - n)), ...items];
      return Response.json({
        status: 'success',
        data: {
          media_uploads: ids.map((id) => ({ ...mediaFixture, id })),
          pagination: { page: 1, limit, total: count, capped: false, next_cursor },
        },
      });
    },
  });
  return { client, asked };
}
const idsOf = async (client: ReturnType<typeof createClient>, pageSize: number) => {
  const ids: string[] = [];
  for await (const { id } of client.listMedia({ pageSize })) ids.push(id);
  return ids;
};

describe('listMedia', () => {
  it('MED-02 goes from cursor to cursor, with the filter on each', async () => {
    const { client, asked } = listing(5);
    const found: string[] = [];
    for await (const { id } of client.listMedia({ pageSize: 2, status: 'flagged' })) found.push(id);
    expect(found).toEqual([5, 4, 3, 2, 1].map(idOf));
    expect(asked).toEqual(['', `&cursor=${idOf(4)}`, `&cursor=${idOf(2)}`].map((cursor) => `?status=flagged${cursor}&limit=2`));
  });

  it('MED-02 gives nothing twice and leaves nothing out when items arrive meanwhile', async () => {
    const ids = await idsOf(listing(6, 1).client, 2);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual([6, 5, 4, 3, 2, 1].map(idOf));
  });

  it('asks for no page that nobody wants', async () => {
    const { client, asked } = listing(50);
    for await (const { id } of client.listMedia({ pageSize: 2 })) if (id === idOf(49)) break;
    expect(asked).toHaveLength(1);
  });
});
