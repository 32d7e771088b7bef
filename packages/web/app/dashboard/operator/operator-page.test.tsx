import type { OperatorHealth } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { OperatorPage } from './operator-page.tsx';
import { healthQuery } from './operator-queries.ts';

const health: OperatorHealth = {
  state: 'ok',
  version: '0.2.0',
  checked_at: '2026-11-24T10:00:00.000Z',
  checks: [],
  processes: [],
  queues: [],
  analysers: [],
  analysis_seconds: 0,
  verdicts: { pictures: 0, median_ms: null, p95_ms: null },
  failed: { analyses: 0, deliveries: 1, webhooks: 1 },
  database: { version: '17.2', size_bytes: 1_000, connections: { used: 12, max: 100 }, last_backup_at: null },
  disk: null,
  storage: { kind: 's3', uploaded_bytes: 3_000_000 },
  versions: {
    postgresql: '17.2',
    node: '24.21.0',
    engine: 'nsfwjs-4.4.0-mid',
    reader: null,
    schema: { made: 102, waiting: 0, is_newer: false },
  },
};

/** The console once it was read, and the newest reading failed so. */
function rendered(error: ClearframeError | null): string {
  const client = new QueryClient();
  client.setQueryData(healthQuery.queryKey, health);
  if (error) client.getQueryCache().find(healthQuery)?.setState({ status: 'error', error });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <OperatorPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it('OPS-04 shows the figures, and says so where they are of a while ago', () => {
  const fresh = rendered(null);
  expect(fresh).toContain('Everything works.');
  expect(fresh).toContain('to 1 webhook<');
  expect(fresh).not.toContain('These figures are old');
  const old = rendered(new ClearframeError(0, 'No answer'));
  expect(old).toContain('These figures are old');
  expect(old).toContain('Try again');
  expect(old).toContain('Health');
});

it('OPS-04 shows nothing any more to whoever is no operator now', () => {
  const gone = rendered(new ClearframeError(404, 'Not found'));
  expect(gone).toContain('Page not found');
  expect(gone).not.toContain('Everything works.');
  const oneStep = rendered(new ClearframeError(403, 'Two steps', { code: 'two_step_needed' }));
  expect(oneStep).toContain('Turn on two-step sign-in');
  expect(oneStep).not.toContain('Everything works.');
});
