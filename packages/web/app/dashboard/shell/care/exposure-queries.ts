import { exposureEndpoints } from '@clearframe/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';

/** What the person revealed, and their break. */
export const ownExposureQuery = queryOptions({
  queryKey: keys.exposure.own,
  queryFn: async ({ signal }) => (await call(exposureEndpoints.ownExposure, { signal })).exposure,
});

/** The account's limits, and how revealed media looks until a person chooses otherwise. */
export const exposureSettingsQuery = queryOptions({
  queryKey: keys.exposure.settings,
  queryFn: async ({ signal }) => (await call(exposureEndpoints.exposureSettings, { signal })).exposure_settings,
});
