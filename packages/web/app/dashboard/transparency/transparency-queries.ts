import { type TransparencyQuery, transparencyEndpoints } from '@clearframe/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api/api.ts';
import { keys } from '../../shared/api/keys.ts';

/** Read anew whenever the page is opened: whoever comes from Content Review has just changed them. */
export const figuresQuery = (period: TransparencyQuery) =>
  queryOptions({
    queryKey: keys.transparency.figures(period),
    queryFn: async ({ signal }) =>
      (await call(transparencyEndpoints.transparencyFigures, { query: period, signal })).transparency,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const settingsQuery = queryOptions({
  queryKey: keys.transparency.settings,
  queryFn: async ({ signal }) => (await call(transparencyEndpoints.transparencySettings, { signal })).transparency_settings,
});

/** What was not sent. A label that was changed mends it, so it is read anew too. */
export const previewQuery = (page: number) =>
  queryOptions({
    queryKey: keys.transparency.preview(page),
    queryFn: ({ signal }) => call(transparencyEndpoints.previewTransparency, { query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** While one works. */
const lookMs = 1_000;

/** The newest runs first. */
export const runsQuery = queryOptions({
  queryKey: keys.transparency.runs,
  queryFn: async ({ signal }) => (await call(transparencyEndpoints.listTransparencyRuns, { signal })).runs,
  refetchInterval: ({ state: { data } }) => (data?.some(({ finished_at: end }) => end === null) ? lookMs : false),
  staleTime: 0,
});
