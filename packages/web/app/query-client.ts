import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Answers below 500 are decisions, asking again changes nothing; others get two more tries. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      },
    },
  });
}
