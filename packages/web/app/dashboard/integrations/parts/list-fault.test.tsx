import { ClearframeError } from '@clearframe/sdk';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ListFault } from './list-fault.tsx';

const queryKey = ['chats'];

function Page() {
  return <ListFault many="chats" query={useQuery({ queryKey, queryFn: () => null, retryOnMount: false })} />;
}

async function shown(fault: Error): Promise<string> {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await queries.fetchQuery({ queryKey, queryFn: () => Promise.reject(fault) }).catch(() => undefined);
  return renderToString(
    <QueryClientProvider client={queries}>
      <Page />
    </QueryClientProvider>,
  );
}

it('DOOR-A8 says that this server does not open the door, and offers another try for everything else', async () => {
  const off = await shown(new ClearframeError(404, 'Not found'));
  expect(off).toContain('This server has chats switched off');
  expect(off).not.toContain('Try again');
  const broken = await shown(new ClearframeError(500, 'An error occurred'));
  expect(broken).toContain('Failed to load chats');
  expect(broken).toContain('Try again');
});
