import type { AccessToken } from '@clearframe/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ToastProvider } from '../../shared/ui/toast.tsx';
import { ConfirmProvider } from '../shell/confirm/confirm-provider.tsx';
import { tokenColumns } from './token-columns.tsx';
import { TokenTable } from './token-table.tsx';

const token: AccessToken = {
  id: '6f1c2a7e-0b54-4d0a-9c3e-1f2a3b4c5d6e',
  name: 'Staging',
  token: 'cf_live_9sKq2Vb7TzLmSECRETREST',
  withheld: false,
  isActive: true,
  createdAt: '2026-11-03T12:00:00Z',
  lastUsedAt: null,
  scopes: ['upload', 'read', 'decide', 'check', 'report'],
  expiresAt: null,
};

/** The table with its buttons, as it stands inside the dashboard. */
const onPage = (tokens: readonly AccessToken[]) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <ConfirmProvider>
          <TokenTable rows={tokens} more={tokenColumns({ onDelete: () => {}, onAwsKeys: () => {}, readingKeys: null })} />
        </ConfirmProvider>
      </ToastProvider>
    </QueryClientProvider>,
  );

it('TOK-01 shows the 20 characters that the server gives, and offers to copy the rest', () => {
  const html = onPage([{ ...token, token: token.token.slice(0, 20), withheld: true }]);
  expect(html).toContain('cf_live_9sKq2Vb7TzLm…');
  expect(html).toContain('aria-label="Copy token Staging"');
});

it('TOK-01 lists name, 20 characters, status, date and last use, with copy and delete', () => {
  const html = onPage([token, { ...token, id: 'b', name: 'Old', isActive: false }]);
  for (const words of ['Staging', 'cf_live_9sKq2Vb7TzLm…', 'Active', 'Inactive', '3 Nov 2026', 'Never'])
    expect(html).toContain(words);
  expect(html).toContain('aria-label="Copy token Staging"');
  expect(html).toContain('aria-label="Delete Staging"');
  expect(html).not.toContain('SECRETREST');
  expect(html).toContain('All scopes, no expiry');
  expect(html.match(/<th /g)).toHaveLength(6);
});

it('DASH-02 only shows on the dashboard: no copy, no delete', () => {
  const html = renderToStaticMarkup(<TokenTable rows={[token]} />);
  expect(html).not.toContain('<button');
  expect(html).not.toContain('All scopes');
});
