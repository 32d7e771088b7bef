import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { onForgetPerson } from '../../../shared/session/forget-person.ts';
import { createQueryClient } from '../api/query-client.ts';

/** Keeps what the signed-in pages fetch, as long as one of them is shown and nobody else signs in. */
export function Fetched({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueryClient);
  useEffect(() => onForgetPerson(() => queries.clear()), [queries]);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
