import { type QualityPeriod, qualityEndpoints } from '@clearframe/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api/api.ts';
import { keys } from '../../shared/api/keys.ts';

/** The figures of a period. Read anew whenever the page is opened: whoever comes from Content Review has just changed them. */
export const qualityQuery = (period: QualityPeriod) =>
  queryOptions({
    queryKey: keys.quality.report(period),
    queryFn: async ({ signal }) => (await call(qualityEndpoints.qualityReport, { query: { period }, signal })).quality,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** How many safe items are drawn. */
export const qualitySettingsQuery = queryOptions({
  queryKey: keys.quality.settings,
  queryFn: async ({ signal }) => (await call(qualityEndpoints.qualitySettings, { signal })).quality_settings,
});
