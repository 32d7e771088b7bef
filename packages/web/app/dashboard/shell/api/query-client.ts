import { ClearframeError } from '@clearframe/sdk';
import { QueryClient } from '@tanstack/react-query';

/** For how long an answer is not asked for again. */
export const FRESH_FOR_MS = 10_000;

/** Answers below 500 are decisions, asking again changes nothing; others get two more tries. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_FOR_MS,
        retry: (failures, error) =>
          failures < 2 && !(error instanceof ClearframeError && error.status >= 400 && error.status < 500),
      },
      // Whoever saves without a connection is told at once; nothing is sent later behind their back.
      mutations: { networkMode: 'always' },
    },
  });
}
