import { ClearframeError } from '@clearframe/sdk';
import { QueryClient } from '@tanstack/react-query';

/** Answers below 500 are decisions, asking again changes nothing; others get two more tries. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) =>
          failures < 2 && !(error instanceof ClearframeError && error.status >= 400 && error.status < 500),
      },
      // Whoever saves without a connection is told at once; nothing is sent later behind their back.
      mutations: { networkMode: 'always' },
    },
  });
}
