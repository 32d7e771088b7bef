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
      const [page, limit] = [Number(searchParams.get('page')), Number(searchParams.get('limit'))];
      const ids = items.slice((page - 1) * limit, page * limit);
      items = [...Array.from({ length: arriving }, (_, n) => idOf(items.length + arriving - n)), ...items];
      return Response.json({
        status: 'success',
        data: {
          media_uploads: ids.map((id) => ({ ...mediaFixture, id })),
          pagination: { page, limit, total: count, capped: false },
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
  it('MED-02 walks every page, with the filter on each', async () => {
    const { client, asked } = listing(5);
    const found: string[] = [];
    for await (const { id } of client.listMedia({ pageSize: 2, status: 'flagged' })) found.push(id);
    expect(found).toEqual([5, 4, 3, 2, 1].map(idOf));
    expect(asked).toEqual([1, 2, 3].map((page) => `?status=flagged&page=${page}&limit=2`));
  });

  it('MED-02 gives nothing twice when items arrive meanwhile', async () => {
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
