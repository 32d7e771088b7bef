import { auditEndpoints } from '@clearframe/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { type AuditFilters, auditSearch, auditTimes } from './audit-address.ts';

/** One page of the log, newest first. The page before stays until it is there. */
export const auditQuery = (filters: AuditFilters, page: number) =>
  queryOptions({
    queryKey: keys.audit.page(auditSearch(filters, page)),
    queryFn: ({ signal }) => call(auditEndpoints.listAudit, { query: { ...auditTimes(filters), page }, signal }),
    placeholderData: keepPreviousData,
  });

/** The end of the chain. */
export const auditHeadQuery = queryOptions({
  queryKey: keys.audit.head,
  queryFn: async ({ signal }) => (await call(auditEndpoints.readAuditHead, { signal })).head,
});
