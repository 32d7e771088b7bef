import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';

const used = vi.hoisted(() => ({ urls: [] as (string | null)[] }));
vi.mock('../../packages/server/src/db/client.ts', () => ({
  createDb: ({ url }: { url: string | null }) => {
    used.urls.push(url);
    const query = async (text: string) => ({ rows: text.startsWith('select account_id') ? [{ id: 'account' }] : [] });
    return { pool: { connect: async () => ({ query, release: () => {} }) }, close: async () => {} };
  },
}));

const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-history-'));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true, force: true });
});

it('OPS-01 the demo moves its uploads in the database that the server uses, which DATABASE_URL may name', async () => {
  vi.stubEnv('DATABASE_URL', 'postgresql://somewhere/else');
  const { moveIntoPast } = await import('./history.mjs');
  await moveIntoPast(dataDir, { items: [], policies: [] });
  expect(used.urls).toEqual(['postgresql://somewhere/else']);
});
